// The people of a Jira site.
import { endpoint, field, InvalidInput, many, maybeFlag, one, path, record, shapes, t, textAt } from "gateway/plugin";
import { issueKey, projectKey } from "./fields.ts";
import { peoplePagination } from "./pagination.ts";

const user = record({
  id: field.text({ from: "accountId" }),
  name: field.nullableText({ from: "displayName", description: shapes.person.name.description }),
  // Empty for the many people who hide it.
  email: field.nonEmptyText({ from: "emailAddress" }),
  avatar_url: field.of({
    from: "avatarUrls",
    raw: t.Optional(t.Unknown()),
    shape: shapes.nullableText(),
    map: (urls) => textAt(urls, "48x48"),
  }),
  is_active: field.of({ from: "active", raw: maybeFlag, shape: t.Boolean(), map: (active) => active ?? true }),
  type: field.nullableText({ from: "accountType", description: "atlassian, app or customer." }),
  time_zone: field.nullableText({ from: "timeZone" }),
});

export const userEndpoints = {
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the connected Jira user: name, email address, time zone.",
    keywords: ["who am I", "my account", "profile"],
    upstream: "/myself",
    returns: one(user, { by: "owner" }),
  }),
  find_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "Find people on the Jira site by name or email, or those to whom issues of a project can be assigned.",
    keywords: ["members", "colleagues", "assign to", "account id", "who", "team"],
    query: t.Object({
      q: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "Start of a name or an email address." })),
      project: t.Optional(projectKey("Only people to whom this project's issues can be assigned.")),
      issue: t.Optional(t.String({ ...issueKey, description: "Only people to whom this issue can be assigned." })),
    }),
    upstream: ({ query: { q, project, issue } }) => {
      if (project !== undefined && issue !== undefined) throw new InvalidInput("Send project or issue, not both.");
      const isForWork = project !== undefined || issue !== undefined;
      if (!isForWork && q === undefined) throw new InvalidInput("Send q, or a project or issue.");
      return isForWork
        ? { path: path`/user/assignable/search`, query: { query: q, project, issueKey: issue } }
        : { path: path`/user/search`, query: { query: q } };
    },
    returns: many("users", user, { pagination: peoplePagination }),
  }),
};
