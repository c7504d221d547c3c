// A call by name that the gateway makes by itself for a caller: through the whole pipeline, as any call.
import { newRequestId } from "../../foundation/request-id.ts";
import type { Caller } from "../../identity/keys/model.ts";
import { NO_BODY } from "../../metering/long-lived/bodies.ts";
import type { Deps } from "../../server/deps.ts";
import { handleCaller } from "../../web/pipeline/authenticated.ts";
import type { Confirmation } from "../../web/pipeline/confirmation.ts";
import type { ApiKeyRoute, Incoming, Match } from "../../web/pipeline/route.ts";

export interface OwnRequest {
  caller: Caller;
  headers: Headers;
  args: Record<string, unknown>;
  idempotencyKey: string | null;
  confirmation: Confirmation;
  signal?: AbortSignal;
}

export async function requestAs(deps: Deps, to: Match, own: OwnRequest): Promise<Response> {
  const { caller, headers, args, idempotencyKey, confirmation, signal } = own;
  const { provider = "", method, path } = to.route as ApiKeyRoute;
  const series = deps.metrics.route({ provider, method, endpoint: path });
  const init = { method: "POST", headers, ...(signal && { signal }) };
  const incoming: Incoming = {
    request: new Request(`${deps.baseUrl}${to.named?.path ?? path}`, init),
    requestId: newRequestId(deps.clock.now()),
    address: null,
    arrival: NO_BODY,
    message: { args, idempotencyKey },
    series,
    providerMs: 0,
    confirmation,
  };
  const startedAt = performance.now();
  const response = await handleCaller(deps, to, incoming, caller);
  series.end(response.headers.get("x-error-code") ?? "OK", performance.now() - startedAt, incoming.providerMs);
  return response;
}
