// Rows of policies: one for each version of a scope's rules, the newest of which is in force.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { ofBoth } from "../../foundation/db/erasure-step.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import type { PolicyData, ScopeKind } from "./model.ts";

/** Versions of a scope that stay. */
export const MAX_VERSIONS = 20;

/** A scope with a policy of its own; a session's rules travel with the session. */
export type StoredScopeKind = Exclude<ScopeKind, "session">;

export interface StoredScope {
  kind: StoredScopeKind;
  /** Empty for the operator. */
  id: string;
  /** Null for the operator. */
  userId: string | null;
}

export interface PolicyRow {
  id: string;
  kind: StoredScopeKind;
  scopeId: string;
  version: number;
  data: PolicyData;
  setBy: string;
  /** ISO 8601. */
  setAt: string;
}

const SELECTED = `p.id, p.scope as kind, p.scope_id as "scopeId", p.version, p.rules as data, p.set_by as "setBy",
  to_char(p.set_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "setAt"`;

/** Whose rules are about a call. */
export interface CallScopes {
  userId: string;
  /** Null for the user's own integrations. */
  accountId: string | null;
  /** Null for a caller without an API key. */
  keyId: string | null;
}

/** The policies in force for a call; their rules are read apart, since most are known. */
export function findPoliciesOf(
  database: Pick<Database, "query">,
  { userId, accountId, keyId }: CallScopes,
): Promise<Pick<PolicyRow, "id" | "kind" | "scopeId">[]> {
  return database.query(
    `select distinct on (p.scope, p.scope_id) p.id, p.scope as kind, p.scope_id as "scopeId"
     from policies as p
     where p.scope = 'operator'
       or (p.user_id = $1::text::uuid and (
         (p.scope = 'user' and $2::text is null) or (p.scope = 'partner' and $2::text is not null)
         or (p.scope = 'account' and p.account_id = $2::text::uuid) or (p.scope = 'key' and p.key_id = $3::text::uuid)))
     order by p.scope, p.scope_id, p.version desc`,
    [userId, accountId, keyId],
  );
}

/** The rules of these versions, which `findPoliciesOf` has found. */
export function findRules(
  database: Pick<Database, "query">,
  ids: readonly string[],
): Promise<Pick<PolicyRow, "id" | "data">[]> {
  return database.query(
    `select p.id, p.rules as data from policies as p
     where p.id in (select value::uuid from jsonb_array_elements_text($1::text::jsonb))`,
    [JSON.stringify(ids)],
  );
}

/** The policy in force; null where the scope never had one. */
export async function findPolicy(
  database: Pick<Database, "query">,
  { kind, id }: Pick<StoredScope, "kind" | "id">,
): Promise<PolicyRow | null> {
  const [row] = await database.query<PolicyRow>(
    `select ${SELECTED} from policies as p where p.scope = $1 and p.scope_id = $2 order by p.version desc limit 1`,
    [kind, id],
  );
  return row ?? null;
}

/** A version without its rules, which can be large. */
export interface VersionRow extends Pick<PolicyRow, "version" | "setBy" | "setAt"> {
  rules: number;
}

/** The stored versions of a scope, the newest first. */
export function listVersions(
  database: Pick<Database, "query">,
  { kind, id }: Pick<StoredScope, "kind" | "id">,
): Promise<VersionRow[]> {
  return database.query(
    `select v.version, v."setBy", v."setAt", jsonb_array_length(v.data -> 'rules') as rules
     from (select ${SELECTED} from policies as p where p.scope = $1 and p.scope_id = $2) as v order by v.version desc`,
    [kind, id],
  );
}

/** One of the stored versions of a scope. */
export async function findVersion(
  database: Pick<Database, "query">,
  { kind, id }: Pick<StoredScope, "kind" | "id">,
  version: number,
): Promise<PolicyRow | null> {
  const [row] = await database.query<PolicyRow>(
    `select ${SELECTED} from policies as p where p.scope = $1 and p.scope_id = $2 and p.version = $3`,
    [kind, id, version],
  );
  return row ?? null;
}

/** Stores the next version, and drops the oldest ones; the caller has locked the scope. */
export async function insertPolicy(
  tx: Orm,
  scope: StoredScope,
  row: Pick<PolicyRow, "id" | "version" | "data" | "setBy" | "setAt">,
): Promise<void> {
  const { kind, id, userId } = scope;
  await queryIn(
    tx,
    `insert into policies (id, scope, scope_id, user_id, account_id, key_id, version, rules, set_by, set_at)
     values ($1::text::uuid, $2, $3, $4::text::uuid, $5::text::uuid, $6::text::uuid, $7, $8::text::jsonb, $9,
       $10::text::timestamptz)`,
    [
      ...[row.id, kind, id, userId, kind === "account" ? id : null, kind === "key" ? id : null, row.version],
      ...[JSON.stringify(row.data), row.setBy, row.setAt],
    ],
  );
  await queryIn(tx, "delete from policies where scope = $1 and scope_id = $2 and version <= $3", [
    ...[kind, id, row.version - MAX_VERSIONS],
  ]);
}

/** Calls of one route within an hour, with the same arguments by name. */
export interface LoggedCalls {
  method: string;
  /** The path's template. */
  endpoint: string;
  inputs: string | null;
  /** When the hour began, in Unix milliseconds. */
  from: number;
  calls: number;
}

/** Calls of one scope only: without an account, for any account, for one, or with one key. */
export interface CallsOf {
  accountId?: string | "any" | null;
  keyId?: string;
}

/** The calls of providers that a user has made since then, the newest hours first. */
export function findLoggedCalls(
  database: Pick<Database, "query">,
  { userId, since, most, of = {} }: { userId: string; since: string; most: number; of?: CallsOf },
): Promise<LoggedCalls[]> {
  const { accountId, keyId = null } = of;
  const ofAccount = accountId === undefined ? "all" : accountId === null ? "none" : accountId;
  return database.query(
    `select method, endpoint, inputs, (extract(epoch from date_trunc('hour', occurred_at)) * 1000)::float8 as "from",
       sum(call_count)::float8 as calls
     from usage_entries where user_id = $1::text::uuid and occurred_at >= $2::text::timestamptz and provider is not null
       and case $4::text when 'all' then true when 'none' then account_id is null when 'any' then account_id is not null
         else account_id::text = $4::text end
       and ($5::text is null or key_id::text = $5::text)
     group by 1, 2, 3, 4 order by 4 desc limit $3`,
    [userId, since, most, ofAccount, keyId],
  );
}

export const TABLES: readonly Table[] = [
  {
    table: "policies",
    bound: `The last ${MAX_VERSIONS} versions of each scope: the operator, and each user, partner, account and key.`,
    personal: {
      erasure: "deleted",
      exported: {
        kind: "policy",
        columns: "id scope scope_id user_id account_id key_id version rules set_by set_at",
        key: BY_ID,
      },
    },
    erasure: ofBoth("policies"),
  },
];
