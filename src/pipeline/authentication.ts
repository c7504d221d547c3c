// Authenticates a request by its Authorization header, and refuses the others.
import { databaseUnavailable } from "../db/timeouts.ts";
import type { Deps } from "../deps.ts";
import { AppError, UnauthorizedError } from "../errors.ts";
import { errorResponse } from "../http/errors.ts";
import { withRate } from "../http/rate-headers.ts";
import type { Caller } from "../keys/model.ts";
import type { Surface } from "../owner.ts";
import { networkOf } from "./network.ts";

/** The bearer token of a request; throws `UnauthorizedError`. */
export function bearerToken(request: Request): string {
  const header = request.headers.get("authorization");
  if (header === null || header.trim() === "")
    throw new UnauthorizedError("AUTH_REQUIRED", "Missing authorization header");
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
  deps: Pick<Deps, "keys" | "throttle">,
  { request, address }: { request: Request; address: string | null },
  refused: (error: unknown) => Response,
  takesAccessTokens = false,
): Promise<Caller | Response> {
  try {
    return await throttled(deps.throttle, address, async (enter) => {
      const caller = await deps.keys.authenticate(bearerToken(request), enter);
      if (!caller || (caller.grant && !takesAccessTokens)) throw invalidKey();
      return caller;
    });
  } catch (error) {
    return refused(error);
  }
}

/** Gives a look-up its `enter`, which admits no more at once than refusals of the address are left. */
export async function throttled<T>(
  throttle: Deps["throttle"],
  address: string | null,
  lookUp: (enter: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let leave = () => {};
  let isOver = false;
  const enter = async () => {
    const entered = await throttle.enter(address);
    if (!isOver) leave = entered;
    else {
      entered();
      throw databaseUnavailable();
    }
  };
  try {
    return await lookUp(enter);
  } finally {
    isOver = true;
    leave();
  }
}

/** The response to a request without a living key or token: 401, and 429 past the address's limit. */
export function refuseUnauthenticated(
  { throttle, log, audit }: Pick<Deps, "throttle" | "log" | "audit">,
  { requestId, address }: { requestId: string; address: string | null },
  error: AppError,
  surface: Surface,
  event: "key_refused" | "admin_refused" = "key_refused",
): Response {
  if (error.code !== "AUTH_REQUIRED") return withRate(errorResponse(error, surface), throttle.state(address));
  const { isPast, rate, retryAfter } = throttle.refuse(address);
  const network = networkOf(address);
  const initiator = { actor: { kind: "anonymous" as const, id: null, name: null }, address: network, requestId: null };
  audit.count(network, initiator, { event, outcome: "refused", code: error.code });
  if (!isPast) {
    log[event === "key_refused" ? "info" : "warn"](event, { request_id: requestId, address });
    return withRate(errorResponse(error, surface), rate);
  }
  const limited = new AppError("RATE_LIMITED", "Too many requests without a valid API key.", {}, retryAfter);
  return withRate(errorResponse(limited, "user"), rate);
}
