// Keeps one source's subscription at its provider: makes it, renews it, checks it once a day, ends it.

import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { Provider, Push, Source, Subscribed, Subscription } from "../../plugin/index.ts";
import { failureOf, withUpstream } from "../../providers/exchange/with-upstream.ts";
import type { FailureDetail } from "../../providers/upstream/failure.ts";
import { makeSubscription } from "../../providers/upstream/make-subscription.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationEvent } from "../log/integration-events.ts";
import { publishEvents } from "../log/publish.ts";
import { beginSubscription, type Claim, releaseCheck, releaseEnded } from "./claim-store.ts";
import {
  nextSecret,
  purposeOf,
  sealSecret,
  secretsIn,
  sourceContext,
  subscribeContext,
  subscriptionOf,
} from "./context.ts";
import { maySourceRun, pollsWithPush, sourceOf } from "./planned.ts";
import { errorOf, failedWith, fieldsOf, isLasting, isStuck, type PollDeps, startPosition } from "./poll.ts";
import { nextCheckTime, renewalTime, retryDelay } from "./schedule.ts";
import { deleteSources, loadSource, type NewSource, NO_ERROR, type SourceRow } from "./store.ts";

export type SubscribeDeps = PollDeps & Pick<Deps, "vault" | "baseUrl" | "oauthClients">;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Transient failures in a row after which a subscription counts as failed. */
const MAX_ATTEMPTS = 8;
/** Attempts to end a subscription; the provider's inbound webhooks are refused meanwhile and afterwards. */
const MAX_END_ATTEMPTS = 6;
const MAX_ID = 2_048;
const MAX_DATA = 8_192;

/** Milliseconds of a claim: a poll's start, a check, three requests and what stands between them. */
export const subscriptionLeaseMs = ({ deadlineMs }: Pick<Deps, "deadlineMs">) => 5 * deadlineMs + 60_000;

interface SubscribeJob {
  deps: SubscribeDeps;
  claim: Claim;
  source: SourceRow;
  row: IntegrationRow;
  provider: Provider;
  def: Source & { push: Push };
}

/** Processes a claimed source's subscription and schedules the next check. */
export async function processSubscription(deps: SubscribeDeps, claim: Claim): Promise<void> {
  const loaded = await loadSource(deps.database.orm, claim.id);
  if (!loaded) return;
  const { source, integration: row } = loaded;
  const provider = deps.registry.provider(source.provider);
  const def = provider && sourceOf(provider, source.name);
  const job = { deps, claim, source, row, provider, def } as SubscribeJob;
  if (source.state === "ending" || source.mode === "poll" || !provider || !def?.push) return end(job);
  // Planning its integration's sources brings it back, or ends it.
  if (!maySourceRun(provider, def, row)) return release(job, { nextCheckAt: null });
  try {
    await keep(job);
  } catch (error) {
    await endFailed(job, error);
  }
}

async function keep(job: SubscribeJob): Promise<void> {
  const { deps, source, def } = job;
  const subscription = subscriptionOf(source);
  const now = deps.clock.now();
  if (!subscription || source.state !== "active") return create(job);
  if (source.renewAt !== null && source.renewAt.getTime() <= now) {
    return def.push.renew ? renew(job, subscription) : create(job);
  }
  const isCheckDue = source.checkedAt === null || source.checkedAt.getTime() <= now - 0.9 * DAY_MS;
  if (def.push.check && isCheckDue && !(await isActive(job, subscription))) return createAnew(job);
  const renewAt = source.renewAt?.getTime() ?? null;
  const next = nextCheckTime(now, renewAt, def.push.check !== undefined);
  await release(job, { checkedAt: new Date(now), checkAttempts: 0, nextCheckAt: dateOf(next) });
}

async function release(
  { deps, claim }: SubscribeJob,
  changes: Partial<NewSource> & { nextCheckAt: Date | null },
): Promise<void> {
  await releaseCheck(deps.database.orm, claim, changes, deps.clock.now());
}

const dateOf = (time: number | null) => (time === null ? null : new Date(time));

/** The provider does not know it any more: a new one is made, and the poll reads what came in between. */
function createAnew(job: SubscribeJob): Promise<void> {
  job.deps.log.warn("subscription_dropped", fieldsOf(job.source));
  return create({ ...job, source: { ...job.source, subscriptionId: null } });
}

