// A team as other resources hold it, and the filter by team.
import { t } from "gateway/plugin";
import { UUID } from "./fields.ts";

export const teamQuery = t.Optional(
  t.String({ minLength: 1, maxLength: 64, description: "Key of a team, such as ENG, or its id." }),
);

/** Linear's filter for a team, by key or id. */
export function teamFilter(team: string | undefined) {
  if (team === undefined) return undefined;
  return new RegExp(`^${UUID}$`).test(team) ? { id: { eq: team } } : { key: { eqIgnoreCase: team } };
}
export const teamRef = t.Object({ id: t.String(), key: t.String(), name: t.String() });
