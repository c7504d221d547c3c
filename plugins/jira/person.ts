// A person as Jira's issues and comments name one.
import { shapes, t, textAt } from "gateway/plugin";

/** A person that an issue or comment names; `toPerson` reads id and name. */
export const rawPerson = t.Optional(t.Unknown());
export const personShape = t.Object({ id: t.String(), name: shapes.nullableText() }, { title: "JiraPerson" });
export function toPerson(user: unknown) {
  const id = textAt(user, "accountId");
  return id === null ? null : { id, name: textAt(user, "displayName") };
}
