// When agent sessions end because nobody uses them.
import type { AgentSession, Credential } from "./model.ts";

/** How often the time of last use is written. */
const TOUCH_EVERY_MS = 60_000;
/** The same of sessions that end when they are left unused: they end so much later at most. */
export const IDLE_SLACK_MS = 15_000;

export const touchEveryMs = (caller: Credential): number =>
  caller.kind === "agent_session" && caller.uses.some(({ idleMs }) => idleMs !== null) ? IDLE_SLACK_MS : TOUCH_EVERY_MS;

/** Notes a use in this process's row, before the database has it. */
export function noteUse({ uses }: Pick<AgentSession, "uses">, at: number): void {
  for (const use of uses) use.usedAt = Math.max(use.usedAt, at);
}

/** Whether it, or a session above it, was left unused too long. Another replica may have served it: `load` reads the row anew. */
export async function isLeftUnused(
  caller: Credential,
  now: number,
  load: () => Promise<Credential | null>,
): Promise<boolean> {
  if (caller.kind !== "agent_session" || !isIdle(caller, now)) return false;
  const newer = await load();
  if (newer?.kind !== "agent_session") return true;
  for (const [i, { usedAt }] of newer.uses.entries()) {
    const use = caller.uses[i];
    if (use) use.usedAt = Math.max(use.usedAt, usedAt);
  }
  return isIdle(caller, now);
}

const isIdle = ({ uses }: Pick<AgentSession, "uses">, now: number): boolean =>
  uses.some(({ idleMs, usedAt }) => idleMs !== null && now > usedAt + idleMs + IDLE_SLACK_MS);
