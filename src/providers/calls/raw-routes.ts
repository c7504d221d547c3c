// The raw proxy: any path of a provider's own API, streamed both ways, and the same as a tool of each provider.
import { Type as t } from "@sinclair/typebox";
import { UNREAD } from "../../agents/policies/argument-values.ts";
import { AppError, type InputError } from "../../foundation/errors.ts";
import type { Effects } from "../../plugin/effects.ts";
import type { Method } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { hasBody } from "../../web/http/arriving-body.ts";
import type { Input } from "../../web/http/input.ts";
import { MAX_SEGMENTS } from "../../web/http/raw-target.ts";
import type { Reply } from "../../web/http/route.ts";
import type { ApiKeyRequest, ApiKeyRoute } from "../../web/pipeline/route.ts";
import { unavailablePlugin } from "../guard/plugin-error.ts";
import { rawEffects } from "../registry/raw-effects.ts";
import { RAW_PATH } from "../registry/raw-tool.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { dataSchema } from "../registry/response-data.ts";
import { rawPathError } from "../upstream/raw-request.ts";
import { CALL_CODES } from "./failures.ts";
import { type RawCall, runRawCall } from "./raw-call.ts";
import { rawResponse, rawResult } from "./raw-response.ts";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const ROOT = "/api/v1/{provider}";
/** The number of segments in `/api/v1/<provider>/proxy`. */
const ROOT_SEGMENTS = 4;
const HOST_HEADER = "x-upstream-host";

const tag = { name: "proxy", description: "Calls to a provider's own API." };

/** One route for each method; each hands a request on to that of its provider, which has the permission and the usage row. */
export function proxyRoutes(deps: Deps): ApiKeyRoute[] {
  const { registry, metrics } = deps;
  return METHODS.map((method) => {
    const ofProviders = new Map(
      [...registry.rawTools].map(([id, endpoint]) => [id, ofProvider(deps, endpoint, method)]),
    );
    return {
      id: `proxy_${method.toLowerCase()}`,
      method,
      path: ROOT + RAW_PATH,
      takesRest: true,
      responds: "proxy",
      summary: `Send ${method} to any path of the provider's own API, with the stored credentials.`,
      tag,
      access: "key",
      permissions: [],
      owner: "user-or-account",
      codes: CALL_CODES,
      params: t.Object({
        provider: t.String({ maxLength: 64, description: "A provider's id." }),
        path: t.String({ description: "The path from the root of the API's host. It may contain slashes." }),
      }),
      anyQuery: true,
      data: t.Unknown(),
      effects: atMost(method),
      async dispatch({ match, incoming, run }) {
        const { provider: id = "" } = match.params;
        const path = rawPathOf(incoming.request.url);
        const route = ofProviders.get(id);
        if (!route) return run({ ...match, params: { provider: id, path } });
        incoming.series = metrics.route({ provider: id, method, endpoint: route.path });
        return run({ ...match, route, template: route.path, params: { path } });
      },
      async handle({ params }) {
        const id = params.provider as string;
        if (registry.broken.has(id)) throw unavailablePlugin(id);
        throw new AppError("NOT_FOUND", `There is no provider "${id.slice(0, 64)}".`);
      },
    };
  });
}

/** What follows `/api/v1/<provider>/proxy` in a URL, from its slash on and as it was sent. */
function rawPathOf(url: string): string {
  const { pathname } = new URL(url);
  return `/${pathname
    .split("/")
    .slice(1 + ROOT_SEGMENTS)
    .join("/")}`;
}

function ofProvider(deps: Deps, endpoint: RegisteredEndpoint, method: Method): ApiKeyRoute {
  const judge = judgeOf(deps, endpoint);
  return {
    ...routeOf(endpoint, method),
    responds: "proxy",
    params: t.Object({ path: t.String() }),
    anyQuery: true,
    data: t.Unknown(),
    effects: {
      ...atMost(method),
      ofRequest: ({ params }, { headers }) =>
        judge({ method, path: params.path as string, host: headers.get(HOST_HEADER) }),
    },
    check: ({ params }) => [...pathErrors("path", params.path), ...lengthErrors(params.path)],
    ruledArguments: ({ params }, request) => ({
      ...{ method, path: params.path, query: textsOf(new URL(request.url).searchParams) },
      host: request.headers.get(HOST_HEADER)?.toLowerCase(),
      // It is streamed, so that no rule on a field of it can hold for certain.
      json: hasBody(request) ? UNREAD : undefined,
    }),
    handle: (call) => handleProxy(deps, endpoint, method, call),
  };
}

/** One judge for the proxy and the tool. */
const judgeOf = ({ registry }: Pick<Deps, "registry">, { provider }: RegisteredEndpoint) =>
  rawEffects(provider, registry.endpointsOf(provider.id));

/** What any raw request with a method may do. */
const atMost = (method: Method): Effects =>
  method === "GET" ? { effect: "reads", reaches: false } : { effect: "destroys", reaches: true, spends: true };

