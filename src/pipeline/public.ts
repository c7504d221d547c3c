// Responds on routes without an API key: the provider's callback, probes and pages, and the operator's API behind its token.
import type { Deps } from "../deps.ts";
import { UnauthorizedError } from "../errors.ts";
import { jsonResponse } from "../http/body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { checkInput, readBody } from "../http/input.ts";
import { withRate } from "../http/rate-headers.ts";
import { type AdminRoute, API_ROOT, isBelow, type PublicRoute } from "../http/route.ts";
import { timingSafeEqual } from "../plugin/index.ts";
import type { Incoming } from "./authenticated.ts";
import { bearerToken, refuseUnauthenticated } from "./authentication.ts";

type PublicDeps = Pick<Deps, "log" | "throttle" | "adminToken">;

/** Responds on a public or an operator's route; below the API's root with the address's rate headers. */
export async function handlePublic(
  deps: PublicDeps,
  route: PublicRoute | AdminRoute,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  let response: Response;
  try {
    if (route.access === "admin") assertAdmin(deps, incoming);
    const bytes = await readBody(route, incoming.request);
    const check = route.access === "admin" ? route.check : undefined;
    const input = checkInput(route, incoming.request, params, bytes, check);
    const reply = await route.handle({ ...input, request: incoming.request, requestId: incoming.requestId });
    response = "response" in reply ? reply.response : jsonResponse({ data: reply.data });
  } catch (error) {
    response = refusal(deps, incoming, error);
  }
  return isBelow(API_ROOT, route.path) ? withRate(response, deps.throttle.state(incoming.address)) : response;
}

/** Responds on an operator's path without a route, behind the token like those with one. */
export function handleAdmin(deps: PublicDeps, incoming: Incoming, respond: () => Response): Response {
  try {
    assertAdmin(deps, incoming);
    return respond();
  } catch (error) {
    return refusal(deps, incoming, error);
  }
}

function refusal(deps: PublicDeps, incoming: Incoming, thrown: unknown): Response {
  const error = toAppError(thrown, deps.log, incoming.requestId);
  if (error.code !== "AUTH_REQUIRED") return errorResponse(error, "user");
  return refuseUnauthenticated(deps, incoming, error, "user");
}

function assertAdmin(deps: PublicDeps, incoming: Incoming): void {
  const token = bearerToken(incoming.request);
  if (timingSafeEqual(token, deps.adminToken)) return;
  deps.log.warn("admin_refused", { request_id: incoming.requestId, address: incoming.address });
  throw new UnauthorizedError("AUTH_REQUIRED", "Invalid admin token");
}
