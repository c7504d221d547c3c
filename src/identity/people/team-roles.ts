// Roles of the people in a user's team, from the one that may do least to the one that may do everything.

export const TEAM_ROLES = ["viewer", "member", "admin", "owner"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** Whether `role` may do what `needed` may. */
export const includesRole = (role: TeamRole, needed: TeamRole): boolean =>
  TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(needed);
