// Responds on routes without an API key or token: the provider's callback, deliveries, probes and pages.
import type { Deps } from "../deps.ts";
import { jsonResponse } from "../http/body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { checkInput, readBody } from "../http/input.ts";
import { withRate } from "../http/rate-headers.ts";
import { API_ROOT, isBelow, type PublicRoute } from "../http/route.ts";
import type { Incoming } from "./authenticated.ts";

/** Responds on a public route; below the API's root with the address's rate headers. */
export async function handlePublic(
  deps: Pick<Deps, "log" | "throttle">,
  route: PublicRoute,
  params: Record<string, string>,
  { request, requestId, address }: Incoming,
): Promise<Response> {
  let response: Response;
  try {
    const bytes = await readBody(route, request);
    const input = checkInput(route, request, params, bytes);
    const reply = await route.handle({ ...input, request, requestId, address });
    response = "response" in reply ? reply.response : jsonResponse({ data: reply.data });
  } catch (error) {
    response = errorResponse(toAppError(error, deps.log, requestId), "user");
  }
  return isBelow(API_ROOT, route.path) ? withRate(response, deps.throttle.state(address)) : response;
}
