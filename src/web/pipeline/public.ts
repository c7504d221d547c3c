// Responds on routes without an API key or token: the provider's callback, inbound webhooks, probes and pages.
import type { Deps } from "../../server/deps.ts";
import { jsonResponse } from "../http/body.ts";
import { errorResponse, toAppError } from "../http/errors.ts";
import { checkInput, readBody } from "../http/input.ts";
import { withRate } from "../http/rate-headers.ts";
import { API_ROOT, isBelow, type PublicRoute } from "../http/route.ts";
import { keyRateOf } from "./authentication.ts";
import type { Incoming } from "./route.ts";

/** Responds on a public route; below the API's root with the address's rate headers. */
export async function handlePublic(
  deps: Pick<Deps, "log" | "strangers">,
  route: PublicRoute,
  params: Record<string, string>,
  { request, requestId, address, arrival }: Incoming,
): Promise<Response> {
  const { refused } = route.strangers ? deps.strangers.count(route.strangers, address) : { refused: null };
  let response: Response;
  try {
    if (refused && route.refuse) return await route.refuse(refused, { request, requestId });
    if (refused) throw refused;
    const body = await readBody(route, request, arrival);
    const input = checkInput(route, request, params, body);
    const reply = await route.handle({ ...input, request, requestId, address, arrival });
    response = "response" in reply ? reply.response : jsonResponse({ data: reply.data });
  } catch (error) {
    response = errorResponse(toAppError(error, deps.log, requestId), "user");
  }
  return isBelow(API_ROOT, route.path) ? withRate(response, keyRateOf(deps.strangers, address)) : response;
}
