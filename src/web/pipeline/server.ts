// Puts the routes onto Elysia, and what every response carries onto the responses.
import { Elysia } from "elysia";
import { AppError, invalidInput } from "../../foundation/errors.ts";
import { newRequestId } from "../../foundation/request-id.ts";
import type { Tracing } from "../../foundation/tracing/tracing.ts";
import { NO_BODY } from "../../metering/long-lived/bodies.ts";
import { unavailablePlugin } from "../../providers/guard/plugin-error.ts";
import type { Deps } from "../../server/deps.ts";
import { acceptsType } from "../http/accept.ts";
import { hasBody } from "../http/arriving-body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { withRate } from "../http/rate-headers.ts";
import { hasChangedTarget } from "../http/raw-target.ts";
import { ADMIN_ROOT, API_ROOT, isBelow, isPartners, type PublicRoute } from "../http/route.ts";
import { refusedPage } from "../pages/response.tsx";
import { handleAdmin, handleAdminRoute } from "./admin.ts";
import { handleAuthenticated } from "./authenticated.ts";
import { keyRateOf } from "./authentication.ts";
import { clientAddressFinder } from "./client-address.ts";
import { isOpen, preflightResponse, withCors } from "./cors.ts";
import { withoutBody } from "./head.ts";
import { handlePublic } from "./public.ts";
import { isReadable, pathOf, routable } from "./request-url.ts";
import type { Incoming, Match, Route } from "./route.ts";

/** `peer` is the address that the connection comes from. */
export type Handler = (request: Request, peer: string | null) => Promise<Response>;

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** A path with its routes, and the methods that it takes. */
interface PathRoutes {
  path: string;
  routes: readonly Route[];
  allow: readonly string[];
}

/** What the responders below need: the dependencies, and which paths belong to the partner API. */
interface Router {
  deps: Deps;
  isPartnerPath(path: string): boolean;
}

/** Builds the request handler of all routes. */
export function createHandler(deps: Deps, routes: readonly Route[]): Handler {
  const router: Router = { deps, isPartnerPath: partnerPaths(routes) };
  const app = new Elysia({ strictPath: true });
  const addressOf = clientAddressFinder(deps.config.trustedProxies);
  const incomingOf = new WeakMap<Request, Incoming>();
  const known = (request: Request) => incomingOf.get(request) as Incoming;
  /**
   * Keyed by method and path, for paths without parameters: they do not need the router's context, which keeps HEAD.
   */
  const direct = new Map<string, (incoming: Incoming) => Promise<Response>>();
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const group: PathRoutes = { path, routes: atPath, allow: methodsOf(atPath) };
    const template = templateOf(path, atPath);
    for (const route of atPath) {
      const series = deps.metrics.route(labelsOf(route));
      const respond = (incoming: Incoming, params: Record<string, string>) => {
        incoming.series = series;
        const response = handleRoute(router, route, group, params, incoming);
        return route.isForPages ? response.then(withCors) : response;
      };
      if (template === path) direct.set(`${route.method} ${path}`, (incoming) => respond(incoming, {}));
      // Elysia leaves `params` out where a path has none.
      const routed = ({ request, params = {} }: { request: Request; params?: Record<string, string> }) =>
        respond(known(request), params);
      app.route(route.method, template, routed as never, { parse: "none" });
    }
    // HEAD, OPTIONS and the methods that the path does not take.
    const others = ({ request, params = {} }: { request: Request; params?: Record<string, string> }) => {
      const response = handleOtherMethod(router, group, params, known(request));
      return isOpen(atPath) ? response.then(withCors) : response;
    };
    app.all(template, others as never, { parse: "none" });
  }
  const unknown = ({ request }: { request: Request }) => handleUnknownPath(router, known(request));
  app.all("/*", unknown, { parse: "none" });
  app.onError(({ request }) => handleUnknownPath(router, known(request)));
  const handle = (received: Request, incoming: Incoming) => {
    const request = routable(received);
    incoming.request = request;
    // No handler gets a path that a filter in front of us read differently, or bytes that are not UTF-8.
    const error = hasChangedTarget(received) ? CHANGED_PATH : isReadable(request.url) ? null : UNREADABLE_PATH;
    if (error !== null) return handleUnreadablePath(router, incoming, error);
    const respond = direct.get(`${request.method} ${pathOf(request.url)}`);
    if (respond) return respond(incoming);
    incomingOf.set(request, incoming);
    return app.fetch(request);
  };
  const otherSeries = deps.metrics.route({ provider: "", method: "", endpoint: "(other)" });
  return async (received, peer) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(deps, received);
    const address = addressOf(received.headers, peer);
    const arrival = hasBody(received) ? deps.longLived.openBody(address) : NO_BODY;
    const incoming: Incoming = { request: received, requestId, address, arrival, series: otherSeries, providerMs: 0 };
    const respond = async () => {
      try {
        const response = await handle(received, incoming);
        return received.method === "HEAD" ? await withoutBody(response) : response;
      } catch (error) {
        // The server's own page for exceptions would show the source.
        return errorResponse(toAppError(error, deps.log, requestId), "user");
      }
    };
    const response = await (deps.tracing ? respondInSpan(deps.tracing, incoming, respond) : respond());
    const code = response.headers.get("x-error-code") ?? "OK";
    incoming.series.end(code, performance.now() - startedAt, incoming.providerMs);
    arrival.release();
    return finish(response, incoming);
  };
}

