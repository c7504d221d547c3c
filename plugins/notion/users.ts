// The people and bots of a Notion workspace: resource and endpoints.
import { endpoint, field, many, maybe, maybeText, nullable, one, record, shapes, t } from "gateway/plugin";
import { UUID } from "./fields.ts";
import { inQuery } from "./paging.ts";

const userFields = {
  id: field.text(),
  name: field.nullableText({ description: shapes.person.name.description }),
  email: field.nullableText({ from: "person.email" }),
  avatar_url: field.nullableText(),
  type: field.of({
    raw: maybeText,
    shape: t.String({ description: "person or bot." }),
    map: (type) => type ?? "person",
  }),
};
const user = record(userFields);

/** The bot of the connection, with who connected it and where: developers.notion.com/reference/user#bots. */
const me = record({
  ...userFields,
  owner: field.nullableOne(user, {
    from: "bot.owner.user",
    description: "Who made the connection; null where it belongs to the workspace.",
  }),
  workspace: field.of({
    from: "bot",
    raw: maybe(t.Object({ workspace_id: maybeText, workspace_name: maybeText })),
    shape: nullable(t.Object({ id: t.String(), name: shapes.nullableText("Name of the Notion workspace.") })),
    map: (bot) => (bot?.workspace_id ? { id: bot.workspace_id, name: bot.workspace_name ?? null } : null),
  }),
});

export const userEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description:
      "Get the account that calls to Notion are made as: the bot of the connection, with the person who connected it and the workspace.",
    keywords: ["who am I", "my account", "workspace"],
    upstream: "/users/me",
    returns: one(me, { by: "owner" }),
  }),
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "List the people and bots of the Notion workspace; guests are not among them.",
    keywords: ["members", "colleagues", "team", "staff", "who"],
    upstream: "/users",
    returns: many("users", user, { at: "results", pagination: inQuery }),
  }),
  get_user: endpoint({
    method: "GET",
    path: "/users/{id}",
    permission: "users.read",
    description: "Get one person or bot of the Notion workspace.",
    keywords: ["member", "who is", "author", "colleague"],
    params: {
      id: t.String({
        pattern: `^me$|${UUID}`,
        description: "User id, from notion_list_users. me is the bot of the connection.",
      }),
    },
    upstream: "/users/{id}",
    returns: one(user),
  }),
};
