// Rows of the audit log.
import { OLDEST_RUNNING, type Position } from "../../foundation/db/commit-order.ts";
import type { Database, Parameter } from "../../foundation/db/database.ts";
import { ERASED_AT_ONCE, OF_ACCOUNT, OF_USER } from "../../foundation/db/erasure-step.ts";
import { isoOf, type Parameters, parameters } from "../../foundation/db/parameters.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";

/** A row as it is inserted; times as ISO text. */
export interface NewEntry {
  id: string;
  at: string;
  event: string;
  actorKind: string;
  actorId: string | null;
  actorName: string | null;
  userId: string | null;
  accountId: string | null;
  resourceKind: string | null;
  resourceId: string | null;
  outcome: "success" | "refused" | "failed";
  code: string | null;
  times: number;
  address: string | null;
  requestId: string | null;
  /** As JSON. */
  details: string;
}

/** A query of the database, or within a transaction. */
type Query = (text: string, parameters: readonly Parameter[]) => Promise<unknown>;

/** Inserting an entry twice is harmless. */
export async function insertEntries(query: Query, entries: readonly NewEntry[]): Promise<void> {
  await query(
    `insert into audit_entries (id, at, event, actor_kind, actor_id, actor_name, user_id, account_id, resource_kind,
      resource_id, outcome, code, times, address, request_id, details)
    select e.id, e.at, e.event, e."actorKind", e."actorId", e."actorName", e."userId", e."accountId", e."resourceKind",
      e."resourceId", e.outcome, e.code, e.times, e.address, e."requestId", e.details::jsonb
    from jsonb_to_recordset($1::text::jsonb) as e(id uuid, at timestamptz, event text, "actorKind" text, "actorId" text,
      "actorName" text, "userId" uuid, "accountId" uuid, "resourceKind" text, "resourceId" text, outcome text, code text,
      times int, address text, "requestId" text, details text)
    on conflict (id) do nothing`,
    [JSON.stringify(entries)],
  );
}

/** Whose entries: of all, of a user, or of one connected account. */
export interface Scope {
  userId: string | null;
  accountId: string | null;
}

/** Times in Unix milliseconds, `until` is not among them. */
export interface EntryFilter extends Scope {
  event?: string;
  /** The name or the id of who did it. */
  actor?: string;
  outcome?: string;
  since?: number;
  until?: number;
}

export interface EntryRow extends Omit<NewEntry, "details"> {
  details: Record<string, unknown>;
}

export interface Step {
  rows: (EntryRow & Position)[];
  /** The last entry that was read; null at the end of the log. */
  last: Position | null;
}

/** Entries that one statement looks through for those that fit. */
const SEARCHED_ROWS = 2_000;
/** No clock of a replica, and no transaction, is this far off. */
const SLACK_MS = 3_600_000;

const COLUMNS = `id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, event, actor_kind as "actorKind",
  actor_id as "actorId", actor_name as "actorName", user_id as "userId", account_id as "accountId",
  resource_kind as "resourceKind", resource_id as "resourceId", outcome, code, times, address, request_id as "requestId",
  details`;

function narrowing(filter: EntryFilter, { add }: Parameters): string[] {
  const { event, actor, outcome, since, until } = filter;
  return [
    event === undefined ? [] : [`event = ${add(event)}::text`],
    actor === undefined ? [] : [`${add(actor)}::text in (actor_name, actor_id)`],
    outcome === undefined ? [] : [`outcome = ${add(outcome)}::text`],
    since === undefined ? [] : [`at >= ${add(isoOf(since))}::timestamptz`],
    until === undefined ? [] : [`at < ${add(isoOf(until))}::timestamptz`],
  ].flat();
}

