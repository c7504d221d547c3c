// POST /mcp: the caller's tools for clients of the Model Context Protocol (streamable HTTP, without sessions).
import { Type as t } from "@sinclair/typebox";
import type { ToolCalls } from "../calls/execute.ts";
import type { Deps } from "../deps.ts";
import { findAppError } from "../errors.ts";
import { readBounded } from "../http/arriving-body.ts";
import { bearerChallenge, MCP_PATH } from "../oauth-server/resource.ts";
import type { ApiKeyRequest, ApiKeyRoute, ForwardedRequest } from "../pipeline/route.ts";
import { holderOf, rightOf } from "../pipeline/still-served.ts";
import { executeSchemas } from "../tools/arguments.ts";
import type { Exchange } from "./exchange.ts";
import { foreignRequest, parseMessage } from "./front.ts";
import { createIntegrationSignal } from "./integration-signal.ts";
import { createListening, type Listening } from "./listening.ts";
import { CONNECT, SEARCH } from "./meta-tools.ts";
import { McpQuery, optionErrors, optionsOf } from "./options.ts";
import { loadSdk } from "./sdk.ts";
import { speak } from "./server.ts";

/** Of a tool's response, on the response to the message that called it. */
const TOOL_HEADERS = /^(x-ratelimit-.*|x-error-code|retry-after|idempotency-replayed)$/;

export interface McpRoutes {
  routes: ApiKeyRoute[];
  /** Ends the streams of listening clients. */
  end(): void;
}

export function mcpRoutes(deps: Deps, calls: ToolCalls): McpRoutes {
  const changed = createIntegrationSignal(deps);
  const listening = createListening(deps, changed);
  const maxBytes = Math.max(
    ...deps.registry.endpoints.map((endpoint) => executeSchemas(endpoint).maxBodyBytes as number),
    1024 * 1024,
  );
  const route: ApiKeyRoute = {
    id: "mcp_message",
    method: "POST",
    path: MCP_PATH,
    summary: "The tools as a server of the Model Context Protocol: one JSON-RPC message, and its response.",
    tag: { name: "mcp", description: "The tools for clients of the Model Context Protocol." },
    access: "key",
    permissions: [],
    acceptsAccount: true,
    hasOwnProtocol: true,
    query: McpQuery,
    check: ({ query }) => optionErrors(deps, query),
    data: t.Object({}, { additionalProperties: true, description: "A JSON-RPC response." }),
    guard: (request) => foreignRequest(deps.baseUrl, request),
    challenge: (isRefused) => bearerChallenge(deps.baseUrl, isRefused),
    takesAccessTokens: true,
    // What it calls is admitted by its own route.
    effects: { effect: "reads", reaches: false },
    forward: (call) => respond({ deps, calls, changed, listening, maxBytes }, call),
    handle: async () => {
      throw new Error("Every request of /mcp is forwarded.");
    },
  };
  return { routes: [route], end: listening.end };
}

interface Parts extends Pick<Exchange, "deps" | "calls" | "changed"> {
  listening: Listening;
  maxBytes: number;
}

/** A call of a tool counts as one of its endpoint; whatever else comes counts as one of `/mcp`. */
async function respond(parts: Parts, call: ForwardedRequest): Promise<Response> {
  const { deps } = parts;
  const { match, incoming, caller, run } = call;
  const own = match.route as ApiKeyRoute;
  const asOwn = (handle: ApiKeyRoute["handle"]) => run({ ...match, route: { ...own, handle } });
  const options = optionsOf(deps, incoming.request.url);
  if (!options) return run(match);
  const overLimit = await call.admit();
  if (overLimit) return run({ ...match, error: overLimit });
  const bytes = await readBounded(incoming.request, parts.maxBytes).catch((error: unknown) => {
    const refused = findAppError(error);
    if (!refused) throw error;
    return refused;
  });
  if (!(bytes instanceof Uint8Array)) return run({ ...match, error: bytes });
  const parsed = parseMessage(bytes);
  if ("response" in parsed) return asOwn(async () => ({ response: parsed.response }));
  const exchange: Exchange = {
    ...parts,
    sdk: await loadSdk(),
    caller,
    incoming,
    options,
    run,
    ran: null,
    listed: null,
  };
  const { message } = parsed;
  if (!runsTool(message))
    return asOwn((request) => respondItself(parts.listening, exchange, message, { ...request, route: own }));
  const response = await speak(exchange, { request: incoming.request, message, bus: NO_CHANGES });
  return exchange.ran ? withHeaders(response, exchange.ran) : asOwn(async () => ({ response }));
}

const NO_CHANGES = { publish: () => {}, subscribe: () => () => {} };

function runsTool({ method, params }: Record<string, unknown>): boolean {
  const name = (params as { name?: unknown } | undefined)?.name;
  return method === "tools/call" && name !== SEARCH && name !== CONNECT;
}

async function respondItself(
  listening: Listening,
  exchange: Exchange,
  message: Record<string, unknown>,
  call: ApiKeyRequest & { route: ApiKeyRoute },
) {
  const { request } = exchange.incoming;
  if (message.method !== "subscriptions/listen")
    return { response: await speak(exchange, { request, message, bus: NO_CHANGES }) };
  const { caller, deps, incoming } = exchange;
  const stream = listening.open({
    caller,
    holder: holderOf(call),
    request,
    rightOf: (end) => rightOf(deps, { route: call.route, incoming, caller, owner: call.owner }, end),
  });
  let isStream = false;
  try {
    // The response goes out at once, so its usage row stands before.
    await call.commitPending();
    const listened = new Request(request.url, { method: "POST", headers: request.headers, signal: stream.signal });
    const response = await speak(exchange, { request: listened, message, bus: stream.bus });
    isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    return { response, isStream };
  } finally {
    if (!isStream) stream.close();
  }
}

function withHeaders(response: Response, ran: Headers): Response {
  for (const [name, value] of ran) if (TOOL_HEADERS.test(name)) response.headers.set(name, value);
  return response;
}
