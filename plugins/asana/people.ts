// People of Asana: who is connected, and who else is in a workspace or a team.
import { endpoint, field, InvalidInput, many, maybeText, one, path, record, resource, t } from "gateway/plugin";
import { only, pagination, REF, ref, within } from "./fields.ts";
import { teamId, workspaceId } from "./places.ts";

export const identity = resource({
  raw: t.Object({ gid: t.String({ minLength: 1 }), name: maybeText, email: maybeText }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: ({ gid, name, email }) => ({ id: gid, name: email || name || gid }),
});

const person = {
  id: field.id({ from: "gid" }),
  name: field.nullableText({ description: "Display name." }),
  email: field.nullableText(),
  avatar_url: field.nullableText({ from: "photo.image_128x128" }),
};
const PERSON = ["name", "email", "photo.image_128x128"];
const user = record(person);
const me = record({ ...person, workspaces: field.many(ref) });

export const peopleEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the connected Asana user, with their workspaces.",
    keywords: ["who am i", "my account", "profile"],
    upstream: () => ({ path: path`/users/me`, query: only([...PERSON, ...within("workspaces", REF)]) }),
    returns: one(me, { at: "data", by: "owner" }),
  }),
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "List the people in an Asana workspace or team.",
    keywords: ["members", "colleagues", "coworkers", "assignees"],
    query: t.Object({ workspace: t.Optional(workspaceId), team: t.Optional(teamId) }),
    upstream: ({ query: { workspace, team } }) => {
      if ((workspace === undefined) === (team === undefined)) throw new InvalidInput('Give "workspace" or "team".');
      return { path: path`/users`, query: { workspace, team, ...only(PERSON) } };
    },
    returns: many("users", user, { at: "data", pagination }),
  }),
};
