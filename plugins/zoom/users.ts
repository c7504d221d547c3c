// Zoom users: who is connected, and an account's others for administrators and server-to-server apps.
import { endpoint, field, many, maybeText, one, oneOf, path, record, resource, shapes, t } from "gateway/plugin";
import { kindField, listPagination, userOf } from "./fields.ts";

const PLANS = { 1: "basic", 2: "licensed", 4: "unassigned", 99: "none" };

const rawPerson = t.Object({
  id: t.String({ minLength: 1 }),
  email: maybeText,
  account_id: maybeText,
  display_name: maybeText,
  first_name: maybeText,
  last_name: maybeText,
});

export const identityResource = resource({
  raw: rawPerson,
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    workspace: t.Optional(t.Object({ id: t.String(), name: t.String() })),
  }),
  map: ({ id, email, account_id }) => ({
    id,
    name: email || id,
    // The API does not return the account's name.
    ...(account_id && { workspace: { id: account_id, name: "Zoom account" } }),
  }),
});

const user = record({
  id: field.id(),
  name: field.of({
    from: "display_name",
    raw: maybeText,
    shape: shapes.nullableText("Display name."),
    map: (name) => name || null,
  }),
  first_name: field.nonEmptyText(),
  last_name: field.nonEmptyText(),
  email: field.nonEmptyText(),
  avatar_url: field.nonEmptyText({ from: "pic_url" }),
  account_id: field.nonEmptyText(),
  plan: kindField(PLANS, "basic, licensed, unassigned or none."),
  role: field.nonEmptyText({ from: "role_name" }),
  department: field.nonEmptyText({ from: "dept" }),
  status: field.nonEmptyText({ description: "active, inactive or pending." }),
  language: field.nonEmptyText(),
  time_zone: field.nonEmptyText({ from: "timezone" }),
  personal_meeting_id: field.nullableId({ from: "pmi" }),
  created_at: field.nullableTime(),
});

export const userEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "profile.read",
    description: "Get the Zoom user that is connected: name, email address, plan, time zone and personal meeting id.",
    keywords: ["who am i", "profile", "my account", "pmi"],
    upstream: ({ identity }) => ({ path: path`/v2/users/${userOf(identity)}` }),
    returns: one(user, { by: "owner" }),
  }),
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "List the users of the Zoom account.",
    keywords: ["members", "colleagues", "employees", "licences"],
    query: t.Object({
      status: t.Optional(
        oneOf(["active", "inactive", "pending"], "Only users with this status; the default is active."),
      ),
    }),
    upstream: ({ query }) => ({ path: path`/v2/users`, query: { status: query.status } }),
    returns: many("users", user, { at: "users", pagination: listPagination }),
  }),
  get_user: endpoint({
    method: "GET",
    path: "/users/{id}",
    permission: "users.read",
    description: "Get one user of the Zoom account by id or email address.",
    keywords: ["member", "colleague", "find user by email"],
    params: {
      id: t.String({ pattern: "^[A-Za-z0-9_@.+-]{2,254}$", description: "Id or email address of the user." }),
    },
    upstream: ({ params }) => ({ path: path`/v2/users/${params.id}` }),
    returns: one(user),
  }),
};
