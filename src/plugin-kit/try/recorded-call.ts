// The recorded call of a request that becomes a fixture, or a sentence that says why none does and what to do.
import type { Static } from "@sinclair/typebox";
import { StartupError } from "../../foundation/errors.ts";
import type { UsageCall } from "../../metering/usage/model.ts";
import type { Provider } from "../../plugin/index.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../providers/registry/registry.ts";

export type Call = Static<typeof UsageCall>;
type Recorded = Call & { evidence: NonNullable<Call["evidence"]> };

/** A request as the admin API shows it. */
export interface RecordedRequest {
  request_id: string;
  evidence_days: number;
  calls: readonly Call[];
}

export interface Wanted {
  /** An endpoint's key or its tool's name; the one that the call went to by default. */
  endpoint?: string;
  /** The id of an entry of the usage log, where one request made several calls. */
  entry?: string;
}

const DAY_MS = 86_400_000;
const MAX_LISTED = 10;

/** Throws `StartupError` unless exactly one call of the plugin's endpoints has whole arguments. */
export function recordedCall(
  provider: Provider,
  request: RecordedRequest,
  wanted: Wanted,
  now: number,
): { call: Recorded; endpoint: RegisteredEndpoint } {
  const call = onlyCall(provider, request, wanted);
  const endpoint = endpointOf(provider, call, wanted);
  const { evidence } = call;
  if (evidence === null) throw new StartupError(withoutEvidence(call, request, now));
  if (evidence.request_truncated)
    throw new StartupError(
      `The arguments of this call were larger than 16 KB, so the evidence has only a part of them. Make the call yourself: plugin try … ${endpoint.key} --arguments '{…}' --fixture.`,
    );
  if (evidence.request.file !== null)
    throw new StartupError(
      `This call of ${endpoint.tool} sent a file, which evidence never has. Write its fixture by hand, with \`upload\` in its \`call\`, and let plugin check --fill complete it.`,
    );
  return { call: { ...call, evidence }, endpoint };
}

function onlyCall(provider: Provider, { request_id, calls }: RecordedRequest, { entry }: Wanted): Call {
  if (entry !== undefined) {
    const named = calls.find(({ id }) => id === entry);
    if (named) return named;
    throw new StartupError(`Request ${request_id} has no entry ${entry}. It has ${listOf(calls)}.`);
  }
  const own = calls.filter((call) => call.provider === provider.id);
  const [first, second] = own.length > 0 ? own : calls;
  if (first === undefined) throw new StartupError(`Request ${request_id} made no call.`);
  if (own.length === 0 || second === undefined) return first;
  throw new StartupError(
    `Request ${request_id} made several calls of ${provider.id}: add --entry with the id of one, of ${listOf(own)}.`,
  );
}

function listOf(calls: readonly Call[]): string {
  const listed = calls.slice(0, MAX_LISTED).map(({ id, method, endpoint }) => `${id} (${method} ${endpoint})`);
  const more = calls.length > MAX_LISTED ? `, and ${calls.length - MAX_LISTED} more` : "";
  return `${listed.join(", ")}${more}`;
}

function endpointOf(provider: Provider, call: Call, wanted: Wanted): RegisteredEndpoint {
  const line = `${call.method} ${call.endpoint}`;
  if (call.provider === null)
    throw new StartupError(
      `This request called ${line}, which is the gateway's own and no provider's: a fixture shows a call of a plugin's endpoint. Give the id of such a request.`,
    );
  if (call.provider !== provider.id)
    throw new StartupError(
      `This request called ${call.provider} (${line}), and not ${provider.id}: give the folder of ${call.provider}'s plugin.`,
    );
  const { endpoints } = buildRegistry([provider]);
  const found = endpoints.find(({ method, path }) => method === call.method && path === call.endpoint);
  if (!found)
    throw new StartupError(
      call.action === "proxy.use" || call.endpoint.includes("/proxy/")
        ? `This request is a raw call of the proxy (${line}), which belongs to no endpoint of ${provider.id}. Write an endpoint for it, and record a call of that one.`
        : `${provider.id} has no endpoint ${line}: its plugin was another one when the call was made. Call an endpoint that it has today, and record that request.`,
    );
  const { endpoint: name } = wanted;
  if (name === undefined || name === found.key || name === found.tool) return found;
  throw new StartupError(`This request called ${found.key}, and not ${name}: give ${found.key}, or leave it out.`);
}

/** Why there is none, as far as the call's entry says it. */
function withoutEvidence(call: Call, { evidence_days }: RecordedRequest, now: number): string {
  const again = "make the call again, and record that request";
  if (call.state === "pending") return "This call has not ended yet: wait for its response, then repeat the command.";
  if (now - Date.parse(call.timestamp) >= evidence_days * DAY_MS)
    return `This call is over ${evidence_days} days old, and evidence stays for ${evidence_days}: with recording on, ${again}.`;
  if (call.inputs === null && call.error?.code === "VALIDATION_ERROR")
    return `The arguments of this call were refused, and such a call has no evidence: correct them, ${again}.`;
  return `This call has no evidence, since neither its key nor its partner had that recorded: switch it on with key change <id> --record-evidence on or partner change <email> --record-evidence on, ${again}.`;
}
