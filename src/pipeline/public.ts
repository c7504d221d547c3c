// Answers routes without a key: the provider's callback, health, and the operator's API behind its token.
import type { Deps } from "../deps.ts";
import { UnauthorizedError } from "../errors.ts";
import { jsonResponse } from "../http/body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { checkInput, readBody } from "../http/input.ts";
import { withRate } from "../http/rate-headers.ts";
import type { PublicRoute } from "../http/route.ts";
import { timingSafeEqual } from "../vault/vault.ts";
import { type Incoming, refuseUnauthenticated } from "./authenticated.ts";
import { bearerToken, type Throttle } from "./authentication.ts";

export type PublicDeps = Pick<Deps, "log"> & { throttle: Throttle; adminToken: string };

/** Answers a public or an operator's route; answers below /api/v1 carry the address's rate headers. */
export async function handlePublic(
  deps: PublicDeps,
  route: PublicRoute,
  params: Record<string, string>,
  incoming: Incoming,
): Promise<Response> {
  let response: Response;
  try {
    if (route.access === "admin") assertAdmin(deps, incoming);
    const bytes = await readBody(route, incoming.request);
    const input = checkInput(route, incoming.request, params, bytes, route.check);
    const reply = await route.handle({ ...input, request: incoming.request, requestId: incoming.requestId });
    response = "response" in reply ? reply.response : jsonResponse({ data: reply.data });
  } catch (error) {
    response = refusal(deps, incoming, error);
  }
  return route.path.startsWith("/api/v1/") ? withRate(response, deps.throttle.state(incoming.address)) : response;
}

/** Gives the answer of an operator's path without a route, behind the token like those with one. */
export function handleAdmin(deps: PublicDeps, incoming: Incoming, answer: () => Response): Response {
  try {
    assertAdmin(deps, incoming);
    return answer();
  } catch (error) {
    return refusal(deps, incoming, error);
  }
}

function refusal(deps: PublicDeps, incoming: Incoming, error: unknown): Response {
  const shown = toAppError(error, deps.log, incoming.requestId);
  const isUnknown = shown.code === "AUTH_REQUIRED";
  return isUnknown ? refuseUnauthenticated(deps, incoming, shown, "user") : errorResponse(shown, "user");
}

function assertAdmin(deps: PublicDeps, incoming: Incoming): void {
  const token = bearerToken(incoming.request);
  if (timingSafeEqual(token, deps.adminToken)) return;
  deps.log.warn("admin_refused", { request_id: incoming.requestId, address: incoming.address });
  throw new UnauthorizedError("AUTH_REQUIRED", "Invalid admin token");
}
