// Rows of what revocation runs ended, and the statements that end rows of one kind and note them at once.
import { OPERATOR_REVOKED } from "../../connections/integrations/ended.ts";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { isoOf, parameters } from "../../foundation/db/parameters.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Run } from "./run-store.ts";
import {
  conditionOf,
  cutoffSql,
  type ItemKind,
  kindsOf,
  ownerColumns,
  type Selection,
  tableOf,
  type What,
} from "./selection.ts";

type Reader = Pick<Database, "query">;

/** A row that falls under a run. */
export interface Chosen {
  id: string;
  userId: string;
  accountId: string | null;
  provider: string | null;
}

export type ProviderEnd = "none" | "trying" | "ended" | "no_endpoint" | "shared" | "failed";

const CHOSEN = `t.id, t.user_id as "userId", t.account_id as "accountId", t.provider`;

/** The next rows of a kind that fall under a run, by id. */
export function nextChosen(
  database: Reader,
  { run, kind, now, limit }: { run: Run; kind: ItemKind; now: number; limit: number },
): Promise<Chosen[]> {
  const { values, add } = parameters();
  const at = `${add(isoOf(now))}::text::timestamptz`;
  const cutoff = `${add(run.cutoff)}::text::timestamptz`;
  const condition = conditionOf(kind, run.selection, { cutoff, now: at, add });
  const after = add(run.position);
  return database.query<Chosen>(
    `select ${CHOSEN} from (
       select t.id, ${ownerColumns(kind)} from ${tableOf(kind)} t
       where ${condition} and ${at} is not null and ${cutoff} is not null and (${after}::text is null or t.id > ${after}::text::uuid)
       order by t.id limit ${Math.floor(limit)}
     ) t order by t.id`,
    values,
  );
}

/** What ends rows that are only marked. Those of connections and of held grants need more than a statement. */
const MARKED: Readonly<Partial<Record<ItemKind, string>>> = {
  key: "revoked_at = NOW",
  agent_session: "revoked_at = NOW",
  mcp_grant: "revoked_at = NOW",
  panel_session: "revoked_at = now()",
  connect_session:
    "status = 'failed', error = 'session_ended', error_description = null, verifier = null, expires_at = least(expires_at, now())",
};

/** Ends those of the rows that are still in force, and notes them for the report: each row is ended by one run only. */
export async function endMarked(
  tx: Orm,
  { run, kind, now, ids }: { run: Run; kind: ItemKind; now: number; ids: readonly string[] },
): Promise<Chosen[]> {
  const { values, add } = parameters();
  const at = `${add(isoOf(now))}::text::timestamptz`;
  const cutoff = `${add(run.cutoff)}::text::timestamptz`;
  const condition = conditionOf(kind, run.selection, { cutoff, now: at, add });
  const list = add(JSON.stringify(ids));
  const change = (MARKED[kind] as string).replaceAll("NOW", at);
  const held = kind === "connect_session" ? "and t.replacement is null" : "";
  return queryIn<Chosen>(
    tx,
    `with chosen as (
       select t.id from ${tableOf(kind)} t where t.id in (select i::uuid from jsonb_array_elements_text(${list}::text::jsonb) i)
         and ${condition} ${held} order by t.id for update
     ), ended as (
       update ${tableOf(kind)} t set ${change} where t.id in (select id from chosen) returning t.id, ${ownerColumns(kind)}
     ), noted as (
       insert into revocation_items (run_id, kind, id, user_id, account_id, provider, ended_at)
       select ${add(run.id)}::text::uuid, ${add(kind)}, id, user_id, account_id, provider, ${at} from ended
       on conflict do nothing
     ) select ${CHOSEN} from ended t where ${cutoff} is not null`,
    values,
  );
}

export interface NewItem extends Chosen {
  kind: ItemKind;
  providerEnd: ProviderEnd;
  detail: string | null;
  revocationId: string | null;
}

/** In the transaction that ends the rows. */
export async function insertItems(tx: Orm, runId: string, items: readonly NewItem[], now: number): Promise<void> {
  if (items.length === 0) return;
  await queryIn(
    tx,
    `insert into revocation_items (run_id, kind, id, user_id, account_id, provider, ended_at, provider_end, detail,
       revocation_id, provider_end_at)
     select $1::text::uuid, kind, id, "userId", "accountId", provider, $2::text::timestamptz, "providerEnd", detail,
       "revocationId", case when "providerEnd" = 'trying' then null else $2::text::timestamptz end
     from jsonb_to_recordset($3::text::jsonb) as i (kind text, id uuid, "userId" uuid, "accountId" uuid, provider text,
       "providerEnd" text, detail text, "revocationId" uuid) on conflict do nothing`,
    [runId, isoOf(now), JSON.stringify(items)],
  );
}

