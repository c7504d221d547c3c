// Endpoints of Linear's issues: list, search, read, create, change and archive.
import { type CallIdentity, deleted, endpoint, many, maybe, one, oneOf, t } from "gateway/plugin";
import { issueId, uuid } from "./fields.ts";
import { connection, mutationRequest, PAGE_INFO, queryRequest, toCamelCase } from "./graphql.ts";
import { ISSUE, issue } from "./issue.ts";
import { issueFilters, toFilter } from "./issue-filter.ts";
import { memberId } from "./member.ts";

const LIST = `query Issues($first: Int!, $after: String, $filter: IssueFilter, $orderBy: PaginationOrderBy, $includeArchived: Boolean) {
  issues(first: $first, after: $after, filter: $filter, orderBy: $orderBy, includeArchived: $includeArchived) {
    nodes { ${ISSUE} } ${PAGE_INFO} } }`;
const SEARCH = `query Search($term: String!, $first: Int!, $after: String, $filter: IssueFilter, $includeComments: Boolean) {
  searchIssues(term: $term, first: $first, after: $after, filter: $filter, includeComments: $includeComments) {
    nodes { ${ISSUE} } ${PAGE_INFO} } }`;
const GET = `query Issue($id: String!) { issue(id: $id) { ${ISSUE} } }`;
const CREATE = `mutation Create($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { ${ISSUE} } } }`;
const UPDATE = `mutation Update($id: String!, $input: IssueUpdateInput!) {
  issueUpdate(id: $id, input: $input) { success issue { ${ISSUE} } } }`;
const ARCHIVE = "mutation Archive($id: String!) { issueArchive(id: $id) { success } }";

const labels = (description: string) => t.Optional(t.Array(uuid("Id of a label."), { maxItems: 50, description }));

/** Input fields of both creating and changing an issue. */
const fields = {
  body: maybe(t.String({ maxLength: 100_000, description: "Description in Markdown." })),
  state_id: t.Optional(uuid("Id of a workflow state of the issue's team, from linear_list_teams.")),
  assignee_id: maybe(
    t.String({
      pattern: "^(me|[0-9a-fA-F-]{36})$",
      description: "Id of a person, from linear_list_users; me; or null for no one.",
    }),
  ),
  priority: t.Optional(
    t.Integer({ minimum: 0, maximum: 4, description: "Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low." }),
  ),
  project_id: maybe(uuid("Id of a project, from linear_list_projects, or null for none.")),
  cycle_id: maybe(uuid("Id of a cycle of the issue's team, or null for none.")),
  parent_id: maybe(uuid("Id of the parent issue, or null for none.")),
  due_date: maybe(t.String({ format: "date", description: "Day it is due, such as 2026-01-31, or null for none." })),
  estimate: maybe(t.Integer({ minimum: 0, description: "Estimate in the team's own scale, or null for none." })),
};

/** The body as Linear's input, with the connected person's id for `me`. */
function toInput({ body, assignee_id, ...rest }: Record<string, unknown>, identity: CallIdentity) {
  const assigneeId = assignee_id === "me" ? memberId(identity) : assignee_id;
  return { ...toCamelCase(rest), description: body, assigneeId };
}

