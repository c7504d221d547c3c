// GitHub's webhook events about a repository as a whole: workflow runs, discussions, stars and forks.
import { type EventDef, event, maybe, maybeText, nullable, rawId, shapes, t } from "gateway/plugin";
import { isOf, origin, originRaw, titleOf, toOrigin, truncate } from "./event-parts.ts";
import { time } from "./fields.ts";

const workflowCompleted = event({
  description: "A workflow of GitHub Actions ended, with success or without.",
  match: isOf("workflow_run", "completed"),
  raw: t.Object({
    workflow_run: t.Object({
      id: rawId,
      name: maybeText,
      display_title: maybeText,
      run_number: t.Integer(),
      event: t.String(),
      conclusion: maybeText,
      head_branch: maybeText,
      head_sha: t.String(),
      html_url: t.String(),
      updated_at: time,
    }),
    ...originRaw,
  }),
  shape: t.Object({
    id: t.String({ description: "Id of the run." }),
    name: shapes.nullableText("The workflow."),
    title: shapes.nullableText("Of the commit or pull request that it ran for."),
    run_number: t.Integer(),
    event: t.String({ description: "What started it, such as push or schedule." }),
    conclusion: shapes.nullableText("success, failure, cancelled, skipped, timed_out and so on."),
    branch: shapes.nullableText(),
    sha: t.String(),
    html_url: t.String(),
    updated_at: time,
    ...origin,
  }),
  map: ({ workflow_run: run, ...raw }) => ({
    id: String(run.id),
    name: run.name ?? null,
    title: run.display_title ?? null,
    run_number: run.run_number,
    event: run.event,
    conclusion: run.conclusion ?? null,
    branch: run.head_branch ?? null,
    sha: run.head_sha,
    html_url: run.html_url,
    updated_at: run.updated_at,
    ...toOrigin(raw),
  }),
  view: (run) => ({
    title: `Workflow ${run.name ?? run.id} of ${run.repository}: ${run.conclusion ?? "completed"}`,
    summary: truncate(run.title),
    actor: run.actor,
    url: run.html_url,
    occurredAt: run.updated_at,
  }),
});

const discussionOpened = event({
  description: "A discussion was opened on GitHub.",
  match: isOf("discussion", "created"),
  raw: t.Object({
    discussion: t.Object({
      id: rawId,
      number: t.Integer(),
      title: t.String(),
      body: maybeText,
      html_url: t.String(),
      category: maybe(t.Object({ name: t.String() })),
      created_at: time,
    }),
    ...originRaw,
  }),
  shape: t.Object({
    id: t.String(),
    number: t.Integer(),
    title: t.String(),
    body: nullable(t.String({ description: "Markdown." })),
    category: shapes.nullableText(),
    html_url: t.String(),
    created_at: time,
    ...origin,
  }),
  map: ({ discussion, ...raw }) => ({
    id: String(discussion.id),
    number: discussion.number,
    title: discussion.title,
    body: discussion.body ?? null,
    category: discussion.category?.name ?? null,
    html_url: discussion.html_url,
    created_at: discussion.created_at,
    ...toOrigin(raw),
  }),
  view: (discussion) => ({
    title: titleOf("Discussion opened", discussion.repository, discussion),
    summary: truncate(discussion.body),
    actor: discussion.actor,
    url: discussion.html_url,
    occurredAt: discussion.created_at,
  }),
});

const starred = event({
  description: "Someone starred a GitHub repository.",
  match: isOf("star", "created"),
  raw: t.Object({
    starred_at: maybeText,
    repository: t.Object({ full_name: t.String(), html_url: t.String(), stargazers_count: t.Integer() }),
    sender: originRaw.sender,
  }),
  shape: t.Object({
    stars: t.Integer({ description: "How many the repository has now." }),
    html_url: t.String({ description: "The repository." }),
    starred_at: nullable(time),
    ...origin,
  }),
  map: ({ starred_at, ...raw }) => ({
    stars: raw.repository.stargazers_count,
    html_url: raw.repository.html_url,
    starred_at: starred_at ?? null,
    ...toOrigin(raw),
  }),
  view: ({ repository, actor, html_url, starred_at }) => ({
    title: `${actor} starred ${repository}`,
    summary: null,
    actor,
    url: html_url,
    occurredAt: starred_at,
  }),
});

const forked = event({
  description: "Someone forked a GitHub repository.",
  match: isOf("fork"),
  raw: t.Object({
    forkee: t.Object({ full_name: t.String(), html_url: t.String(), created_at: time }),
    ...originRaw,
  }),
  shape: t.Object({
    fork: t.String({ description: "owner/name of the new repository." }),
    html_url: t.String({ description: "The new repository." }),
    created_at: time,
    ...origin,
  }),
  map: ({ forkee, ...raw }) => ({
    fork: forkee.full_name,
    html_url: forkee.html_url,
    created_at: forkee.created_at,
    ...toOrigin(raw),
  }),
  view: ({ repository, fork, actor, html_url, created_at }) => ({
    title: `${actor} forked ${repository} to ${fork}`,
    summary: null,
    actor,
    url: html_url,
    occurredAt: created_at,
  }),
});

export const repositoryEvents: Record<string, EventDef> = {
  "repos.workflow_completed": workflowCompleted,
  "repos.discussion_opened": discussionOpened,
  "repos.starred": starred,
  "repos.forked": forked,
};
