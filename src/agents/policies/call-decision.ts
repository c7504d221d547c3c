// What the rules say of one request: its tool, what it does and its arguments, the same by every way of a call.
import type { Caller } from "../../identity/keys/model.ts";
import type { Owner } from "../../identity/owner.ts";
import { defaultOf, type FieldSchemas, isReaching } from "../../providers/registry/effects.ts";
import type { Deps } from "../../server/deps.ts";
import type { Input } from "../../web/http/input.ts";
import { effectsOfRequest } from "../../web/http/route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { UNREAD } from "./argument-values.ts";
import { askingRules } from "./asking-rules.ts";
import type { CallFacts, RequestDecision, RuledCall } from "./model.ts";
import { compileRecipients, type Recipients } from "./recipients.ts";
import { type CompiledPolicy, evaluate } from "./rules.ts";

/** A request of a known caller whose input is valid. */
export interface RuledRequest {
  caller: Caller;
  owner: Owner;
  route: ApiKeyRoute;
  input: Input;
  request: Request;
}

/** Decides by these policies; null where no rule is about the request. */
export function decide(
  { clock }: Pick<Deps, "clock">,
  policies: readonly CompiledPolicy[],
  ruled: RuledRequest,
  { session = null, known = [] }: Partial<Pick<CallFacts, "session" | "known">> = {},
): RequestDecision | null {
  if (policies.length === 0) return null;
  const call = ruledCall(ruled);
  const facts = { now: clock.now(), session, known };
  const decision = evaluate(policies, call, facts);
  return { ...decision, asking: decision.outcome === "ask" ? askingRules(policies, call, facts) : [] };
}

const NO_NAMES: readonly string[] = [];
const compiledRecipients = new WeakMap<readonly string[], Recipients>();

/** Compiled once for an endpoint's own list. */
export function recipientsOf(declared: readonly string[] = NO_NAMES, schemas: FieldSchemas = []): Recipients {
  const found = compiledRecipients.get(declared) ?? compileRecipients(declared, (name) => defaultOf(schemas, name));
  compiledRecipients.set(declared, found);
  return found;
}

function ruledCall({ route, input, request }: RuledRequest): RuledCall {
  const { effect, reaches, spends = false } = effectsOfRequest(route, input, request);
  const schemas = [route.query, route.body];
  return {
    // The id of a provider's route is its tool's name.
    tool: route.id,
    effect,
    reaches: isReaching(reaches, { ...input.query, ...input.body }, schemas),
    spends,
    recipients: recipientsOf(route.recipients, schemas),
    args: route.ruledArguments?.(input, request) ?? argumentsOf(route, input),
  };
}

/** Path, query and body by name, as a call by name gives them. A file in place of the body says nothing of what it holds. */
function argumentsOf({ fileFields = [] }: ApiKeyRoute, { params, query, body, isFile }: Input): RuledCall["args"] {
  const unread = isFile ? fileFields.map((name): [string, unknown] => [name, UNREAD]) : [];
  const args: Record<string, unknown> = Object.create(null);
  // A name in two parts of the request stands for both values.
  for (const [name, value] of [...unread, ...[params, query, body].flatMap(Object.entries<unknown>)])
    args[name] = Object.hasOwn(args, name) ? [args[name], value] : value;
  return args;
}
