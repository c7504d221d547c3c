// Endpoints of issues, their comments and labels.
import { endpoint, field, many, nullable, one, oneOf, path, record, t } from "gateway/plugin";
import { comment } from "./comment.ts";
import { inRepo, numberParam, order, orderBy, paging, since, sorted } from "./fields.ts";
import { issue, listedIssue } from "./issue.ts";
import { labelFields } from "./label.ts";

const repoLabel = record({
  ...labelFields,
  default: field.flag({ description: "Whether it is one of GitHub's default labels." }),
});

const number = numberParam("Number of the issue, as in #12; a pull request's number works as well.");
const changeable = {
  body: t.Optional(t.String({ description: "Text in Markdown." })),
  milestone: t.Optional(nullable(t.Integer({ minimum: 1, description: "Number of a milestone, or null for none." }))),
  type: t.Optional(nullable(t.String({ description: "Name of an issue type of the organization, or null for none." }))),
};
const labelNames = (description: string) =>
  t.Optional(t.Array(t.String({ minLength: 1 }), { maxItems: 100, description }));
const logins = (description: string) => t.Optional(t.Array(t.String({ minLength: 1 }), { maxItems: 10, description }));

export const issues = {
  list_issues: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/issues",
    permission: "issues.read",
    description:
      "List the issues of a GitHub repository. Pull requests are left out by default, so a page can have fewer items than its limit.",
    keywords: ["bugs", "tickets", "tasks", "feature requests"],
    params: inRepo,
    query: t.Object({
      state: t.Optional(oneOf(["open", "closed", "all"], "Which issues to return; the default is open.")),
      labels: t.Optional(
        t.String({ description: "Names of labels, separated by commas, all of which must be there." }),
      ),
      assignee: t.Optional(
        t.String({ description: "Login of an assignee; none for unassigned issues, * for any assignee." }),
      ),
      creator: t.Optional(t.String({ description: "Login of the author." })),
      mentioned: t.Optional(t.String({ description: "Login of a mentioned user." })),
      milestone: t.Optional(
        t.String({ description: "Number of a milestone; none for issues without one, * for any milestone." }),
      ),
      type: t.Optional(
        t.String({ description: "Name of an issue type; none for issues without one, * for any type." }),
      ),
      order_by: orderBy(["created", "updated", "comments"], "What to sort by; the default is created."),
      order,
      since: since("Only issues updated at or after this time, such as 2026-01-31T09:00:00Z."),
      include_pull_requests: t.Optional(t.Boolean({ description: "Whether to return pull requests as well." })),
    }),
    upstream: ({ params, query }) => ({
      path: path`/repos/${params.owner}/${params.repo}/issues`,
      query: { ...sorted(query), include_pull_requests: undefined },
    }),
    returns: many("issues", listedIssue, { pagination: paging }),
  }),
  create_issue: endpoint({
    method: "POST",
    recipients: ["{owner}/{repo}"],
    reaches: true,
    path: "/repos/{owner}/{repo}/issues",
    permission: "issues.write",
    description: "Open an issue in a GitHub repository.",
    keywords: ["report a bug", "file a ticket", "new task", "feature request"],
    params: inRepo,
    body: t.Object({
      title: t.String({ minLength: 1, description: "Title." }),
      ...changeable,
      labels: labelNames("Names of labels; GitHub ignores them without push access."),
      assignees: logins("Logins of up to 10 assignees; GitHub ignores them without push access."),
    }),
    upstream: "/repos/{owner}/{repo}/issues",
    returns: one(issue),
  }),
  get_issue: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/issues/{number}",
    permission: "issues.read",
    description: "Get one issue of a GitHub repository by its number.",
    keywords: ["bug", "ticket", "task"],
    params: { ...inRepo, number },
    upstream: "/repos/{owner}/{repo}/issues/{number}",
    returns: one(issue),
  }),
  update_issue: endpoint({
    method: "PATCH",
    idempotent: true,
    recipients: ["{owner}/{repo}"],
    reaches: { when: ["title", "body", "state", "assignees"] },
    path: "/repos/{owner}/{repo}/issues/{number}",
    permission: "issues.write",
    description: "Change a GitHub issue: edit its text, close or reopen it, label or assign it.",
    keywords: ["bug", "ticket", "resolve", "assign", "label", "triage"],
    params: { ...inRepo, number },
    body: t.Object(
      {
        title: t.Optional(t.String({ minLength: 1, description: "New title." })),
        ...changeable,
        state: t.Optional(oneOf(["open", "closed"], "Open or close it.")),
        state_reason: t.Optional(
          oneOf(
            ["completed", "not_planned", "duplicate", "reopened"],
            "Reason for the new state; only used together with state.",
          ),
        ),
        labels: labelNames("Names of the labels, which replace all existing ones."),
        assignees: logins("Logins of the assignees, who replace all existing ones."),
      },
      { minProperties: 1 },
    ),
    upstream: "/repos/{owner}/{repo}/issues/{number}",
    returns: one(issue),
  }),
  list_issue_comments: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/issues/{number}/comments",
    permission: "issues.read",
    description: "List the comments of a GitHub issue or pull request, oldest first.",
    keywords: ["discussion", "conversation", "replies", "thread"],
    params: { ...inRepo, number },
    query: t.Object({ since: since("Only comments updated at or after this time, such as 2026-01-31T09:00:00Z.") }),
    upstream: "/repos/{owner}/{repo}/issues/{number}/comments",
    returns: many("comments", comment, { pagination: paging }),
  }),
  create_issue_comment: endpoint({
    method: "POST",
    recipients: ["{owner}/{repo}"],
    reaches: true,
    path: "/repos/{owner}/{repo}/issues/{number}/comments",
    permission: "issues.write",
    description: "Comment on a GitHub issue or pull request.",
    keywords: ["reply", "answer", "add a note", "respond"],
    params: { ...inRepo, number },
    body: t.Object({ body: t.String({ minLength: 1, description: "Text in Markdown." }) }),
    upstream: "/repos/{owner}/{repo}/issues/{number}/comments",
    returns: one(comment),
  }),
  list_labels: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/labels",
    permission: "issues.read",
    description: "List the labels that a GitHub repository has for its issues and pull requests.",
    keywords: ["tags", "categories"],
    params: inRepo,
    upstream: "/repos/{owner}/{repo}/labels",
    returns: many("labels", repoLabel, { pagination: paging }),
  }),
};
