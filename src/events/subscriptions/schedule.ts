// When a source is polled or renewed next. Pure but for the jitter.

/** A poll's pause where the plugin says none. */
const POLL_EVERY_MS = 60_000;
/** Between polls that find nothing, and beside a subscription. */
export const MAX_POLL_EVERY_MS = 15 * 60_000;
const FIRST_RETRY_MS = 30_000;
const DAY_MS = 86_400_000;
/** The share of its life after which a subscription is renewed. */
const RENEW_AT = 0.75;

/** So that sources made together do not come due together: at most a tenth less. */
export const withJitter = (milliseconds: number, random = Math.random()) =>
  Math.round(milliseconds * (1 - random * 0.1));

/** The pause before the next poll, after `emptyPolls` that found nothing. An inbound webhook triggers the poll in between. */
export function pollDelay(everyS: number | undefined, emptyPolls: number, isPushed: boolean): number {
  const every = everyS === undefined ? POLL_EVERY_MS : everyS * 1_000;
  if (isPushed) return withJitter(Math.max(every, MAX_POLL_EVERY_MS));
  const doubled = every * 2 ** Math.min(emptyPolls, 10);
  return withJitter(Math.max(every, Math.min(doubled, MAX_POLL_EVERY_MS)));
}

/** The pause after that many failed attempts: 30 seconds, doubled up to `most`. */
export function retryDelay(attempts: number, most: number, retryAfterS?: number): number {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), most);
  return Math.max(withJitter(delayMs), (retryAfterS ?? 0) * 1_000);
}

/** When a subscription is renewed: at three quarters of its life, or as its plugin says; null where it lasts for ever. */
export function renewalTime(now: number, expiresAt: number | null, renewEveryS: number | undefined): number | null {
  const ofPlugin = renewEveryS === undefined ? null : now + withJitter(renewEveryS * 1_000);
  const ofLife = expiresAt === null ? null : now + withJitter(Math.max(0, expiresAt - now) * RENEW_AT);
  // A provider that grants next to no life is not called without pause.
  const soonest = now + 60_000;
  const at = ofPlugin === null || ofLife === null ? (ofPlugin ?? ofLife) : Math.min(ofPlugin, ofLife);
  return at === null ? null : Math.max(at, soonest);
}

/** When the job checks a subscription next: for its renewal, or for the daily check. */
export function nextCheckTime(checkedAt: number, renewAt: number | null, hasCheck: boolean): number | null {
  const check = hasCheck ? checkedAt + withJitter(DAY_MS) : null;
  return renewAt === null || check === null ? (renewAt ?? check) : Math.min(renewAt, check);
}
