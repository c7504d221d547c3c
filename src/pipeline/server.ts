// Puts the routes onto Elysia, and what every response carries onto the responses.
import { Elysia } from "elysia";
import { AppError, invalidInput } from "../errors.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { withRate } from "../http/rate-headers.ts";
import { hasChangedTarget } from "../http/raw-target.ts";
import type { Route } from "../http/route.ts";
import type { Log } from "../log.ts";
import { type AuthenticatedDeps, handleAuthenticated, type Incoming, type Match } from "./authenticated.ts";
import { handleAdmin, handlePublic, type PublicDeps } from "./public.ts";

export type HttpDeps = AuthenticatedDeps & PublicDeps & { log: Log };
export type Handler = (request: Request, address: string | null) => Promise<Response>;

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;
const CALLBACK_PATH = "/api/v1/connect/callback";
/** The longest body that is measured for a HEAD; a longer one goes without a length. */
const MAX_MEASURED_BYTES = 1024 * 1024;
/** Elysia looks for the path of a URL from this character on. */
const ELYSIA_PATH_FROM = 11;

/** Builds the request handler of all routes. */
export function createHandler(deps: HttpDeps, routes: readonly Route[]): Handler {
  const incoming = new WeakMap<Request, Incoming>();
  const known = (request: Request) => incoming.get(request) as Incoming;
  const app = new Elysia({ strictPath: true });
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const place: Place = { path, routes: atPath, allow: methodsOf(atPath) };
    const template = path.replace(/\{([^}]+)\}/g, ":$1");
    for (const route of atPath) {
      // Elysia leaves `params` out where a path has none.
      const answer = ({ request, params = {} }: { request: Request; params?: Record<string, string> }) =>
        answerRoute(deps, route, place, params, known(request));
      app.route(route.method, template, answer as never, { parse: "none" });
    }
    // HEAD, OPTIONS and the methods that the path does not know.
    const others = ({ request, params = {} }: { request: Request; params?: Record<string, string> }) =>
      answerOther(deps, place, params, known(request));
    app.all(template, others as never, { parse: "none" });
  }
  const unknown = ({ request }: { request: Request }) => answerUnknown(deps, known(request));
  app.all("/*", unknown, { parse: "none" });
  app.onError(({ request }) => answerUnknown(deps, known(request)));
  const answer = (given: Request, requestId: string, address: string | null) => {
    const request = routable(given);
    incoming.set(request, { request, requestId, address });
    // Neither what a path filter in front has seen otherwise nor bytes that are no UTF-8 reach a handler.
    const problem = hasChangedTarget(given) ? CHANGED_PATH : isReadable(request.url) ? null : UNREADABLE_PATH;
    return problem === null ? app.fetch(request) : answerUnroutable(deps, known(request), problem);
  };
  return async (request, address) => {
    const requestId = requestIdOf(request);
    let response: Response;
    try {
      response = await answer(request, requestId, address);
      if (request.method === "HEAD") response = await withoutBody(response);
    } catch (error) {
      // The server's own page for exceptions would show the source.
      response = errorResponse(toAppError(error, deps.log, requestId), "user");
    }
    return finish(response, requestId);
  };
}

/** A short host name, or none, would hide the path from Elysia, and a malformed one is no URL at all. */
function routable(request: Request): Request {
  const { url } = request;
  const pathAt = url.startsWith("/") ? 0 : url.indexOf("/", "http://".length + 1);
  const isRoutable = pathAt >= ELYSIA_PATH_FROM && URL.canParse(url);
  return isRoutable ? request : new Request(`http://localhost${url.slice(pathAt)}`, request);
}

/** A path with its routes, and the methods it knows. */
interface Place {
  path: string;
  routes: readonly Route[];
  allow: readonly string[];
}

function answerRoute(
  deps: HttpDeps,
  route: Route,
  place: Place,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  // Elysia gives HEAD to the handlers of GET.
  if (incoming.request.method === "HEAD" && !takesHead(place.routes)) return answerOther(deps, place, params, incoming);
  if (route.access !== "key") return handlePublic(deps, route, params, incoming);
  return handleAuthenticated(deps, { route, template: route.path, params, allow: place.allow }, incoming);
}

