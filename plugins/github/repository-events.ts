// GitHub's webhook events about a repository as a whole: workflow runs, discussions, stars and forks.
import { type EventDef, event, field, record } from "gateway/plugin";
import { isOf, origin, titleOf, truncate } from "./event-parts.ts";

const workflowCompleted = event({
  description: "A GitHub Actions workflow run ended, successfully or not.",
  match: isOf("workflow_run", "completed"),
  payload: record({
    id: field.id({ from: "workflow_run.id", description: "Id of the run." }),
    name: field.nullableText({ from: "workflow_run.name", description: "Name of the workflow." }),
    title: field.nullableText({
      from: "workflow_run.display_title",
      description: "Title of the commit or pull request that it ran for.",
    }),
    run_number: field.integer({ from: "workflow_run.run_number" }),
    event: field.text({ from: "workflow_run.event", description: "What started it, such as push or schedule." }),
    conclusion: field.nullableText({
      from: "workflow_run.conclusion",
      description: "success, failure, cancelled, skipped, timed_out and so on.",
    }),
    branch: field.nullableText({ from: "workflow_run.head_branch" }),
    sha: field.text({ from: "workflow_run.head_sha" }),
    html_url: field.text({ from: "workflow_run.html_url" }),
    updated_at: field.time({ from: "workflow_run.updated_at" }),
    ...origin,
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
  payload: record({
    id: field.id({ from: "discussion.id" }),
    number: field.integer({ from: "discussion.number" }),
    title: field.text({ from: "discussion.title" }),
    body: field.nullableText({ from: "discussion.body", description: "Markdown." }),
    category: field.nullableText({ from: "discussion.category.name" }),
    html_url: field.text({ from: "discussion.html_url" }),
    created_at: field.time({ from: "discussion.created_at" }),
    ...origin,
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
  payload: record({
    stars: field.integer({
      from: "repository.stargazers_count",
      description: "Number of stars of the repository now.",
    }),
    html_url: field.text({ from: "repository.html_url", description: "URL of the repository." }),
    starred_at: field.nullableTime(),
    ...origin,
  }),
  view: ({ repository, actor, html_url, starred_at }) => ({
    title: `${actor} starred ${repository}`,
    actor,
    url: html_url,
    occurredAt: starred_at,
  }),
});

const forked = event({
  description: "Someone forked a GitHub repository.",
  match: isOf("fork"),
  payload: record({
    fork: field.text({ from: "forkee.full_name", description: "The new repository as owner/name." }),
    html_url: field.text({ from: "forkee.html_url", description: "URL of the new repository." }),
    created_at: field.time({ from: "forkee.created_at" }),
    ...origin,
  }),
  view: ({ repository, fork, actor, html_url, created_at }) => ({
    title: `${actor} forked ${repository} to ${fork}`,
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
