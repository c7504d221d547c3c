// The names of roles, in a team and of operators, as pages show them.
import type { TeamRole } from "../identity/people/team-roles.ts";
import type { AdminRole } from "../web/http/route.ts";
import { type Message, message, tr } from "../web/pages/messages.ts";

const ROLE_NAMES: Record<TeamRole | AdminRole, Message> = {
  viewer: message("viewer"),
  member: message("member"),
  admin: message("admin"),
  operator: message("operator"),
  owner: message("owner"),
};

export const roleText = (role: TeamRole | AdminRole): string => tr(ROLE_NAMES[role]);
