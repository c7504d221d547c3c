// What the usage log will say of one request, gathered while the request runs.

import type { AppError } from "../../foundation/errors.ts";
import { evidenceContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { AccountRef } from "../../identity/owner.ts";
import { windowAt } from "../../metering/limits/windows.ts";
import { evidenceText } from "../../metering/usage/evidence.ts";
import { failureOf } from "../../metering/usage/failures.ts";
import { createStepLog, type NotedStep } from "../../metering/usage/steps.ts";
import { aggregateRowId, type UsageRow } from "../../metering/usage/writer.ts";
import type { Deps } from "../../server/deps.ts";
import { publicCode } from "../http/errors.ts";
import type { Reply } from "../http/route.ts";
import { evidenceIn, type SeenRequest } from "./evidence.ts";
import type { LimitDecision } from "./limits.ts";
import type { Incoming, Match, UsedConnection } from "./route.ts";

export interface UsageRecord {
  /** The id of a counted call's row. */
  readonly id: string;
  /** Requests that went to the provider. */
  readonly units: number;
  /** Whether a request before the last one may have changed something there. */
  readonly hasWrittenBefore: boolean;
  /** Whether a row stands in the log already. */
  readonly isPendingCommitted: boolean;
  setLimits(limits: LimitDecision): void;
  setAccount(account: AccountRef): void;
  /** The integration whose grant the call uses. */
  setIntegration(used: UsedConnection): void;
  /** The names of a provider's call's inputs. */
  setInputs(names: string | null): void;
  /** What the evidence of the call will say it sent; without it, none is recorded. */
  setRequest(request: SeenRequest): void;
  setReply(reply: Reply): void;
  noteStep(step: NotedStep): void;
  countRequest(isWrite: boolean): void;
  /** Commits the row before a provider is asked to change something; 503 where that cannot be. */
  commitPending(): Promise<void>;
  /** Commits the row with the response's status, and why it failed; 503 where that cannot be. */
  commit(status: number, error: AppError | null): Promise<void>;
}

/** The key of the caller, or its grant; of an agent session the key that made it, and the session beside it. */
function credentialOf(caller: Caller): Pick<UsageRow, "keyId" | "agentSessionId" | "agent"> {
  if (caller.kind === "agent_session") return { keyId: caller.keyId, agentSessionId: caller.id, agent: caller.agent };
  return { keyId: caller.kind === "person" ? null : caller.id, agentSessionId: null, agent: null };
}

export function createUsageRecord(
  { usage, clock, vault }: Pick<Deps, "usage" | "clock" | "vault">,
  { caller, match, incoming }: { caller: Caller; match: Match; incoming: Incoming },
): UsageRecord {
  const startedAt = clock.now();
  const id = crypto.randomUUID();
  let limits: LimitDecision | null = null;
  const steps = createStepLog();
  let account: AccountRef | null = null;
  let integration: UsedConnection | null = null;
  let inputs: string | null = null;
  let seen: SeenRequest | null = null;
  let reply: Reply | null = null;
  let units = 0;
  let hasWritten = false;
  let hasWrittenBefore = false;
  let isPendingCommitted = false;
  /** The time of the pending row: its end must have the same time, which is part of the row's key. */
  let pendingAt: number | null = null;

  const row = (state: "pending" | "done", status: number | null, error: AppError | null = null): UsageRow => {
    const at = pendingAt ?? limits?.rates.at ?? startedAt;
    // A call that was never counted is none of a partner's month.
    const surface = limits?.surface ?? "user";
    // Refused calls would grow the log without bound, so one row counts those of a minute.
    const isAggregate = state === "done" && limits?.isCounted === false;
    const minute = windowAt("minute", at).startsAt;
    return {
      id: isAggregate ? aggregateRowId(caller.id, minute, status as number, surface) : id,
      occurredAt: isAggregate ? minute : at,
      surface,
      userId: caller.userId,
      ...credentialOf(caller),
      personId: caller.kind === "person" ? caller.person.id : null,
      accountId: account?.id ?? null,
      integrationId: integration?.id ?? null,
      connection: integration?.name ?? null,
      lentBy: integration?.share?.lender ?? null,
      externalId: account?.externalId ?? null,
      requestId: incoming.requestId,
      // A call by name is logged as one of the endpoint.
      method: (match.named && match.route?.method) ?? incoming.request.method,
      endpoint: match.template,
      provider: match.route?.provider ?? null,
      action: match.route?.action ?? null,
      state,
      status,
      units,
      durationMs: Math.max(0, Math.round(clock.now() - startedAt)),
      callCount: 1,
      isAggregate,
      inputs,
      steps: isAggregate ? null : steps.of(status !== null && status >= 400),
      failure: error && failureOf(error, publicCode(error.code)),
      isNew: !isAggregate && pendingAt === null,
    };
  };
  const evidence = (request: SeenRequest, status: number, error: AppError | null) => () =>
    vault.seal(evidenceText(evidenceIn(request, { status, reply, error }), request.fileFields), evidenceContext(id));

  return {
    id,
    get units() {
      return units;
    },
    get hasWrittenBefore() {
      return hasWrittenBefore;
    },
    get isPendingCommitted() {
      return isPendingCommitted;
    },
    setLimits: (decision) => {
      limits = decision;
    },
    setAccount: (ref) => {
      account = ref;
    },
    setIntegration: (used) => {
      integration = used;
    },
    setInputs: (names) => {
      inputs = names;
    },
    setRequest: (request) => {
      seen = request;
    },
    setReply: (replied) => {
      reply = replied;
    },
    noteStep: steps.note,
    countRequest: (isWrite) => {
      units++;
      hasWrittenBefore = hasWritten;
      hasWritten ||= isWrite;
    },
    async commitPending() {
      const pending = row("pending", null);
      pendingAt = pending.occurredAt;
      await usage.write(pending);
      isPendingCommitted = true;
    },
    commit(status, error) {
      const done = row("done", status, error);
      if (seen) done.evidence = evidence(seen, status, error);
      return usage.write(done);
    },
  };
}
