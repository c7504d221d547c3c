// Whether a request that is being served would still be: what streams, listeners and downloads live under.

import { findAppError } from "../../foundation/errors.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Holder } from "../../metering/long-lived/slots.ts";
import type { Deps } from "../../server/deps.ts";
import { effectsOf, isPartners, isStreamed } from "../http/route.ts";
import { bearerToken } from "./authentication.ts";
import { mayCall } from "./authorization.ts";
import type { ApiKeyRoute, Incoming } from "./route.ts";

export interface Served {
  route: ApiKeyRoute;
  incoming: Pick<Incoming, "request">;
  caller: Caller;
  owner: Owner;
}

/** Looks at key or token, payment, partner profile, account and permissions anew; throws while the database is gone. */
export async function isStillAuthorized(
  deps: Pick<Deps, "keys" | "accounts">,
  { route, incoming, owner }: Omit<Served, "caller">,
): Promise<boolean> {
  const caller = await deps.keys.findCaller(bearerToken(incoming.request));
  if (caller?.paymentState !== "ok" || !mayCall(caller, route, effectsOf(route).effect)) return false;
  if (isPartners(route) && caller.partner?.status !== "active") return false;
  if (owner.accountId === null) return true;
  if (caller.partner?.status !== "active") return false;
  try {
    await deps.accounts.require(owner.userId, owner.accountId);
    return true;
  } catch (error) {
    if (findAppError(error)?.code === "ACCOUNT_NOT_FOUND") return false;
    throw error;
  }
}

/** For whom something is held that a request begins. */
export const holderOf = ({ caller, address }: { caller: Caller; address: string | null }): Holder => ({
  userId: caller.userId,
  credentialId: caller.id,
  address,
});

/** When key or token stops working; a person's session ends with its own checks. */
const endOf = (caller: Caller): number | null =>
  caller.kind === "person" ? null : (caller.expiresAt?.getTime() ?? null);

/** The right of a request, for the registry. */
export function authorizationOf(deps: Pick<Deps, "keys" | "accounts">, { caller, ...served }: Served, end: () => void) {
  return { expiresAt: endOf(caller), isValid: () => isStillAuthorized(deps, { ...served }), end };
}

/** A body of a known length up to this is over before its right could be lost. */
const SHORT_BYTES = 64 * 1024;
/** The runtime tells of no body's end but by dropping it. */
const bodies = new FinalizationRegistry<() => void>((unwatch) => unwatch());

/** Aborts with the request, and where the right to a stream of bytes is lost; null for a route that streams none. */
export function endingOf(route: ApiKeyRoute, request: Request): AbortController | null {
  if (!isStreamed(route)) return null;
  const ending = new AbortController();
  const leave = () => ending.abort(request.signal.reason);
  if (request.signal.aborted) leave();
  else request.signal.addEventListener("abort", leave, { once: true });
  return ending;
}

/** Ends a response's stream of bytes with the right to it. A person's own, at a page, is not sent on. */
export function watchBody(
  deps: Pick<Deps, "keys" | "accounts" | "longLived">,
  served: Served,
  response: Response,
  ending: AbortController,
): void {
  const isShort = Number(response.headers.get("content-length") ?? Number.NaN) <= SHORT_BYTES;
  if (isShort || served.caller.kind === "person" || !response.body) return;
  const end = () =>
    ending.abort(
      new DOMException("The caller's access has ended, and the response with it. Authenticate again.", "AbortError"),
    );
  const unwatch = deps.longLived.watch({ userId: served.caller.userId, ...authorizationOf(deps, served, end) });
  bodies.register(response.body, unwatch);
  ending.signal.addEventListener("abort", unwatch, { once: true });
}
