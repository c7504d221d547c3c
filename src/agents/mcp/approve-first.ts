// Calls that wait for a person where the client shows no forms: a link to the page, and the result when the call is made again.
import { AppError, findAppError } from "../../foundation/errors.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { callerResponse } from "../approvals/asking.ts";
import { inputMacs } from "../approvals/content.ts";
import { pageOf } from "../approvals/events.ts";
import { OPEN_STATES } from "../approvals/model.ts";
import { requireApproval } from "../approvals/service.ts";
import type { ApprovalRow } from "../approvals/store.ts";
import { stateAt } from "../approvals/view.ts";
import { MAX_WAIT_S } from "../approvals/wait.ts";
import { APPROVAL_ID } from "../tools/approval-argument.ts";
import { titleOf } from "../tools/forms/title.ts";
import type { ResumableCall, ToolResult } from "./call-tool.ts";
import { markedResult } from "./marked-result.ts";
import { type McpRequest, ownerOf } from "./mcp-request.ts";
import { sealState } from "./request-state.ts";
import { boundedResult, errorResult, responseError } from "./results.ts";

const isOpen = (mcpRequest: McpRequest, row: ApprovalRow) =>
  OPEN_STATES.includes(stateAt(row, mcpRequest.deps.clock.now()));

/** What a new approval becomes: a page that the client opens, or a sentence with its link. */
export async function approvalResult(
  mcpRequest: McpRequest,
  call: ResumableCall,
  endpoint: RegisteredEndpoint,
  row: ApprovalRow,
): Promise<ToolResult> {
  if (!isOpen(mcpRequest, row)) return endedResult(mcpRequest, row, { endpoint, args: call.args });
  if (!call.capabilities.elicitation?.url) return pendingResult(mcpRequest, endpoint, row);
  const { inputRequired } = mcpRequest.sdk;
  const message = `${titleOf(endpoint)} needs your approval. You may need to sign in first.`;
  return inputRequired({
    inputRequests: { approve: inputRequired.elicitUrl({ message, url: pageOf(mcpRequest.deps.baseUrl, row.id) }) },
    requestState: sealState(mcpRequest.deps, call.binding, { step: "approve", nonce: row.id }),
  });
}

/** An error, since a result without the tool's own fields would not fit its schema. */
function pendingResult({ deps }: McpRequest, endpoint: RegisteredEndpoint, row: ApprovalRow): ToolResult {
  return errorResult(
    "APPROVAL_REQUIRED",
    `${titleOf(endpoint)} waits for a person's approval, and nothing was sent yet.`,
    row.reason,
    `Show the user this link, where they decide: ${pageOf(deps.baseUrl, row.id)}`,
    `Then call ${endpoint.tool} again with the same arguments and "${APPROVAL_ID}": "${row.id}".`,
  );
}

/** The result of the call that an approval stands for; with `waits`, of a pending one some seconds later. Nothing is called here. */
export async function approvedResult(
  mcpRequest: McpRequest,
  endpoint: RegisteredEndpoint,
  args: Record<string, unknown>,
  { id, waits }: { id: unknown; waits: boolean },
): Promise<ToolResult> {
  const { deps, incoming } = mcpRequest;
  try {
    const row = await ownApproval(mcpRequest, endpoint, args, id);
    const waited = await deps.approvals.until(row, waits ? MAX_WAIT_S : 0, incoming.request.signal);
    if (isOpen(mcpRequest, waited)) return pendingResult(mcpRequest, endpoint, waited);
    return endedResult(mcpRequest, waited, { endpoint, args });
  } catch (error) {
    const own = findAppError(error);
    if (!own) throw error;
    return errorResult(own.code, own.message);
  }
}

/** Throws for an approval of another caller, account, tool or arguments. */
async function ownApproval(
  mcpRequest: McpRequest,
  endpoint: RegisteredEndpoint,
  args: Record<string, unknown>,
  id: unknown,
): Promise<ApprovalRow> {
  const { deps, caller, calls } = mcpRequest;
  const none = new AppError(
    "NOT_FOUND",
    `There is no approval with this id. Call ${endpoint.tool} without ${APPROVAL_ID}.`,
  );
  const row = await requireApproval(deps, caller, String(id)).catch((error: unknown) => {
    throw findAppError(error)?.code === "NOT_FOUND" ? none : error;
  });
  if (row.callerId !== caller.id || row.accountId !== (await ownerOf(mcpRequest)).accountId) throw none;
  const input = calls(endpoint).named?.check(args, () => []);
  const isSame = row.tool === endpoint.tool && input && inputMacs(deps, row.tool, input).includes(row.inputMac);
  if (isSame) return row;
  const text = `${APPROVAL_ID} is for another call: repeat ${row.tool} with the arguments that were approved.`;
  throw new AppError("VALIDATION_ERROR", text);
}

async function endedResult(
  { deps }: McpRequest,
  row: ApprovalRow,
  call: { endpoint: RegisteredEndpoint; args: Record<string, unknown> },
): Promise<ToolResult> {
  const response = callerResponse(deps, row);
  const body = (await response.json()) as { data?: Record<string, unknown> };
  if (!response.ok || !body.data) return responseError(response, body, []);
  const result = boundedResult(body.data, "Read what is missing with a tool that reads it.");
  return markedResult(result, { ...call, data: body.data, response });
}
