// Whether a caller may use a route: by its permissions, and by what a person granted an MCP client.

import { lacksPermissions, UnauthorizedError } from "../../foundation/errors.ts";
import type { Actor, Initiator } from "../../identity/initiator.ts";
import { type Caller, type GrantBounds, isPartnerOnly } from "../../identity/keys/model.ts";
import { mayUse } from "../../identity/keys/permissions.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Effect } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { Input } from "../http/input.ts";
import { effectsOfRequest } from "../http/route.ts";
import type { Confirmation } from "./confirmation.ts";
import type { ApiKeyRoute, Incoming } from "./route.ts";

interface Admission {
  caller: Caller;
  incoming: Incoming;
  route: ApiKeyRoute;
  owner: Owner;
  input: Input;
}

/**
 * Throws 403 for a request that the caller may not make, which the audit log counts. Returns the function that asks the
 * person, if they must confirm it first. Every way to a route comes through here, with what the request does.
 */
export function authorize(
  deps: Pick<Deps, "audit">,
  { caller, incoming, route, owner, input }: Admission,
): Confirmation | null {
  const { id } = route;
  const { confirmation } = incoming;
  const { effect } = effectsOfRequest(route, input, incoming.request);
  const asksFirst = caller.confirmDestructive || confirmation?.isWanted === true;
  const isUnconfirmed = effect === "destroys" && asksFirst && confirmation?.isConfirmed !== true;
  const refusal = refusalOf(caller, route, effect);
  if (refusal === null && !isUnconfirmed) return null;
  if (refusal === null && confirmation) return confirmation;
  const code = "PERMISSION_DENIED";
  const facts = { event: "permission_refused", ...owner, outcome: "refused" as const, code, details: { route: id } };
  deps.audit.count(`${caller.id} ${id}`, initiatorOf(caller, incoming), facts);
  if (refusal === null) throw new UnauthorizedError(code, UNCONFIRMED, { reason: "confirmation_required" });
  if (refusal === "key_bounds") throw new UnauthorizedError(code, "Permission denied", { reason: refusal });
  throw lacksPermissions(route.permissions.filter((one) => !mayUse(caller, one)));
}

/** Whether the caller may make requests of this effect at the route. Nothing is counted, and nobody is asked. */
export const mayCall = (caller: Caller, route: ApiKeyRoute, effect: Effect): boolean =>
  refusalOf(caller, route, effect) === null;

/** For the usage log: what stands against the request, a bound of the key or grant, or a permission that it lacks. */
function refusalOf(caller: Caller, route: ApiKeyRoute, effect: Effect): "key_bounds" | "key_permission" | null {
  const isWithin =
    !(route.owner === "user" && isPartnerOnly(caller)) &&
    (caller.kind !== "mcp_client" || isGranted(route, effect, caller.grant));
  if (!isWithin) return "key_bounds";
  return route.permissions.every((one) => mayUse(caller, one)) ? null : "key_permission";
}

const UNCONFIRMED =
  "Permission denied: the user must confirm this destructive call, and no user can be asked here. Call the tool at /mcp with a client that shows forms, or use a key without confirm_destructive.";

/** A grant for one account serves nothing that is the user's own; a read-only one changes nothing. */
function isGranted({ owner }: ApiKeyRoute, effect: Effect, { account, isReadOnly }: GrantBounds): boolean {
  return (account === null || owner === "user-or-account") && (!isReadOnly || effect === "reads");
}

/** The caller, for the audit log. */
export function initiatorOf(caller: Caller, { address, requestId }: Incoming): Initiator {
  return { actor: actorOf(caller), address, requestId };
}

function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case "key":
      return { kind: "key", id: caller.id, name: `${caller.prefix}…${caller.lastFour}` };
    case "mcp_client":
      return { kind: "mcp_client", id: caller.id, name: caller.name };
    case "person":
      return { kind: "person", ...caller.person };
  }
}