/** Up to `limit` entries that fit the filter, out of the next ones after a position; newest first, by the order of commits. */
export async function nextEntries(
  database: Pick<Database, "query">,
  filter: EntryFilter,
  { after, limit }: { after: Position | null; limit: number },
): Promise<Step> {
  const params = parameters();
  const { add } = params;
  const { userId, accountId, since } = filter;
  const within = [
    `tx < ${OLDEST_RUNNING}`,
    userId === null ? [] : [`user_id = ${add(userId)}::uuid`],
    accountId === null ? [] : [`account_id = ${add(accountId)}::uuid`],
    after === null ? [] : [`(tx, seq) < (${add(after.tx)}::xid8, ${add(after.seq)}::bigint)`],
  ].flat();
  const conditions = narrowing(filter, params);
  const rows = conditions.length === 0 ? limit + 1 : Math.max(limit + 1, SEARCHED_ROWS);
  // Entries rise by time but for the slack; where none was asked for, no entry lies before it.
  const oldest = add(isoOf(since === undefined ? 0 : Math.max(0, since - SLACK_MS)));
  const found = await database.query<EntryRow & Position & Summary>(
    `with looked as materialized (
      select * from audit_entries where ${within.join(" and ")} order by tx desc, seq desc limit ${rows}
    ), fitting as (
      select * from looked where ${conditions.join(" and ") || "true"} order by tx desc, seq desc limit ${limit + 1}
    ), lowest as (select tx, seq, greatest(at, stored_at) < ${oldest}::timestamptz as is_before from looked order by tx, seq limit 1)
    select (select count(*) from looked)::int as looked, (select count(*) from fitting)::int as fitting,
      lowest.tx::text as "lowestTx", lowest.seq::text as "lowestSeq", lowest.is_before as "isBefore", e.*
    from lowest left join (select tx::text as tx, seq::text as seq, tx as at_tx, seq as at_seq, ${COLUMNS} from fitting) as e on true
    order by at_tx desc, at_seq desc`,
    params.values,
  );
  const [first] = found;
  if (!first) return { rows: [], last: null };
  const fitting = found.filter(({ id }) => id !== null).slice(0, limit);
  const last = fitting.at(-1);
  if (last && first.fitting > limit) return { rows: fitting, last: { tx: last.tx, seq: last.seq } };
  const isEnd = first.looked < rows || first.isBefore;
  return { rows: fitting, last: isEnd ? null : { tx: first.lowestTx, seq: first.lowestSeq } };
}

/** What each row says of the step as well. */
interface Summary {
  looked: number;
  fitting: number;
  lowestTx: string;
  lowestSeq: string;
  isBefore: boolean;
}

/** What an entry about somebody says beyond what happened when. The operator's own acts stay whole. */
const stripped = (owner: string) => `changed as (update audit_entries
  set actor_name = null, address = null, request_id = null, resource_id = null, details = '{}', seal_salt = null
  where id in (select id from audit_entries where ${owner} and actor_kind <> 'admin' and (actor_name is not null
    or address is not null or request_id is not null or resource_id is not null or details <> '{}' or seal_salt is not null) limit ${ERASED_AT_ONCE}) returning 1)`;

export const TABLES: readonly Table[] = [
  {
    table: "audit_entries",
    bound: "An entry is deleted by age.",
    setting: "GATEWAY_AUDIT_DAYS",
    aged: [{ since: "at", stayMs: ({ auditDays }) => auditDays * DAY_MS }],
    personal: {
      erasure: "stripped",
      why: "What happened stays, with random ids; addresses, names and details go, but for the operator's own acts.",
      exported: {
        kind: "audit_entry",
        columns:
          "id at event actor_kind actor_id actor_name user_id account_id resource_kind resource_id outcome code times address request_id details",
        omitted: "tx seq stored_at seal seal_salt",
        key: [
          ["tx", "xid8"],
          ["seq", "bigint"],
        ],
      },
    },
    erasure: {
      user: { step: "audit", sql: stripped(OF_USER), isAfterCalls: true },
      account: { step: "audit", sql: stripped(OF_ACCOUNT), isAfterCalls: true },
    },
  },
];