/** A path in Elysia's words; a last parameter that takes the rest is `*` there. */
function templateOf(path: string, routes: readonly Route[]): string {
  const takesRest = routes.some((route) => route.takesRest);
  return (takesRest ? path.replace(/\{[^{}]+\}$/, "*") : path).replace(/\{([^{}]+)\}/g, ":$1");
}

/** Path and query are no attributes: they hold what belongs to a user. */
function respondInSpan(tracing: Tracing, incoming: Incoming, respond: () => Promise<Response>): Promise<Response> {
  return tracing.request(incoming.request, incoming.requestId, async (span) => {
    const response = await respond();
    const { provider, method, endpoint } = incoming.series.labels;
    span.set({ name: `${method || incoming.request.method} ${endpoint}`, "http.route": endpoint });
    span.set({ "http.response.status_code": response.status, ...(provider && { "gateway.provider": provider }) });
    const code = response.headers.get("x-error-code");
    if (code) span.set({ "gateway.error_code": code });
    if (code && response.status >= 500) span.fail(code);
    return response;
  });
}

/** Pages of the dashboard share one endpoint: people make few requests, and each series costs memory. */
export function labelsOf(route: Route) {
  const shared = route.access === "public" ? (route.series ?? (route.isPage ? "(page)" : undefined)) : undefined;
  return { provider: providerOf(route), method: route.method, endpoint: shared ?? route.path };
}

/** As the metrics name it; empty for the gateway's own routes. */
const providerOf = (route: Route) => (route.access === "key" && route.provider) || "";

/** Whether a path starts like the partner's routes do, with the same segment below the API's root. */
function partnerPaths(routes: readonly Route[]): (path: string) => boolean {
  const rootOf = (path: string) => path.split("/", API_ROOT.split("/").length + 1).join("/");
  const roots = new Set(routes.flatMap((route) => (isPartnerRoute(route) ? rootOf(route.path) : [])));
  return (path) => roots.has(rootOf(path));
}

const isPartnerRoute = (route: Route) => route.access === "key" && isPartners(route);

function handleRoute(
  router: Router,
  route: Route,
  group: PathRoutes,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  // Elysia gives HEAD to the handlers of GET.
  if (incoming.request.method === "HEAD" && !supportsHead(group.routes))
    return handleOtherMethod(router, group, params, incoming);
  if (route.access === "admin") return handleAdminRoute(router.deps, route, params, incoming);
  if (route.access === "public") return handlePublic(router.deps, route, params, incoming);
  return handleAuthenticated(router.deps, { route, template: route.path, params, allow: group.allow }, incoming);
}

async function handleOtherMethod(
  router: Router,
  group: PathRoutes,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  const { deps, isPartnerPath } = router;
  const { path, routes, allow } = group;
  const preflight = preflightResponse(routes, incoming.request, allow.join(", "));
  if (preflight) return preflight;
  const get = routes.find((route) => route.method === "GET");
  if (incoming.request.method === "HEAD" && get && supportsHead(routes)) {
    return handleRoute(router, get, group, params, incoming);
  }
  const keyRoutes = routes.filter((route) => route.access === "key");
  if (keyRoutes.length > 0) {
    const acceptsAccount = keyRoutes.some((route) => route.owner === "user-or-account");
    const takesAccessTokens = keyRoutes.some((route) => route.takesAccessTokens);
    const owner = isPartnerPath(path) ? "partner" : acceptsAccount ? "user-or-account" : "user";
    const match: Match = { route: null, template: path, params, allow, owner, takesAccessTokens };
    return handleAuthenticated(deps, match, incoming);
  }
  if (routes.every((route) => route.access === "admin")) {
    return handleAdmin(deps, incoming, () => wrongMethod(group, incoming));
  }
  const own = routes.find((route) => route.access === "public" && route.otherMethod);
  if (own) return handlePublic(deps, respondingToOther(own as PublicRoute, group, incoming), params, incoming);
  const response = wrongMethod(group, incoming);
  return isBelow(API_ROOT, path) ? withRate(response, keyRateOf(deps.strangers, incoming.address)) : response;
}

