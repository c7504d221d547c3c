// GitHub's webhook events: issues, pull requests, comments, reviews, commits and releases.
import { type EventDef, entryOf, event, maybe, nullable, type Static, t, valueAt } from "gateway/plugin";
import { comment } from "./comment.ts";
import { isOf, origin, originRaw, titleOf, toOrigin, truncate } from "./event-parts.ts";
import { time } from "./fields.ts";
import { issueRaw, issueShape, toIssue } from "./issue.ts";
import { listedPullRaw, listedPullShape, toListedPull } from "./pull.ts";
import { release } from "./release.ts";
import { repositoryEvents } from "./repository-events.ts";
import { review } from "./review.ts";

const isMerged = (item: unknown) => typeof valueAt(item, "pull_request.merged_at") === "string";
const isOnPull = (item: unknown) => valueAt(item, "issue.pull_request") !== undefined;

function issueEvent(action: string, title: string): EventDef {
  return event({
    description: `${title} on GitHub.`,
    match: isOf("issues", action),
    raw: t.Object({ issue: issueRaw, ...originRaw }),
    shape: t.Object({ issue: issueShape, ...origin }),
    map: (raw) => ({ issue: toIssue(raw.issue), ...toOrigin(raw) }),
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
    raw: t.Object({ issue: issueRaw, comment: comment.raw, ...originRaw }),
    shape: t.Object({ issue: issueShape, comment: comment.shape, ...origin }),
    map: (raw) => ({ issue: toIssue(raw.issue), comment: comment.map(raw.comment), ...toOrigin(raw) }),
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
    raw: t.Object({ pull_request: listedPullRaw, ...originRaw }),
    shape: t.Object({ pull_request: listedPullShape, ...origin }),
    map: (raw) => ({ pull_request: toListedPull(raw.pull_request), ...toOrigin(raw) }),
    view: ({ pull_request, repository, actor }) => ({
      title: titleOf(title, repository, pull_request),
      summary: truncate(pull_request.body),
      actor,
      url: pull_request.html_url,
      occurredAt: pull_request.updated_at,
    }),
  });
}

const reviewed = event({
  description: "Someone reviewed a pull request on GitHub.",
  match: isOf("pull_request_review", "submitted"),
  // Unlike the REST API, a webhook's review has its state in lower case, and null for an empty body.
  raw: t.Object({
    pull_request: listedPullRaw,
    review: t.Object({ ...review.raw.properties, state: t.String(), body: nullable(t.String()) }),
    ...originRaw,
  }),
  shape: t.Object({ pull_request: listedPullShape, review: review.shape, ...origin }),
  map: (raw) => {
    const { state, body } = raw.review;
    const restReview = { ...raw.review, state: state.toUpperCase(), body: body ?? "" };
    return { pull_request: toListedPull(raw.pull_request), review: review.map(restReview), ...toOrigin(raw) };
  },
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

const commitRaw = t.Object({
  id: t.String(),
  message: t.String(),
  url: t.String(),
  timestamp: t.String(),
  author: t.Object({ name: t.String(), username: maybe(t.String()) }),
});
const commitShape = t.Object({
  sha: t.String(),
  message: t.String(),
  author: t.String({ description: "Login, or the name in the commit if it has no GitHub account." }),
  url: t.String(),
  date: time,
});
function toCommit(raw: Static<typeof commitRaw>): Static<typeof commitShape> {
  return {
    sha: raw.id,
    message: raw.message,
    author: raw.author.username ?? raw.author.name,
    url: raw.url,
    date: raw.timestamp,
  };
}
const branchOf = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, "");

const pushed = event({
  description: "Commits were pushed to a GitHub repository, or a branch or tag was made or deleted.",
  match: isOf("push"),
  raw: t.Object({
    ref: t.String(),
    before: t.String(),
    after: t.String(),
    created: t.Boolean(),
    deleted: t.Boolean(),
    forced: t.Boolean(),
    compare: t.String(),
    commits: t.Array(commitRaw),
    head_commit: nullable(commitRaw),
    ...originRaw,
  }),
  shape: t.Object({
    ref: t.String({ description: "refs/heads/main, or refs/tags/v1." }),
    before: t.String({ description: "The previous commit; zeros if it is new." }),
    after: t.String({ description: "The new commit; zeros if it was deleted." }),
    created: t.Boolean(),
    deleted: t.Boolean(),
    forced: t.Boolean({ description: "Whether commits were thrown away." }),
    commits: t.Array(commitShape, { description: "Oldest first; GitHub sends at most 2,048." }),
    html_url: t.String({ description: "Shows the change." }),
    pushed_at: nullable(time),
    ...origin,
  }),
  map: ({ ref, before, after, created, deleted, forced, compare, commits, head_commit, ...raw }) => ({
    ...{ ref, before, after, created, deleted, forced },
    commits: commits.map(toCommit),
    html_url: compare,
    pushed_at: head_commit?.timestamp ?? null,
    ...toOrigin(raw),
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
  raw: t.Object({ release: release.raw, ...originRaw }),
  shape: t.Object({ release: release.shape, ...origin }),
  map: (raw) => ({ release: release.map(raw.release), ...toOrigin(raw) }),
  view: ({ release, repository, actor }) => ({
    title: `Released: ${repository} ${release.tag_name}`,
    summary: truncate(release.name ?? release.body),
    actor,
    url: release.html_url,
    occurredAt: release.published_at,
  }),
});

const revoked = event({
  description: "The user took away a GitHub App's authorization.",
  match: isOf("github_app_authorization", "revoked"),
  raw: t.Object({ sender: t.Object({ login: t.String() }) }),
  shape: t.Object({ actor: origin.actor }),
  map: ({ sender }) => ({ actor: sender.login }),
  view: ({ actor }) => ({
    title: "The app's authorization was taken away",
    summary: null,
    actor,
    url: null,
    occurredAt: null,
  }),
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
