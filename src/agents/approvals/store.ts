// Rows of approvals: stored, decided, claimed and ended, each by one statement that says from which state.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { State } from "./model.ts";

export interface Decider {
  kind: string;
  id: string | null;
  name: string | null;
}

export interface ApprovalRow {
  id: string;
  userId: string;
  accountId: string | null;
  callerKind: "key" | "mcp_client" | "agent_session";
  callerId: string;
  callerName: string | null;
  agent: string | null;
  keyId: string | null;
  connectionId: string;
  connection: string;
  identityId: string;
  identity: string;
  provider: string;
  tool: string;
  toolVersion: string;
  /** Sealed; null some days after the end. */
  input: string | null;
  inputMac: string;
  requestKey: string | null;
  rule: string | null;
  ruleScope: string | null;
  /** The rule as it was; null for the caller's own setting. */
  question: string | null;
  reason: string;
  state: State;
  /** Times in ISO 8601. */
  createdAt: string;
  expiresAt: string;
  decidedAt: string | null;
  decidedBy: Decider | null;
  note: string | null;
  startedAt: string | null;
  endedAt: string | null;
  failure: string | null;
  responseStatus: number | null;
  /** Sealed; null some days after the end. */
  response: string | null;
  claimedBy: string | null;
  attempts: number;
}

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
export const COLUMNS = `a.id, a.user_id as "userId", a.account_id as "accountId", a.caller_kind as "callerKind",
  a.caller_id as "callerId", a.caller_name as "callerName", a.agent, a.key_id as "keyId",
  a.connection_id as "connectionId", a.connection, a.identity_id as "identityId", a.identity, a.provider, a.tool,
  a.tool_version as "toolVersion", a.input, a.input_mac as "inputMac", a.request_key as "requestKey", a.rule,
  a.rule_scope as "ruleScope", a.question, a.reason, a.state, ${iso("a.created_at")} as "createdAt",
  ${iso("a.expires_at")} as "expiresAt", ${iso("a.decided_at")} as "decidedAt", a.decided_by as "decidedBy", a.note,
  ${iso("a.started_at")} as "startedAt", ${iso("a.ended_at")} as "endedAt", a.failure,
  a.response_status as "responseStatus", a.response, a.claimed_by as "claimedBy", a.attempts`;

export type NewApproval = Pick<
  ApprovalRow,
  | "id"
  | "userId"
  | "accountId"
  | "callerKind"
  | "callerId"
  | "callerName"
  | "agent"
  | "keyId"
  | "connectionId"
  | "connection"
  | "identityId"
  | "identity"
  | "provider"
  | "tool"
  | "toolVersion"
  | "inputMac"
  | "requestKey"
  | "rule"
  | "ruleScope"
  | "question"
  | "reason"
  | "createdAt"
  | "expiresAt"
> & { input: string };

export async function insertApproval(tx: Orm, row: NewApproval): Promise<void> {
  await queryIn(
    tx,
    `insert into approvals (id, user_id, account_id, caller_kind, caller_id, caller_name, agent, key_id, connection_id,
       connection, identity_id, identity, provider, tool, tool_version, input, input_mac, request_key, rule, rule_scope,
       question, reason, created_at, expires_at, next_at)
     select r.* from jsonb_to_record($1::text::jsonb) as r (id uuid, "userId" uuid, "accountId" uuid, "callerKind" text,
       "callerId" uuid, "callerName" text, agent text, "keyId" uuid, "connectionId" uuid, connection text,
       "identityId" text, identity text, provider text, tool text, "toolVersion" text, input text, "inputMac" text,
       "requestKey" text, rule text, "ruleScope" text, question text, reason text, "createdAt" timestamptz, "expiresAt" timestamptz,
       "nextAt" timestamptz)`,
    [JSON.stringify({ ...row, nextAt: row.expiresAt })],
  );
}

/** Whose approvals are seen: a user's, those of its connected accounts alone, or those of one caller. */
export interface Scope {
  userId: string;
  accountsOnly: boolean;
  callerId: string | null;
}

const IN_SCOPE =
  "a.user_id = $1::text::uuid and (not $2::boolean or a.account_id is not null) and ($3::text is null or a.caller_id = $3::text::uuid)";

export async function findApproval(
  database: Pick<Database, "query">,
  { userId, accountsOnly, callerId }: Scope,
  id: string,
): Promise<ApprovalRow | null> {
  const [row] = await database.query<ApprovalRow>(
    `select ${COLUMNS} from approvals a where ${IN_SCOPE} and a.id = $4::text::uuid`,
    [userId, accountsOnly, callerId, id],
  );
  return row ?? null;
}

/** The end of a page. */
export interface Position {
  at: string;
  id: string;
}

