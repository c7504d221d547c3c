// The connected Discord account, and what people have in common wherever they appear.
import { endpoint, field, maybeText, one, record, type Static, shapes, t } from "gateway/plugin";
import { pictureUrl } from "./picture-url.ts";

export const rawNames = t.Object({ username: t.String(), global_name: maybeText });
export const displayName = ({ username, global_name }: Static<typeof rawNames>) => global_name ?? username;

/** The URL of the picture of the user who stands at `from`. */
export const avatarOf = (from: string) =>
  field.of({
    from,
    raw: t.Object({ id: t.String(), avatar: maybeText }),
    shape: shapes.nullableText(),
    map: ({ id, avatar }) => pictureUrl("avatars", id, avatar),
  });
/** Always null: it needs the scope `email`, which no permission requests. */
export const noEmail = field.of({ from: "", raw: t.Object({}), shape: shapes.nullableText(), map: () => null });

const person = record({
  id: field.text(),
  name: field.derived({ reads: rawNames, shape: shapes.person.name, map: displayName }),
  email: noEmail,
  avatar_url: avatarOf(""),
  username: field.text(),
});

export const personEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "profile.read",
    description: "Get the connected Discord account: name, user name, picture.",
    keywords: ["who am I", "my account", "profile"],
    upstream: "/users/@me",
    returns: one(person, { by: "owner" }),
  }),
};
