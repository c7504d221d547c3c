// The people of a Zendesk account, agents and customers, and who the integration is.
import {
  endpoint,
  field,
  many,
  maybeText,
  one,
  oneOf,
  path,
  rawId,
  record,
  resource,
  t,
  valueAt,
} from "gateway/plugin";
import { agentUrl, cursorPagination, numbered, tagList, zendeskId } from "./fields.ts";

/** Without valid credentials Zendesk shows a user that has no id. A customer of the help desk may not connect. */
export const identity = {
  upstream: "/api/v2/users/me",
  at: "user",
  resource: resource({
    raw: t.Object({
      id: rawId,
      name: maybeText,
      email: maybeText,
      role: t.String({ pattern: "^(agent|admin)$" }),
    }),
    shape: t.Object({
      id: t.String(),
      name: t.String(),
      workspace: t.Object({ id: t.String(), name: t.String() }),
    }),
    map: ({ id, name, email }, { identity: { tenant } }) => {
      const { subdomain = "" } = tenant;
      return {
        // Ids are unique within an account.
        id: `${subdomain}:${id}`,
        name: email || name || String(id),
        workspace: { id: subdomain, name: subdomain },
      };
    },
  }),
} as const;

const user = record({
  id: field.id(),
  name: field.nullableText({ description: "Display name." }),
  email: field.nullableText(),
  avatar_url: field.nullableText({ from: "photo.content_url" }),
  phone: field.nullableText(),
  role: field.text({ description: "end-user (a customer), agent or admin." }),
  organization_id: field.nullableId(),
  external_id: field.nullableText({ description: "Your own id of the person in another system." }),
  tags: field.texts(),
  time_zone: field.nullableText(),
  locale: field.nullableText(),
  notes: field.nullableText({ description: "Notes for agents about the person." }),
  is_verified: field.flag({ from: "verified" }),
  is_suspended: field.flag({ from: "suspended" }),
  url: field.of({
    from: "id",
    raw: rawId,
    shape: t.Union([t.String(), t.Null()], { description: "URL to open in a browser." }),
    map: (id, { identity }) => agentUrl(identity, "users", String(id)),
  }),
  created_at: field.nullableTime(),
  last_login_at: field.nullableTime(),
});

export { user };

const email = t.String({ format: "email", maxLength: 255, description: "Email address." });
const values = {
  phone: t.Optional(t.String({ maxLength: 64, description: "Phone number." })),
  organization_id: t.Optional(zendeskId("Id of the person's organization, from zendesk_list_organizations.")),
  external_id: t.Optional(t.String({ maxLength: 255, description: "Your own id of the person in another system." })),
  notes: t.Optional(t.String({ maxLength: 65_536, description: "Notes for agents about the person." })),
  tags: t.Optional(tagList("Tags, which replace all existing ones.")),
};
const userId = zendeskId("Id of the person, from zendesk_list_users.");

export const userEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the connected Zendesk user: name, email address and role.",
    keywords: ["who am i", "my account", "my role"],
    run: async (_, upstream) => {
      const response = await upstream.request({ path: path`/api/v2/users/me` });
      // A token for forms of the browser's session, which `raw` must not show.
      const { authenticity_token: _token, ...me } = Object(valueAt(response.json, "user")) as Record<string, unknown>;
      return { ...response, json: { user: me } };
    },
    returns: one(user, { at: "user", by: "owner" }),
  }),
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description:
      "List the people in Zendesk, customers and agents. zendesk_search_users finds them by name or email address.",
    keywords: ["customers", "agents", "end users", "staff", "requesters"],
    query: t.Object({ role: t.Optional(oneOf(["end-user", "agent", "admin"], "Only people in this role.")) }),
    upstream: ({ query }) => ({ path: path`/api/v2/users`, query }),
    returns: many("users", user, { at: "users", pagination: cursorPagination }),
  }),
  get_user: endpoint({
    method: "GET",
    path: "/users/{id}",
    permission: "users.read",
    description: "Get one person in Zendesk: contact details, role, organization and notes.",
    keywords: ["customer profile", "requester details"],
    params: { id: userId },
    upstream: ({ params }) => ({ path: path`/api/v2/users/${params.id}` }),
    returns: one(user, { at: "user" }),
  }),
  create_user: endpoint({
    method: "POST",
    path: "/users",
    permission: "users.write",
    recipients: ["email"],
    reaches: true,
    description: "Create a customer in Zendesk.",
    keywords: ["new customer", "add contact", "end user"],
    body: t.Object({
      name: t.String({ minLength: 1, maxLength: 255, description: "Full name." }),
      email: t.Optional(email),
      ...values,
    }),
    upstream: ({ body }) => ({
      method: "POST",
      path: path`/api/v2/users`,
      json: { user: { ...body, organization_id: numbered(body.organization_id), role: "end-user" } },
    }),
    returns: one(user, { at: "user" }),
  }),
  update_user: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/users/{id}",
    permission: "users.write",
    reaches: false,
    description: "Change a person in Zendesk: name, phone, organization, notes or tags.",
    keywords: ["edit customer", "change contact"],
    params: { id: userId },
    body: t.Object(
      {
        name: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "Full name." })),
        ...values,
      },
      { minProperties: 1 },
    ),
    upstream: ({ params, body }) => ({
      method: "PUT",
      path: path`/api/v2/users/${params.id}`,
      json: { user: { ...body, organization_id: numbered(body.organization_id) } },
    }),
    returns: one(user, { at: "user" }),
  }),
};
