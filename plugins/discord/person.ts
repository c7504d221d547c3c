// The connected Discord account: resource and endpoint.
import { endpoint, maybeText, one, resource, shapes, t } from "gateway/plugin";
import { pictureUrl } from "./picture-url.ts";

const person = resource({
  raw: t.Object({ id: t.String(), username: t.String(), global_name: maybeText, avatar: maybeText }),
  shape: t.Object({ ...shapes.person, username: t.String() }),
  map: (raw) => ({
    id: raw.id,
    name: raw.global_name ?? raw.username,
    // Needs the scope `email`, which no permission requests.
    email: null,
    avatar_url: pictureUrl("avatars", raw.id, raw.avatar),
    username: raw.username,
  }),
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