export const issueEndpoints = {
  list_issues: endpoint({
    method: "GET",
    path: "/issues",
    permission: "issues.read",
    description:
      "List Linear issues, newest first: filtered by team, project, assignee, state, label or time of change.",
    keywords: ["tickets", "tasks", "bugs", "backlog", "to-do", "my issues", "assigned to me", "current cycle"],
    query: t.Object({
      ...issueFilters,
      order: t.Optional({
        ...oneOf(["created", "updated"], "created: newest first (the default); updated: last changed first."),
        previousNames: ["sort"],
      }),
      include_archived: t.Optional(t.Boolean({ description: "Whether archived issues are listed as well." })),
    }),
    upstream: ({ query: { order, include_archived, ...filters } }) =>
      queryRequest(LIST, {
        filter: toFilter(filters),
        orderBy: order && `${order}At`,
        includeArchived: include_archived,
      }),
    returns: many("issues", issue, { at: "data.issues.nodes", pagination: connection("issues") }),
  }),
  search_issues: endpoint({
    method: "GET",
    path: "/search/issues",
    permission: "issues.read",
    description: "Search Linear issues by words in their title and description, and optionally in their comments.",
    keywords: ["find", "look up", "tickets", "tasks", "bugs", "full text", "duplicates"],
    query: t.Object({
      q: t.String({ minLength: 1, maxLength: 500, description: "Words to search for." }),
      ...issueFilters,
      include_comments: t.Optional(t.Boolean({ description: "Whether comments are searched as well." })),
    }),
    upstream: ({ query: { q, include_comments, ...filters } }) =>
      queryRequest(SEARCH, { term: q, filter: toFilter(filters), includeComments: include_comments }),
    returns: many("issues", issue, { at: "data.searchIssues.nodes", pagination: connection("searchIssues") }),
  }),
  get_issue: endpoint({
    method: "GET",
    path: "/issues/{id}",
    permission: "issues.read",
    description: "Get one Linear issue by its identifier or id.",
    keywords: ["ticket", "task", "bug", "details", "status"],
    params: { id: issueId },
    upstream: ({ params }) => queryRequest(GET, { id: params.id }),
    returns: one(issue, { at: "data.issue" }),
  }),
  create_issue: endpoint({
    method: "POST",
    recipients: ["team_id"],
    reaches: true,
    path: "/issues",
    permission: "issues.create",
    description: "Create a Linear issue in a team.",
    keywords: ["new ticket", "file a bug", "report", "add a task", "open", "feature request", "sub-issue"],
    body: t.Object({
      team_id: uuid("Id of the team, from linear_list_teams."),
      title: t.String({ minLength: 1, maxLength: 500, description: "Title." }),
      ...fields,
      label_ids: labels("Ids of its labels, from linear_list_labels."),
    }),
    upstream: ({ body, identity }) => mutationRequest(CREATE, { input: toInput(body, identity) }),
    returns: one(issue, { at: "data.issueCreate.issue" }),
  }),
  update_issue: endpoint({
    method: "PATCH",
    idempotent: true,
    recipients: ["id"],
    reaches: { when: ["title", "body", "assignee_id", "team_id"] },
    path: "/issues/{id}",
    permission: "issues.write",
    description: "Change a Linear issue: its text, state, assignee, priority, labels, project, cycle or due date.",
    keywords: ["edit", "move", "assign", "close", "reopen", "complete", "cancel", "label", "prioritize", "schedule"],
    params: { id: issueId },
    body: t.Object(
      {
        title: t.Optional(t.String({ minLength: 1, maxLength: 500, description: "New title." })),
        ...fields,
        team_id: t.Optional(uuid("Id of the team to move it to, from linear_list_teams.")),
        added_label_ids: labels("Ids of labels to add, from linear_list_labels; existing labels stay."),
        removed_label_ids: labels("Ids of labels to remove."),
      },
      { minProperties: 1 },
    ),
    upstream: ({ params, body, identity }) =>
      mutationRequest(UPDATE, { id: params.id, input: toInput(body, identity) }),
    returns: one(issue, { at: "data.issueUpdate.issue" }),
  }),
  archive_issue: endpoint({
    method: "DELETE",
    path: "/issues/{id}",
    permission: "issues.write",
    reaches: false,
    description:
      "Archive a Linear issue. It no longer appears in lists, can still be read, and can be restored in Linear.",
    keywords: ["delete", "remove", "ticket", "clean up"],
    params: { id: issueId },
    upstream: ({ params }) => mutationRequest(ARCHIVE, { id: params.id }),
    returns: deleted(),
  }),
};
