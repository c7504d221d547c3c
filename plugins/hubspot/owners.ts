// The people of a HubSpot account who can own records.
import { endpoint, many, maybe, maybeText, path, rawId, resource, shapes, t } from "gateway/plugin";
import { crmPath, queryPagination } from "./requests.ts";

const owner = resource({
  raw: t.Object({
    id: t.String(),
    email: maybeText,
    firstName: maybeText,
    lastName: maybeText,
    userId: maybe(rawId),
    teams: maybe(t.Array(t.Object({ id: t.String(), name: t.String() }))),
    archived: t.Optional(t.Boolean()),
  }),
  shape: t.Object({
    ...shapes.person,
    user_id: shapes.nullableText("Id of the user, which differs from the owner's id."),
    teams: t.Array(t.Object({ id: t.String(), name: t.String() })),
    archived: t.Boolean(),
  }),
  map: (raw) => ({
    id: raw.id,
    name: [raw.firstName, raw.lastName].filter(Boolean).join(" ") || null,
    email: raw.email || null,
    avatar_url: null,
    user_id: raw.userId == null ? null : String(raw.userId),
    teams: (raw.teams ?? []).map(({ id, name }) => ({ id, name })),
    archived: raw.archived ?? false,
  }),
});

export const ownerEndpoints = {
  list_owners: endpoint({
    method: "GET",
    path: "/owners",
    permission: "owners.read",
    description: "List the owners in HubSpot: the users to whom contacts, deals and tickets can be assigned.",
    keywords: ["sales reps", "team members", "users", "assignees", "who"],
    query: t.Object({
      email: t.Optional(
        t.String({ format: "email", maxLength: 320, description: "Only the owner with this email address." }),
      ),
    }),
    upstream: ({ query }) => ({ path: crmPath(path`/owners`), query: { email: query.email } }),
    returns: many("owners", owner, { at: "results", pagination: queryPagination }),
  }),
};
