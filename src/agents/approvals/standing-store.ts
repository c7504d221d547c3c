// Rows of standing approvals: stored, found for a call, used and ended.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Owner } from "../../identity/owner.ts";
import { SAME_REQUEST, type SameRequest } from "./request-store.ts";
import type { ApprovalRow, Decider, Position, Scope } from "./store.ts";

export interface StandingRow
  extends Pick<
    ApprovalRow,
    | "id"
    | "userId"
    | "accountId"
    | "callerKind"
    | "callerId"
    | "callerName"
    | "agent"
    | "connectionId"
    | "connection"
    | "identityId"
    | "identity"
    | "provider"
    | "tool"
    | "toolVersion"
    | "rule"
    | "ruleScope"
    | "question"
    | "reason"
    | "createdAt"
    | "expiresAt"
  > {
  /** Sealed: what calls must send, without the arguments that may differ. */
  input: string;
  mayDiffer: string[];
  createdBy: Decider;
}

/** One in a list, with what has become of what it is bound to. */
export interface ListedStanding extends StandingRow {
  used: number;
  lastUsedAt: string | null;
  /** Whose account the connection is now; null where it is gone. */
  identityNow: string | null;
  hasCaller: boolean;
}

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COLUMNS = `s.id, s.user_id as "userId", s.account_id as "accountId", s.caller_kind as "callerKind",
  s.caller_id as "callerId", s.caller_name as "callerName", s.agent, s.connection_id as "connectionId", s.connection,
  s.identity_id as "identityId", s.identity, s.provider, s.tool, s.tool_version as "toolVersion", s.rule,
  s.rule_scope as "ruleScope", s.question, s.reason, s.input, s.may_differ as "mayDiffer",
  ${iso("s.created_at")} as "createdAt", s.created_by as "createdBy", ${iso("s.expires_at")} as "expiresAt"`;

/** What a standing approval is bound to besides its arguments and its question. */
export type Binding = Pick<
  StandingRow,
  "callerKind" | "callerId" | "agent" | "connectionId" | "identityId" | "tool" | "toolVersion"
>;
export const bindingOf = (row: Binding): Binding => ({
  callerKind: row.callerKind,
  callerId: row.callerId,
  agent: row.agent,
  connectionId: row.connectionId,
  identityId: row.identityId,
  tool: row.tool,
  toolVersion: row.toolVersion,
});

/** `json` is the binding's place among the parameters. */
const isBound = (json: string) => `s.user_id = $1::text::uuid and s.account_id is not distinct from $2::text::uuid
  and s.tool = ${json}::text::jsonb ->> 'tool' and s.caller_id = (${json}::text::jsonb ->> 'callerId')::uuid
  and s.caller_kind = ${json}::text::jsonb ->> 'callerKind' and s.agent is not distinct from ${json}::text::jsonb ->> 'agent'
  and s.connection_id = (${json}::text::jsonb ->> 'connectionId')::uuid and s.identity_id = ${json}::text::jsonb ->> 'identityId'
  and s.tool_version = ${json}::text::jsonb ->> 'toolVersion'`;

export type Candidate = Pick<StandingRow, "id" | "question" | "input" | "mayDiffer">;

/** Those in force that may answer a call; none where an approval stands for the same request already. */
export function findCandidates(
  database: Pick<Database, "query">,
  { userId, accountId }: Owner,
  binding: Binding,
  { same, now }: { same: SameRequest; now: string },
): Promise<Candidate[]> {
  return database.query(
    `select s.id, s.question, s.input, s.may_differ as "mayDiffer" from standing_approvals s
     where ${isBound("$8")} and s.expires_at > $9::text::timestamptz
       and not exists (select 1 from approvals a where ${SAME_REQUEST})
     order by s.created_at`,
    [
      ...[userId, accountId, same.callerId, same.requestKey, same.tool, JSON.stringify(same.macs), same.since],
      ...[JSON.stringify(binding), now],
    ],
  );
}

/** Counts a call that each of them lets pass; gives those that are still in force. */
export async function markUsed(
  database: Pick<Database, "query">,
  userId: string,
  { ids, now }: { ids: readonly string[]; now: string },
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `update standing_approvals set used = used + 1, last_used_at = $3::text::timestamptz
     where user_id = $1::text::uuid and id in (select value::uuid from jsonb_array_elements_text($2::text::jsonb))
       and expires_at > $3::text::timestamptz returning id`,
    [userId, JSON.stringify(ids), now],
  );
  return rows.map(({ id }) => id);
}

/** Until the end of the transaction, no other one stores a standing approval of this owner. */
export async function lockStanding(tx: Orm, { userId, accountId }: Owner): Promise<void> {
  await queryIn(tx, "select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [
    `standing approvals ${userId} ${accountId}`,
  ]);
}

