// Which endpoints decide by their responses, and who may make them so: only who may decide sets their address and secret.
import { authorityOf } from "../../agents/approvals/deciders.ts";
import { type InputError, lacksPermissions } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Caller } from "../../identity/keys/model.ts";
import { mayUse } from "../../identity/keys/permissions.ts";
import type { OwnEventType } from "../log/own-events.ts";
import type { Decider, EndpointRow } from "./endpoint-store.ts";

export const DECIDE = "gateway:approvals.decide";
/** The provider of the gateway's own events. */
export const OWN_PROVIDER = "gateway";
/** The event whose delivery such an endpoint responds to. */
export const REQUESTED_TYPE = "approval.requested" satisfies OwnEventType;
const PATTERNS = ["*", "approval.*", REQUESTED_TYPE];

const mayDecide = (caller: Caller): boolean => caller.kind === "person" || mayUse(caller, DECIDE);

/**
 * With whose right the endpoint decides after a change; null where it decides nothing. Throws 403 where it decides and the caller
 * may not: who can move such an endpoint could decide itself.
 */
export function deciderAfter(
  caller: Caller,
  { actor }: Initiator,
  { wanted, current }: { wanted: boolean | undefined; current: boolean },
): Decider | null {
  if (!(wanted ?? current)) return null;
  const authority = mayDecide(caller) ? authorityOf(caller) : null;
  if (!authority) throw lacksPermissions([DECIDE]);
  return { kind: authority.kind, id: authority.id, name: actor.name };
}

/** Whether the caller may change an endpoint that decides by the time of the change. */
export const mayMove = (caller: Caller, wanted?: boolean): boolean => wanted === false || mayDecide(caller);

/** An endpoint that decides must get what it decides on. */
export function decidingErrors({
  decider,
  event_types: types,
  providers,
}: Pick<EndpointRow, "event_types" | "providers"> & { decider: Decider | null }): InputError[] {
  if (!decider) return [];
  const hasType = types === null || types.some((type) => PATTERNS.includes(type));
  if (hasType && (providers === null || providers.includes(OWN_PROVIDER))) return [];
  const message = `An endpoint that decides must get ${REQUESTED_TYPE}: add it to event_types, and "${OWN_PROVIDER}" to providers if you name any.`;
  return [{ in: "body", path: "/decides", message }];
}
