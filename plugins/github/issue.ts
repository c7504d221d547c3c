// An issue; GitHub lists pull requests as issues too.
import { field, maybeText, record, resource, shapes, t, valueAt } from "gateway/plugin";
import { label } from "./label.ts";
import { milestone } from "./milestone.ts";
import { account } from "./person.ts";

/** What the author is to the repository. */
export const authorAssociation = field.nullableText({
  description: "OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE and so on.",
});

/** An issue, or a pull request as an issue. */
export const issue = record({
  id: field.id({ description: "Id of the issue; endpoints take its number." }),
  key: field.of({ from: "number", raw: t.Integer(), shape: shapes.issue.key, map: (number) => `#${number}` }),
  number: field.integer(),
  title: field.text(),
  body: field.of({ raw: maybeText, shape: shapes.issue.body, map: (body) => body ?? null }),
  state: field.text({ description: "open or closed." }),
  is_closed: field.of({ from: "state", raw: t.String(), shape: t.Boolean(), map: (state) => state === "closed" }),
  state_reason: field.nullableText({ description: "completed, not_planned, duplicate or reopened." }),
  locked: field.flag(),
  url: field.of({ from: "html_url", raw: t.String(), shape: shapes.issue.url, map: (url) => url }),
  html_url: field.text({ description: "Same as url." }),
  repository: field.of({
    from: "repository_url",
    raw: t.String(),
    shape: t.String({ description: "Repository as owner/name." }),
    map: (url) => url.split("/").slice(-2).join("/"),
  }),
  user: field.nullableOne(account),
  assignees: field.many(account),
  labels: field.many(label),
  milestone: field.nullableOne(milestone),
  type: field.nullableText({ from: "type.name", description: "Issue type of the organization, such as Bug." }),
  comments: field.integer({ description: "How many comments it has." }),
  is_pull_request: field.of({
    from: "pull_request",
    raw: t.Optional(t.Object({})),
    shape: t.Boolean(),
    map: (pull) => pull !== undefined,
  }),
  author_association: authorAssociation,
  created_at: field.time(),
  updated_at: field.time(),
  closed_at: field.nullableTime(),
});

/** An item of list_issues, which skips pull requests by default. */
export const listedIssue = resource({
  ...issue,
  map: (raw, { query }) =>
    valueAt(raw, "pull_request") && query.include_pull_requests !== true ? null : issue.map(raw),
});
