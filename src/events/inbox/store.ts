// Queries over one owner's events, in steps of bounded size and by the order of their commits.
import { OLDEST_RUNNING } from "../../foundation/db/commit-order.ts";
import type { Database } from "../../foundation/db/database.ts";
import { isoOf, type Parameters, parameters } from "../../foundation/db/parameters.ts";
import type { Owner } from "../../identity/owner.ts";
import { EVENT_COLUMNS, type EventRow, type Status, WITH_ACCOUNT } from "../log/model.ts";

/** Which events of an owner; times in Unix milliseconds, `until` is not among them. */
export interface EventFilter {
  owner: Owner;
  statuses: readonly Status[];
  provider?: string;
  service?: string;
  type?: string;
  /** Further kinds that fit `service` or `type` under another name of theirs, each `<provider> <type>`. */
  renamed?: readonly string[];
  since?: number;
  until?: number;
  q?: string;
}

/** An event's position: the transaction that stored it, and its number. Both are 64 bits, as text. */
export interface EventPosition {
  tx: string;
  seq: string;
}

export interface Step<Row> {
  rows: Row[];
  /** The last event that was read; null at the end of the inbox. */
  last: EventPosition | null;
  /** Whether more of what was read fits than `rows` holds. */
  isCut: boolean;
}

/** Events that one statement searches for a text; fewer where several indexed lists are merged. */
const SEARCHED_ROWS = 2_000;
const MERGED_SEARCHED_ROWS = 250;
/** Stored bytes of a page's payloads: JSON has a few times as many. */
const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;
/** No clock of a replica, and no transaction, is this far off. */
const SLACK_MS = 3_600_000;
const ALL_STATUSES = 3;

/** Without the payloads, which are most of an event's bytes. */
const LIGHT_COLUMNS = EVENT_COLUMNS.replace("e.payload", "null::jsonb as payload");

const ownerIdOf = ({ userId, accountId }: Owner) => accountId ?? userId;

/**
 * The owner's events; the user too, so that no account of another user's is read. Of an owner that its statistics do not know
 * Postgres expects one row: it would take any index that fits, and read all events of the user. This form fits none.
 */
export const ofOwner = (owner: Owner, { add }: Parameters) =>
  `e.owner_id = ${add(ownerIdOf(owner))}::uuid and e.user_id is not distinct from ${add(owner.userId)}::uuid`;

/** The same of events that another index finds. */
const isOwners = (owner: Owner, { add }: Parameters) =>
  `e.owner_id is not distinct from ${add(ownerIdOf(owner))}::uuid
    and e.user_id is not distinct from ${add(owner.userId)}::uuid`;

/** Conditions that the walk does not narrow to. */
function narrowing(filter: EventFilter, { add }: Parameters): string {
  const { statuses, since, until, q } = filter;
  const conditions = [];
  if (!isMerged(filter) && statuses.length < ALL_STATUSES) {
    conditions.push(`status in (${statuses.map((status) => `${add(status)}::text`).join(", ")})`);
  }
  if (since !== undefined) conditions.push(`received_at >= ${add(isoOf(since))}::timestamptz`);
  if (until !== undefined) conditions.push(`received_at < ${add(isoOf(until))}::timestamptz`);
  if (q !== undefined) {
    const pattern = `${add(`%${q.replace(/[\\%_]/g, "\\$&")}%`)}::text`;
    conditions.push(`(title ilike ${pattern} or summary ilike ${pattern} or actor ilike ${pattern})`);
  }
  return conditions.join(" and ");
}

/** Whether the walk merges lists of single kinds. Else it passes through everything: nearly all of it fits, or `q` decides. */
function isMerged({ statuses, provider, service, type, q }: EventFilter): boolean {
  const ofKinds = provider !== undefined || service !== undefined || type !== undefined;
  return ofKinds || statuses.length === 1 || (statuses.length < ALL_STATUSES && q === undefined);
}

/** The kinds of events that the owner has in these statuses, by hops through the index instead of a walk along it. */
function kindsOf({ owner, statuses }: EventFilter, { add }: Parameters): string {
  const id = add(ownerIdOf(owner));
  // As rows, which Postgres counts: it takes any list for a hundred, and would compile the statement for 70 ms.
  const wanted = statuses.map((status) => `(${add(status)}::text)`).join(", ");
  return `kind as (
    (select first.* from (values ${wanted}) as wanted(status), lateral (
      select e.status, e.provider, e.type from inbox_events e
      where e.owner_id = ${id}::uuid and e.status = wanted.status order by e.provider, e.type limit 1) as first)
    union all
    select next.* from kind, lateral (
      select e.status, e.provider, e.type from inbox_events e
      where e.owner_id = ${id}::uuid and e.status = kind.status and (e.provider, e.type) > (kind.provider, kind.type)
      order by e.provider, e.type limit 1) as next
  )`;
}

