// The steps of an erasure, in order. Each is bounded, may be repeated, and is done when it finds nothing more; the rooms that own
// the rows declare those that are one statement.

import { hasRevocations } from "../../connections/connect/revocation-store.ts";
import { revoke } from "../../connections/connect/revoke.ts";
import type { Parameter } from "../../foundation/db/database.ts";
import type { ErasureStatement } from "../../foundation/db/erasure-step.ts";
import type { Table } from "../../foundation/db/table.ts";
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
/** Accounts of one transaction, which has a second. */
const ACCOUNTS = 5;
/** Sources and partitions of one statement. */
const SELECTORS_AT_ONCE = 50;
const REVOCATIONS_WAIT_MS = 15_000;

/** The order in which a user is erased. An erasure that the version before began has stored the name of its step. */
export const USER_STEP_NAMES: readonly string[] = [
  "grants",
  "events",
  "inbox_increments",
  "inbox_counts",
  "webhook_messages",
  "webhook_drops",
  "webhook_endpoints",
  "imported_grants",
  "connect_sessions",
  "panel_sessions",
  "policies",
  "approvals",
  "standing_approvals",
  "partner_brands",
  "team_invitations",
  "idempotency_keys",
  "limit_windows",
  "accounts",
  "account_counts",
  "usage",
  "call_failures",
  "call_evidence",
  "audit",
  // A partner's own OAuth clients go with the user: until then its grants are ended with them.
  "revocations",
  "user",
];

export const ACCOUNT_STEP_NAMES: readonly string[] = [
  "grants",
  "events",
  "inbox_increments",
  "inbox_counts",
  "imported_grants",
  "connect_sessions",
  "panel_sessions",
  "policies",
  "approvals",
  "standing_approvals",
  "idempotency_keys",
  "webhook_endpoints",
  "account",
  "usage",
  "call_failures",
  "call_evidence",
  "audit",
  "revocations",
];

export const FIRST_STEP = "grants";

/** What is more than one statement. */
const OWN_STEPS: readonly Step[] = [
  { name: FIRST_STEP, run: eraseGrants },
  { name: "usage", isAfterCalls: true, run: eraseUsage },
  { name: "revocations", run: awaitRevocations },
];

/** The steps of a user or an account in order; throws where one is not declared, or not in the order. */
export function stepsOf(tables: readonly Table[], { accountId }: Pick<Owner, "accountId">): readonly Step[] {
  const [names, kind] =
    accountId === null ? [USER_STEP_NAMES, "user" as const] : [ACCOUNT_STEP_NAMES, "account" as const];
  const declared = tables.flatMap(({ erasure }) => (erasure?.[kind] ? [stepOf(erasure[kind])] : []));
  const steps = new Map([...OWN_STEPS, ...declared].map((step) => [step.name, step]));
  const unknown = [
    ...names.filter((name) => !steps.has(name)),
    ...[...steps.keys()].filter((name) => !names.includes(name)),
  ];
  if (unknown.length > 0)
    throw new Error(`Steps of an erasure that are not both declared and in order: ${unknown.join(", ")}.`);
  return names.map((name) => steps.get(name) as Step);
}

const stepOf = ({ step, sql, isAfterCalls }: ErasureStatement): Step => ({
  name: step,
  isAfterCalls,
  async run(deps, { userId, accountId }) {
    const rows = await changed(deps, sql, [userId, accountId]);
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

/** Inbound webhooks of grants that are gone; then the grants of a partner's next accounts, and so on. */
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
  let rows = 0;
  for (const { erasure } of deps.tables)
    if (erasure?.inbound) rows += await changed(deps, erasure.inbound, [named, null]);
  return { rows, isDone: false, ...(rows === 0 && { inbound: inbound.slice(SELECTORS_AT_ONCE) }) };
}

async function eraseUsage(deps: Deps, job: Erasure): Promise<StepResult> {
  const step = await eraseUsageStep(deps.database.reports, job, job.position as UsageErasurePosition | null);
  return { rows: step.rows, isDone: step.next === null, position: step.next };
}

/** Ended or abandoned by their own job, within a day in any case. */
async function awaitRevocations({ database }: Deps, { userId, accountId }: Erasure): Promise<StepResult> {
  const isPending = await hasRevocations(database.reports, userId, accountId);
  return isPending ? { rows: 0, isDone: false, waitMs: REVOCATIONS_WAIT_MS } : { rows: 0, isDone: true };
}
