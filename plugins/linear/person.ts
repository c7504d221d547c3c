// A person as other resources hold it: selection, schemas and mapping.
import { maybeText, type Static, shapes, t } from "gateway/plugin";

export const PERSON = "id name displayName email avatarUrl";
export const personRaw = t.Object({
  id: t.String(),
  name: maybeText,
  displayName: maybeText,
  email: maybeText,
  avatarUrl: maybeText,
});
export const personShape = t.Object(
  {
    ...shapes.person,
    display_name: shapes.nullableText("The short name, as in @ada."),
  },
  { title: "LinearPerson" },
);
export function toPerson(raw: Static<typeof personRaw>): Static<typeof personShape> {
  return {
    id: raw.id,
    name: raw.name ?? null,
    email: raw.email ?? null,
    avatar_url: raw.avatarUrl ?? null,
    display_name: raw.displayName ?? null,
  };
}
