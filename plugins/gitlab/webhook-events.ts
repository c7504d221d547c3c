// The events of a project's webhook: docs.gitlab.com/user/project/integrations/webhook_events.
import {
  type EventDef,
  event,
  field,
  maybe,
  maybeInteger,
  maybeText,
  rawId,
  record,
  type Static,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { activityShape, hookTime, type Kind, SIGNS, shortened, viewOfActivity } from "./event.ts";

const isKind = (kind: string, also: (item: unknown) => boolean) => (_: unknown, item: unknown) => {
  const named = textAt(item, "object_kind");
  // Tasks and other kinds of issues have a name of their own.
  return (named === "work_item" ? "issue" : named) === kind && also(item);
};
const hasAction = (...actions: string[]) => {
  return (item: unknown) => actions.includes(textAt(item, "object_attributes.action") ?? "");
};

/** Where an event comes from. A push names its author elsewhere. */
const originBy = (username: string) => ({
  project: field.nullableText({
    from: "project.path_with_namespace",
    description: "Path of the project, such as acme/site.",
  }),
  project_id: field.id({ from: "project.id" }),
  actor: field.nullableText({ from: username, description: "Username of the person who did it." }),
});
const origin = originBy("user.username");
const time = (from: string) => field.of({ from, raw: maybeText, shape: shapes.nullableTime(), map: hookTime });

function activity(kind: Kind, what: string, actions: readonly string[], description: string): EventDef {
  return event({
    description,
    match: isKind(kind, hasAction(...actions)),
    raw: t.Object({
      object_attributes: t.Object({
        id: rawId,
        iid: t.Integer(),
        title: t.String(),
        state: maybeText,
        source_branch: maybeText,
        target_branch: maybeText,
        url: maybeText,
        updated_at: maybeText,
      }),
      labels: maybe(t.Array(t.Object({ title: t.String() }))),
      changes: t.Optional(t.Unknown()),
      project: t.Object({ id: rawId, path_with_namespace: maybeText }),
      user: maybe(t.Object({ username: maybeText })),
    }),
    shape: activityShape,
    map: ({ object_attributes: thing, labels, changes, project, user }) => ({
      id: String(thing.id),
      type: kind,
      number: thing.iid,
      key: `${SIGNS[kind]}${thing.iid}`,
      title: thing.title,
      state: thing.state ?? "opened",
      labels: (labels ?? []).map(({ title }) => title),
      source_branch: thing.source_branch ?? null,
      target_branch: thing.target_branch ?? null,
      changes: Object.keys(Object(changes ?? {})).filter((name) => name !== "updated_at"),
      project: project.path_with_namespace ?? null,
      project_id: String(project.id),
      actor: user?.username ?? null,
      url: thing.url ?? null,
      occurred_at: hookTime(thing.updated_at),
    }),
    view: (payload) => viewOfActivity(payload, what),
  });
}

/** Of comments that a person wrote; an edited one comes again. */
function comment(kind: Kind, noteableType: string, description: string): EventDef {
  return event({
    description,
    match: isKind(
      "note",
      (item) =>
        textAt(item, "object_attributes.noteable_type") === noteableType &&
        valueAt(item, "object_attributes.system") !== true &&
        // Before 16.11 a note has no action, and comes when it is written.
        (textAt(item, "object_attributes.action") ?? "create") === "create",
    ),
    payload: record({
      id: field.id({ from: "object_attributes.id" }),
      body: field.text({ from: "object_attributes.note", description: "Markdown." }),
      number: field.nullableInteger({ from: `${kind}.iid`, description: "The issue's or merge request's." }),
      title: field.nullableText({ from: `${kind}.title`, description: "The issue's or merge request's." }),
      ...origin,
      url: field.nullableText({ from: "object_attributes.url" }),
      occurred_at: time("object_attributes.created_at"),
    }),
    view: (payload) => ({
      title:
        `Comment on ${payload.project ?? "GitLab"}${SIGNS[kind]}${payload.number ?? "?"} ${payload.title ?? ""}`.trim(),
      summary: shortened(payload.body),
      actor: payload.actor,
      url: payload.url,
      occurredAt: payload.occurred_at,
    }),
  });
}

const rawTitle = t.Object({ title: maybeText, message: maybeText });
/** The first line of the message, where GitLab sends no title. */
const titleOf = (commit: Static<typeof rawTitle> | null | undefined) =>
  commit?.title ?? commit?.message?.split("\n")[0] ?? null;

/** Statuses in which a pipeline has ended. */
const ENDED = ["success", "failed", "canceled", "skipped"];

const pipelineCompleted = event({
  description: "A pipeline of the GitLab project ended, successfully or not.",
  match: isKind("pipeline", (item) => ENDED.includes(textAt(item, "object_attributes.status") ?? "")),
  payload: record({
    id: field.id({ from: "object_attributes.id", description: "Id of the pipeline." }),
    status: field.text({ from: "object_attributes.status", description: "success, failed, canceled or skipped." }),
    source: field.nullableText({ from: "object_attributes.source", description: "What started it." }),
    ref: field.nullableText({ from: "object_attributes.ref", description: "Branch or tag." }),
    sha: field.nullableText({ from: "object_attributes.sha" }),
    commit: field.of({
      raw: maybe(rawTitle),
      shape: shapes.nullableText("Title of the commit."),
      map: (commit) => titleOf(commit),
    }),
    duration: field.nullableNumber({ from: "object_attributes.duration", description: "Duration in seconds." }),
    ...origin,
    url: field.derived({
      reads: t.Object({
        object_attributes: t.Object({ id: rawId, url: maybeText }),
        project: t.Object({ web_url: maybeText }),
      }),
      shape: shapes.nullableText(),
      map: ({ object_attributes: { id, url }, project }) =>
        url ?? (project.web_url ? `${project.web_url}/-/pipelines/${id}` : null),
    }),
    occurred_at: time("object_attributes.finished_at"),
  }),
  view: (payload) => ({
    title: `Pipeline of ${payload.project ?? "GitLab"} ${payload.ref ?? ""}: ${payload.status}`,
    summary: shortened(payload.commit),
    actor: payload.actor,
    url: payload.url,
    occurredAt: payload.occurred_at,
  }),
});

const sha = (from: string, description: string) =>
  field.of({
    from,
    raw: maybeText,
    shape: shapes.nullableText(description),
    map: (sha) => (sha && !/^0+$/.test(sha) ? sha : null),
  });
const pushedCommit = record({
  sha: field.text({ from: "id" }),
  title: field.derived({ reads: rawTitle, shape: shapes.nullableText(), map: titleOf }),
  url: field.nullableText(),
});
const pushed = record({
  ref: field.of({
    raw: t.String(),
    shape: t.String({ description: "Name of the branch or tag." }),
    map: (ref) => ref.replace(/^refs\/(?:heads|tags)\//, ""),
  }),
  before: sha("before", "SHA of the previous commit; null for a new branch or tag."),
  after: sha("after", "SHA of the new commit; null if the branch or tag was deleted."),
  commits_count: field.derived({
    reads: t.Object({ total_commits_count: maybeInteger, commits: maybe(t.Array(t.Unknown())) }),
    shape: t.Integer(),
    map: ({ total_commits_count, commits }) => total_commits_count ?? commits?.length ?? 0,
  }),
  commits: field.of({
    raw: maybe(t.Array(pushedCommit.raw)),
    shape: t.Array(pushedCommit.shape, { description: "The last commits, at most 20." }),
    map: (commits) => (commits ?? []).slice(-20).map((commit) => pushedCommit.map(commit)),
  }),
  ...originBy("user_username"),
  url: field.nullableText({ from: "project.web_url" }),
});

function push(kind: "push" | "tag_push", thing: string, description: string): EventDef {
  return event({
    description,
    match: isKind(kind, () => true),
    payload: pushed,
    view: (payload) => ({
      title: `${thing} ${payload.after === null ? "deleted" : "pushed"}: ${payload.project ?? "GitLab"} ${payload.ref}`,
      summary: shortened(payload.commits.at(-1)?.title),
      actor: payload.actor,
      url: payload.url,
    }),
  });
}

export const events: Record<string, EventDef> = {
  "issues.opened": activity("issue", "opened", ["open"], "An issue was opened in the GitLab project."),
  "issues.updated": activity("issue", "updated", ["update"], "An issue was changed in the GitLab project."),
  "issues.closed": activity("issue", "closed", ["close"], "An issue was closed in the GitLab project."),
  "issues.reopened": activity("issue", "reopened", ["reopen"], "An issue was opened again in the GitLab project."),
  "issues.commented": comment("issue", "Issue", "Someone commented on an issue of the GitLab project."),
  "merge_requests.opened": activity("merge_request", "opened", ["open"], "A GitLab merge request was opened."),
  "merge_requests.updated": activity(
    "merge_request",
    "updated",
    ["update"],
    "A GitLab merge request was changed, or got new commits.",
  ),
  "merge_requests.approved": activity(
    "merge_request",
    "approved",
    ["approved", "approval"],
    "Someone approved a GitLab merge request.",
  ),
  "merge_requests.merged": activity("merge_request", "merged", ["merge"], "A GitLab merge request was merged."),
  "merge_requests.closed": activity(
    "merge_request",
    "closed",
    ["close"],
    "A GitLab merge request was closed unmerged.",
  ),
  "merge_requests.reopened": activity(
    "merge_request",
    "reopened",
    ["reopen"],
    "A GitLab merge request was opened again.",
  ),
  "merge_requests.commented": comment(
    "merge_request",
    "MergeRequest",
    "Someone commented on a merge request of the GitLab project.",
  ),
  "ci.pipeline_completed": pipelineCompleted,
  "code.pushed": push("push", "Branch", "Commits were pushed to the GitLab project, or a branch was deleted."),
  "code.tagged": push("tag_push", "Tag", "A tag was pushed to the GitLab project, or deleted."),
};
