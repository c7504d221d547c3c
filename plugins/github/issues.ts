// Issues: listing, reading, opening and changing them; their comments and labels.
import {
  asTime,
  endpoint,
  many,
  maybe,
  nullable,
  one,
  oneOf,
  path,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import {
  direction,
  inRepo,
  label,
  labelsRaw,
  milestone,
  milestoneRaw,
  numberParam,
  paging,
  person,
  personRaw,
  since,
  time,
  toLabel,
  toMilestone,
  toPerson,
  toPersonOrNull,
} from "./shared.ts";

export const issueRaw = t.Object({
  id: t.Integer(),
  number: t.Integer(),
  title: t.String(),
  body: maybe(t.String()),
  state: t.String(),
  state_reason: maybe(t.String()),
  locked: t.Boolean(),
  html_url: t.String(),
  repository_url: t.String(),
  user: nullable(personRaw),
  assignees: maybe(t.Array(personRaw)),
  labels: labelsRaw,
  milestone: nullable(milestoneRaw),
  type: maybe(t.Object({ name: t.String() })),
  comments: t.Integer(),
  // Present on a pull request only: GitHub lists both as issues.
  pull_request: t.Optional(t.Object({})),
  author_association: t.Optional(t.String()),
  created_at: time,
  updated_at: time,
  closed_at: nullable(t.String()),
});
export const issueShape = t.Object({
  ...shapes.issue,
  id: t.String({ description: "Id of the issue; endpoints take its number." }),
  number: t.Integer(),
  state: t.String({ description: "open or closed." }),
  state_reason: nullable(t.String({ description: "completed, not_planned, duplicate or reopened." })),
  locked: t.Boolean(),
  html_url: t.String({ description: "GitHub's own name for url." }),
  repository: t.String({ description: "owner/name." }),
  user: nullable(person),
  assignees: t.Array(person),
  labels: t.Array(label),
  milestone: nullable(milestone),
  type: nullable(t.String({ description: "Issue type of the organization, such as Bug." })),
  comments: t.Integer({ description: "How many comments it has." }),
  is_pull_request: t.Boolean(),
  author_association: nullable(t.String({ description: "OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on." })),
  created_at: time,
  updated_at: time,
  closed_at: nullable(time),
});
export function toIssue(raw: Static<typeof issueRaw>): Static<typeof issueShape> {
  return {
    id: String(raw.id),
    key: `#${raw.number}`,
    number: raw.number,
    title: raw.title,
    body: raw.body ?? null,
    state: raw.state,
    is_closed: raw.state === "closed",
    state_reason: raw.state_reason ?? null,
    locked: raw.locked,
    url: raw.html_url,
    html_url: raw.html_url,
    repository: raw.repository_url.split("/").slice(-2).join("/"),
    user: toPersonOrNull(raw.user),
    assignees: (raw.assignees ?? []).map(toPerson),
    labels: raw.labels.map(toLabel),
    milestone: toMilestone(raw.milestone),
    type: raw.type?.name ?? null,
    comments: raw.comments,
    is_pull_request: raw.pull_request !== undefined,
    author_association: raw.author_association ?? null,
    created_at: raw.created_at,
    updated_at: raw.updated_at,
    closed_at: asTime(raw.closed_at),
  };
}

/** An issue, or a pull request seen as one. */
export const issue = resource({ raw: issueRaw, shape: issueShape, map: toIssue });
/** The same in a list of issues, where pull requests are left out unless they were asked for. */
const listedIssue = resource({
  raw: issueRaw,
  shape: issueShape,
  map: (raw, call) => (raw.pull_request && call.query.include_pull_requests !== true ? null : toIssue(raw)),
});

export const commentRaw = t.Object({
  id: t.Integer(),
  body: t.Optional(t.String()),
  user: nullable(personRaw),
  html_url: t.String(),
  author_association: t.Optional(t.String()),
  created_at: time,
  updated_at: time,
});
export const commentShape = t.Object({
  id: t.String(),
  body: t.String({ description: "Markdown." }),
  user: nullable(person),
  html_url: t.String(),
  author_association: issueShape.properties.author_association,
  created_at: time,
  updated_at: time,
});
export function toComment(raw: Static<typeof commentRaw>): Static<typeof commentShape> {
  return {
    id: String(raw.id),
    body: raw.body ?? "",
    user: toPersonOrNull(raw.user),
    html_url: raw.html_url,
    author_association: raw.author_association ?? null,
    created_at: raw.created_at,
    updated_at: raw.updated_at,
  };
}
const comment = resource({ raw: commentRaw, shape: commentShape, map: toComment });

const repoLabel = resource({
  raw: t.Object({
    id: t.Integer(),
    name: t.String(),
    color: t.String(),
    description: nullable(t.String()),
    default: t.Boolean(),
  }),
  shape: t.Object({ ...label.properties, default: t.Boolean({ description: "Whether GitHub made it." }) }),
  map: (raw) => ({ ...toLabel(raw), default: raw.default }),
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
      "List the issues of a GitHub repository. Pull requests are left out unless asked for, so a page can hold fewer items than its limit.",
    keywords: ["bugs", "tickets", "tasks", "feature requests"],
    params: inRepo,
    query: t.Object({
      state: t.Optional(oneOf(["open", "closed", "all"], "Which issues to return; open unless said.")),
      labels: t.Optional(
        t.String({ description: "Names of labels, separated by commas, all of which must be there." }),
      ),
      assignee: t.Optional(t.String({ description: "Login of an assignee, none, or * for any." })),
      creator: t.Optional(t.String({ description: "Login of the author." })),
      mentioned: t.Optional(t.String({ description: "Login of somebody who is mentioned." })),
      milestone: t.Optional(t.String({ description: "Number of a milestone, none, or * for any." })),
      type: t.Optional(t.String({ description: "Name of an issue type, none, or * for any." })),
      sort: t.Optional(oneOf(["created", "updated", "comments"], "Order; created unless said.")),
      direction,
      since: since("Only issues updated at or after this time, such as 2026-01-31T09:00:00Z."),
      include_pull_requests: t.Optional(t.Boolean({ description: "Return pull requests as well." })),
    }),
    upstream: ({ params, query }) => ({
      path: path`/repos/${params.owner}/${params.repo}/issues`,
      query: { ...query, include_pull_requests: undefined },
    }),
    returns: many("issues", listedIssue, { pagination: paging }),
  }),
  create_issue: endpoint({
    method: "POST",
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
          oneOf(["completed", "not_planned", "duplicate", "reopened"], "Why; counts only together with a new state."),
        ),
        labels: labelNames("Names of all its labels: they replace the present ones."),
        assignees: logins("Logins of all its assignees: they replace the present ones."),
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
