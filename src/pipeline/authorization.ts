// Whether a caller may use a route: by its permissions, and by what a person granted an MCP client.
import type { Deps } from "../deps.ts";
import { UnauthorizedError } from "../errors.ts";
import type { Initiator } from "../initiator.ts";
import type { Caller, GrantBounds } from "../keys/model.ts";
import { mayUse } from "../keys/permissions.ts";
import type { Owner } from "../owner.ts";
import type { Incoming } from "./authenticated.ts";
import type { ApiKeyRoute } from "./route.ts";

/** Throws 403 for a route that the caller may not use, which the audit log counts. */
export function authorize(
  deps: Pick<Deps, "audit">,
  { caller, incoming, route, owner }: { caller: Caller; incoming: Incoming; route: ApiKeyRoute; owner: Owner },
): void {
  const { id } = route;
  const isPermitted = mayCall(caller, route);
  if (isPermitted && !isUnconfirmed(caller, route, incoming)) return;
  const code = "PERMISSION_DENIED";
  const facts = { event: "permission_refused", ...owner, outcome: "refused" as const, code, details: { route: id } };
  deps.audit.count(`${caller.id} ${id}`, initiatorOf(caller, incoming), facts);
  throw new UnauthorizedError(code, isPermitted ? UNCONFIRMED : "Permission denied");
}

/** The same as a value, uncounted. */
export const isAllowed = (caller: Caller, route: ApiKeyRoute, incoming: Pick<Incoming, "isConfirmed">): boolean =>
  mayCall(caller, route) && !isUnconfirmed(caller, route, incoming);

function mayCall(caller: Caller, route: ApiKeyRoute): boolean {
  const isWithin = !(route.isUserOnly && caller.partnerOnly) && (!caller.grant || isGranted(route, caller.grant));
  return isWithin && route.permissions.every((one) => mayUse(caller, one));
}

const isUnconfirmed = (
  { confirmDestructive }: Caller,
  { destroys }: ApiKeyRoute,
  { isConfirmed }: Pick<Incoming, "isConfirmed">,
) => confirmDestructive && destroys === true && isConfirmed !== true;

const UNCONFIRMED =
  "Permission denied: this destroys something, which the person confirms first, and nobody can be asked here. Call the tool at /mcp, by a client that shows forms.";

/** A grant for one account serves nothing that is the user's own; a read-only one changes nothing. */
function isGranted({ method, acceptsAccount, onlyReads }: ApiKeyRoute, { account, isReadOnly }: GrantBounds): boolean {
  return (account === null || acceptsAccount === true) && (!isReadOnly || method === "GET" || onlyReads === true);
}

/** The caller, for the audit log. */
export function initiatorOf(caller: Caller, { address, requestId }: Incoming): Initiator {
  const { id, prefix, lastFour, person, grant, name } = caller;
  const actor = person
    ? { kind: "person" as const, ...person }
    : grant
      ? { kind: "mcp_client" as const, id, name }
      : { kind: "key" as const, id, name: `${prefix}…${lastFour}` };
  return { actor, address, requestId };
}
