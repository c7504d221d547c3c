// A person on a Jira site, in full and as issues and comments name one.
import { maybeFlag, maybeText, shapes, t, textAt } from "gateway/plugin";

/** A person in full; the email address is often hidden. */
export const rawUser = t.Object({
  accountId: t.String(),
  displayName: maybeText,
  emailAddress: maybeText,
  avatarUrls: t.Optional(t.Unknown()),
  active: maybeFlag,
  accountType: maybeText,
  timeZone: maybeText,
});
/** A person that an issue or comment names; `toPerson` reads id and name. */
export const rawPerson = t.Optional(t.Unknown());
export const personShape = t.Object({ id: t.String(), name: shapes.nullableText() }, { title: "JiraPerson" });
export function toPerson(user: unknown) {
  const id = textAt(user, "accountId");
  return id === null ? null : { id, name: textAt(user, "displayName") };
}
