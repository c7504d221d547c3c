// Calls that destroy something, confirmed by the person first where the connection asks for it.
import { randomBytes } from "node:crypto";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { titleOf } from "../tools/forms/title.ts";
import type { Round, RoundedCall, ToolResult } from "./call-tool.ts";
import type { Exchange } from "./exchange.ts";
import { sealState } from "./request-state.ts";
import { errorResult } from "./results.ts";

/** Characters of the arguments in the question. */
const MAX_EXCERPT = 500;

/** The address can ask for it, and never takes back what the key or the person's consent asks for. */
export function mustConfirm({ options, caller }: Exchange, { hints }: RegisteredEndpoint): boolean {
  return hints.destroys && (caller.confirmDestructive || options.confirm === "destructive");
}

/** Whether the person has confirmed the call: in this round, or before the round that connected. */
export function isConfirmed(round: Round | null): boolean {
  if (!round || round.nonce === null) return false;
  if (round.step === "connect") return true;
  return round.action === "accept" && round.content.confirm === true;
}

const settingOf = ({ caller }: Exchange) =>
  caller.confirmDestructive ? (caller.grant ? "this sign-in" : "this key") : "this address (confirm=destructive)";

export function askToConfirm(
  exchange: Exchange,
  call: RoundedCall,
  endpoint: RegisteredEndpoint,
  args: Record<string, unknown>,
): ToolResult {
  const { elicitation } = call.capabilities;
  // Without a mode it means forms, as before there were others.
  if (!elicitation || (elicitation.url && !elicitation.form)) {
    return errorResult(
      "PERMISSION_DENIED",
      `${titleOf(endpoint)} destroys something, and ${settingOf(exchange)} lets the person confirm that first,`,
      "but the client cannot show a form, so nothing was done. Use a client with form elicitation.",
    );
  }
  const { inputRequired } = exchange.sdk;
  const text = JSON.stringify(args);
  const excerpt = text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)} …` : text;
  const requestedSchema = {
    type: "object" as const,
    properties: { confirm: { type: "boolean" as const, title: "Yes, do it", default: false } },
    required: ["confirm"],
  };
  return inputRequired({
    inputRequests: {
      confirm: inputRequired.elicit({ message: `${titleOf(endpoint)}: ${excerpt}`, requestedSchema }),
    },
    requestState: sealState(exchange.deps, call.binding, {
      step: "confirm",
      nonce: randomBytes(16).toString("base64url"),
    }),
  });
}
