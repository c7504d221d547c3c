// Calls that destroy something, and those that a rule asks about, confirmed by the person first where the key, the sign-in or the address asks for it.
import { randomBytes } from "node:crypto";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Input } from "../../web/http/input.ts";
import type { Confirmation } from "../../web/pipeline/confirmation.ts";
import { titleOf } from "../tools/forms/title.ts";
import { approvalResult } from "./approve-first.ts";
import type { Continuation, ResumableCall, ToolResult } from "./call-tool.ts";
import type { McpRequest } from "./mcp-request.ts";
import { readObject } from "./object-read.ts";
import { readableFields } from "./readable.ts";
import { sealState } from "./request-state.ts";
import { errorResult } from "./results.ts";

const OBJECT_BOUNDS = { mostFields: 4, mostText: 120 };
const ARGUMENT_BOUNDS = { mostFields: 12, mostText: 200 };

/** Whether the person has confirmed the call: in this round, or before the round that connected. */
export function isConfirmed(round: Continuation | null): boolean {
  if (!round || round.nonce === null || round.step === "approve") return false;
  if (round.step === "connect") return true;
  return round.action === "accept" && round.content.confirm === true;
}

/** What a call met on its way through the pipeline: the result of asking, once it was asked. */
export interface ConfirmationOutcome extends Confirmation {
  result: ToolResult | null;
}

/** The pipeline decides whether the call must be confirmed, after it has checked the input; this asks. */
export function confirmFirst(
  mcpRequest: McpRequest,
  call: ResumableCall,
  endpoint: RegisteredEndpoint,
  isAlready: boolean,
): ConfirmationOutcome {
  const confirmation: ConfirmationOutcome = {
    isWanted: mcpRequest.options.confirm === "destructive",
    isConfirmed: isAlready,
    isDeclined: call.continuation?.step === "confirm",
    result: null,
    async ask(input, rule, store) {
      confirmation.result =
        call.continuation?.step === "confirm"
          ? errorResult("PERMISSION_DENIED", "The user did not confirm the call, so nothing was done.")
          : canShowForms(mcpRequest, call)
            ? await question(mcpRequest, call, endpoint, { input, rule })
            : store
              ? await approvalResult(mcpRequest, call, endpoint, await store())
              : cannotAsk(mcpRequest, endpoint, rule);
      const isRefused = confirmation.result.isError === true;
      const waits = isRefused && store !== null && call.continuation?.step !== "confirm";
      if (waits) return Response.json({}, { status: 202, headers: { "x-error-code": "APPROVAL_REQUIRED" } });
      const headers = isRefused ? { "x-error-code": "PERMISSION_DENIED" } : undefined;
      return Response.json({}, { status: isRefused ? 403 : 202, headers });
    },
  };
  return confirmation;
}

/**
 * Whether a form reaches a person. The holder of an agent session's token is the agent itself, which could fill in the form.
 * A capability without a mode means forms, as before there were others.
 */
function canShowForms({ caller }: McpRequest, { capabilities: { elicitation } }: ResumableCall): boolean {
  if (caller.kind === "agent_session") return false;
  return elicitation !== undefined && !(elicitation.url && !elicitation.form);
}

const HOLDERS = { mcp_client: "this sign-in", agent_session: "the key of this agent session" } as const;

function settingOf({ caller }: McpRequest): string {
  if (!caller.confirmDestructive) return "this address (confirm=destructive)";
  return caller.kind === "mcp_client" || caller.kind === "agent_session" ? HOLDERS[caller.kind] : "this key";
}

function cannotAsk(mcpRequest: McpRequest, endpoint: RegisteredEndpoint, rule: string | null): ToolResult {
  const { caller } = mcpRequest;
  const why = rule === null ? `is destructive, and ${settingOf(mcpRequest)} requires` : `meets a rule that requires`;
  return errorResult(
    "PERMISSION_DENIED",
    ...(rule === null ? [] : [rule]),
    `${titleOf(endpoint)} ${why} the user to confirm it first,`,
    caller.kind === "agent_session"
      ? "and this call is too long to wait for an approval, so nothing was done. Send less at once."
      : "but the client cannot show a form, so nothing was done. Use a client with form elicitation.",
  );
}

async function question(
  mcpRequest: McpRequest,
  call: ResumableCall,
  endpoint: RegisteredEndpoint,
  { input, rule }: { input: Input; rule: string | null },
): Promise<ToolResult> {
  const { inputRequired } = mcpRequest.sdk;
  const object = await readObject(mcpRequest, endpoint, input);
  const { provider } = endpoint;
  const message = [
    rule === null
      ? `${titleOf(endpoint)} is destructive. Run it?`
      : `${titleOf(endpoint)} needs your confirmation. ${rule} Run it?`,
    ...(object ? [`Currently at ${provider.name}:`, ...readableFields(object, OBJECT_BOUNDS)] : []),
    "The call:",
    ...readableFields(sentArguments(input), ARGUMENT_BOUNDS),
  ].join("\n");
  const requestedSchema = {
    type: "object" as const,
    properties: { confirm: { type: "boolean" as const, title: "Yes, run it", default: false } },
    required: ["confirm"],
  };
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema }) },
    requestState: sealState(mcpRequest.deps, call.binding, {
      step: "confirm",
      nonce: randomBytes(16).toString("base64url"),
    }),
  });
}

/** As the call would be made, with the defaults that the input got. */
function sentArguments({ params, query, body }: Input): Record<string, unknown> {
  return { ...params, ...query, ...body };
}
