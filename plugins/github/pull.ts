// A pull request, alone and in a list.
import { asTime, maybe, nullable, rawId, resource, type Static, t } from "gateway/plugin";
import { time } from "./fields.ts";
import { label, labelsRaw, toLabel } from "./label.ts";
import { milestone, milestoneRaw, toMilestone } from "./milestone.ts";
import { person, personRaw, toPerson, toPersonOrNull } from "./person.ts";

const sideRaw = t.Object({
  ref: t.String(),
  sha: t.String(),
  // Null where the fork was deleted.
  repo: nullable(t.Object({ full_name: t.String() })),
});
const side = t.Object(
  {
    ref: t.String({ description: "Branch." }),
    sha: t.String(),
    repository: nullable(t.String({ description: "owner/name; null if the fork is gone." })),
  },
  { title: "GithubBranchRef" },
);
function toSide(raw: Static<typeof sideRaw>): Static<typeof side> {
  return { ref: raw.ref, sha: raw.sha, repository: raw.repo?.full_name ?? null };
}

export const listedPullRaw = t.Object({
  id: rawId,
  number: t.Integer(),
  title: t.String(),
  body: nullable(t.String()),
  state: t.String(),
  draft: t.Optional(t.Boolean()),
  locked: t.Boolean(),
  html_url: t.String(),
  head: sideRaw,
  base: sideRaw,
  user: nullable(personRaw),
  assignees: maybe(t.Array(personRaw)),
  requested_reviewers: maybe(t.Array(personRaw)),
  requested_teams: maybe(t.Array(t.Object({ slug: t.String() }))),
  labels: labelsRaw,
  milestone: nullable(milestoneRaw),
  created_at: time,
  updated_at: time,
  closed_at: nullable(t.String()),
  merged_at: nullable(t.String()),
});
export const listedPullShape = t.Object({
  id: t.String({ description: "Id of the pull request; endpoints take its number." }),
  number: t.Integer(),
  title: t.String(),
  body: nullable(t.String({ description: "Markdown." })),
  state: t.String({ description: "open or closed." }),
  draft: t.Boolean(),
  merged: t.Boolean(),
  locked: t.Boolean(),
  html_url: t.String(),
  head: side,
  base: side,
  user: nullable(person),
  assignees: t.Array(person),
  requested_reviewers: t.Array(person),
  requested_teams: t.Array(t.String({ description: "Slug of a team." })),
  labels: t.Array(label),
  milestone: nullable(milestone),
  created_at: time,
  updated_at: time,
  closed_at: nullable(time),
  merged_at: nullable(time),
});
export function toListedPull(raw: Static<typeof listedPullRaw>): Static<typeof listedPullShape> {
  return {
    id: String(raw.id),
    number: raw.number,
    title: raw.title,
    body: raw.body,
    state: raw.state,
    draft: raw.draft ?? false,
    merged: raw.merged_at !== null,
    locked: raw.locked,
    html_url: raw.html_url,
    head: toSide(raw.head),
    base: toSide(raw.base),
    user: toPersonOrNull(raw.user),
    assignees: (raw.assignees ?? []).map(toPerson),
    requested_reviewers: (raw.requested_reviewers ?? []).map(toPerson),
    requested_teams: (raw.requested_teams ?? []).map((team) => team.slug),
    labels: raw.labels.map(toLabel),
    milestone: toMilestone(raw.milestone),
    created_at: raw.created_at,
    updated_at: raw.updated_at,
    closed_at: asTime(raw.closed_at),
    merged_at: asTime(raw.merged_at),
  };
}
export const listedPull = resource({ raw: listedPullRaw, shape: listedPullShape, map: toListedPull });

/** A single pull request has more fields than one in a list. */
export const pull = resource({
  raw: t.Object({
    ...listedPullRaw.properties,
    mergeable: nullable(t.Boolean()),
    mergeable_state: t.String(),
    additions: t.Integer(),
    deletions: t.Integer(),
    changed_files: t.Integer(),
    commits: t.Integer(),
    comments: t.Integer(),
    review_comments: t.Integer(),
  }),
  shape: t.Object({
    ...listedPullShape.properties,
    mergeable: nullable(t.Boolean({ description: "Null while GitHub is still finding out; ask again later." })),
    mergeable_state: t.String(),
    additions: t.Integer({ description: "Lines." }),
    deletions: t.Integer({ description: "Lines." }),
    changed_files: t.Integer(),
    commits: t.Integer(),
    comments: t.Integer(),
    review_comments: t.Integer(),
  }),
  map: (raw) => ({
    ...toListedPull(raw),
    mergeable: raw.mergeable,
    mergeable_state: raw.mergeable_state,
    additions: raw.additions,
    deletions: raw.deletions,
    changed_files: raw.changed_files,
    commits: raw.commits,
    comments: raw.comments,
    review_comments: raw.review_comments,
  }),
});
