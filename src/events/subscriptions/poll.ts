// Polls one source: what is new becomes events, in one transaction with the position behind it.

import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { Poll, PollPage, Provider, Source, SourceContext } from "../../plugin/index.ts";
import { failureOf, type UpstreamDeps, withUpstream } from "../../providers/exchange/with-upstream.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import type { FailureDetail } from "../../providers/upstream/failure.ts";
import { polledEventIn } from "../../providers/upstream/polled-events.ts";
import { NO_PROGRESS, noProgress, withoutRepeats } from "../../providers/upstream/without-repeats.ts";
import type { Deps } from "../../server/deps.ts";
import type { NewEvent } from "../log/event.ts";
import { eventKey } from "../log/event-key.ts";
import { integrationEvent } from "../log/integration-events.ts";
import { publishEvents } from "../log/publish.ts";
import type { Circles } from "./circles.ts";
import { type Claim, extendPoll, lockPoll, releasePoll } from "./claim-store.ts";
import { pollContext, purposeOf } from "./context.ts";
import { maySourceRun, pollsWithPush, sourceOf } from "./planned.ts";
import { MAX_POLL_EVERY_MS, pollDelay, retryDelay } from "./schedule.ts";
import { loadSource, type NewSource, NO_ERROR, type SourceRow } from "./store.ts";

export type PollDeps = UpstreamDeps & Pick<Deps, "registry" | "events">;

/** The maximum pages of one turn; the next turn continues after other sources had theirs. */
const MAX_PAGES = 10;
const MAX_ITEMS = 500;
/** The maximum items of a page, which is published in one transaction. */
const MAX_PAGE_ITEMS = 5_000;
const MAX_POSITION = 8_192;
/** Attempts after which an item that the plugin throws on is left out. */
const PATIENT_ATTEMPTS = 5;
const MAX_ERROR = 300;

/** Milliseconds of a claim: a page within the deadline, and the transaction behind it. */
export const pollLeaseMs = ({ deadlineMs }: Pick<Deps, "deadlineMs">) => deadlineMs + 60_000;

interface PollJob {
  deps: PollDeps;
  circles: Circles;
  /** Replaced by one with a longer lease after each page. */
  claim: Claim;
  source: SourceRow;
  row: IntegrationRow;
  def: Source & { poll: Poll };
  /** Whether it rests while a subscription works. */
  pollsOnlyWithoutPush: boolean;
}

/** Another process has taken the source over; the transaction is rolled back. */
class ClaimLostError extends Error {}

/** Polls a claimed source and schedules its next poll. */
export async function pollSource(deps: PollDeps, circles: Circles, claim: Claim): Promise<void> {
  const loaded = await loadSource(deps.database.orm, claim.id);
  if (!loaded) return;
  const { source, integration: row } = loaded;
  const provider = deps.registry.provider(source.provider);
  const def = provider && sourceOf(provider, source.name);
  if (!provider || !def?.poll || !maySourceRun(provider, def, row) || source.state === "ending") {
    // Planning its integration's sources brings it back, or ends it.
    const nextAt = row.status === "active" ? null : new Date(deps.clock.now() + MAX_POLL_EVERY_MS);
    return void (await releasePoll(deps.database.orm, claim, { nextAt }, deps.clock.now()));
  }
  const pollsOnlyWithoutPush = !pollsWithPush(provider, source.name);
  const job: PollJob = { deps, circles, claim, source, row, def: def as PollJob["def"], pollsOnlyWithoutPush };
  // A new subscription brings it back.
  if (def.poll.requiresSubscription && source.subscriptionId === null)
    return void (await releasePoll(deps.database.orm, claim, { nextAt: null }, deps.clock.now()));
  // A trigger or a retry came too late: the subscription works again.
  if (pollsOnlyWithoutPush && isPushed(source))
    return void (await releasePoll(deps.database.orm, claim, { nextAt: null, position: null }, deps.clock.now()));
  try {
    if (source.position === null) await startPoll(job, null);
    else await readPages(job, source.position);
  } catch (error) {
    // The page is read again, which is no circle.
    circles.end(source.id);
    if (error instanceof ClaimLostError) return;
    await endFailed(job, error);
  }
}

const isPushed = ({ mode, state }: SourceRow) => mode === "push" && state === "active";

