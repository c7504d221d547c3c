// Pipelines: list, read, start, repeat and cancel.
import { endpoint, field, many, one, oneOf, path, record, t } from "gateway/plugin";
import { idParam, inProject, order, paging, since } from "./fields.ts";
import { branchName } from "./repository.ts";

const listed = {
  id: field.id(),
  number: field.nullableInteger({ from: "iid", description: "Number within the project." }),
  project_id: field.id(),
  status: field.text({
    description: "created, pending, running, success, failed, canceled, skipped, manual and so on.",
  }),
  source: field.nullableText({ description: "What started it: push, web, schedule, merge_request_event and so on." }),
  ref: field.nullableText({ description: "Branch or tag." }),
  sha: field.nullableText(),
  url: field.nullableText({ from: "web_url" }),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
} as const;
const pipeline = record({
  ...listed,
  username: field.nullableText({ from: "user.username", description: "Username of the person who started it." }),
  duration: field.nullableNumber({ description: "Duration in seconds." }),
  coverage: field.nullableText({ description: "Percent of the code that tests ran." }),
  yaml_errors: field.nullableText({ description: "Errors in the CI configuration file." }),
  started_at: field.nullableTime(),
  finished_at: field.nullableTime(),
});
const pipelineId = idParam("Id of the pipeline, from gitlab_list_ci_pipelines.");

export const pipelineEndpoints = {
  list_ci_pipelines: endpoint({
    method: "GET",
    path: "/projects/{project}/pipelines",
    permission: "ci.read",
    description: "List the CI pipelines of a GitLab project, newest first.",
    keywords: ["CI", "builds", "build status", "failed pipelines", "deployments"],
    params: inProject,
    query: t.Object({
      status: t.Optional(
        oneOf(
          ["created", "pending", "running", "success", "failed", "canceled", "skipped", "manual", "scheduled"],
          "Only pipelines with this status.",
        ),
      ),
      ref: t.Optional(branchName("Only pipelines of this branch or tag.")),
      sha: t.Optional(t.String({ pattern: "^[0-9a-f]{7,64}$", description: "Only pipelines of this commit." })),
      source: t.Optional(
        t.String({ pattern: "^[a-z_]{1,60}$", description: "Only pipelines with this trigger, such as push." }),
      ),
      username: t.Optional(t.String({ minLength: 1, description: "Only pipelines that this user started." })),
      updated_since: since("Only pipelines changed at or after this time."),
      order,
    }),
    upstream: ({ params, query: { order, updated_since, ...query } }) => ({
      path: path`/projects/${params.project}/pipelines`,
      query: { ...query, sort: order, updated_after: updated_since },
    }),
    returns: many("pipelines", record(listed), { pagination: paging }),
  }),
  get_ci_pipeline: endpoint({
    method: "GET",
    path: "/projects/{project}/pipelines/{pipeline}",
    permission: "ci.read",
    description: "Get one CI pipeline of a GitLab project: status, duration, coverage, who started it.",
    keywords: ["CI", "build status", "did the build pass"],
    params: { ...inProject, pipeline: pipelineId },
    upstream: "/projects/{project}/pipelines/{pipeline}",
    returns: one(pipeline),
  }),
  run_ci_pipeline: endpoint({
    method: "POST",
    reaches: true,
    path: "/projects/{project}/pipelines",
    permission: "ci.write",
    description: "Start a CI pipeline of a GitLab project on a branch or tag.",
    keywords: ["CI", "trigger build", "deploy", "kick off", "new pipeline"],
    params: inProject,
    body: t.Object({
      ref: branchName("Branch or tag to run it on."),
      variables: t.Optional(
        t.Record(
          t.String({ pattern: "^[A-Za-z0-9_]{1,255}$" }),
          t.String({ maxLength: 10_000, description: "Its value." }),
          { maxProperties: 50, description: "CI variables by name." },
        ),
      ),
    }),
    upstream: ({ params, body }) => ({
      path: path`/projects/${params.project}/pipeline`,
      json: {
        ref: body.ref,
        variables: body.variables && Object.entries(body.variables).map(([key, value]) => ({ key, value })),
      },
    }),
    returns: one(pipeline),
  }),
  retry_ci_pipeline: endpoint({
    method: "POST",
    reaches: true,
    path: "/projects/{project}/pipelines/{pipeline}/retry",
    permission: "ci.write",
    description: "Run the failed and cancelled jobs of a GitLab CI pipeline again.",
    keywords: ["CI", "rerun", "restart build", "retry failed jobs"],
    params: { ...inProject, pipeline: pipelineId },
    upstream: "/projects/{project}/pipelines/{pipeline}/retry",
    returns: one(pipeline),
  }),
  cancel_ci_pipeline: endpoint({
    method: "POST",
    effect: "destroys",
    idempotent: true,
    path: "/projects/{project}/pipelines/{pipeline}/cancel",
    permission: "ci.write",
    reaches: false,
    description: "Cancel the jobs of a GitLab CI pipeline that have not ended.",
    keywords: ["CI", "stop build", "abort", "kill"],
    params: { ...inProject, pipeline: pipelineId },
    upstream: "/projects/{project}/pipelines/{pipeline}/cancel",
    returns: one(pipeline),
  }),
};