async function answerOther(
  deps: HttpDeps,
  place: Place,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  const { path, routes } = place;
  const get = routes.find((route) => route.method === "GET");
  if (incoming.request.method === "HEAD" && get && takesHead(routes)) {
    return answerRoute(deps, get, place, params, incoming);
  }
  const keyed = routes.filter((route) => route.access === "key");
  if (keyed.length > 0) {
    const acceptsAccount = keyed.some((route) => route.acceptsAccount);
    return handleAuthenticated(
      deps,
      { route: null, template: path, params, allow: place.allow, acceptsAccount },
      incoming,
    );
  }
  if (routes.every((route) => route.access === "admin")) {
    return handleAdmin(deps, incoming, () => otherMethod(place, incoming));
  }
  const response = otherMethod(place, incoming);
  return isBelow("/api/v1", path) ? withRate(response, deps.throttle.state(incoming.address)) : response;
}

function otherMethod(place: Place, { request }: Incoming): Response {
  const allow = place.allow.join(", ");
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  const text = `${request.method} is not possible here; try ${allow}.`;
  return errorResponse(new AppError("METHOD_NOT_ALLOWED", text, { allow }), "user");
}

const CHANGED_PATH = 'A path cannot hold ".", ".." or a backslash, percent-encoded or not.';
const UNREADABLE_PATH = "The path is not valid percent-encoding.";
const UNKNOWN_PATH: Match = { route: null, template: "(unknown path)", params: {}, allow: [] };

function answerUnknown(deps: HttpDeps, incoming: Incoming): Response | Promise<Response> {
  const { pathname } = new URL(incoming.request.url);
  if (isBelow("/api/v1", pathname)) return handleAuthenticated(deps, UNKNOWN_PATH, incoming);
  const nothing = () => errorResponse(new AppError("NOT_FOUND", "There is nothing at this path."), "user");
  return isBelow("/admin", pathname) ? handleAdmin(deps, incoming, nothing) : nothing();
}

/** An answer to a path that no route may see. */
function answerUnroutable(deps: HttpDeps, incoming: Incoming, message: string): Response | Promise<Response> {
  const problem = invalidInput([{ in: "path", path: "", message }]);
  const { pathname } = new URL(incoming.request.url);
  if (isBelow("/api/v1", pathname)) return handleAuthenticated(deps, { ...UNKNOWN_PATH, problem }, incoming);
  const refused = () => errorResponse(problem, "user");
  // What has come past a filter in front is not told apart by a token.
  const isAdmins = message !== CHANGED_PATH && isBelow("/admin", pathname);
  return isAdmins ? handleAdmin(deps, incoming, refused) : refused();
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** A link scanner's HEAD must not use up a connect session, so the callback answers GET alone. */
function takesHead(atPath: readonly Route[]): boolean {
  return atPath.some((route) => route.method === "GET" && route.path !== CALLBACK_PATH);
}

function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.map((route) => route.method as string);
  return [...new Set([...methods, ...(takesHead(routes) ? ["HEAD"] : []), "OPTIONS"])].sort();
}

/** The caller's own id where it is a good one, else a new one. */
function requestIdOf(request: Request): string {
  const own = request.headers.get("x-request-id");
  return own !== null && REQUEST_ID.test(own) ? own : crypto.randomUUID();
}

function isReadable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}

/** Headers of every response. */
function finish(response: Response, requestId: string): Response {
  response.headers.set("x-request-id", requestId);
  response.headers.set("x-content-type-options", "nosniff");
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}

/** The answer to HEAD: what GET would tell of its length, or nothing of it (RFC 9110, section 9.3.2). */
async function withoutBody(response: Response): Promise<Response> {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const head = { status: response.status, headers: new Headers(response.headers) };
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      head.headers.set("content-length", String(size));
      return new Response(null, head);
    }
    size += value.byteLength;
    if (size <= MAX_MEASURED_BYTES) continue;
    await reader.cancel();
    // The runtime gives an answer without a body the length 0, and one with a stream no length.
    return new Response(new ReadableStream({ start: (controller) => controller.close() }), head);
  }
}
