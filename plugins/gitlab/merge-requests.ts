// Merge requests: list, read, open, change, approve, merge.
import {
  endpoint,
  field,
  many,
  one,
  oneOf,
  path,
  Refusal,
  record,
  t,
  type Upstream,
  type UpstreamRequest,
} from "gateway/plugin";
import {
  changedJson,
  inProject,
  joined,
  labelNames,
  labelsAndState,
  mergeRequestNumber,
  order,
  paging,
  since,
  userIds,
  words,
} from "./fields.ts";
import { diff, listedMergeRequest, mergeRequest } from "./merge-request.ts";

const state = t.Optional(
  oneOf(["opened", "closed", "merged", "locked", "all"], "State of the merge requests to return; the default is all."),
);
const inMergeRequest = { ...inProject, number: mergeRequestNumber };
const changeable = {
  description: t.Optional(t.String({ maxLength: 1_000_000, description: "Text in Markdown." })),
  assignee_ids: userIds("Ids of all assignees, from gitlab_find_users; at most one without a paid plan."),
  reviewer_ids: userIds("Ids of all reviewers, from gitlab_find_users; at most one without a paid plan."),
  milestone_id: t.Optional(t.Integer({ minimum: 0, description: "Id of a milestone, or 0 for none." })),
  // Published by mistake, and still taken.
  milestinMergeRequestid: t.Optional(
    t.Integer({ minimum: 0, deprecated: true, description: "Deprecated: use milestone_id." }),
  ),
  remove_source_branch: t.Optional(t.Boolean({ description: "Whether to delete the branch once it is merged." })),
  squash: t.Optional(t.Boolean({ description: "Whether to squash all commits into one." })),
};
interface Milestone {
  milestone_id?: number;
  milestinMergeRequestid?: number;
}
/** The milestone under its own name, whichever a caller knows. */
const withMilestone = <B extends Milestone>({ milestinMergeRequestid: former, ...body }: B) => ({
  ...body,
  milestone_id: body.milestone_id ?? former,
});
const SHA = "^[0-9a-f]{40}(?:[0-9a-f]{24})?$";

/**
 * GitLab refuses what the user may not do with the same 401 as a dead token, so the token is tried elsewhere:
 * docs.gitlab.com/api/merge_requests, "Merge a merge request".
 */
async function sendIfAllowed(request: UpstreamRequest, upstream: Upstream, refusal: string) {
  const response = await upstream.attempt(request, ["expired"]);
  if (response) return response;
  await upstream.request({ path: path`/user` });
  throw new Refusal("forbidden", refusal);
}

const reads = {
  list_merge_requests: endpoint({
    method: "GET",
    path: "/projects/{project}/merge-requests",
    permission: "merge_requests.read",
    description: "List or search the merge requests of a GitLab project.",
    keywords: ["MRs", "PRs", "code review", "open changes"],
    params: inProject,
    query: t.Object({
      state,
      q: words("Words in title or description."),
      labels: t.Optional(
        t.String({ minLength: 1, description: "Names of labels, separated by commas, all of which must be there." }),
      ),
      author_username: t.Optional(t.String({ minLength: 1, description: "Only those of this author." })),
      reviewer_username: t.Optional(t.String({ minLength: 1, description: "Only those that this user reviews." })),
      source_branch: t.Optional(t.String({ minLength: 1, description: "Only those from this branch." })),
      target_branch: t.Optional(t.String({ minLength: 1, description: "Only those into this branch." })),
      draft: t.Optional(t.Boolean({ description: "true: only drafts; false: only others." })),
      updated_since: since("Only those changed at or after this time."),
      order_by: t.Optional(oneOf(["created_at", "updated_at"], "What to sort by; the default is created_at.")),
      order,
    }),
    upstream: ({ params, query: { q, order, draft, updated_since, ...query } }) => ({
      path: path`/projects/${params.project}/merge_requests`,
      query: {
        ...query,
        search: q,
        sort: order,
        wip: draft === undefined ? undefined : draft ? "yes" : "no",
        updated_after: updated_since,
      },
    }),
    returns: many("merge_requests", listedMergeRequest, { pagination: paging }),
  }),
  list_my_merge_requests: endpoint({
    method: "GET",
    path: "/merge-requests",
    permission: "merge_requests.read",
    description:
      "List the GitLab merge requests of the connected user in all projects: to review, assigned, or their own.",
    keywords: ["my MRs", "review requests", "waiting for my review"],
    query: t.Object({
      scope: t.Optional(
        oneOf(
          ["reviews_for_me", "assigned_to_me", "created_by_me"],
          "Relation of the user to the merge requests; the default is reviews_for_me.",
        ),
      ),
      state,
      q: words("Words in title or description."),
      updated_since: since("Only those changed at or after this time."),
    }),
    upstream: ({ query: { q, scope = "reviews_for_me", updated_since, ...query } }) => ({
      path: path`/merge_requests`,
      query: { ...query, search: q, scope, updated_after: updated_since },
    }),
    returns: many("merge_requests", listedMergeRequest, { pagination: paging }),
  }),
  get_merge_request: endpoint({
    method: "GET",
    path: "/projects/{project}/merge-requests/{number}",
    permission: "merge_requests.read",
    description: "Get one GitLab merge request by its number: whether it can be merged, its pipeline, its reviewers.",
    keywords: ["MR", "mergeable", "conflicts"],
    params: inMergeRequest,
    upstream: ({ params }) => ({ path: path`/projects/${params.project}/merge_requests/${params.number}` }),
    returns: one(mergeRequest),
  }),
  list_merge_request_diffs: endpoint({
    method: "GET",
    path: "/projects/{project}/merge-requests/{number}/diffs",
    permission: "merge_requests.read",
    description: "List the files that a GitLab merge request changes, each with its diff.",
    keywords: ["changed files", "patch", "code changes", "what changed"],
    params: inMergeRequest,
    upstream: ({ params }) => ({ path: path`/projects/${params.project}/merge_requests/${params.number}/diffs` }),
    returns: many("diffs", diff, { pagination: paging }),
  }),
};

