// What several services share: ids, people and teams.
import { maybeText, type Static, shapes, t } from "gateway/plugin";

const UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
export const uuid = (description: string) => t.String({ pattern: `^${UUID}$`, description });
/** Linear takes an issue's identifier wherever it takes its id. */
export const issueId = t.String({
  pattern: `^(${UUID}|[A-Za-z0-9]{1,10}-[0-9]{1,9})$`,
  description: "The issue's identifier, such as ENG-12, or its id.",
});
export const teamQuery = t.Optional(
  t.String({ minLength: 1, maxLength: 64, description: "Key of a team, such as ENG, or its id." }),
);

/** Linear's filter for a team that is named by its key or its id. */
export function teamFilter(team: string | undefined) {
  if (team === undefined) return undefined;
  return new RegExp(`^${UUID}$`).test(team) ? { id: { eq: team } } : { key: { eqIgnoreCase: team } };
}

export const PERSON = "id name displayName email avatarUrl";
export const personRaw = t.Object({
  id: t.String(),
  name: maybeText,
  displayName: maybeText,
  email: maybeText,
  avatarUrl: maybeText,
});
export const personShape = t.Object({
  ...shapes.person,
  display_name: shapes.nullableText("The short name, as in @ada."),
});
export function toPerson(raw: Static<typeof personRaw>): Static<typeof personShape> {
  return {
    id: raw.id,
    name: raw.name ?? null,
    email: raw.email ?? null,
    avatar_url: raw.avatarUrl ?? null,
    display_name: raw.displayName ?? null,
  };
}

/** A thing that is only named here: a project of an issue, a team of a label. */
export const namedThing = t.Object({ id: t.String(), name: t.String() });
export const teamRef = t.Object({ id: t.String(), key: t.String(), name: t.String() });
