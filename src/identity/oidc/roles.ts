// The role that a person's groups at the issuer give.
import type { OidcSettings } from "../../foundation/config/oidc-settings.ts";
import { ADMIN_ROLES, type AdminRole } from "../../web/http/route.ts";

/** The highest role of all groups; null where none of them gives one. */
export function roleOfGroups(roles: NonNullable<OidcSettings["roles"]>, groups: readonly string[]): AdminRole | null {
  const ranks = groups.map((group) => ADMIN_ROLES.indexOf(roles.get(group) as AdminRole));
  return ADMIN_ROLES[Math.max(-1, ...ranks)] ?? null;
}
