// Endpoints of pull requests: list, read, open, change and merge.
import { endpoint, field, many, one, oneOf, path, record, t } from "gateway/plugin";
import { inRepo, numberParam, order, orderBy, paging, sorted } from "./fields.ts";
import { listedPull, pull } from "./pull.ts";

const merge = record({
  merged: field.flag(),
  sha: field.text({ description: "SHA of the merge commit." }),
  message: field.text(),
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
      state: t.Optional(oneOf(["open", "closed", "all"], "Which pull requests to return; the default is open.")),
      head: t.Optional(
        t.String({ description: "Only pull requests from this branch, as user:branch or organization:branch." }),
      ),
      base: t.Optional(t.String({ description: "Only pull requests into this branch." })),
      order_by: orderBy(
        ["created", "updated", "popularity", "long-running"],
        "What to sort by; the default is created. popularity is the number of comments.",
      ),
      order,
    }),
    upstream: ({ params, query }) => ({
      path: path`/repos/${params.owner}/${params.repo}/pulls`,
      query: sorted(query),
    }),
    returns: many("pulls", listedPull, { pagination: paging }),
  }),
  create_pull_request: endpoint({
    method: "POST",
    recipients: ["{owner}/{repo}"],
    reaches: true,
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
      draft: t.Optional(t.Boolean({ description: "Whether to open it as a draft." })),
      maintainer_can_modify: t.Optional(
        t.Boolean({ description: "Whether maintainers may push to the fork's branch." }),
      ),
      issue: t.Optional(t.Integer({ minimum: 1, description: "Number of an issue to turn into this pull request." })),
      head_repo: t.Optional(
        t.String({ description: "Repository with the changes, if one organization owns both repositories." }),
      ),
    }),
    readAs: { issue: "number", head_repo: "head.repository" },
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
    idempotent: true,
    recipients: ["{owner}/{repo}"],
    reaches: true,
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
        maintainer_can_modify: t.Optional(
          t.Boolean({ description: "Whether maintainers may push to the fork's branch." }),
        ),
      },
      { minProperties: 1 },
    ),
    upstream: "/repos/{owner}/{repo}/pulls/{number}",
    returns: one(pull),
  }),
  merge_pull_request: endpoint({
    method: "PUT",
    effect: "destroys",
    reaches: true,
    path: "/repos/{owner}/{repo}/pulls/{number}/merge",
    permission: "pulls.write",
    description: "Merge a GitHub pull request into its base branch.",
    keywords: ["PR", "squash", "rebase", "accept", "merge request"],
    params: { ...inRepo, number },
    body: t.Object({
      merge_method: t.Optional(oneOf(["merge", "squash", "rebase"], "How to merge; the default is merge.")),
      commit_title: t.Optional(t.String({ description: "Title of the merge commit." })),
      commit_message: t.Optional(t.String({ description: "Text of the merge commit." })),
      sha: t.Optional(
        t.String({ description: "Newest commit of the pull request; if there is a newer one, the merge is refused." }),
      ),
    }),
    upstream: "/repos/{owner}/{repo}/pulls/{number}/merge",
    returns: one(merge),
  }),
};
