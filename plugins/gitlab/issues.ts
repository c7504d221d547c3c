// Issues: list, read, open, change, close.
import { endpoint, field, many, nullable, one, oneOf, path, record, t } from "gateway/plugin";
import {
  changedJson,
  inProject,
  issueNumber,
  joined,
  key,
  labelNames,
  labels,
  labelsAndState,
  order,
  paging,
  person,
  since,
  userIds,
  words,
} from "./fields.ts";

export const issue = record({
  id: field.id({ description: "Id of the issue; endpoints take its project and number." }),
  key: key("#"),
  number: field.integer({ from: "iid" }),
  project_id: field.id(),
  reference: field.nullableText({ from: "references.full", description: "Full reference, such as acme/site#12." }),
  title: field.text(),
  body: field.nullableText({ from: "description", description: "Markdown." }),
  state: field.text({ description: "opened or closed." }),
  is_closed: field.of({
    from: "state",
    raw: t.String(),
    shape: t.Boolean(),
    map: (state) => state === "closed",
  }),
  type: field.nullableText({ from: "issue_type", description: "issue, incident, task and so on." }),
  author: field.nullableOne(person),
  assignees: field.many(person),
  labels: labels(),
  milestone: field.nullableText({ from: "milestone.title" }),
  is_confidential: field.flag({ from: "confidential" }),
  due_date: field.nullableDay(),
  comments: field.nullableInteger({ from: "user_notes_count" }),
  url: field.nullableText({ from: "web_url" }),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
  closed_at: field.nullableTime(),
});

const state = t.Optional(oneOf(["opened", "closed", "all"], "State of the issues to return; the default is all."));
const changeable = {
  description: t.Optional(t.String({ maxLength: 1_000_000, description: "Text in Markdown." })),
  milestone_id: t.Optional(t.Integer({ minimum: 0, description: "Id of a milestone, or 0 for none." })),
  due_date: t.Optional(
    nullable(t.String({ format: "date", description: "Day such as 2026-01-31, or null for none." })),
  ),
  confidential: t.Optional(t.Boolean({ description: "Whether only project members see it." })),
  assignee_ids: userIds("Ids of all assignees, from gitlab_find_users; at most one without a paid plan."),
};

export const issueEndpoints = {
  list_issues: endpoint({
    method: "GET",
    path: "/projects/{project}/issues",
    permission: "issues.read",
    description: "List or search the issues of a GitLab project.",
    keywords: ["bugs", "tickets", "tasks", "backlog", "open issues"],
    params: inProject,
    query: t.Object({
      state,
      q: words("Words in title or description."),
      labels: t.Optional(
        t.String({ minLength: 1, description: "Names of labels, separated by commas, all of which must be there." }),
      ),
      milestone: t.Optional(
        t.String({
          minLength: 1,
          description: "Title of a milestone; None for issues without one, Any for any milestone.",
        }),
      ),
      assignee_username: t.Optional(t.String({ minLength: 1, description: "Only issues assigned to this user." })),
      author_username: t.Optional(t.String({ minLength: 1, description: "Only issues of this author." })),
      updated_since: since("Only issues changed at or after this time."),
      created_since: since("Only issues opened at or after this time."),
      order_by: t.Optional(
        oneOf(
          ["created_at", "updated_at", "due_date", "priority", "title"],
          "What to sort by; the default is created_at.",
        ),
      ),
      order,
    }),
    upstream: ({ params, query: { q, order, updated_since, created_since, ...query } }) => ({
      path: path`/projects/${params.project}/issues`,
      query: { ...query, search: q, sort: order, updated_after: updated_since, created_after: created_since },
    }),
    returns: many("issues", issue, { pagination: paging }),
  }),
  list_my_issues: endpoint({
    method: "GET",
    path: "/issues",
    permission: "issues.read",
    description: "List the GitLab issues of the connected user in all projects: assigned to them, or opened by them.",
    keywords: ["my tickets", "assigned to me"],
    query: t.Object({
      scope: t.Optional(
        oneOf(
          ["assigned_to_me", "created_by_me"],
          "Relation of the user to the issues; the default is assigned_to_me.",
        ),
      ),
      state,
      q: words("Words in title or description."),
      updated_since: since("Only issues changed at or after this time."),
    }),
    upstream: ({ query: { q, scope = "assigned_to_me", updated_since, ...query } }) => ({
      path: path`/issues`,
      query: { ...query, search: q, scope, updated_after: updated_since },
    }),
    returns: many("issues", issue, { pagination: paging }),
  }),
  get_issue: endpoint({
    method: "GET",
    path: "/projects/{project}/issues/{number}",
    permission: "issues.read",
    description: "Get one issue of a GitLab project by its number.",
    keywords: ["bug", "ticket", "task"],
    params: { ...inProject, number: issueNumber },
    upstream: "/projects/{project}/issues/{number}",
    returns: one(issue),
  }),
  create_issue: endpoint({
    method: "POST",
    recipients: ["project"],
    reaches: true,
    path: "/projects/{project}/issues",
    permission: "issues.write",
    description: "Open an issue in a GitLab project.",
    keywords: ["report a bug", "file a ticket", "new task", "feature request"],
    params: inProject,
    body: t.Object({
      title: t.String({ minLength: 1, maxLength: 255, description: "Title." }),
      ...changeable,
      labels: labelNames("Names of labels; new ones are created."),
    }),
    readAs: { description: "body" },
    upstream: ({ params, body }) => ({
      path: path`/projects/${params.project}/issues`,
      json: { ...body, labels: joined(body.labels) },
    }),
    returns: one(issue),
  }),
  update_issue: endpoint({
    method: "PATCH",
    idempotent: true,
    recipients: ["project"],
    reaches: { when: ["title", "description", "state", "assignee_ids", "confidential"] },
    path: "/projects/{project}/issues/{number}",
    permission: "issues.write",
    description: "Change a GitLab issue: title, text, labels, assignees; close or reopen it.",
    keywords: ["edit ticket", "close issue", "assign", "reopen", "resolve"],
    params: { ...inProject, number: issueNumber },
    body: t.Object(
      {
        title: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "New title." })),
        ...changeable,
        ...labelsAndState,
      },
      { minProperties: 1 },
    ),
    readAs: { description: "body" },
    upstream: ({ params, body }) => ({
      method: "PUT",
      path: path`/projects/${params.project}/issues/${params.number}`,
      json: changedJson(body),
    }),
    returns: one(issue),
  }),
};