const routeOf = (endpoint: RegisteredEndpoint, method: Method) =>
  ({
    id: endpoint.tool,
    method,
    path: endpoint.path,
    summary: endpoint.def.description,
    tag,
    access: "key",
    permissions: endpoint.permissions,
    owner: "user-or-account",
    provider: endpoint.provider.id,
    action: endpoint.permission,
  }) satisfies Partial<ApiKeyRoute>;

function pathErrors(where: "path" | "body", path: unknown): InputError[] {
  const message = typeof path === "string" ? rawPathError(path) : null;
  return message === null ? [] : [{ in: where, path: "/path", message }];
}

/** In longer paths nothing tells what was sent from what a URL parser made of it. */
function lengthErrors(path: unknown): InputError[] {
  const most = MAX_SEGMENTS - ROOT_SEGMENTS;
  const isLong = typeof path === "string" && path.replace(/\/$/, "").split("/").length - 1 > most;
  return isLong ? [{ in: "path", path: "/path", message: `The path has more than ${most} segments.` }] : [];
}

async function handleProxy(
  deps: Deps,
  endpoint: RegisteredEndpoint,
  method: Method,
  call: ApiKeyRequest,
): Promise<Reply> {
  const { request } = call;
  const path = call.params.path as string;
  const raw = await runRawCall(deps, {
    ...requestOf(call, endpoint),
    method,
    path,
    search: new URL(request.url).search,
    hostName: request.headers.get(HOST_HEADER),
    headers: request.headers,
    body: bodyOf(request),
    keepsCoding: true,
  });
  return { response: await rawResponse(raw, path, endpoint) };
}

/** A GET has none here. */
function bodyOf(request: Request): Request["body"] {
  if (!hasBody(request)) return null;
  if (request.method === "GET") {
    throw new AppError("VALIDATION_ERROR", "A GET request cannot have a body here.", {
      errors: [{ in: "body", path: "", message: "A GET request cannot have a body here." }],
    });
  }
  return request.body;
}

const requestOf = (
  call: ApiKeyRequest,
  endpoint: RegisteredEndpoint,
): Omit<RawCall, "method" | "path" | "search" | "hostName" | "headers" | "body" | "keepsCoding"> => ({
  endpoint,
  owner: call.owner,
  connection: call.connection,
  signal: call.signal,
  report: call,
});

/** The routes of the raw tools, which are called only by name. */
export function rawToolRoutes(deps: Deps): ApiKeyRoute[] {
  return [...deps.registry.rawTools.values()].map((endpoint) => ({
    ...routeOf(endpoint, "POST"),
    effects: { ...endpoint.effects, ofRequest: toolJudge(deps, endpoint) },
    body: endpoint.input.body ?? t.Object({}),
    data: dataSchema(endpoint),
    check: ({ body }) => [...pathErrors("body", body.path), ...queryErrors(body.query)],
    ruledArguments: ({ body }) => {
      const { method = "GET", path, query = {}, json, host } = body as unknown as ToolArguments;
      const texts = textsOf(new URLSearchParams(pairsOf(query)));
      return { method, path, query: texts, json: method === "GET" ? undefined : json, host: host?.toLowerCase() };
    },
    handle: async (call) => ({ data: await callTool(deps, endpoint, call) }),
  }));
}

function toolJudge(deps: Deps, endpoint: RegisteredEndpoint) {
  const judge = judgeOf(deps, endpoint);
  return ({ body }: Input) => {
    const { method = "GET", path, host = null } = body as unknown as ToolArguments;
    return judge({ method, path, host });
  };
}

async function callTool(deps: Deps, endpoint: RegisteredEndpoint, call: ApiKeyRequest) {
  const { method = "GET", path, query = {}, json, host = null } = call.body as unknown as ToolArguments;
  const body = json === undefined || method === "GET" ? null : JSON.stringify(json);
  const params = new URLSearchParams(pairsOf(query));
  const raw = await runRawCall(deps, {
    ...requestOf(call, endpoint),
    method,
    path,
    search: params.size > 0 ? `?${params}` : "",
    hostName: host,
    headers: new Headers(body === null ? {} : { "content-type": "application/json" }),
    body,
    keepsCoding: false,
  });
  return rawResult(raw, path, endpoint);
}

interface ToolArguments {
  method?: Method;
  path: string;
  query?: Input["query"];
  json?: Record<string, unknown>;
  host?: string;
}

const pairsOf = (query: Input["query"]): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );

/** The same for the proxy and the tool: a text, or several under one name. */
function textsOf(search: URLSearchParams): Record<string, string[]> {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(names.map((name) => [name, search.getAll(name)]));
}

function queryErrors(query: unknown): InputError[] {
  const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  return Object.entries((query ?? {}) as Input["query"]).flatMap(([name, value]): InputError[] =>
    [value].flat().every(isScalar)
      ? []
      : [
          {
            in: "body",
            path: `/query/${name.slice(0, 60)}`,
            message: `"${name.slice(0, 60)}" must be text, a number, or a list of them.`,
          },
        ],
  );
}