/** The route, as it responds to a method that it does not declare. */
const respondingToOther = (route: PublicRoute, group: PathRoutes, incoming: Incoming): PublicRoute => ({
  ...route,
  handle: async (call) => ({ response: (await route.otherMethod?.(call)) ?? wrongMethod(group, incoming) }),
});

function wrongMethod(group: PathRoutes, { request }: Incoming): Response {
  const allow = group.allow.join(", ");
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  const text = `${request.method} is not possible here; try ${allow}.`;
  return errorResponse(new AppError("METHOD_NOT_ALLOWED", text, { allow }), "user");
}

const CHANGED_PATH = 'A path cannot contain ".", ".." or a backslash, percent-encoded or not.';
const UNREADABLE_PATH = "The path is not valid percent-encoding.";

function unknownPath({ isPartnerPath }: Router, path: string): Match {
  const owner = isPartnerPath(path) ? "partner" : "user";
  return { route: null, template: "(unknown path)", params: {}, allow: [], owner };
}

function handleUnknownPath(router: Router, incoming: Incoming): Response | Promise<Response> {
  const { pathname } = new URL(incoming.request.url);
  const [id = ""] = pathname.slice(API_ROOT.length + 1).split("/", 1);
  const error = router.deps.registry.broken.has(id) && unavailablePlugin(id);
  if (isBelow(API_ROOT, pathname))
    return handleAuthenticated(router.deps, { ...unknownPath(router, pathname), ...(error && { error }) }, incoming);
  const nothing = () =>
    refusal(router, incoming, new AppError("NOT_FOUND", "There is nothing at this path.", { reason: "no_such_path" }));
  return isBelow(ADMIN_ROOT, pathname) ? handleAdmin(router.deps, incoming, nothing) : nothing();
}

/** A page for a browser, which asks for HTML; JSON for programs. */
function refusal({ deps }: Router, { request, requestId }: Incoming, error: AppError): Response {
  const { pathname } = new URL(request.url);
  const isForPerson = acceptsType(request, "text/html") && !isBelow(ADMIN_ROOT, pathname);
  return isForPerson ? refusedPage(deps, { request, requestId }, error) : errorResponse(error, "user");
}

function handleUnreadablePath(router: Router, incoming: Incoming, message: string): Response | Promise<Response> {
  const error = invalidInput([{ in: "path", path: "", message }]);
  const { pathname } = new URL(incoming.request.url);
  if (isBelow(API_ROOT, pathname))
    return handleAuthenticated(router.deps, { ...unknownPath(router, pathname), error }, incoming);
  const refused = () => errorResponse(error, "user");
  // A path that passed a filter in front of us unseen is refused alike with and without the token.
  const isAdmins = message !== CHANGED_PATH && isBelow(ADMIN_ROOT, pathname);
  return isAdmins ? handleAdmin(router.deps, incoming, refused) : refused();
}

function supportsHead(routes: readonly Route[]): boolean {
  return routes.some((route) => route.method === "GET" && !(route.access === "public" && route.head === false));
}

function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.map((route) => route.method as string);
  return [...new Set([...methods, ...(supportsHead(routes) ? ["HEAD"] : []), "OPTIONS"])].sort();
}

/** The caller's own id where it is valid, else a new one. */
function requestIdOf({ clock }: Pick<Deps, "clock">, request: Request): string {
  const own = request.headers.get("x-request-id");
  return own !== null && REQUEST_ID.test(own) ? own : newRequestId(clock.now());
}

/** Headers of every response. */
function finish(response: Response, { requestId, arrival }: Incoming): Response {
  response.headers.set("x-request-id", requestId);
  response.headers.set("x-content-type-options", "nosniff");
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  // Its body is still to come, and nobody reads it any more (RFC 9110, section 15.5.9).
  if (response.status === 408 || arrival.isRefused) response.headers.set("connection", "close");
  return response;
}
