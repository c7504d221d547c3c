// An owner's events: lists them, reads one, and marks them.
import type { Static } from "@sinclair/typebox";
import { AppError, type InputError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { renamedKinds } from "../log/event-types.ts";
import { type EventRow, eventView, type Status } from "../log/model.ts";
import { countEvents } from "./counts.ts";
import type { EventsQuery, MarkBody, MarkFilter } from "./model.ts";
import { type EventFilter, type EventPosition, findEvent, floorOf, nextEvents, nextIds, setStatus } from "./store.ts";

/** Most steps for one page, some milliseconds each. */
const MAX_PAGE_STEPS = 3;
/** Events of one call, of one statement, and the most steps that look for them. */
const MAX_MARKED = 10_000;
const MARK_STEP = 1_000;
const MAX_MARK_STEPS = 20;

const CURRENT: readonly Status[] = ["unread", "read"];
const ALL: readonly Status[] = ["unread", "read", "archived"];

type Filters = Omit<EventsQuery, "limit" | "cursor" | "payload">;
type MarkFilters = Static<typeof MarkFilter>;

const statusesOf = (status: Filters["status"]): readonly Status[] =>
  status === undefined ? CURRENT : status === "all" ? ALL : [status];

function filterOf(
  { registry }: Pick<Deps, "registry">,
  owner: Owner,
  { status, since, until, ...more }: Filters & Pick<MarkFilters, "until">,
): EventFilter {
  return {
    owner,
    renamed: renamedKinds(registry, more),
    statuses: statusesOf(status),
    ...more,
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
  };
}

/** Associated data of a cursor: it opens for its owner, purpose and filters alone. */
function cursorContext(purpose: string, { userId, accountId }: Owner, filters: object): string {
  return JSON.stringify([purpose, userId, accountId, Object.entries(filters).sort()]);
}
const LIST = "inbox";
const MARK = "inbox_mark";

const positionOf = (vault: Deps["vault"], cursor: string | undefined, context: string) =>
  cursor === undefined ? null : (JSON.parse(openCursor(vault, cursor, context)) as EventPosition);

/** Errors of the list's cursor beyond its schema. */
export function listErrors(
  { vault }: Pick<Deps, "vault">,
  owner: Owner,
  { limit: _limit, cursor, payload: _payload, ...filters }: EventsQuery,
  errors: readonly InputError[],
): InputError[] {
  return cursorErrors(vault, cursor, () => cursorContext(LIST, owner, filters), errors);
}

/** A page of the inbox, newest first. Reads a bounded part, so it may hold fewer than `limit` although more follow. */
export async function listEvents(
  deps: Pick<Deps, "database" | "vault" | "registry">,
  owner: Owner,
  query: EventsQuery,
) {
  const { limit = 50, cursor, payload: withPayload = true, ...filters } = query;
  const context = cursorContext(LIST, owner, filters);
  const filter = filterOf(deps, owner, filters);
  // A search reads many rows, and no call should wait for its connection.
  const database = filter.q === undefined ? deps.database : deps.database.reports;
  const counts = await countEvents(database, owner);
  const floor = await floorOf(database, filter);
  const rows: EventRow[] = [];
  let after = positionOf(deps.vault, cursor, context);
  for (let i = 0; i < MAX_PAGE_STEPS && rows.length < limit; i++) {
    const step = await nextEvents(database, filter, { after, floor, limit: limit - rows.length, withPayload });
    rows.push(...step.rows);
    after = step.last;
    if (after === null || step.isCut) break;
  }
  const next = after && sealCursor(deps.vault, JSON.stringify(after), context);
  return { events: rows.map(eventView), next_cursor: next, counts };
}

const notFound = (id: string) => new AppError("NOT_FOUND", `There is no event ${id}.`);

/** One event; 404 for another owner's, as for none. */
export async function getEvent({ database }: Pick<Deps, "database">, owner: Owner, id: string) {
  const row = isUuid(id) ? await findEvent(database, owner, id) : null;
  if (!row) throw notFound(id);
  return eventView(row);
}

/** Gives one event a status; 404 for another owner's, as for none. */
export async function markEvent(deps: Pick<Deps, "database">, owner: Owner, id: string, status: Status) {
  if (!isUuid(id)) throw notFound(id);
  await setStatus(deps.database, owner, [id], status, ALL);
  return getEvent(deps, owner, id);
}

/** Errors of a mark beyond its schema; any of its fields may be missing. */
export function markErrors(
  { vault }: Pick<Deps, "vault">,
  owner: Owner,
  { ids, filter, cursor }: Partial<MarkBody>,
  errors: readonly InputError[],
): InputError[] {
  const error = (path: string, message: string): InputError => ({ in: "body", path, message });
  if (errors.length > 0) return [];
  if ((ids === undefined) === (filter === undefined)) {
    return [error(ids === undefined ? "/ids" : "/filter", "Send either ids or filter.")];
  }
  if (filter === undefined) return cursor === undefined ? [] : [error("/cursor", "cursor is only for a filter.")];
  const { since, until } = filter;
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until)) {
    return [error("/filter/until", "until must be later than since.")];
  }
  return cursorErrors(vault, cursor, () => cursorContext(MARK, owner, filter), []).map((one) => ({
    ...one,
    in: "body",
  }));
}

/** Gives events a status, by their ids or by a filter; of another owner's nothing is changed or learned. */
export async function markEvents(deps: Pick<Deps, "database" | "vault" | "registry">, owner: Owner, body: MarkBody) {
  const { status, ids, filter: filters = {}, cursor } = body;
  if (ids !== undefined) {
    const marked = await setStatus(deps.database, owner, ids, status, ALL);
    return { marked, remaining: false, next_cursor: null };
  }
  const context = cursorContext(MARK, owner, filters);
  const filter = filterOf(deps, owner, filters);
  const from = filter.statuses.filter((one) => one !== status);
  if (from.length === 0) return { marked: 0, remaining: false, next_cursor: null };
  const narrowed = { ...filter, statuses: from };
  const floor = await floorOf(deps.database, narrowed);
  let after = positionOf(deps.vault, cursor, context);
  let marked = 0;
  for (let i = 0; i < MAX_MARK_STEPS && marked < MAX_MARKED; i++) {
    const limit = Math.min(MARK_STEP, MAX_MARKED - marked);
    const step = await nextIds(deps.database, narrowed, { after, floor, limit });
    const ids = step.rows.map(({ id }) => id);
    if (ids.length > 0) marked += await setStatus(deps.database, owner, ids, status, from);
    after = step.last;
    if (after === null) break;
  }
  const next = after && sealCursor(deps.vault, JSON.stringify(after), context);
  return { marked, remaining: next !== null, next_cursor: next };
}
