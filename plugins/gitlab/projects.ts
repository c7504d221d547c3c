// Projects, and what issues and merge requests refer to in them: members and labels.
import { endpoint, field, many, one, oneOf, path, record, t } from "gateway/plugin";
import { inProject, order, paging, since, words } from "./fields.ts";

const project = record({
  id: field.id(),
  name: field.text(),
  path: field.text({
    from: "path_with_namespace",
    description: "Path of the project, which the parameter project accepts, as it does the id.",
  }),
  description: field.nullableText(),
  visibility: field.nullableText({ description: "private, internal or public." }),
  default_branch: field.nullableText({ description: "Name of the default branch; null in an empty repository." }),
  topics: field.texts(),
  url: field.nullableText({ from: "web_url" }),
  clone_url: field.nullableText({ from: "http_url_to_repo" }),
  is_archived: field.flag({ from: "archived" }),
  stars: field.nullableInteger({ from: "star_count" }),
  open_issues: field.nullableInteger({ from: "open_issues_count" }),
  access_level: field.nullableInteger({
    from: "permissions.project_access.access_level",
    description:
      "The user's own access level: 10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner; null if not a member.",
  }),
  group_access_level: field.nullableInteger({
    from: "permissions.group_access.access_level",
    description: "The user's access level through the group, with the same numbers; null without one.",
  }),
  created_at: field.nullableTime(),
  last_activity_at: field.nullableTime(),
});
const member = record({
  id: field.id({ description: "Id of the user, for assignee_ids and reviewer_ids." }),
  username: field.text(),
  name: field.nullableText(),
  url: field.nullableText({ from: "web_url" }),
  access_level: field.integer({ description: "10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner." }),
});
const label = record({
  id: field.id(),
  name: field.text(),
  color: field.nullableText(),
  description: field.nullableText(),
});

export const projectEndpoints = {
  list_projects: endpoint({
    method: "GET",
    path: "/projects",
    permission: "projects.read",
    description: "List or search GitLab projects, by default those of the connected user.",
    keywords: ["repositories", "repos", "my projects", "find repository"],
    query: t.Object({
      q: words("Part of a project's name or path."),
      scope: t.Optional(
        oneOf(
          ["member", "owned", "starred", "all"],
          "Projects that the user is a member of (the default), owns or has starred, or all visible projects.",
        ),
      ),
      visibility: t.Optional(oneOf(["private", "internal", "public"], "Only projects with this visibility.")),
      archived: t.Optional(t.Boolean({ description: "true: only archived projects; false: only others." })),
      active_since: since("Only projects with activity after this time."),
      order_by: t.Optional(
        oneOf(
          ["last_activity_at", "created_at", "updated_at", "name", "id"],
          "What to sort by; the default is last_activity_at. Use id for very long lists.",
        ),
      ),
      order,
    }),
    upstream: ({ query: { q, order, scope = "member", active_since, order_by = "last_activity_at", ...query } }) => ({
      path: path`/projects`,
      query: {
        ...query,
        search: q,
        sort: order,
        membership: scope === "member" ? true : undefined,
        owned: scope === "owned" ? true : undefined,
        starred: scope === "starred" ? true : undefined,
        last_activity_after: active_since,
        order_by,
        // Page numbers end at 50,000 projects: docs.gitlab.com/api/rest, "Keyset-based pagination".
        pagination: order_by === "id" ? "keyset" : undefined,
      },
    }),
    returns: many("projects", project, { pagination: paging }),
  }),
  get_project: endpoint({
    method: "GET",
    path: "/projects/{project}",
    permission: "projects.read",
    description: "Get one GitLab project: description, default branch, visibility and what the user may do there.",
    keywords: ["repository", "repo details"],
    params: inProject,
    upstream: "/projects/{project}",
    returns: one(project),
  }),
  list_members: endpoint({
    method: "GET",
    path: "/projects/{project}/members",
    permission: "projects.read",
    description: "List or search the members of a GitLab project, direct ones and those of its groups.",
    keywords: ["collaborators", "team", "access", "assignees", "who works on"],
    params: inProject,
    query: t.Object({ q: words("Part of a name or username.") }),
    upstream: ({ params, query }) => ({
      path: path`/projects/${params.project}/members/all`,
      query: { query: query.q },
    }),
    returns: many("members", member, { pagination: paging }),
  }),
  list_labels: endpoint({
    method: "GET",
    path: "/projects/{project}/labels",
    permission: "projects.read",
    description: "List the labels that issues and merge requests of a GitLab project can have.",
    keywords: ["tags", "categories"],
    params: inProject,
    query: t.Object({ q: words("Part of a label's name.") }),
    upstream: ({ params, query }) => ({ path: path`/projects/${params.project}/labels`, query: { search: query.q } }),
    returns: many("labels", label, { pagination: paging }),
  }),
};