const writes = {
  create_merge_request: endpoint({
    method: "POST",
    reaches: true,
    path: "/projects/{project}/merge-requests",
    permission: "merge_requests.write",
    description: "Open a merge request in GitLab. A title that begins with Draft: makes it a draft.",
    keywords: ["new MR", "propose changes", "request a review"],
    params: inProject,
    body: t.Object({
      source_branch: t.String({ minLength: 1, maxLength: 255, description: "Branch with the changes." }),
      target_branch: t.String({ minLength: 1, maxLength: 255, description: "Branch to merge them into." }),
      title: t.String({ minLength: 1, maxLength: 255, description: "Title." }),
      target_project_id: t.Optional(
        t.Integer({ minimum: 1, description: "Id of the project to merge into, if this one is its fork." }),
      ),
      ...changeable,
      labels: labelNames("Names of labels; new ones are created."),
    }),
    readAs: { target_project_id: "project_id", description: "body" },
    upstream: ({ params, body }) => ({
      path: path`/projects/${params.project}/merge_requests`,
      json: { ...withMilestone(body), labels: joined(body.labels) },
    }),
    returns: one(mergeRequest),
  }),
  update_merge_request: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/projects/{project}/merge-requests/{number}",
    permission: "merge_requests.write",
    description: "Change a GitLab merge request: title, text, target branch, reviewers, labels; close or reopen it.",
    keywords: ["edit MR", "assign reviewer", "mark as draft", "mark as ready"],
    params: inMergeRequest,
    body: t.Object(
      {
        title: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "New title." })),
        target_branch: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "Another target branch." })),
        ...changeable,
        ...labelsAndState,
      },
      { minProperties: 1 },
    ),
    readAs: { description: "body" },
    upstream: ({ params, body }) => ({
      method: "PUT",
      path: path`/projects/${params.project}/merge_requests/${params.number}`,
      json: changedJson(withMilestone(body)),
    }),
    returns: one(mergeRequest),
  }),
  approve_merge_request: endpoint({
    method: "POST",
    reaches: true,
    path: "/projects/{project}/merge-requests/{number}/approve",
    permission: "merge_requests.write",
    description: "Approve a GitLab merge request in the name of the connected user.",
    keywords: ["accept review", "LGTM", "sign off"],
    params: inMergeRequest,
    body: t.Object({
      sha: t.Optional(
        t.String({
          pattern: SHA,
          description: "SHA of the last commit that was reviewed; if there is a newer one, the approval is refused.",
        }),
      ),
    }),
    run: ({ params, body }, upstream) =>
      sendIfAllowed(
        {
          method: "POST",
          path: path`/projects/${params.project}/merge_requests/${params.number}/approve`,
          json: body,
        },
        upstream,
        "The user has approved it already, or may not approve it.",
      ),
    returns: one(
      record({
        approvals_required: field.nullableInteger(),
        approvals_left: field.nullableInteger(),
        approved_by: field.of({
          raw: t.Optional(t.Array(t.Object({ user: t.Object({ username: t.String() }) }))),
          shape: t.Array(t.String(), { description: "Usernames of those who have approved it." }),
          map: (entries) => (entries ?? []).map(({ user }) => user.username),
        }),
      }),
    ),
  }),
  merge_merge_request: endpoint({
    method: "PUT",
    effect: "destroys",
    reaches: true,
    path: "/projects/{project}/merge-requests/{number}/merge",
    permission: "merge_requests.write",
    description: "Merge a GitLab merge request, at once or when its pipeline succeeds.",
    keywords: ["accept MR", "merge MR"],
    params: inMergeRequest,
    body: t.Object({
      sha: t.Optional(
        t.String({
          pattern: SHA,
          description:
            "The merge request's sha: the merge is refused if a newer commit exists. Some projects require it.",
        }),
      ),
      auto_merge: t.Optional(
        t.Boolean({ description: "Whether to merge later, once its pipeline and other checks have succeeded." }),
      ),
      squash: t.Optional(t.Boolean({ description: "Whether to squash all commits into one." })),
      should_remove_source_branch: t.Optional(t.Boolean({ description: "Whether to delete the source branch." })),
      merge_commit_message: t.Optional(t.String({ minLength: 1, description: "Message of the merge commit." })),
      squash_commit_message: t.Optional(t.String({ minLength: 1, description: "Message of the squashed commit." })),
    }),
    run: ({ params, body }, upstream) =>
      sendIfAllowed(
        {
          method: "PUT",
          path: path`/projects/${params.project}/merge_requests/${params.number}/merge`,
          json: body,
        },
        upstream,
        "The user may not merge it.",
      ),
    returns: one(mergeRequest),
  }),
};

export const mergeRequestEndpoints = { ...reads, ...writes };
