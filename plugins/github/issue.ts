// An issue; GitHub lists pull requests as issues too.
import { asTime, maybe, nullable, rawId, resource, type Static, shapes, t } from "gateway/plugin";
import { time } from "./fields.ts";
import { label, labelsRaw, toLabel } from "./label.ts";
import { milestone, milestoneRaw, toMilestone } from "./milestone.ts";
import { person, personRaw, toPerson, toPersonOrNull } from "./person.ts";

export const issueRaw = t.Object({
  id: rawId,
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
  // Present on a pull request only.
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

/** An issue, or a pull request as an issue. */
export const issue = resource({ raw: issueRaw, shape: issueShape, map: toIssue });
/** An item of list_issues, which skips pull requests by default. */
export const listedIssue = resource({
  raw: issueRaw,
  shape: issueShape,
  map: (raw, call) => (raw.pull_request && call.query.include_pull_requests !== true ? null : toIssue(raw)),
});
