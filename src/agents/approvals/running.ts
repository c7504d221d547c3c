// Makes an approved call: once, for the caller who asked and with the rights that it has now.
import { HOUR_MS } from "../../foundation/db/retention.ts";
import { findAppError, invalidInput } from "../../foundation/errors.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Credential } from "../../identity/keys/model.ts";
import type { ToolCalls } from "../../providers/calls/execute.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import type { Match } from "../../web/pipeline/route.ts";
import { openInput, type StoredInput, sealResponse, storedResponse } from "./content.ts";
import { approvalFacts } from "./events.ts";
import type { Failure } from "./model.ts";
import { requestAs } from "./own-request.ts";
import { type ApprovalRow, type Claimed, type End, markEnded, postpone } from "./store.ts";
import { toolVersion } from "./tool-version.ts";

/** An idempotency key guards a call for 24 hours; a call that began longer ago is not tried again. */
const GUARDED_MS = 20 * HOUR_MS;
const STALE_MS = 24 * HOUR_MS;
/** Attempts while the gateway's own limits refuse the call. */
const MAX_ATTEMPTS = 20;
const MAX_POSTPONE_S = 300;

/** A call that cannot be made: nothing was sent. */
class NotMade extends Error {
  constructor(readonly failure: Failure) {
    super(failure);
  }
}

/** Runs a claimed call to its end, and stores that. What it throws leaves the claim to its lease. */
export async function runApproved(deps: Deps, calls: ToolCalls, row: Claimed): Promise<void> {
  try {
    await endOf(deps, row, await made(deps, calls, row));
  } catch (error) {
    if (!(error instanceof NotMade)) throw error;
    await endOf(deps, row, { failure: error.failure });
  }
}

interface Made {
  failure?: Failure;
  response?: Response;
}

async function made(deps: Deps, calls: ToolCalls, row: Claimed): Promise<Made> {
  // A call that ends its process, or that cannot be read, would come back for ever.
  if (row.attempts > MAX_ATTEMPTS) return { failure: row.found === "running" ? "outcome_unknown" : "internal" };
  if (row.found === "approved" && isStale(deps, row)) throw new NotMade("too_late");
  const endpoint = deps.registry.tool(row.tool);
  if (!endpoint || toolVersion(endpoint) !== row.toolVersion) throw new NotMade("tool_changed");
  const input = openInput(deps, row);
  const to = calls(endpoint);
  // Another process began it. Only the idempotency key knows whether anything was sent, and a read has none.
  if (row.found === "running" && (isUnguarded(deps, row, to) || input === null)) return { failure: "outcome_unknown" };
  if (input === null) throw new NotMade("internal");
  const caller = await deps.keys.callerOf({ userId: row.userId, kind: row.callerKind, id: row.callerId });
  if (!caller) throw new NotMade("caller_ended");
  const response = await send(deps, { row, to, input, caller, headers: await headersFor(deps, row, endpoint) });
  const code = response.headers.get("x-error-code");
  if (code === "IDEMPOTENCY_CONFLICT") return { failure: "outcome_unknown" };
  if (code !== null && isOfGateway(code, response)) return await later(deps, row, response);
  return { response };
}

/** A yes of days ago is not to be acted on by surprise. */
const isStale = ({ clock }: Pick<Deps, "clock">, { decidedAt }: Claimed): boolean =>
  decidedAt !== null && clock.now() - Date.parse(decidedAt) > STALE_MS;

const isUnguarded = ({ clock }: Pick<Deps, "clock">, { startedAt }: Claimed, { route }: Match): boolean =>
  route?.method === "GET" || startedAt === null || clock.now() - Date.parse(startedAt) > GUARDED_MS;

/** Refusals before anything is sent, which pass by themselves. */
function isOfGateway(code: string, { headers }: Response): boolean {
  const isUsedUp = headers.get("x-error-reason") === "session_used_up";
  return (code === "RATE_LIMITED" && !isUsedUp) || code === "SERVICE_UNAVAILABLE";
}

