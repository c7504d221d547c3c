// Pull requests: listing, reading, opening, changing and merging them.
import { asTime, endpoint, many, maybe, nullable, one, oneOf, resource, type Static, t } from "gateway/plugin";
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
  time,
  toLabel,
  toMilestone,
  toPerson,
  toPersonOrNull,
} from "./shared.ts";

const sideRaw = t.Object({
  ref: t.String(),
  sha: t.String(),
  // Null where the fork was deleted.
  repo: nullable(t.Object({ full_name: t.String() })),
});
const side = t.Object({
  ref: t.String({ description: "Branch." }),
  sha: t.String(),
  repository: nullable(t.String({ description: "owner/name; null where the fork is gone." })),
});
function toSide(raw: Static<typeof sideRaw>): Static<typeof side> {
  return { ref: raw.ref, sha: raw.sha, repository: raw.repo?.full_name ?? null };
}

export const listedRaw = t.Object({
  id: t.Integer(),
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
export const listedShape = t.Object({
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
export function toListed(raw: Static<typeof listedRaw>): Static<typeof listedShape> {
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
const listedPull = resource({ raw: listedRaw, shape: listedShape, map: toListed });

/** A single pull request says more than one in a list. */
const pull = resource({
  raw: t.Object({
    ...listedRaw.properties,
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
    ...listedShape.properties,
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
    ...toListed(raw),
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

const merge = resource({
  raw: t.Object({ merged: t.Boolean(), sha: t.String(), message: t.String() }),
  shape: t.Object({ merged: t.Boolean(), sha: t.String({ description: "The merge commit." }), message: t.String() }),
  map: ({ merged, sha, message }) => ({ merged, sha, message }),
});

const number = numberParam("Number of the pull request, as in #12.");

export const pulls = {
  list_pull_requests: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls",
    permission: "pulls.read",
    description: "List the pull requests of a GitHub repository.",
    keywords: ["PR", "PRs", "merge requests", "code reviews"],
    params: inRepo,
    query: t.Object({
      state: t.Optional(oneOf(["open", "closed", "all"], "Which pull requests to return; open unless said.")),
      head: t.Optional(t.String({ description: "Only from this branch, as user:branch or organization:branch." })),
      base: t.Optional(t.String({ description: "Only into this branch." })),
      sort: t.Optional(
        oneOf(
          ["created", "updated", "popularity", "long-running"],
          "Order; created unless said. Popularity is comments.",
        ),
      ),
      direction,
    }),
    upstream: "/repos/{owner}/{repo}/pulls",
    returns: many("pulls", listedPull, { pagination: paging }),
  }),
  create_pull_request: endpoint({
    method: "POST",
    path: "/repos/{owner}/{repo}/pulls",
    permission: "pulls.write",
    description: "Open a pull request in a GitHub repository.",
    keywords: ["PR", "merge request", "propose changes"],
    params: inRepo,
    body: t.Object({
      title: t.Optional(t.String({ minLength: 1, description: "Title; needed unless issue is given." })),
      head: t.String({ minLength: 1, description: "Branch with the changes: branch, or user:branch of a fork." }),
      base: t.String({ minLength: 1, description: "Branch to merge into." }),
      body: t.Optional(t.String({ description: "Text in Markdown." })),
      draft: t.Optional(t.Boolean({ description: "Open it as a draft." })),
      maintainer_can_modify: t.Optional(t.Boolean({ description: "Let maintainers push to a fork's branch." })),
      issue: t.Optional(t.Integer({ minimum: 1, description: "Number of an issue to turn into this pull request." })),
      head_repo: t.Optional(
        t.String({ description: "Repository with the changes, where one organization owns both repositories." }),
      ),
    }),
    upstream: "/repos/{owner}/{repo}/pulls",
    returns: one(pull),
  }),
  get_pull_request: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/pulls/{number}",
    permission: "pulls.read",
    description:
      "Get one pull request of a GitHub repository by its number, with its size and whether it can be merged.",
    keywords: ["PR", "merge request", "mergeable"],
    params: { ...inRepo, number },
    upstream: "/repos/{owner}/{repo}/pulls/{number}",
    returns: one(pull),
  }),
  update_pull_request: endpoint({
    method: "PATCH",
    path: "/repos/{owner}/{repo}/pulls/{number}",
    permission: "pulls.write",
    description: "Change a GitHub pull request: edit its text, close or reopen it, change its base branch.",
    keywords: ["PR", "merge request", "retarget"],
    params: { ...inRepo, number },
    body: t.Object(
      {
        title: t.Optional(t.String({ minLength: 1, description: "New title." })),
        body: t.Optional(t.String({ description: "New text in Markdown." })),
        state: t.Optional(oneOf(["open", "closed"], "Open or close it.")),
        base: t.Optional(t.String({ minLength: 1, description: "Another branch to merge into." })),
        maintainer_can_modify: t.Optional(t.Boolean({ description: "Let maintainers push to a fork's branch." })),
      },
      { minProperties: 1 },
    ),
    upstream: "/repos/{owner}/{repo}/pulls/{number}",
    returns: one(pull),
  }),
  merge_pull_request: endpoint({
    method: "PUT",
    path: "/repos/{owner}/{repo}/pulls/{number}/merge",
    permission: "pulls.write",
    description: "Merge a GitHub pull request into its base branch.",
    keywords: ["PR", "squash", "rebase", "accept", "merge request"],
    params: { ...inRepo, number },
    body: t.Object({
      merge_method: t.Optional(oneOf(["merge", "squash", "rebase"], "How to merge; merge unless said.")),
      commit_title: t.Optional(t.String({ description: "Title of the merge commit." })),
      commit_message: t.Optional(t.String({ description: "Text of the merge commit." })),
      sha: t.Optional(t.String({ description: "Merge only if this commit is still the newest of the pull request." })),
    }),
    upstream: "/repos/{owner}/{repo}/pulls/{number}/merge",
    returns: one(merge),
  }),
};
