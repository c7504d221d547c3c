// The events of a project's webhook: docs.gitlab.com/user/project/integrations/webhook_events.
import {
  type EventDef,
  event,
  maybe,
  maybeInteger,
  maybeNumber,
  maybeText,
  rawId,
  type Static,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { activityShape, hookTime, type Kind, nullableNumber, SIGNS, shortened, viewOfActivity } from "./event.ts";

const isKind = (kind: string, also: (item: unknown) => boolean) => (_: unknown, item: unknown) => {
  const named = textAt(item, "object_kind");
  // Tasks and other kinds of issues have a name of their own.
  return (named === "work_item" ? "issue" : named) === kind && also(item);
};
const hasAction = (...actions: string[]) => {
  return (item: unknown) => actions.includes(textAt(item, "object_attributes.action") ?? "");
};

const originRaw = {
  project: t.Object({ id: rawId, path_with_namespace: maybeText, web_url: maybeText }),
  user: maybe(t.Object({ username: maybeText })),
};
const origin = {
  project: shapes.nullableText("Path of the project, such as acme/site."),
  project_id: t.String(),
  actor: shapes.nullableText("Username of the person who did it."),
};
interface Origin {
  project: { id: Static<typeof rawId>; path_with_namespace?: string | null };
  user?: { username?: string | null } | null;
}
const toOrigin = ({ project, user }: Origin) => ({
  project: project.path_with_namespace ?? null,
  project_id: String(project.id),
  actor: user?.username ?? null,
});

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
      ...originRaw,
    }),
    shape: activityShape,
    map: ({ object_attributes: thing, labels, changes, ...raw }) => ({
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
      ...toOrigin(raw),
      url: thing.url ?? null,
      occurred_at: hookTime(thing.updated_at),
    }),
    view: (payload) => viewOfActivity(payload, what),
  });
}

const commentShape = t.Object({
  id: t.String(),
  body: t.String({ description: "Markdown." }),
  number: t.Union([t.Integer(), t.Null()], { description: "The issue's or merge request's." }),
  title: shapes.nullableText("The issue's or merge request's."),
  ...origin,
  url: shapes.nullableText(),
  occurred_at: shapes.nullableTime(),
});

/** Of comments that a person wrote; an edited one comes again. */
function comment(kind: Kind, noteableType: string, description: string): EventDef {
  const target = maybe(t.Object({ iid: maybeInteger, title: maybeText }));
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
    raw: t.Object({
      object_attributes: t.Object({ id: rawId, note: t.String(), url: maybeText, created_at: maybeText }),
      issue: target,
      merge_request: target,
      ...originRaw,
    }),
    shape: commentShape,
    map: ({ object_attributes: note, issue, merge_request, ...raw }) => {
      const about = kind === "issue" ? issue : merge_request;
      return {
        id: String(note.id),
        body: note.note,
        number: about?.iid ?? null,
        title: about?.title ?? null,
        ...toOrigin(raw),
        url: note.url ?? null,
        occurred_at: hookTime(note.created_at),
      };
    },
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

/** Statuses in which a pipeline has ended. */
const ENDED = ["success", "failed", "canceled", "skipped"];

const pipelineCompleted = event({
  description: "A pipeline of the GitLab project ended, successfully or not.",
  match: isKind("pipeline", (item) => ENDED.includes(textAt(item, "object_attributes.status") ?? "")),
  raw: t.Object({
    object_attributes: t.Object({
      id: rawId,
      ref: maybeText,
      sha: maybeText,
      status: t.String(),
      source: maybeText,
      duration: maybeNumber,
      finished_at: maybeText,
      url: maybeText,
    }),
    commit: maybe(t.Object({ title: maybeText, message: maybeText })),
    ...originRaw,
  }),
  shape: t.Object({
    id: t.String({ description: "Id of the pipeline." }),
    status: t.String({ description: "success, failed, canceled or skipped." }),
    source: shapes.nullableText("What started it."),
    ref: shapes.nullableText("Branch or tag."),
    sha: shapes.nullableText(),
    commit: shapes.nullableText("Title of the commit."),
    duration: nullableNumber("Duration in seconds."),
    ...origin,
    url: shapes.nullableText(),
    occurred_at: shapes.nullableTime(),
  }),
  map: ({ object_attributes: pipeline, commit, ...raw }) => ({
    id: String(pipeline.id),
    status: pipeline.status,
    source: pipeline.source ?? null,
    ref: pipeline.ref ?? null,
    sha: pipeline.sha ?? null,
    commit: commit?.title ?? commit?.message?.split("\n")[0] ?? null,
    duration: pipeline.duration ?? null,
    ...toOrigin(raw),
    url: pipeline.url ?? (raw.project.web_url ? `${raw.project.web_url}/-/pipelines/${pipeline.id}` : null),
    occurred_at: hookTime(pipeline.finished_at),
  }),
  view: (payload) => ({
    title: `Pipeline of ${payload.project ?? "GitLab"} ${payload.ref ?? ""}: ${payload.status}`,
    summary: shortened(payload.commit),
    actor: payload.actor,
    url: payload.url,
    occurredAt: payload.occurred_at,
  }),
});

const pushRaw = t.Object({
  ref: t.String(),
  before: maybeText,
  after: maybeText,
  user_username: maybeText,
  total_commits_count: maybeInteger,
  commits: maybe(t.Array(t.Object({ id: t.String(), title: maybeText, message: maybeText, url: maybeText }))),
  project: originRaw.project,
});
const pushShape = t.Object({
  ref: t.String({ description: "Name of the branch or tag." }),
  before: shapes.nullableText("SHA of the previous commit; null for a new branch or tag."),
  after: shapes.nullableText("SHA of the new commit; null if the branch or tag was deleted."),
  commits_count: t.Integer(),
  commits: t.Array(t.Object({ sha: t.String(), title: shapes.nullableText(), url: shapes.nullableText() }), {
    description: "The last commits, at most 20.",
  }),
  ...origin,
  url: shapes.nullableText(),
});
const shaOrNull = (sha: string | null | undefined) => (sha && !/^0+$/.test(sha) ? sha : null);

function toPush({ project, user_username, ...raw }: Static<typeof pushRaw>): Static<typeof pushShape> {
  const commits = raw.commits ?? [];
  return {
    ref: raw.ref.replace(/^refs\/(?:heads|tags)\//, ""),
    before: shaOrNull(raw.before),
    after: shaOrNull(raw.after),
    commits_count: raw.total_commits_count ?? commits.length,
    commits: commits.slice(-20).map(({ id, title, message, url }) => ({
      sha: id,
      title: title ?? message?.split("\n")[0] ?? null,
      url: url ?? null,
    })),
    ...toOrigin({ project, user: { username: user_username ?? null } }),
    url: project.web_url ?? null,
  };
}

function push(kind: "push" | "tag_push", thing: string, description: string): EventDef {
  return event({
    description,
    match: isKind(kind, () => true),
    raw: pushRaw,
    shape: pushShape,
    map: toPush,
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
