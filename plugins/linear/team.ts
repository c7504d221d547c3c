// A team as other resources hold it, and the filter by team.
import { field, record, t } from "gateway/plugin";
import { UUID } from "./fields.ts";

export const teamQuery = t.Optional(
  t.String({ minLength: 1, maxLength: 64, description: "Key of a team, such as ENG, or its id." }),
);

/** Linear's filter for a team, by key or id. */
export function teamFilter(team: string | undefined) {
  if (team === undefined) return undefined;
  return new RegExp(`^${UUID}$`).test(team) ? { id: { eq: team } } : { key: { eqIgnoreCase: team } };
}
export const teamFields = { id: field.text(), key: field.text(), name: field.text() };
export const teamRef = record(teamFields);
