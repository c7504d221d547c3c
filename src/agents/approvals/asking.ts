// Turns a call that a person must confirm into a stored approval, and says so to its caller.
import { publishEvents } from "../../events/log/publish.ts";
import { HOUR_MS } from "../../foundation/db/retention.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Caller, Credential } from "../../identity/keys/model.ts";
import type { Owner } from "../../identity/owner.ts";
import { usableIntegration } from "../../providers/calls/access.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import { errorResponse } from "../../web/http/errors.ts";
import type { Input } from "../../web/http/input.ts";
import { initiatorOf } from "../../web/pipeline/authorization.ts";
import { connectionOf } from "../../web/pipeline/connection-header.ts";
import { idempotencyKeyOf } from "../../web/pipeline/idempotency-key.ts";
import type { ApiKeyRoute, Incoming } from "../../web/pipeline/route.ts";
import type { AskingRule } from "../policies/model.ts";
import { titleOf } from "../tools/forms/title.ts";
import { inputMacs, inputText, MAX_CONTENT, openResponse, responseOf, sealInput } from "./content.ts";
import { approvalEvent, approvalFacts, pageOf } from "./events.ts";
import { FAILURES, type Failure } from "./model.ts";
import { countPending, findSame, type SameRequest } from "./request-store.ts";
import { type ApprovalRow, insertApproval, type NewApproval } from "./store.ts";
import { MAX_PENDING } from "./tables.ts";
import { toolVersion } from "./tool-version.ts";
import { stateAt } from "./view.ts";

/** For so long after its end an Idempotency-Key stands for the same approval, as for a stored response. */
const SAME_KEY_MS = 24 * HOUR_MS;

/** A call that a person must confirm, with valid input, of a caller who may make it. */
export interface ConfirmableCall {
  caller: Caller;
  incoming: Incoming;
  route: ApiKeyRoute;
  owner: Owner;
  input: Input;
  /** What asks: a rule with its place, or with null the setting of caller or address. */
  rule: AskingRule | null;
}

type AskDeps = Pick<
  Deps,
  | "database"
  | "vault"
  | "clock"
  | "config"
  | "registry"
  | "baseUrl"
  | "audit"
  | "events"
  | "integrations"
  | "oauthClients"
>;

/** Whether the call can wait: a body that is streamed, or too long to be stored, cannot. */
export function canWait(
  { registry }: Pick<Deps, "registry">,
  { caller, incoming, route, input }: ConfirmableCall,
): boolean {
  if (caller.kind === "person" || route.provider === undefined || route.responds === "proxy") return false;
  if (input.isFile === true || incoming.isOfAnotherCall === true) return false;
  return registry.tool(route.id)?.tool === route.id && inputText(input).length <= MAX_CONTENT;
}

/** Stores the call, or finds the approval that stands for it already; throws 409 where too many wait. */
export async function askFor(deps: AskDeps, call: ConfirmableCall): Promise<ApprovalRow> {
  const { incoming, route, owner, input } = call;
  const caller = call.caller as Credential;
  const endpoint = deps.registry.tool(route.id) as RegisteredEndpoint;
  const connection = await usableIntegration(deps, {
    endpoint,
    owner,
    connection: input.connection ?? connectionOf(incoming.request),
    // The call itself has its own row in the log, once it is made.
    report: { noteIntegration() {} },
  });
  const macs = inputMacs(deps, endpoint.tool, input);
  const now = deps.clock.now();
  const row = {
    ...newRow(deps, call, { endpoint, now }),
    connectionId: connection.id,
    connection: connection.name,
    identityId: connection.identityId,
    identity: connection.identity.name,
    inputMac: macs[0] as string,
  };
  const initiator = initiatorOf(caller, incoming);
  const what = `approvals ${owner.userId} ${owner.accountId}`;
  const stored = await serialized(deps.database, what, async (tx) => {
    const same = await findSame(tx, owner, sameRequest(call, { macs, now }));
    if (same) return { row: sameCall(same, row, macs), change: null };
    if ((await countPending(tx, owner)) >= MAX_PENDING) throw tooMany();
    await insertApproval(tx, row);
    const facts = approvalFacts("approval_requested", row, { rule: row.rule, scope: row.ruleScope });
    const announce = await deps.audit.recordIn(tx, initiator, facts);
    const about = { baseUrl: deps.baseUrl, title: titleOf(endpoint), status: "pending", now };
    const published = await publishEvents(tx, [approvalEvent("requested", row, about)]);
    return { row: pendingRow(row), change: { announce, published } };
  });
  stored.change?.announce();
  if (stored.change) deps.events.published(stored.change.published);
  return stored.row;
}