/** Puts nothing in the place of tokens. The next epoch lets no refresh that runs store new ones. */
export async function wipeTokens(tx: Orm, rows: readonly { id: string; token: string }[], now: number): Promise<void> {
  await queryIn(
    tx,
    `update connections t set status = 'revoked', status_reason = $3, access_token = w.token, refresh_token = null,
       other_tokens = null, dead_tokens = null, access_expires_at = null, refresh_expires_at = null, epoch = t.epoch + 1,
       lease_owner = null, lease_until = null, refresh_started_at = null, updated_at = $2::text::timestamptz
     from jsonb_to_recordset($1::text::jsonb) as w (id uuid, token text) where t.id = w.id`,
    [JSON.stringify(rows), isoOf(now), OPERATOR_REVOKED],
  );
}

/** A replica of the version before ends a grant without a note of how: its item must not wait for ever. */
export async function settleLost(database: Reader, runId: string, now: number): Promise<void> {
  await database.query(
    `update revocation_items t set provider_end = 'failed', detail = 'outcome_unknown', provider_end_at = $2::text::timestamptz
     where run_id = $1::text::uuid and provider_end = 'trying'
       and not exists (select 1 from revocations r where r.id = t.revocation_id)`,
    [runId, isoOf(now)],
  );
}

export async function isOutstanding(database: Reader, runId: string): Promise<boolean> {
  const rows = await database.query(
    "select 1 as one from revocation_items where run_id = $1::text::uuid and provider_end = 'trying' limit 1",
    [runId],
  );
  return rows.length > 0;
}

export interface ItemCount {
  runId: string;
  kind: ItemKind;
  providerEnd: ProviderEnd;
  items: number;
}

export function countItems(database: Reader, runIds: readonly string[]): Promise<ItemCount[]> {
  return database.query<ItemCount>(
    `select run_id as "runId", kind, provider_end as "providerEnd", count(*)::int as items from revocation_items
     where run_id in (select i::uuid from jsonb_array_elements_text($1::text::jsonb) i) group by 1, 2, 3`,
    [JSON.stringify(runIds)],
  );
}

export interface ItemRow extends Chosen {
  kind: ItemKind;
  endedAt: string;
  providerEnd: ProviderEnd;
  providerEndAt: string | null;
  detail: string | null;
}

const time = (column: string, name: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;

/** A page of a report, by kind and id. */
export function nextItems(
  database: Reader,
  runId: string,
  after: Pick<ItemRow, "kind" | "id"> | null,
  limit: number,
): Promise<ItemRow[]> {
  return database.query<ItemRow>(
    `select kind, ${CHOSEN}, ${time("ended_at", "endedAt")}, provider_end as "providerEnd",
       ${time("provider_end_at", "providerEndAt")}, detail from revocation_items t
     where run_id = $1::text::uuid and ($2::text is null or (kind, id) > ($2::text, $3::text::uuid))
     order by kind, id limit ${Math.floor(limit)}`,
    [runId, after?.kind ?? null, after?.id ?? null],
  );
}

export type Counts = Record<ItemKind, number> & { owners: number };

/** How many rows a run would end now, and of how many users and connected accounts. */
export async function countChosen(
  database: Reader,
  { selection, what, now }: { selection: Selection; what: readonly What[]; now: number },
): Promise<{ kind: ItemKind; rows: number }[]> {
  const { values, add } = parameters();
  const nowText = add(isoOf(now));
  const cutoff = cutoffSql(add(selection.before), nowText);
  const at = `${nowText}::text::timestamptz`;
  const counts = kindsOf(what).map(
    (kind) =>
      `select '${kind}' as kind, count(*)::int as rows from ${tableOf(kind)} t where ${conditionOf(kind, selection, { cutoff: "(select at from cutoff)", now: at, add })}`,
  );
  return database.query(`with cutoff as (select ${cutoff} as at) ${counts.join(" union all ")}`, values);
}

/** The number of users and connected accounts that those rows belong to. */
export async function countOwners(
  database: Reader,
  { selection, what, now }: { selection: Selection; what: readonly What[]; now: number },
): Promise<number> {
  const { values, add } = parameters();
  const nowText = add(isoOf(now));
  const cutoff = cutoffSql(add(selection.before), nowText);
  const at = `${nowText}::text::timestamptz`;
  const owners = kindsOf(what).map(
    (kind) =>
      `select user_id, account_id from (select ${ownerColumns(kind)} from ${tableOf(kind)} t where ${conditionOf(kind, selection, { cutoff: "(select at from cutoff)", now: at, add })}) o`,
  );
  const [row] = await database.query<{ owners: number }>(
    `with cutoff as (select ${cutoff} as at) select count(*)::int as owners from (${owners.join(" union ")}) as all_owners`,
    values,
  );
  return row?.owners ?? 0;
}
