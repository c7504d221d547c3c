// A GitHub account as other resources hold it: a user, an organization or a bot.
import { rawId, resource, type Static, t } from "gateway/plugin";

export const personRaw = t.Object({ id: rawId, login: t.String(), type: t.String(), avatar_url: t.String() });
export const person = t.Object(
  {
    id: t.String(),
    login: t.String(),
    type: t.String({ description: "User, Organization or Bot." }),
    avatar_url: t.String(),
  },
  { title: "GithubAccount" },
);
export function toPerson(raw: Static<typeof personRaw>): Static<typeof person> {
  return { id: String(raw.id), login: raw.login, type: raw.type, avatar_url: raw.avatar_url };
}
export function toPersonOrNull(raw: Static<typeof personRaw> | null | undefined): Static<typeof person> | null {
  return raw ? toPerson(raw) : null;
}
/** The account as a field of a record. */
export const account = resource({ raw: personRaw, shape: person, map: toPerson });
