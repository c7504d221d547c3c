// The steps of an erasure, in order. Each is bounded, may be repeated, and is done when it finds nothing more.

import { revoke } from "../../connections/connect/revoke.ts";
import type { Parameter } from "../../foundation/db/database.ts";
import { eraseUsageStep, type UsageErasurePosition } from "../../metering/usage/erasure.ts";
import type { Deps } from "../../server/deps.ts";
import { lockAccounts, markAccountsErased } from "../accounts/store.ts";
import type { Owner } from "../owner.ts";
import { addInbound, type Erasure, type InboundSelector } from "./erasure-store.ts";
import { endGrants } from "./grants.ts";

export interface StepResult {
  /** Rows that it erased. */
  rows: number;
  isDone: boolean;
  position?: unknown;
  /** Replaces the noted inbound webhooks. */
  inbound?: readonly InboundSelector[];
  /** Nothing to do before then: what it waits for is somebody else's. */
  waitMs?: number;
}

export interface Step {
  name: string;
  /** Begins when no call of the owner's is under way any more: a call writes its rows up to a minute after it began. */
  isAfterCalls?: boolean;
  run(deps: Deps, job: Erasure): Promise<StepResult>;
}

/** From the request to steps that are `isAfterCalls`. */
export const CALLS_END_MS = 90_000;
/** Rows of one statement. */
const ROWS = 1_000;
/** Accounts of one transaction, which has a second. */
const ACCOUNTS = 5;
/** Accounts deleted by one statement, with what little still refers to them. */
const ACCOUNT_ROWS = 100;
/** Sources and partitions of one statement. */
const SELECTORS_AT_ONCE = 50;
const REVOCATIONS_WAIT_MS = 15_000;

/** With `changed`, the maximum number of rows that the step changes; `$1` is the user, `$2` the account or null. */
const statement = (name: string, text: string, more: Partial<Step> = {}): Step => ({
  name,
  ...more,
  async run(deps, { userId, accountId }) {
    const rows = await changed(deps, text, [userId, accountId]);
    return { rows, isDone: rows === 0 };
  },
});

async function changed(deps: Deps, text: string, values: readonly Parameter[]): Promise<number> {
  const [row] = await deps.database.reports.query<{ rows: number }>(
    `with ${text} select count(*)::int as rows from changed where $1::text is not null or $2::text is not null`,
    values,
  );
  return row?.rows ?? 0;
}

const deletion = (name: string, table: string, where: string, limit = ROWS): Step =>
  statement(
    name,
    `changed as (
      delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${limit})) returning 1)`,
  );

const OF_USER = "user_id = $1::text::uuid and $2::text is null";
const OF_ACCOUNT = "user_id = $1::text::uuid and account_id = $2::text::uuid";
const OF_ENDPOINTS =
  "endpoint_id in (select id from webhook_endpoints where user_id = $1::text::uuid) and $2::text is null";

/** What an entry about somebody says beyond what happened when. The operator's own acts stay whole. */
const AUDIT = (owner: string) => `changed as (update audit_entries
  set actor_name = null, address = null, request_id = null, resource_id = null, details = '{}'
  where id in (select id from audit_entries where ${owner} and actor_kind <> 'admin' and (actor_name is not null
    or address is not null or request_id is not null or resource_id is not null or details <> '{}') limit ${ROWS}) returning 1)`;

const GRANTS: Step = { name: "grants", run: eraseGrants };
const USAGE: Step = { name: "usage", isAfterCalls: true, run: eraseUsage };
const REVOCATIONS: Step = { name: "revocations", run: awaitRevocations };

const USER_STEPS: readonly Step[] = [
  GRANTS,
  deletion("events", "inbox_events", OF_USER),
  deletion("inbox_increments", "inbox_increments", OF_USER),
  deletion("inbox_counts", "inbox_counts", OF_USER),
  deletion("webhook_messages", "webhook_messages", OF_ENDPOINTS),
  deletion("webhook_drops", "webhook_drops", OF_ENDPOINTS),
  deletion("webhook_endpoints", "webhook_endpoints", OF_USER),
  deletion("imported_grants", "imported_grants", OF_USER),
  deletion("connect_sessions", "connect_sessions", OF_USER),
  deletion("partner_brands", "partner_brands", OF_USER),
  deletion("idempotency_keys", "idempotency_keys", OF_USER),
  deletion(
    "limit_windows",
    "limit_windows",
    "key in ('user:' || $1::text, 'partner:' || $1::text) and $2::text is null",
  ),
  deletion("accounts", "accounts", OF_USER, ACCOUNT_ROWS),
  deletion("account_counts", "account_counts", OF_USER),
  USAGE,
  statement("audit", AUDIT(OF_USER), { isAfterCalls: true }),
  // A partner's own OAuth clients go with the user: until then its grants are ended with them.
  REVOCATIONS,
  deletion("user", "users", "id = $1::text::uuid and $2::text is null"),
];

