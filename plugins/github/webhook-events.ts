// The kinds of event that GitHub pushes: issues, pull requests, comments, reviews, commits and releases.
import { type Delivery, type EventDef, entryOf, event, maybe, nullable, type Static, t, valueAt } from "gateway/plugin";
import { commentRaw, commentShape, issueRaw, issueShape, toComment, toIssue } from "./issues.ts";
import { listedRaw, listedShape, toListed } from "./pulls.ts";
import { releaseRaw, releaseShape, toRelease } from "./releases.ts";
import { reviewRaw, reviewShape, toReview } from "./reviews.ts";
import { time } from "./shared.ts";

/** GitHub's own name of an event stands in a header, the rest in the body. */
function isOf(name: string, action?: string, more?: (item: unknown) => boolean) {
  return ({ headers }: Delivery, item: unknown): boolean =>
    headers.get("x-github-event") === name &&
    (action === undefined || valueAt(item, "action") === action) &&
    (more === undefined || more(item));
}
const isMerged = (item: unknown) => typeof valueAt(item, "pull_request.merged_at") === "string";
const isOnPull = (item: unknown) => valueAt(item, "issue.pull_request") !== undefined;

const rawPlace = { repository: t.Object({ full_name: t.String() }), sender: t.Object({ login: t.String() }) };
const place = {
  repository: t.String({ description: "owner/name." }),
  actor: t.String({ description: "Login of who did it." }),
};
const placeOf = (raw: { repository: { full_name: string }; sender: { login: string } }) => ({
  repository: raw.repository.full_name,
  actor: raw.sender.login,
});

/** Text on one line, of at most 200 characters. */
const short = (text: string | null) => text?.replace(/\s+/g, " ").trim().slice(0, 200) || null;
const titled = (what: string, repository: string, { number, title }: { number: number; title: string }) =>
  `${what}: ${repository}#${number} ${title}`;

function issueEvent(action: string, title: string): EventDef {
  return event({
    description: `${title} on GitHub.`,
    match: isOf("issues", action),
    raw: t.Object({ issue: issueRaw, ...rawPlace }),
    shape: t.Object({ issue: issueShape, ...place }),
    map: (raw) => ({ issue: toIssue(raw.issue), ...placeOf(raw) }),
    view: ({ issue, repository, actor }) => ({
      title: titled(title, repository, issue),
      summary: short(issue.body),
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
    raw: t.Object({ issue: issueRaw, comment: commentRaw, ...rawPlace }),
    shape: t.Object({ issue: issueShape, comment: commentShape, ...place }),
    map: (raw) => ({ issue: toIssue(raw.issue), comment: toComment(raw.comment), ...placeOf(raw) }),
    view: ({ issue, comment, repository, actor }) => ({
      title: titled(title, repository, issue),
      summary: short(comment.body),
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
    raw: t.Object({ pull_request: listedRaw, ...rawPlace }),
    shape: t.Object({ pull_request: listedShape, ...place }),
    map: (raw) => ({ pull_request: toListed(raw.pull_request), ...placeOf(raw) }),
    view: ({ pull_request, repository, actor }) => ({
      title: titled(title, repository, pull_request),
      summary: short(pull_request.body),
      actor,
      url: pull_request.html_url,
      occurredAt: pull_request.updated_at,
    }),
  });
}

const reviewed = event({
  description: "Somebody reviewed a pull request on GitHub.",
  match: isOf("pull_request_review", "submitted"),
  // A review pushed says its state in lower case, and null for no text.
  raw: t.Object({
    pull_request: listedRaw,
    review: t.Object({ ...reviewRaw.properties, body: nullable(t.String()) }),
    ...rawPlace,
  }),
  shape: t.Object({ pull_request: listedShape, review: reviewShape, ...place }),
  map: (raw) => {
    const { review } = raw;
    const asListed = { ...review, state: review.state.toUpperCase(), body: review.body ?? "" };
    return { pull_request: toListed(raw.pull_request), review: toReview(asListed), ...placeOf(raw) };
  },
  view: ({ pull_request, review, repository, actor }) => ({
    title: titled(entryOf(REVIEWS, review.state) ?? "Pull request reviewed", repository, pull_request),
    summary: short(review.body),
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
  author: t.String({ description: "Login, or the name in the commit where GitHub knows no account." }),
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
    ...rawPlace,
  }),
  shape: t.Object({
    ref: t.String({ description: "refs/heads/main, or refs/tags/v1." }),
    before: t.String({ description: "The commit it stood at before; zeros where it is new." }),
    after: t.String({ description: "The commit it stands at now; zeros where it was deleted." }),
    created: t.Boolean(),
    deleted: t.Boolean(),
    forced: t.Boolean({ description: "Whether commits were thrown away." }),
    commits: t.Array(commitShape, { description: "Oldest first; GitHub tells 2,048 at most." }),
    html_url: t.String({ description: "Shows the change." }),
    pushed_at: nullable(time),
    ...place,
  }),
  map: ({ ref, before, after, created, deleted, forced, compare, commits, head_commit, ...raw }) => ({
    ...{ ref, before, after, created, deleted, forced },
    commits: commits.map(toCommit),
    html_url: compare,
    pushed_at: head_commit?.timestamp ?? null,
    ...placeOf(raw),
  }),
  view: ({ ref, commits, deleted, repository, actor, html_url, pushed_at }) => ({
    title: deleted
      ? `${branchOf(ref)} was deleted in ${repository}`
      : `${commits.length === 1 ? "1 commit" : `${commits.length} commits`} pushed to ${branchOf(ref)} of ${repository}`,
    summary: short(commits.at(-1)?.message ?? null),
    actor,
    url: html_url,
    occurredAt: pushed_at,
  }),
});

const released = event({
  description: "A release of a GitHub repository was published.",
  match: isOf("release", "published"),
  raw: t.Object({ release: releaseRaw, ...rawPlace }),
  shape: t.Object({ release: releaseShape, ...place }),
  map: (raw) => ({ release: toRelease(raw.release), ...placeOf(raw) }),
  view: ({ release, repository, actor }) => ({
    title: `Released: ${repository} ${release.tag_name}`,
    summary: short(release.name ?? release.body),
    actor,
    url: release.html_url,
    occurredAt: release.published_at,
  }),
});

const revoked = event({
  description: "The user took away a GitHub App's authorization.",
  match: isOf("github_app_authorization", "revoked"),
  raw: t.Object({ sender: t.Object({ login: t.String() }) }),
  shape: t.Object({ actor: place.actor }),
  map: ({ sender }) => ({ actor: sender.login }),
  view: ({ actor }) => ({
    title: "The app's authorization was taken away",
    summary: null,
    actor,
    url: null,
    occurredAt: null,
  }),
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
  "users.authorization_revoked": revoked,
};
