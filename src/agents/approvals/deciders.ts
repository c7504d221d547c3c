// With whose right something decides that has no credential of its own, such as a link: whether they may still decide, on which calls.
import type { Caller } from "../../identity/keys/model.ts";
import { mayUse } from "../../identity/keys/permissions.ts";
import { usersOf } from "../../identity/people/store.ts";
import { includesRole } from "../../identity/people/team-roles.ts";
import type { Deps } from "../../server/deps.ts";
import { mayDecide, scopeOf } from "./service.ts";
import { type ApprovalRow, findApproval } from "./store.ts";

const PERMISSION = "gateway:approvals.decide";
/** The role that decides at the dashboard. */
const ROLE = "admin";

/** A key by its id, or a person of the user's team. */
export interface Authority {
  userId: string;
  kind: "key" | "person";
  id: string;
}

/** Null for callers who pass no right on: an agent never decides. */
export function authorityOf(who: Caller): Authority | null {
  if (who.kind === "key") return { userId: who.userId, kind: "key", id: who.id };
  if (who.kind === "person") return { userId: who.userId, kind: "person", id: who.person.id };
  return null;
}

/** The approval, if the authority may decide on it by now; null where they have ended, lost the right, see it not or made the call. */
export async function decidableFor(
  deps: Pick<Deps, "database" | "keys">,
  { userId, kind, id }: Authority,
  approvalId: string,
): Promise<ApprovalRow | null> {
  if (kind === "person") {
    const member = (await usersOf(deps.database, id)).find((user) => user.id === userId);
    if (!member || !includesRole(member.role, ROLE)) return null;
    return findApproval(deps.database, { userId, accountsOnly: false, callerId: null }, approvalId);
  }
  const key = await deps.keys.callerOf({ userId, kind, id });
  if (!key || !mayUse(key, PERMISSION)) return null;
  const row = await findApproval(deps.database, scopeOf(key), approvalId);
  return row && mayDecide(key, row) ? row : null;
}