const ACCOUNT_STEPS: readonly Step[] = [
  GRANTS,
  statement("events", eventsOfAccount()),
  deletion("inbox_increments", "inbox_increments", OF_ACCOUNT),
  deletion("inbox_counts", "inbox_counts", OF_ACCOUNT),
  deletion("imported_grants", "imported_grants", OF_ACCOUNT),
  deletion("connect_sessions", "connect_sessions", OF_ACCOUNT),
  deletion("idempotency_keys", "idempotency_keys", "user_id = $1::text::uuid and starts_with(key, $2::text || ' ')"),
  statement(
    "webhook_endpoints",
    `changed as (update webhook_endpoints set account_ids = account_ids - $2::text
      where user_id = $1::text::uuid and account_ids ? $2::text returning 1)`,
  ),
  deletion("account", "accounts", "user_id = $1::text::uuid and id = $2::text::uuid"),
  USAGE,
  statement("audit", AUDIT(OF_ACCOUNT), { isAfterCalls: true }),
  REVOCATIONS,
];

/** An account's events, and their messages to the endpoints of its partner: the receivers' responses are in their logs. */
function eventsOfAccount(): string {
  return `changed as (
      delete from inbox_events where ctid = any (array(
        select ctid from inbox_events where owner_id = $2::text::uuid and user_id = $1::text::uuid limit ${ROWS}))
      returning id
    ), sent as (
      delete from webhook_messages m using webhook_endpoints e, changed
      where e.user_id = $1::text::uuid and m.endpoint_id = e.id and m.event_id = changed.id
    )`;
}

export const USER_STEP_NAMES = USER_STEPS.map(({ name }) => name);
export const stepsOf = ({ accountId }: Pick<Owner, "accountId">): readonly Step[] =>
  accountId === null ? USER_STEPS : ACCOUNT_STEPS;
export const firstStep = (owner: Owner): Step => stepsOf(owner)[0] as Step;

/** Deliveries of grants that are gone; then the grants of a partner's next accounts, and so on. */
async function eraseGrants(deps: Deps, job: Erasure): Promise<StepResult> {
  if (job.inbound.length > 0) return eraseInbound(deps, job);
  if (job.accountId !== null) return { rows: 0, isDone: true };
  const { ids, revocations, grants } = await deps.database.transaction(async (tx) => {
    const ids = await lockAccounts(tx, job.userId, null, ACCOUNTS);
    const taken = [];
    for (const accountId of ids) taken.push(await endGrants(tx, deps, { userId: job.userId, accountId }));
    await addInbound(
      tx,
      job.id,
      taken.flatMap(({ inbound }) => inbound),
    );
    if (ids.length > 0) await markAccountsErased(tx, job.userId, ids, new Date(deps.clock.now()));
    return {
      ids,
      revocations: taken.flatMap((one) => one.revocations),
      grants: taken.reduce((sum, one) => sum + one.grants.length, 0),
    };
  });
  await revoke(deps, revocations);
  return { rows: grants, isDone: ids.length === 0 };
}

async function eraseInbound(deps: Deps, { inbound }: Erasure): Promise<StepResult> {
  const some = inbound.slice(0, SELECTORS_AT_ONCE);
  const named = JSON.stringify(some);
  const rows = await changed(
    deps,
    `changed as (delete from deliveries d where d.ctid = any (array(
      select o.ctid from jsonb_to_recordset($1::text::jsonb) as n (provider text, source uuid, lane text),
        lateral (
          select ctid from deliveries where provider = n.provider and source_id = n.source
          union all
          select ctid from deliveries where lane = n.lane and state = 'failed'
          union all
          select ctid from deliveries where lane = n.lane and state = 'due'
        ) as o
      where $2::text is null limit ${ROWS})) returning 1)`,
    [named, null],
  );
  return { rows, isDone: false, ...(rows === 0 && { inbound: inbound.slice(SELECTORS_AT_ONCE) }) };
}

async function eraseUsage(deps: Deps, job: Erasure): Promise<StepResult> {
  const step = await eraseUsageStep(deps.database.reports, job, job.position as UsageErasurePosition | null);
  return { rows: step.rows, isDone: step.next === null, position: step.next };
}

/** Ended or abandoned by their own job, within a day in any case. */
async function awaitRevocations(deps: Deps, { userId, accountId }: Erasure): Promise<StepResult> {
  const [left] = await deps.database.reports.query<{ one: number }>(
    "select 1 as one from revocations where user_id = $1::uuid and ($2::uuid is null or account_id = $2::uuid) limit 1",
    [userId, accountId],
  );
  return left ? { rows: 0, isDone: false, waitMs: REVOCATIONS_WAIT_MS } : { rows: 0, isDone: true };
}
