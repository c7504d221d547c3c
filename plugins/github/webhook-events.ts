// GitHub's webhook events: issues, pull requests, comments, reviews, commits and releases.
import { type EventDef, entryOf, event, field, maybeText, record, t, valueAt } from "gateway/plugin";
import { comment } from "./comment.ts";
import { isOf, origin, titleOf, truncate } from "./event-parts.ts";
import { issue } from "./issue.ts";
import { listedPull } from "./pull.ts";
import { release } from "./release.ts";
import { repositoryEvents } from "./repository-events.ts";
import { reviewFields } from "./review.ts";

const isMerged = (item: unknown) => typeof valueAt(item, "pull_request.merged_at") === "string";
const isOnPull = (item: unknown) => valueAt(item, "issue.pull_request") !== undefined;

function issueEvent(action: string, title: string): EventDef {
  return event({
    description: `${title} on GitHub.`,
    match: isOf("issues", action),
    payload: record({ issue: field.one(issue), ...origin }),
    view: ({ issue, repository, actor }) => ({
      title: titleOf(title, repository, issue),
      summary: truncate(issue.body),
      actor,
      url: issue.html_url,
      occurredAt: issue.updated_at,
    }),
  });
}

function commentEvent(isWanted: (item: unknown) => boolean, title: string): EventDef {
  return event({
    description: `${title} on GitHub.`,
    match: isOf("issue_comment", "created", isWanted),
    payload: record({ issue: field.one(issue), comment: field.one(comment), ...origin }),
    view: ({ issue, comment, repository, actor }) => ({
      title: titleOf(title, repository, issue),
      summary: truncate(comment.body),
      actor,
      url: comment.html_url,
      occurredAt: comment.created_at,
    }),
  });
}

function pullEvent(match: EventDef["match"], title: string): EventDef {
  return event({
    description: `${title} on GitHub.`,
    match,
    payload: record({ pull_request: field.one(listedPull), ...origin }),
    view: ({ pull_request, repository, actor }) => ({
      title: titleOf(title, repository, pull_request),
      summary: truncate(pull_request.body),
      actor,
      url: pull_request.html_url,
      occurredAt: pull_request.updated_at,
    }),
  });
}

/** Unlike the REST API, a webhook's review has its state in lower case, and null for an empty body. */
const pushedReview = record({
  ...reviewFields,
  state: field.of({ raw: t.String(), shape: reviewFields.state.shape, map: (state) => state.toUpperCase() }),
  body: field.of({ raw: maybeText, shape: reviewFields.body.shape, map: (body) => body ?? "" }),
});
const reviewed = event({
  description: "Someone reviewed a pull request on GitHub.",
  match: isOf("pull_request_review", "submitted"),
  payload: record({ pull_request: field.one(listedPull), review: field.one(pushedReview), ...origin }),
  view: ({ pull_request, review, repository, actor }) => ({
    title: titleOf(entryOf(REVIEWS, review.state) ?? "Pull request reviewed", repository, pull_request),
    summary: truncate(review.body),
    actor,
    url: review.html_url,
    occurredAt: review.submitted_at,
  }),
});
const REVIEWS: Readonly<Record<string, string>> = {
  APPROVED: "Pull request approved",
  CHANGES_REQUESTED: "Changes requested",
};

const commit = record({
  sha: field.text({ from: "id" }),
  message: field.text(),
  author: field.of({
    raw: t.Object({ name: t.String(), username: maybeText }),
    shape: t.String({ description: "Login of the author, or the name in the commit if there is no GitHub account." }),
    map: ({ username, name }) => username ?? name,
  }),
  url: field.text(),
  date: field.time({ from: "timestamp" }),
});
const branchOf = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, "");

const pushed = event({
  description: "Commits were pushed to a GitHub repository, or a branch or tag was created or deleted.",
  match: isOf("push"),
  payload: record({
    ref: field.text({ description: "Full name of the branch or tag, such as refs/heads/main or refs/tags/v1." }),
    before: field.text({ description: "SHA of the previous commit; zeros if the branch or tag is new." }),
    after: field.text({ description: "SHA of the new commit; zeros if the branch or tag was deleted." }),
    created: field.flag(),
    deleted: field.flag(),
    forced: field.flag({ description: "Whether it was a force push, which can discard commits." }),
    commits: field.many(commit, { description: "Oldest first; GitHub sends at most 2,048." }),
    html_url: field.text({ from: "compare", description: "URL of the change." }),
    pushed_at: field.nullableTime({ from: "head_commit.timestamp" }),
    ...origin,
  }),
  view: ({ ref, commits, deleted, repository, actor, html_url, pushed_at }) => ({
    title: deleted
      ? `${branchOf(ref)} was deleted in ${repository}`
      : `${commits.length === 1 ? "1 commit" : `${commits.length} commits`} pushed to ${branchOf(ref)} of ${repository}`,
    summary: truncate(commits.at(-1)?.message ?? null),
    actor,
    url: html_url,
    occurredAt: pushed_at,
  }),
});

const released = event({
  description: "A release of a GitHub repository was published.",
  match: isOf("release", "published"),
  payload: record({ release: field.one(release), ...origin }),
  view: ({ release, repository, actor }) => ({
    title: `Released: ${repository} ${release.tag_name}`,
    summary: truncate(release.name ?? release.body),
    actor,
    url: release.html_url,
    occurredAt: release.published_at,
  }),
});

const revoked = event({
  description: "A user revoked a GitHub App's authorization.",
  match: isOf("github_app_authorization", "revoked"),
  payload: record({ actor: origin.actor }),
  view: ({ actor }) => ({ title: "The app's authorization was revoked", actor }),
  revokes: true,
});

export const events: Record<string, EventDef> = {
  "issues.opened": issueEvent("opened", "Issue opened"),
  "issues.closed": issueEvent("closed", "Issue closed"),
  "issues.reopened": issueEvent("reopened", "Issue reopened"),
  "issues.assigned": issueEvent("assigned", "Issue assigned"),
  "issues.labeled": issueEvent("labeled", "Issue labeled"),
  "issues.commented": commentEvent((item) => !isOnPull(item), "Comment on an issue"),
  "pulls.opened": pullEvent(isOf("pull_request", "opened"), "Pull request opened"),
  "pulls.updated": pullEvent(isOf("pull_request", "synchronize"), "New commits in a pull request"),
  "pulls.ready_for_review": pullEvent(isOf("pull_request", "ready_for_review"), "Pull request ready for review"),
  "pulls.review_requested": pullEvent(isOf("pull_request", "review_requested"), "Review requested"),
  "pulls.merged": pullEvent(isOf("pull_request", "closed", isMerged), "Pull request merged"),
  "pulls.closed": pullEvent(
    isOf("pull_request", "closed", (item) => !isMerged(item)),
    "Pull request closed",
  ),
  "pulls.reviewed": reviewed,
  "pulls.commented": commentEvent(isOnPull, "Comment on a pull request"),
  "repos.pushed": pushed,
  "repos.released": released,
  ...repositoryEvents,
  "users.authorization_revoked": revoked,
};