/** Newest first, without what is sealed. A pending one whose time is over counts as expired. */
export async function listApprovalRows(
  database: Pick<Database, "query">,
  { userId, accountsOnly, callerId }: Scope,
  options: { accountId: string | null; status: State | null; now: string; after: Position | null; limit: number },
): Promise<{ rows: ApprovalRow[]; next: Position | null }> {
  const { accountId, status, now, after, limit } = options;
  const found = await database.query<ApprovalRow & { at: string }>(
    `select ${COLUMNS.replace("a.input,", "null as input,").replace("a.response,", "null as response,")},
       a.created_at::text as at
     from approvals a where ${IN_SCOPE} and ($4::text is null or a.account_id = $4::text::uuid)
       and ($5::text is null or $5::text = case
         when a.state = 'pending' and a.expires_at <= $6::text::timestamptz then 'expired' else a.state end)
       and ($7::text is null or (a.created_at, a.id) < ($7::text::timestamptz, $8::text::uuid))
     order by a.created_at desc, a.id desc limit $9::int`,
    [userId, accountsOnly, callerId, accountId, status, now, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? { at: last.at, id: last.id } : null };
}

/** Null where it is not pending any more, or its time is over. */
export async function markDecided(
  tx: Orm,
  { userId, id }: Pick<ApprovalRow, "userId" | "id">,
  decision: { state: "approved" | "denied"; by: Decider; note: string | null; now: string },
): Promise<ApprovalRow | null> {
  const { state, by, note, now } = decision;
  const [row] = await queryIn<ApprovalRow>(
    tx,
    `update approvals as a set state = $3, decided_at = $4::text::timestamptz, decided_by = $5::text::jsonb, note = $6,
       next_at = case when $3 = 'approved' then $4::text::timestamptz end,
       ended_at = case when $3 = 'denied' then $4::text::timestamptz end
     where a.user_id = $1::text::uuid and a.id = $2::text::uuid and a.state = 'pending'
       and a.expires_at > $4::text::timestamptz returning ${COLUMNS}`,
    [userId, id, state, now, JSON.stringify(by), note],
  );
  return row ?? null;
}

/** An approval that a replica has claimed, with the state in which it found it. */
export type Claimed = ApprovalRow & { found: "pending" | "approved" | "running" };

/** Claims what is due: an approved call becomes a running one of this claim; an overdue pending one is only leased. */
export function claimDue(
  database: Pick<Database, "query">,
  { limit, now, leaseUntil, claimedBy }: { limit: number; now: string; leaseUntil: string; claimedBy: string },
): Promise<Claimed[]> {
  return database.query(
    `with due as (
       select d.id, d.state from approvals d where d.next_at <= $1::text::timestamptz
       order by d.next_at limit $2::int for update skip locked
     )
     update approvals as a set next_at = $3::text::timestamptz, claimed_by = $4 || '/' || a.id,
       state = case when due.state = 'pending' then 'pending' else 'running' end,
       started_at = case when due.state = 'pending' then null else coalesce(a.started_at, $1::text::timestamptz) end,
       attempts = a.attempts + 1
     from due where a.id = due.id returning ${COLUMNS}, due.state as found`,
    [now, limit, leaseUntil, claimedBy],
  );
}

const IS_CLAIM = "a.user_id = $1::text::uuid and a.id = $2::text::uuid and a.claimed_by = $3";
type Claim = Pick<ApprovalRow, "userId" | "id" | "claimedBy">;

export async function renewClaims(
  database: Pick<Database, "query">,
  claims: readonly Claim[],
  leaseUntil: string,
): Promise<void> {
  await database.query(
    `update approvals as a set next_at = $2::text::timestamptz
     from jsonb_to_recordset($1::text::jsonb) as c (id uuid, "claimedBy" text)
     where a.id = c.id and a.claimed_by = c."claimedBy" and a.state = 'running'`,
    [JSON.stringify(claims.map(({ id, claimedBy }) => ({ id, claimedBy }))), leaseUntil],
  );
}

/** How a claimed call ended. */
export interface End {
  state: "done" | "failed";
  failure: string | null;
  status: number | null;
  response: string | null;
}

/** Null where another claim has taken it over. */
export async function markEnded(tx: Orm, { userId, id, claimedBy }: Claim, end: End, now: string): Promise<boolean> {
  const rows = await queryIn(
    tx,
    `update approvals as a set state = $4, failure = $5, response_status = $6::int, response = $7,
       ended_at = $8::text::timestamptz, next_at = null
     where ${IS_CLAIM} and a.state = 'running' returning a.id`,
    [userId, id, claimedBy, end.state, end.failure, end.status, end.response, now],
  );
  return rows.length > 0;
}

/** Gives a claimed call back, to be made later: nothing of it was sent. */
export async function postpone(database: Pick<Database, "query">, { userId, id, claimedBy }: Claim, until: string) {
  await database.query(
    `update approvals as a set state = 'approved', started_at = null, next_at = $4::text::timestamptz
     where ${IS_CLAIM} and a.state = 'running'`,
    [userId, id, claimedBy, until],
  );
}

export async function markExpired(tx: Orm, { userId, id }: Pick<ApprovalRow, "userId" | "id">, now: string) {
  const rows = await queryIn(
    tx,
    `update approvals as a set state = 'expired', ended_at = $3::text::timestamptz, next_at = null
     where a.user_id = $1::text::uuid and a.id = $2::text::uuid and a.state = 'pending'
       and a.expires_at <= $3::text::timestamptz returning a.id`,
    [userId, id, now],
  );
  return rows.length > 0;
}
