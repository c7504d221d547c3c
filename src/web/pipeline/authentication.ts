// Authenticates a request by its Authorization header, and refuses the others.

import { type AppError, UnauthorizedError } from "../../foundation/errors.ts";
import type { Credential } from "../../identity/keys/model.ts";
import type { Surface } from "../../identity/owner.ts";
import { networkOf } from "../../metering/limits/networks.ts";
import type { RateState } from "../../metering/limits/rate-limiter.ts";
import type { Deps } from "../../server/deps.ts";
import { errorResponse } from "../http/errors.ts";
import { withRate } from "../http/rate-headers.ts";
import type { Incoming } from "./route.ts";

/** The bearer token of a request; throws `UnauthorizedError`. */
export function bearerToken(request: Request): string {
  const header = request.headers.get("authorization");
  if (header === null || header.trim() === "")
    throw new UnauthorizedError("AUTH_REQUIRED", "Missing authorization header", { reason: "key_missing" });
  // Repeated headers arrive joined by a comma, which no token holds (RFC 6750, section 2.1).
  const token = header.match(/^bearer ([A-Za-z0-9._~+/-]+=*)$/i)?.[1];
  if (!token) throw invalidKey();
  return token;
}

export function invalidKey(): UnauthorizedError {
  return new UnauthorizedError("AUTH_REQUIRED", "Invalid API key");
}

/**
 * Gives the caller whose key a request carries; `refused` makes the response where it carries no living key. Access tokens of
 * MCP clients are for one resource (RFC 8707): only its route takes them.
 */
export async function authenticate(
  deps: Pick<Deps, "keys">,
  { request, address, arrival }: Pick<Incoming, "request" | "address" | "arrival">,
  refused: (error: unknown) => Response,
  takesAccessTokens = false,
): Promise<Credential | Response> {
  try {
    const caller = await deps.keys.authenticate(bearerToken(request), address);
    if (!caller || (caller.kind === "mcp_client" && !takesAccessTokens)) throw invalidKey();
    arrival.belongsTo({ userId: caller.userId, credentialId: caller.id, address });
    return caller;
  } catch (error) {
    return refused(error);
  }
}

/** The response to a request without a living key or token: 401, and 429 past the address's limit. */
export function refuseUnauthenticated(
  { strangers, log, audit }: Pick<Deps, "strangers" | "log" | "audit">,
  { requestId, address }: { requestId: string; address: string | null },
  error: AppError,
  surface: Surface,
  event: "key_refused" | "admin_refused" = "key_refused",
): Response {
  if (error.code !== "AUTH_REQUIRED") return withRate(errorResponse(error, surface), keyRateOf(strangers, address));
  const { rate, refused } = strangers.count("refused_key", address);
  const network = networkOf(address);
  const initiator = { actor: { kind: "anonymous" as const, id: null, name: null }, address: network, requestId: null };
  audit.count(network, initiator, { event, outcome: "refused", code: error.code });
  if (refused) return withRate(errorResponse(refused, "user"), rate);
  log[event === "key_refused" ? "info" : "warn"](event, { request_id: requestId, address });
  return withRate(errorResponse(error, surface), rate);
}

/** The rate headers of a response to nobody in particular below the API's root. */
export const keyRateOf = (strangers: Deps["strangers"], address: string | null): RateState =>
  strangers.state("refused_key", address);