/** What tells a repeat of the call. */
export function sameRequest(
  { caller, incoming: { message, request }, route }: ConfirmableCall,
  { macs, now }: { macs: readonly string[]; now: number },
): SameRequest {
  return {
    callerId: caller.id,
    requestKey: message ? message.idempotencyKey : idempotencyKeyOf(request),
    tool: route.id,
    macs,
    since: new Date(now - SAME_KEY_MS).toISOString(),
  };
}

function newRow(
  deps: AskDeps,
  { caller, incoming, owner, input, rule }: ConfirmableCall,
  { endpoint, now }: { endpoint: RegisteredEndpoint; now: number },
) {
  const id = crypto.randomUUID();
  const { message, request } = incoming;
  const { kind, name } = initiatorOf(caller, incoming).actor;
  return {
    id,
    userId: owner.userId,
    accountId: owner.accountId,
    callerKind: kind as NewApproval["callerKind"],
    callerId: caller.id,
    callerName: name,
    agent: caller.kind === "agent_session" ? caller.agent : null,
    keyId: caller.kind === "agent_session" ? caller.keyId : caller.kind === "key" ? caller.id : null,
    provider: endpoint.provider.id,
    tool: endpoint.tool,
    toolVersion: toolVersion(endpoint),
    input: sealInput(deps, id, input),
    requestKey: message ? message.idempotencyKey : idempotencyKeyOf(request),
    rule: rule?.rule ?? null,
    ruleScope: rule?.scope ?? null,
    question: rule?.question ?? null,
    reason: rule?.explanation ?? SETTING,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + deps.config.approvalWaitMs).toISOString(),
  };
}

const SETTING = "The caller's own setting requires a yes before anything is deleted or paid.";

function sameCall(same: ApprovalRow, { tool }: { tool: string }, macs: readonly string[]): ApprovalRow {
  if (same.tool === tool && macs.includes(same.inputMac)) return same;
  const text = "This Idempotency-Key was used for a different request; use a new key for a new request.";
  throw new AppError("IDEMPOTENCY_MISMATCH", text);
}

const pendingRow = (row: NewApproval): ApprovalRow => ({
  ...row,
  ...{ state: "pending", decidedAt: null, decidedBy: null, note: null, startedAt: null, endedAt: null },
  ...{ failure: null, responseStatus: null, response: null, claimedBy: null, attempts: 0 },
});

const tooMany = () =>
  new AppError(
    "CONFLICT",
    `${MAX_PENDING.toLocaleString("en")} calls wait for a decision already, so no further one can.`,
    {
      next_step: "Decide on the pending approvals, or wait until they expire.",
    },
  );

type ResponseDeps = Pick<Deps, "vault" | "clock" | "baseUrl">;

/** What the caller gets: the call's own response once it is made, why it never will be, or that it waits. */
export function callerResponse(deps: ResponseDeps, row: ApprovalRow): Response {
  const stored = openResponse(deps, row);
  if (stored) return responseOf(stored);
  return errorResponse(callerError(deps, row), row.accountId === null ? "user" : "partner");
}

export function callerError(deps: ResponseDeps, row: ApprovalRow): AppError {
  const status = stateAt(row, deps.clock.now());
  const approval = { id: row.id, status, url: pageOf(deps.baseUrl, row.id), expires_at: row.expiresAt };
  const note = row.note === null || row.note === "" ? "" : ` Their note: ${row.note}`;
  switch (status) {
    case "denied":
      return refused(`A person has denied this call.${note}`, approval);
    case "expired":
      return refused("Nobody has decided on this call in time.", approval);
    case "done":
    case "failed":
      return new AppError("CONFLICT", FAILURES[row.failure as Failure] ?? GONE, {
        reason: "approval_failed",
        approval,
      });
    default:
      return new AppError("APPROVAL_REQUIRED", `A person must approve this call first. ${row.reason}`, { approval });
  }
}

const GONE = "The call was made, and its response is no longer stored.";
const refused = (text: string, approval: object) =>
  new AppError("PERMISSION_DENIED", text, { reason: "approval_denied", approval });