/** How many of an owner's are in force. */
export async function countStanding(tx: Orm, { userId, accountId }: Owner, now: string): Promise<number> {
  const [row] = await queryIn<{ standing: number }>(
    tx,
    `select count(*)::int as standing from standing_approvals s where s.user_id = $1::text::uuid
       and s.account_id is not distinct from $2::text::uuid and s.expires_at > $3::text::timestamptz`,
    [userId, accountId, now],
  );
  return row?.standing ?? 0;
}

/** Those that answer the same question for the same caller, whatever the arguments. */
export function findSameQuestion(tx: Orm, row: StandingRow): Promise<Candidate[]> {
  return queryIn(
    tx,
    `select s.id, s.question, s.input, s.may_differ as "mayDiffer" from standing_approvals s
     where ${isBound("$3")} and s.question is not distinct from $4`,
    [row.userId, row.accountId, JSON.stringify(bindingOf(row)), row.question],
  );
}

export async function insertStanding(tx: Orm, row: StandingRow): Promise<void> {
  await queryIn(
    tx,
    `insert into standing_approvals (id, user_id, account_id, caller_kind, caller_id, caller_name, agent, connection_id,
       connection, identity_id, identity, provider, tool, tool_version, rule, rule_scope, question, reason, input,
       may_differ, created_at, created_by, expires_at)
     select r.* from jsonb_to_record($1::text::jsonb) as r (id uuid, "userId" uuid, "accountId" uuid, "callerKind" text,
       "callerId" uuid, "callerName" text, agent text, "connectionId" uuid, connection text, "identityId" text,
       identity text, provider text, tool text, "toolVersion" text, rule text, "ruleScope" text, question text,
       reason text, input text, "mayDiffer" jsonb, "createdAt" timestamptz, "createdBy" jsonb, "expiresAt" timestamptz)`,
    [JSON.stringify(row)],
  );
}

const IN_SCOPE = "s.user_id = $1::text::uuid and (not $2::boolean or s.account_id is not null)";

export async function listStandingRows(
  database: Pick<Database, "query">,
  { userId, accountsOnly }: Pick<Scope, "userId" | "accountsOnly">,
  options: { accountId: string | null; now: string; after: Position | null; limit: number },
): Promise<{ rows: ListedStanding[]; next: Position | null }> {
  const { accountId, now, after, limit } = options;
  const found = await database.query<ListedStanding & { at: string }>(
    `select ${COLUMNS}, s.used::int, ${iso("s.last_used_at")} as "lastUsedAt", c.identity_id as "identityNow",
       (exists (select 1 from api_keys k where k.id = s.caller_id and k.user_id = s.user_id
           and (k.revoked_at is null or k.revoked_at > $4::text::timestamptz)
           and (k.expires_at is null or k.expires_at > $4::text::timestamptz))
         or exists (select 1 from mcp_grants g where g.id = s.caller_id and g.user_id = s.user_id
           and g.revoked_at is null and g.expires_at > $4::text::timestamptz)) as "hasCaller",
       s.created_at::text as at
     from standing_approvals s left join connections c on c.id = s.connection_id and (
       (c.user_id = s.user_id and c.account_id is not distinct from s.account_id)
       or exists (select 1 from shares b where b.connection_id = c.id and b.borrower_user_id = s.user_id
         and b.borrower_account_id is not distinct from s.account_id and b.ended_at is null))
     where ${IN_SCOPE} and ($3::text is null or s.account_id = $3::text::uuid)
       and ($5::text is null or (s.created_at, s.id) < ($5::text::timestamptz, $6::text::uuid))
     order by s.created_at desc, s.id desc limit $7::int`,
    [userId, accountsOnly, accountId, now, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? { at: last.at, id: last.id } : null };
}

/** Null where there is none of this id in the scope. */
export async function deleteStanding(
  tx: Orm,
  { userId, accountsOnly }: Pick<Scope, "userId" | "accountsOnly">,
  id: string,
): Promise<StandingRow | null> {
  const [row] = await queryIn<StandingRow>(
    tx,
    `delete from standing_approvals s where ${IN_SCOPE} and s.id = $3::text::uuid returning ${COLUMNS}`,
    [userId, accountsOnly, id],
  );
  return row ?? null;
}

/** Deletes those that a newer one stands for. */
export async function deleteReplaced(tx: Orm, userId: string, ids: readonly string[]): Promise<void> {
  await queryIn(
    tx,
    `delete from standing_approvals where user_id = $1::text::uuid
       and id in (select value::uuid from jsonb_array_elements_text($2::text::jsonb))`,
    [userId, JSON.stringify(ids)],
  );
}

/** Whether the session is one that its key has made; one below it may be an agent's own making. */
export async function isKeysOwnSession(
  database: Pick<Database, "query">,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const [row] = await database.query<{ parent: string | null }>(
    "select parent_id as parent from agent_sessions where user_id = $1::text::uuid and id = $2::text::uuid",
    [userId, sessionId],
  );
  return row !== undefined && row.parent === null;
}