async function later(deps: Deps, row: Claimed, response: Response): Promise<Made> {
  if (row.attempts >= MAX_ATTEMPTS) return { response };
  const seconds = Math.min(Number(response.headers.get("retry-after") ?? 10) || 10, MAX_POSTPONE_S);
  await postpone(deps.database, row, new Date(deps.clock.now() + seconds * 1_000).toISOString());
  return {};
}

/** The headers that name account and connection, by the names that both have now. */
export async function headersFor(deps: Deps, row: ApprovalRow, { provider }: RegisteredEndpoint): Promise<Headers> {
  const { userId, accountId } = row;
  const headers = new Headers({ accept: "application/json" });
  if (accountId !== null) {
    const { externalId } = await deps.accounts.require(userId, accountId).catch((error: unknown) => {
      throw findAppError(error)?.code === "ACCOUNT_NOT_FOUND" ? new NotMade("account_gone") : error;
    });
    headers.set("x-account-id*", `UTF-8''${encoded(externalId)}`);
  }
  const rows = (await deps.integrations.listByOwner({ userId, accountId })).get(provider.id) ?? [];
  const connection = rows.find(({ id }) => id === row.connectionId);
  if (!connection || connection.identityId !== row.identityId) throw new NotMade("connection_changed");
  headers.set("x-connection", connection.name);
  return headers;
}

/** RFC 8187: whatever `encodeURIComponent` leaves that an ext-value may not have. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

interface ApprovedCall {
  row: Claimed;
  to: Match;
  input: StoredInput;
  caller: Credential;
  headers: Headers;
}

/** With limits, rights and rules as they are now, under an idempotency key of its own. */
function send(deps: Deps, { row, to, input, caller, headers }: ApprovedCall): Promise<Response> {
  return requestAs(deps, withInput(to, input), {
    caller,
    headers,
    args: { ...input.query, ...input.body, ...input.params },
    // A caller's own key has no space.
    idempotencyKey: `approval ${row.id}`,
    confirmation: { isWanted: false, isConfirmed: true, ask: () => Promise.reject(new Error("It is confirmed.")) },
  });
}

/** The input that the person has seen, in place of arguments that would be read anew. */
function withInput(to: Match, input: StoredInput): Match {
  if (!to.named) throw new Error("A tool has arguments by name.");
  return {
    ...to,
    named: {
      ...to.named,
      check(_args, extraChecks) {
        const errors = extraChecks(input, []);
        if (errors.length > 0) throw invalidInput(errors);
        return input;
      },
    },
  };
}

async function endOf(deps: Deps, row: Claimed, { failure, response }: Made): Promise<void> {
  if (failure === undefined && response === undefined) return;
  const end = response ? await endWith(deps, row, response) : failed(failure ?? "internal");
  const now = new Date(deps.clock.now()).toISOString();
  const announce = await deps.database.transaction(async (tx) => {
    if (!(await markEnded(tx, row, end, now))) return null;
    const facts = approvalFacts("approval_finished", row, { status: end.status, failure: end.failure });
    return deps.audit.recordIn(tx, SYSTEM_INITIATOR, {
      ...facts,
      ...(end.state === "failed" && { outcome: "failed" as const }),
    });
  });
  announce?.();
  deps.changes.invalidate(row.userId, ["approvals"]);
}

const failed = (failure: Failure): End => ({ state: "failed", failure, status: null, response: null });

async function endWith(deps: Pick<Deps, "vault">, { id }: Claimed, response: Response): Promise<End> {
  const { status, ok } = response;
  const stored = await storedResponse(response);
  return {
    state: ok ? "done" : "failed",
    failure: null,
    status,
    // One that is too long leaves its status: the call was made.
    response: stored && sealResponse(deps, id, stored),
  };
}