/** A poll that went well also ends a failure of an earlier one; that of a subscription stays. */
const recovered = ({ mode }: SourceRow): Partial<NewSource> =>
  mode === "poll" ? { state: "active", ...NO_ERROR } : {};

/** Starts polling from now on. `lost`: the provider has forgotten the position. */
export async function startPosition({
  deps,
  source,
  row,
  def,
}: Pick<PollJob, "deps" | "source" | "row" | "def">): Promise<string> {
  const position = await withUpstream(
    deps,
    row,
    (upstream, row) => def.poll.start(pollContext(deps, source, row), withoutRepeats(upstream)),
    purposeOf(source, def.permission),
  );
  return checkedPosition(position);
}

async function startPoll(job: PollJob, lost: FailureDetail | null): Promise<void> {
  const { deps, claim, source, row, def } = job;
  const position = await startPosition(job);
  const now = deps.clock.now();
  const since = source.polledAt ?? source.createdAt;
  const nextAt = new Date(now + pollDelay(def.poll.everyS, 0, isPushed(source)));
  const users = await deps.database.transaction(async (tx) => {
    const changes = { position, polledAt: new Date(now), emptyPolls: 0, attempts: 0, nextAt, ...recovered(source) };
    if (!(await releasePoll(tx, claim, changes, now))) throw new ClaimLostError();
    if (!lost) return new Set<string>();
    const details = {
      reason: "position_lost",
      source: source.name,
      resource: source.resource || null,
      since: since.toISOString(),
    } as const;
    const key = `${source.id}:${since.getTime()}`;
    return publishEvents(tx, [integrationEvent("events_missed", row, { key, now, details })]);
  });
  deps.events.published(users);
  if (lost) deps.log.warn("source_position_lost", fieldsOf(source));
}

async function readPages(job: PollJob, start: string): Promise<void> {
  const { deps, circles, source, row, def } = job;
  let position = start;
  let items = 0;
  let hasNews = false;
  for (let pages = 1; ; pages++) {
    const context = pollContext(deps, source, row);
    const page = checkedPage(
      await withUpstream(
        deps,
        row,
        (upstream, row) => def.poll.next(position, pollContext(deps, source, row), withoutRepeats(upstream)),
        purposeOf(source, def.permission),
      ),
    );
    const events = eventsOf(job, page, context);
    items += page.items.length;
    const isCircle = page.more && (page.position === position || circles.isClosed(source.id, page.position));
    if (!page.more) circles.end(source.id);
    const isTurnOver = !isCircle && (!page.more || pages >= MAX_PAGES || items >= MAX_ITEMS);
    const committed = await commitPage(job, { page, events, isTurnOver, isCircle, hasNews });
    job.claim = committed.claim;
    if (isCircle) throw noProgress("The provider's list of new items repeats the same pages.");
    if (isTurnOver) return;
    hasNews = committed.hasNews;
    position = page.position;
  }
}

interface Page {
  page: PollPage;
  events: NewEvent[];
  isTurnOver: boolean;
  /** It leads to where an earlier page has led. */
  isCircle: boolean;
  /** Whether an earlier page of the turn had something new. */
  hasNews: boolean;
}

/** Stores the events and the position behind them; ends the claim with the turn. */
async function commitPage(job: PollJob, { page, events, isTurnOver, isCircle, hasNews }: Page) {
  const { deps, claim, source, def } = job;
  const now = deps.clock.now();
  const { users, next, isNews } = await deps.database.transaction(async (tx) => {
    // The claim first: it locks the row, so that two processes never publish from one position.
    if (events.length > 0 && !(await lockPoll(tx, claim))) throw new ClaimLostError();
    const users = await publishEvents(tx, events);
    const isNews = hasNews || users.size > 0;
    const emptyPolls = isNews ? 0 : source.emptyPolls + 1;
    const changes = { position: page.position, polledAt: new Date(now), emptyPolls };
    // To read on in a circle is no recovery: its attempts add up.
    if (!isCircle && (isNews || !page.more)) Object.assign(changes, { attempts: 0, ...recovered(source) });
    const delayMs = page.more ? 0 : pollDelay(def.poll.everyS, emptyPolls, isPushed(source));
    const next = isTurnOver
      ? (await releasePoll(tx, claim, { ...changes, nextAt: new Date(now + delayMs) }, now)) && claim
      : await extendPoll(tx, claim, changes, now + pollLeaseMs(deps));
    if (!next) throw new ClaimLostError();
    return { users, next, isNews };
  });
  deps.events.published(users);
  return { claim: next, hasNews: isNews };
}

