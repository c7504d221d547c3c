// Addresses of the pages of a team, and the role that their forms send.
import { AppError } from "../../foundation/errors.ts";
import { TEAM_ROLES, type TeamRole } from "../../identity/people/team-roles.ts";

export const TEAM_PATH = "/settings/team";
/** The id of the person in the list of people. */
export const personAnchor = (id: string) => `person-${id}`;
export const INVITE_PATH = `${TEAM_PATH}/invite`;

const isRole = (text: string): text is TeamRole => TEAM_ROLES.some((role) => role === text);

export function roleIn(sent: URLSearchParams): TeamRole {
  const text = sent.get("role") ?? "";
  if (isRole(text)) return text;
  throw new AppError("VALIDATION_ERROR", `Choose a role: ${TEAM_ROLES.toReversed().join(", ")}.`);
}