/** Makes a subscription, then ends the one that it replaces. */
async function create(job: SubscribeJob): Promise<void> {
  const { deps, source, row, def } = job;
  const { provider } = job;
  // Read before the subscription is there, so that nothing is lost in between.
  const start =
    def.poll && source.position === null && pollsWithPush(provider, source.name)
      ? { position: await startPosition({ ...job, def: { ...def, poll: def.poll } }) }
      : {};
  const secret = nextSecret(deps, source);
  const sealed = sealSecret(deps, source.id, secret);
  // Stored first: the provider's handshake comes while the request is open.
  const isFirst = source.subscriptionId === null && { subscriptionId: null, state: "pending" as const, data: {} };
  const isMine = await beginSubscription(deps.database.orm, job.claim, { ...start, ...isFirst, secret: sealed });
  if (!isMine) return release(job, { nextCheckAt: source.nextCheckAt });
  const context = await subscribeContext(deps, source, row, { deliversTo: def.push.deliversTo, secret });
  const made = await withUpstream(
    deps,
    row,
    async (upstream) => checked(await makeSubscription(def.push, upstream, context)),
    { ...purposeOf(source, def.permission), secrets: secretsIn(context) },
  );
  await store(job, made);
  deps.log.info("subscription_made", { ...fieldsOf(source), expires_at: isoOf(made.expiresAt) });
  const old = subscriptionOf(source);
  if (old && old.id !== made.id) await unsubscribe(job, old).catch((error: unknown) => logEnd(job, error));
}

async function renew(job: SubscribeJob, subscription: Subscription): Promise<void> {
  const { deps, source, row, def } = job;
  const { push } = def;
  const secret = nextSecret(deps, source);
  const context = await subscribeContext(deps, source, row, { deliversTo: push.deliversTo, secret });
  const renewed = await withUpstream(
    deps,
    row,
    async (upstream) => {
      const response = await upstream.attempt((push.renew as Required<Push>["renew"])(subscription, context), [
        "not_found",
      ]);
      if (!response) return null;
      return checked(push.renewed ? push.renewed(response, subscription, context) : push.subscribed(response, context));
    },
    { ...purposeOf(source, def.permission), secrets: secretsIn(context) },
  );
  if (!renewed) return createAnew(job);
  await store(job, renewed);
  deps.log.info("subscription_renewed", { ...fieldsOf(source), expires_at: isoOf(renewed.expiresAt) });
}

const isoOf = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** Stores what the provider has made; the poll reads at once what came before it, or rests. */
async function store({ deps, claim, source, provider, def }: SubscribeJob, made: Subscribed): Promise<void> {
  const now = deps.clock.now();
  const mayPoll = pollsWithPush(provider, source.name);
  const renewAt = renewalTime(now, made.expiresAt, def.push.renewEveryS);
  const isNew = source.state !== "active" || source.subscriptionId === null;
  await releaseCheck(
    deps.database.orm,
    claim,
    {
      subscriptionId: made.id,
      data: made.data ?? {},
      expiresAt: dateOf(made.expiresAt),
      ...(made.secret !== undefined && { secret: sealSecret(deps, source.id, made.secret) }),
      state: "active",
      ...NO_ERROR,
      renewAt: dateOf(renewAt),
      checkedAt: new Date(now),
      nextCheckAt: dateOf(nextCheckTime(now, renewAt, def.push.check !== undefined)),
      checkAttempts: 0,
      ...(def.poll && isNew && (mayPoll ? { nextAt: new Date(now) } : { nextAt: null, position: null })),
    },
    now,
  );
}

/** Refuses what could not be stored, or would not be found again. */
function checked(made: Subscribed): Subscribed {
  const { id, expiresAt, data = {} } = made;
  const isTime = expiresAt === null || (Number.isSafeInteger(expiresAt) && expiresAt > 0);
  if (typeof id !== "string" || id === "" || id.length > MAX_ID || !isTime || JSON.stringify(data).length > MAX_DATA)
    throw new TypeError("The plugin read a subscription without an id, or with an unusable time.");
  return made;
}