/** The next `rows` events newest first: of all kinds along one index, or of some kinds, merged from another one's entries. */
function lookedOf(
  filter: EventFilter,
  { after, floor, rows }: { after: EventPosition | null; floor: string | null; rows: number },
  params: Parameters,
): string {
  const { add } = params;
  const { provider, service, type } = filter;
  const order = `order by e.tx desc, e.seq desc limit ${rows}`;
  const span = `e.tx < ${OLDEST_RUNNING}
    ${floor === null ? "" : `and e.tx >= ${add(floor)}::xid8`}
    ${after === null ? "" : `and (e.tx, e.seq) < (${add(after.tx)}::xid8, ${add(after.seq)}::bigint)`}`;
  if (!isMerged(filter)) {
    const ofThis = ofOwner(filter.owner, params);
    return `looked as materialized (select e.* from inbox_events e where ${ofThis} and ${span} ${order})`;
  }
  const named = [
    service === undefined ? [] : [`split_part(kind.type, '.', 1) = ${add(service)}::text`],
    type === undefined ? [] : [`kind.type = ${add(type)}::text`],
  ].flat();
  const renamed = filter.renamed ?? [];
  const others = renamed.map((kind) => `${add(kind)}::text`).join(", ");
  const kinds = [
    provider === undefined ? [] : [`kind.provider = ${add(provider)}::text`],
    renamed.length === 0 ? named : [`((${named.join(" and ")}) or kind.provider || ' ' || kind.type in (${others}))`],
  ].flat();
  return `${kindsOf(filter, params)},
  merged as materialized (
    select e.tx, e.seq from kind cross join lateral (
      select e.tx, e.seq from inbox_events e
      where e.owner_id = ${add(ownerIdOf(filter.owner))}::uuid and e.status = kind.status
        and e.provider = kind.provider and e.type = kind.type and ${span} ${order}) as e
    where ${kinds.length === 0 ? "true" : kinds.join(" and ")} ${order}
  ),
  looked as materialized (
    select e.* from merged cross join lateral (
      select e.* from inbox_events e
      where (e.owner_id, e.tx, e.seq) >= (${add(ownerIdOf(filter.owner))}::uuid, merged.tx, merged.seq)
      order by e.owner_id, e.tx, e.seq limit 1) as e
    where ${isOwners(filter.owner, params)}
  )`;
}

interface WalkOptions {
  after: EventPosition | null;
  /** The oldest transaction to look at; null for all. */
  floor: string | null;
  limit: number;
}

/** A step's rows with `columns` of `e` and its account, each with its position and the step's summary. */
async function walk<Row>(
  database: Pick<Database, "query">,
  filter: EventFilter,
  { after, floor, limit, columns, maxBytes }: WalkOptions & { columns: string; maxBytes: number },
): Promise<Step<Row & EventPosition>> {
  const params = parameters();
  const narrowed = narrowing(filter, params);
  const searched = isMerged(filter) ? MERGED_SEARCHED_ROWS : SEARCHED_ROWS;
  // Nearly all events from the floor on fit a time.
  const rows = Math.max(limit + 1, filter.q === undefined ? 0 : searched);
  const statement = `with recursive ${lookedOf(filter, { after, floor, rows }, params)},
    fitting as (select * from looked where ${narrowed || "true"} order by tx desc, seq desc limit ${limit + 1}),
    sized as (select *, sum(pg_column_size(payload)) over (order by tx desc, seq desc) - pg_column_size(payload) as before
      from fitting),
    chosen as (select * from sized where before < ${maxBytes} order by tx desc, seq desc limit ${limit}),
    lowest as (select tx, seq from looked order by tx, seq limit 1)
  select (select count(*) from looked)::int as looked, (select count(*) from fitting)::int as fitting,
    lowest.tx::text as "lowestTx", lowest.seq::text as "lowestSeq", e.tx::text as "tx", e.seq::text as "seq", ${columns}
  from lowest left join chosen e on true ${WITH_ACCOUNT} order by e.tx desc, e.seq desc`;
  type Summary = { looked: number; fitting: number; lowestTx: string; lowestSeq: string };
  const found = await database.query<Row & EventPosition & Summary>(statement, params.values);
  const chosen = found.filter(({ tx }) => tx !== null);
  const [first, last] = [found[0], chosen.at(-1)];
  if (!first) return { rows: [], last: null, isCut: false };
  const isCut = first.fitting > chosen.length;
  if (isCut && last) return { rows: chosen, last: { tx: last.tx, seq: last.seq }, isCut };
  const isEnd = first.looked < rows;
  return { rows: chosen, last: isEnd ? null : { tx: first.lowestTx, seq: first.lowestSeq }, isCut: false };
}

