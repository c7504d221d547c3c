// Holds every response of a test's gateway to the API document of that very gateway.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { documentedEvents } from "../../src/events/log/event-payloads.ts";
import type { App } from "../../src/server/app.ts";
import { isDocumented, openApiDocument } from "../../src/web/http/openapi.ts";
import type { RouteData } from "../../src/web/http/route.ts";
import type { Handler } from "../../src/web/pipeline/server.ts";
import { apiDocument } from "./api-document.ts";
import { responseChecker, type SentResponse } from "./response-checker.ts";

/** What does not fit, until the test that has caused it fails by it: test/support/preload.ts. */
export const misfits: string[] = [];

/** Whether gateways are held, as in every test: a bench measures the gateway alone. */
export const holding = { isOn: false };

/**
 * The application, each of whose responses is compared with its API document before it goes out. Left out are pages of the
 * dashboard, and what no route responds to: unknown paths, methods that a path does not take, and OPTIONS.
 */
export async function heldToDocument(app: App): Promise<App> {
  const misfitsIn = await checkerOf(app);
  const hold = (handle: Handler, routes: readonly RouteData[]): Handler => {
    const routeOf = router(routes);
    return async (request, peer) => {
      const route = routeOf(request.method, pathOf(request.url));
      const response = await handle(request, peer);
      if (!route || !isDocumented(route)) return response;
      const { sent, json } = await read(route, request, response);
      for (const misfit of misfitsIn(route, { status: response.status, headers: response.headers, json }))
        misfits.push(
          `${route.method} ${route.path} gave ${response.status}, and its API document does not have ${misfit}.`,
        );
      return sent;
    };
  };
  const { callers, operators } = listeners(app);
  return { ...app, handle: hold(app.handle, callers), handleOperator: hold(app.handleOperator, operators) };
}

/** What each listener serves, where the operator has one of its own. */
function listeners({ routes, handle, handleOperator }: App): Record<"callers" | "operators", readonly RouteData[]> {
  if (handle === handleOperator) return { callers: routes, operators: routes };
  const isOperators = ({ access, id }: RouteData) => access === "admin" || id === "prometheus_metrics";
  const isShared = ({ id }: RouteData) => id === "asset" || id.startsWith("health_");
  return {
    callers: routes.filter((route) => !isOperators(route)),
    operators: routes.filter((route) => isOperators(route) || isShared(route)),
  };
}

/** The JSON of a response, and the response with its body still to be read; of streams, files and the raw proxy nothing is read. */
async function read(
  route: RouteData,
  { method }: Request,
  response: Response,
): Promise<{ sent: Response; json?: unknown }> {
  const { headers } = response;
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  const isProxied = route.access === "key" && route.responds === "proxy";
  if (!isJson || isProxied || method === "HEAD") return { sent: response };
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    sent: new Response(bytes, response),
    json: JSON.parse(decoded(bytes, headers.get("content-encoding"))),
  };
}

function decoded(bytes: Uint8Array, coding: string | null): string {
  const plain = coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes;
  return new TextDecoder().decode(plain);
}

/** Finds the route of a request as the gateway does: the path decides first, where a fixed segment goes before a parameter. */
function router(routes: readonly RouteData[]): (method: string, path: string) => RouteData | undefined {
  const order = (path: string) => path.replace(/[^/]+/g, (segment) => (segment.startsWith("{") ? "1" : "0"));
  const paths = [...Map.groupBy(routes, ({ path }) => path)]
    .map(([path, atPath]) => ({ atPath, order: order(path), pattern: patternOf(path, atPath) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  return (method, path) => {
    const atPath = paths.find(({ pattern }) => pattern.test(path))?.atPath;
    const found = atPath?.find((route) => route.method === (method === "HEAD" ? "GET" : method));
    const isRefused = method === "HEAD" && found?.access === "public" && found.head === false;
    return isRefused ? undefined : found;
  };
}

/** A Host header may make the URL one that cannot be parsed. */
const pathOf = (url: string) => /^(?:[a-z]+:\/\/[^/]*)?([^?#]*)/.exec(url)?.[1] ?? "";

function patternOf(path: string, routes: readonly RouteData[]): RegExp {
  const takesRest = routes.some((route) => route.takesRest);
  const parts = path.split(/(\{[^{}]+\})/).map((part, i, { length }) => {
    if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return takesRest && i === length - 2 ? ".*" : "[^/]+";
  });
  return new RegExp(`^${parts.join("")}$`);
}

type Checker = (route: RouteData, response: SentResponse) => string[];

/** Each is compiled as far as it is used, so those that most tests use stay. */
const checkers = new LRUCache<string, Checker>({ max: 8 });
const pluginIds = new WeakMap<object, number>();
let plugins = 0;

function idOf(plugin: object): number {
  const id = pluginIds.get(plugin) ?? ++plugins;
  pluginIds.set(plugin, id);
  return id;
}

async function checkerOf({ deps, routes }: App): Promise<Checker> {
  const { registry, baseUrl } = deps;
  const served = routes.map(({ id, access }) => `${access} ${id}`);
  const key = [...[...registry.providers.values()].map(idOf), ...served].join("\n");
  const known = checkers.get(key);
  if (known) return known;
  const providers = [...registry.providers.keys()];
  const options = { baseUrl, version: "", providers, events: documentedEvents(registry), examples: new Map() };
  const document = await openApiDocument(routes, options);
  const operations = new Map(apiDocument(document).operations.map((one) => [one.operationId, one]));
  const undocumented = responseChecker(document);
  const made: Checker = ({ id }, response) => {
    const operation = operations.get(id);
    return operation ? undocumented(operation, response) : ["the operation"];
  };
  checkers.set(key, made);
  return made;
}