async function isActive({ deps, source, row, def }: SubscribeJob, subscription: Subscription): Promise<boolean> {
  const { check, isActive } = def.push;
  return withUpstream(
    deps,
    row,
    async (upstream) => {
      const request = (check as Required<Push>["check"])(subscription, sourceContext(deps, source, row));
      const response = await upstream.attempt(request, ["not_found"]);
      return response !== null && (isActive?.(response, subscription) ?? true);
    },
    purposeOf(source, def.permission),
  );
}

async function unsubscribe({ deps, source, row, def }: SubscribeJob, subscription: Subscription): Promise<void> {
  const request = def?.push?.unsubscribe?.(subscription, sourceContext(deps, source, row));
  if (!request) return;
  await withUpstream(
    deps,
    row,
    (upstream) => upstream.attempt(request, ["not_found"]),
    purposeOf(source, def.permission),
  );
}

const logEnd = ({ deps, source }: SubscribeJob, error: unknown) =>
  deps.log.warn("unsubscribe_failed", { ...fieldsOf(source), reason: failureOf(error)?.failure ?? null });

/** Ends the subscription at the provider; then the row goes, or polls on. */
async function end(job: SubscribeJob): Promise<void> {
  const { deps, claim, source, row } = job;
  const subscription = subscriptionOf(source);
  try {
    if (subscription && row.status === "active") await unsubscribe(job, subscription);
  } catch (error) {
    logEnd(job, error);
    const attempts = source.checkAttempts + 1;
    const detail = failureOf(error);
    if (attempts < MAX_END_ATTEMPTS && detail && !isLasting(detail)) {
      const delayMs = retryDelay(attempts, HOUR_MS, detail.retryAfter);
      return release(job, { checkAttempts: attempts, nextCheckAt: new Date(deps.clock.now() + delayMs) });
    }
  }
  await deps.database.transaction(async (tx) => {
    const released = await releaseEnded(tx, claim, deps.clock.now());
    if (released?.state === "ending") await deleteSources(tx, [source.id]);
  });
}

/** Schedules the next attempt; a lasting failure is shown to the owner, once, and polls go on without the subscription. */
async function endFailed(job: SubscribeJob, error: unknown): Promise<void> {
  const { deps, claim, source, row, def } = job;
  const detail = failureOf(error);
  const now = deps.clock.now();
  const attempts = source.checkAttempts + 1;
  // A renewal that fails leaves the subscription as it is until its end.
  const isAlive = source.subscriptionId !== null && source.state === "active" && !isOver(source, now);
  const isForOwner = detail !== null && (isLasting(detail) || isStuck(detail));
  const isFailed = !isAlive && (isForOwner || attempts >= MAX_ATTEMPTS);
  const delayMs = retryDelay(
    attempts,
    isFailed || (detail !== null && isLasting(detail)) ? DAY_MS : HOUR_MS,
    detail?.retryAfter,
  );
  const nextCheckAt = new Date(now + (isFailed ? Math.max(delayMs, HOUR_MS) : delayMs));
  deps.log.warn("subscription_failed", { ...fieldsOf(source), attempts, reason: detail?.failure ?? null, error });
  const users = await deps.database.transaction(async (tx) => {
    const isMine = await releaseCheck(
      tx,
      claim,
      {
        checkAttempts: attempts,
        nextCheckAt,
        ...(!isAlive && def.poll && !def.poll.requiresSubscription && { nextAt: new Date(now) }),
        ...(isFailed && failedWith(source, detail, now)),
      },
      now,
    );
    return isMine && isFailed ? publishEvents(tx, [failedEvent(source, row, detail, now)]) : new Set<string>();
  });
  deps.events.published(users);
}

const isOver = ({ expiresAt }: SourceRow, now: number) => expiresAt !== null && expiresAt.getTime() <= now;

/** One event for each grant and failure, however often it is tried again. */
function failedEvent(source: SourceRow, row: IntegrationRow, detail: FailureDetail | null, now: number) {
  const { errorCode, error } = errorOf(detail);
  return integrationEvent("subscription_failed", row, {
    key: `${source.id}:${row.connectedAt.getTime()}:${errorCode}`,
    now,
    details: { reason: errorCode, source: source.name, resource: source.resource || null, error },
  });
}