/** Up to `limit` events that fit the filter, out of the next ones after a position; newest first. */
export function nextEvents(
  database: Pick<Database, "query">,
  filter: EventFilter,
  { withPayload, ...options }: WalkOptions & { withPayload: boolean },
) {
  const columns = withPayload ? EVENT_COLUMNS : LIGHT_COLUMNS;
  const maxBytes = withPayload ? MAX_PAYLOAD_BYTES : Number.MAX_SAFE_INTEGER;
  return walk<EventRow>(database, filter, { ...options, columns, maxBytes });
}

/** The same with the events' ids alone. */
export function nextIds(database: Pick<Database, "query">, filter: EventFilter, options: WalkOptions) {
  return walk<{ id: string }>(database, filter, { ...options, columns: "e.id", maxBytes: Number.MAX_SAFE_INTEGER });
}

/** A transaction before which every event was received earlier than `since`; found by halving. Null: no bound. */
export async function floorOf(
  database: Pick<Database, "query">,
  { owner, since }: EventFilter,
): Promise<string | null> {
  if (since === undefined) return null;
  const [row] = await database.query<{ floor: string }>(
    `with recursive search as (
      select (select tx from inbox_events where owner_id = $1::uuid order by tx, seq limit 1)::text::bigint as low,
        (select tx from inbox_events where owner_id = $1::uuid order by tx desc, seq desc limit 1)::text::bigint as high
      union all
      select case when probe.is_old then probe.tx + 1 else low end, case when probe.is_old then high else middle - 1 end
      from search, lateral (select (low + high) / 2 as middle) as halves,
        lateral (select tx from inbox_events
          where owner_id = $1::uuid and tx >= middle::text::xid8 order by tx, seq limit 1) as found,
        lateral (select tx::text::bigint as tx, stored_at < $2::timestamptz as is_old from inbox_events
          where owner_id = $1::uuid and tx = found.tx order by tx desc, seq desc limit 1) as probe
      where low <= high
    )
    select max(low)::text as floor from search`,
    [ownerIdOf(owner), isoOf(since - SLACK_MS)],
  );
  return row?.floor ?? null;
}

export async function findEvent(database: Pick<Database, "query">, owner: Owner, id: string): Promise<EventRow | null> {
  const params = parameters();
  const where = `e.id = ${params.add(id)}::uuid and ${isOwners(owner, params)}`;
  const text = `select ${EVENT_COLUMNS} from inbox_events e ${WITH_ACCOUNT} where ${where}`;
  const [row] = await database.query<EventRow>(text, params.values);
  return row ?? null;
}

/** An event that was published a moment ago; throws where its owner has gone meanwhile, and the event with it. */
export async function findEventByKey(
  database: Pick<Database, "query">,
  integrationId: string,
  key: string,
): Promise<EventRow | null> {
  const [row] = await database.query<EventRow>(
    `select ${EVENT_COLUMNS} from inbox_events e ${WITH_ACCOUNT} where e.integration_id = $1::uuid and e.event_key = $2`,
    [integrationId, key],
  );
  return row ?? null;
}

/** Gives events of an owner a status; returns how many had another one of `from`. Locks rows in one order. */
export async function setStatus(
  database: Pick<Database, "query">,
  owner: Owner,
  ids: readonly string[],
  status: Status,
  from: readonly Status[],
): Promise<number> {
  const params = parameters();
  const where = isOwners(owner, params);
  const [row] = await database.query<{ marked: number }>(
    `with named as (
      select e.id from inbox_events e where ${where} and e.status <> ${params.add(status)}::text
        and e.status = any (array(select jsonb_array_elements_text(${params.add(JSON.stringify(from))}::text::jsonb)))
        and e.id = any (array(select jsonb_array_elements_text(${params.add(JSON.stringify(ids))}::text::jsonb)::uuid))
      order by e.id for update
    ), marked as (
      update inbox_events set status = ${params.add(status)}::text where id = any (array(select id from named))
      returning 1
    )
    select count(*)::int as marked from marked`,
    params.values,
  );
  return row?.marked ?? 0;
}