function eventsOf({ deps, source, row, def }: PollJob, page: PollPage, context: SourceContext): NewEvent[] {
  const provider = deps.registry.provider(source.provider) as Provider;
  const names = previousNamesOf(provider).events;
  const receivedAt = deps.clock.now();
  return page.items.flatMap((item) => {
    try {
      const event = polledEventIn(def, item, context);
      if (!event) return [];
      const { type, id, payload, view } = event;
      const key = eventKey(names.first(type), id, source.resource);
      const owner = { userId: row.userId, accountId: row.accountId };
      const about = { owner, integrationId: row.id, provider: source.provider };
      return [{ ...about, type, previousTypes: names.before(type), key, view, payload, receivedAt }];
    } catch (error) {
      // One item must not keep all that follow it from their owner.
      if (source.attempts < PATIENT_ATTEMPTS) throw error;
      deps.log.error("source_item_skipped", { ...fieldsOf(source), error });
      return [];
    }
  });
}

function checkedPage(page: PollPage): PollPage {
  checkedPosition(page.position);
  if (!Array.isArray(page.items) || page.items.length > MAX_PAGE_ITEMS)
    throw new TypeError(`A page must have at most ${MAX_PAGE_ITEMS} items.`);
  return page;
}

function checkedPosition(position: string): string {
  if (typeof position !== "string" || position.length > MAX_POSITION || position.includes("\0"))
    throw new TypeError(`A position must be text of at most ${MAX_POSITION} characters without NUL.`);
  return position;
}

/** Schedules the next attempt; the provider's forgotten position is left behind, and its owner learns of the gap. */
async function endFailed(job: PollJob, error: unknown): Promise<void> {
  const { deps, claim, source, def } = job;
  const detail = failureOf(error);
  if (detail && source.position !== null && def.poll.positionLostOn?.includes(detail.failure)) {
    try {
      return await startPoll(job, detail);
    } catch (startError) {
      if (startError instanceof ClaimLostError) return;
    }
  }
  const now = deps.clock.now();
  const isLimit = detail?.failure === "rate_limited";
  const attempts = isLimit ? source.attempts : source.attempts + 1;
  const delayMs = retryDelay(Math.max(1, attempts), MAX_POLL_EVERY_MS, detail?.retryAfter);
  const isForOwner = detail !== null && (isLasting(detail) || isStuck(detail));
  const hasFailed = source.mode === "poll" && (isForOwner || attempts >= PATIENT_ATTEMPTS);
  const state = hasFailed && !isLimit ? failedWith(source, detail, now) : {};
  deps.log.warn("source_poll_failed", { ...fieldsOf(source), attempts, reason: detail?.failure ?? null, error });
  await releasePoll(deps.database.orm, claim, { ...state, attempts, nextAt: new Date(now + delayMs) }, now);
}

/** Whether only somebody's act makes the next attempt go better. */
export const isLasting = ({ failure }: FailureDetail) => ["forbidden", "invalid", "not_found"].includes(failure);

/** Whether the provider's responses lead nowhere: its owner is told at once, and it is tried again more and more slowly. */
export const isStuck = ({ code }: FailureDetail) => code === NO_PROGRESS || code === "unexpected_shape";

/** The failure as its owner sees it; a plugin's own error is none of theirs. */
export function errorOf(detail: FailureDetail | null): { errorCode: string; error: string } {
  if (!detail) return { errorCode: "error", error: "The gateway could not read the provider's response." };
  const error = detail.message.replaceAll("\0", "").toWellFormed().slice(0, MAX_ERROR);
  return { errorCode: detail.failure, error };
}

/** What a source that fails has, since its first failure. */
export const failedWith = ({ failedAt }: SourceRow, detail: FailureDetail | null, now: number) => ({
  state: "failed" as const,
  ...errorOf(detail),
  failedAt: failedAt ?? new Date(now),
});

export const fieldsOf = ({ id, integrationId, provider, name }: SourceRow) => ({
  source_id: id,
  integration_id: integrationId,
  provider,
  source: name,
});
