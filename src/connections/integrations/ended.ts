// Connections whose tokens an operator's revocation run has taken: the row stays, so that its owner can connect it again.
import type { GrantRow } from "./store.ts";

/** The status reason of such a connection, until it is connected again. */
export const OPERATOR_REVOKED = "operator_revoked";

/** Whether nothing of the grant is left here: what it had is in the run's hands. */
export const isTaken = (grant: GrantRow): boolean =>
  "status" in grant && grant.status === "revoked" && grant.statusReason === OPERATOR_REVOKED;
