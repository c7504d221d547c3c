// Puts the routes onto Elysia, and what every response carries onto the responses.
import { Elysia } from "elysia";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { errorResponse } from "./errors.ts";
import { answerKeyed, type Incoming, type KeyedDeps, type Match } from "./keyed.ts";
import { answerOpen, type OpenDeps } from "./open.ts";
import type { Route } from "./route.ts";

export type HttpDeps = KeyedDeps & OpenDeps & { log: Log };
export type Handler = (request: Request, address: string | null) => Promise<Response>;

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** Builds the request handler of all routes. */
export function createHandler(deps: HttpDeps, routes: readonly Route[]): Handler {
  const incoming = new WeakMap<Request, Incoming>();
  const known = (request: Request) => incoming.get(request) as Incoming;
  const app = new Elysia({ strictPath: true });
  for (const [path, atPath] of Map.groupBy(routes, (route) => route.path)) {
    const template = path.replace(/\{([^}]+)\}/g, ":$1");
    for (const route of atPath) {
      // Elysia leaves `params` out where a path has none.
      const answer = ({ request, params = {} }: { request: Request; params?: Record<string, string> }) =>
        answerRoute(deps, route, atPath, params, known(request));
      app.route(route.method, template, answer as never, { parse: "none" });
    }
    // HEAD, OPTIONS and the methods that the path does not know.
    const others = ({ request, params = {} }: { request: Request; params?: Record<string, string> }) =>
      answerOther(deps, path, atPath, params, known(request));
    app.all(template, others as never, { parse: "none" });
  }
  const unknown = ({ request }: { request: Request }) => answerUnknown(deps, known(request));
  app.all("/*", unknown, { parse: "none" });
  app.onError(({ request }) => answerUnknown(deps, known(request)));
  return async (request, address) => {
    const requestId = requestIdOf(request);
    // A path of bytes that are no UTF-8 never reaches a handler.
    if (!isReadable(request.url)) {
      const error = new AppError("VALIDATION_ERROR", "The path is not valid percent-encoding.", {
        errors: [{ in: "path", path: "", message: "The path is not valid percent-encoding." }],
      });
      return finish(errorResponse(error, "A"), request, requestId);
    }
    incoming.set(request, { request, requestId, address });
    return finish(await app.fetch(request), request, requestId);
  };
}

function answerRoute(
  deps: HttpDeps,
  route: Route,
  atPath: readonly Route[],
  params: Record<string, string>,
  incoming: Incoming,
) {
  if (route.access !== "key") return answerOpen(deps, route, params, incoming);
  return answerKeyed(deps, { route, template: route.path, params, allow: methodsOf(atPath) }, incoming);
}

async function answerOther(
  deps: HttpDeps,
  path: string,
  atPath: readonly Route[],
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  const get = atPath.find((route) => route.method === "GET");
  const isCallback = path === "/api/v1/connect/callback";
  if (incoming.request.method === "HEAD" && get && !isCallback) return answerRoute(deps, get, atPath, params, incoming);
  if (atPath.some((route) => route.access === "key")) {
    return answerKeyed(deps, { route: null, template: path, params, allow: methodsOf(atPath) }, incoming);
  }
  const allow = methodsOf(atPath).join(", ");
  if (incoming.request.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  const error = new AppError("METHOD_NOT_ALLOWED", `${incoming.request.method} is not possible here; try ${allow}.`, {
    allow,
  });
  return errorResponse(error, "A");
}

function answerUnknown(deps: HttpDeps, incoming: Incoming): Response | Promise<Response> {
  if (new URL(incoming.request.url).pathname.startsWith("/api/v1/")) {
    const match: Match = { route: null, template: "(unknown path)", params: {}, allow: [] };
    return answerKeyed(deps, match, incoming);
  }
  return errorResponse(new AppError("NOT_FOUND", "There is nothing at this path."), "A");
}

function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.map((route) => route.method as string);
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].sort();
}

/** The caller's own id where it is a good one, else a new one. */
function requestIdOf(request: Request): string {
  const own = request.headers.get("x-request-id");
  return own !== null && REQUEST_ID.test(own) ? own : crypto.randomUUID();
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}

/** Headers of every response; the body of a HEAD answer is left out. */
function finish(response: Response, request: Request, requestId: string): Response {
  const final = request.method === "HEAD" ? new Response(null, response) : response;
  final.headers.set("x-request-id", requestId);
  final.headers.set("x-content-type-options", "nosniff");
  if (!final.headers.has("cache-control")) final.headers.set("cache-control", "no-store");
  return final;
}
