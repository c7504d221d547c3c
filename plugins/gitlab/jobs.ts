// Jobs of pipelines: list, read the log, run again.
import { endpoint, field, many, one, oneOf, path, readLogTail, record, resource, t } from "gateway/plugin";
import { idParam, inProject, paging } from "./fields.ts";

const job = record({
  id: field.id(),
  name: field.text(),
  stage: field.nullableText(),
  status: field.text({
    description: "created, pending, running, success, failed, canceled, skipped, manual and so on.",
  }),
  failure_reason: field.nullableText({ description: "Why the job failed, such as script_failure." }),
  may_fail: field.flag({ from: "allow_failure", description: "Whether the pipeline continues when it fails." }),
  ref: field.nullableText({ description: "Branch or tag." }),
  pipeline_id: field.nullableId({ from: "pipeline.id" }),
  sha: field.nullableText({ from: "commit.id" }),
  duration: field.nullableNumber({ description: "Duration in seconds." }),
  url: field.nullableText({ from: "web_url" }),
  created_at: field.nullableTime(),
  started_at: field.nullableTime(),
  finished_at: field.nullableTime(),
});
const jobId = idParam("Id of the job, from gitlab_list_ci_jobs.");

/** Colours of a terminal, and the marks by which GitLab folds a log: docs.gitlab.com/ci/jobs/job_logs. */
const MARKS = /\u001b\[[0-9;?]{0,30}[A-Za-z]|section_(?:start|end):\d{1,20}:[^\r\n]{0,128}\r/g;
export const plainLog = (text: string) => text.replace(MARKS, "").replaceAll("\r\n", "\n");

export const jobEndpoints = {
  list_ci_jobs: endpoint({
    method: "GET",
    path: "/projects/{project}/jobs",
    permission: "ci.read",
    description: "List the CI jobs of a GitLab project or of one pipeline, newest first, to see which one failed.",
    keywords: ["CI", "failed step", "why did the build fail", "pipeline stages"],
    params: inProject,
    query: t.Object({
      pipeline: t.Optional(idParam("Only jobs of this pipeline; gitlab_list_ci_pipelines returns its id.")),
      status: t.Optional(
        oneOf(
          ["created", "pending", "running", "success", "failed", "canceled", "skipped", "manual"],
          "Only jobs with this status.",
        ),
      ),
      include_retried: t.Optional(t.Boolean({ description: "Whether to list retried jobs as well; needs pipeline." })),
    }),
    upstream: ({ params, query: { pipeline, status, include_retried } }) => {
      const scope = status && [status];
      return pipeline === undefined
        ? {
            path: path`/projects/${params.project}/jobs`,
            query: { "scope[]": scope, pagination: "keyset", order_by: "id", sort: "desc" },
          }
        : {
            path: path`/projects/${params.project}/pipelines/${pipeline}/jobs`,
            query: { "scope[]": scope, include_retried },
          };
    },
    returns: many("jobs", job, { pagination: paging }),
  }),
  get_ci_job_log: endpoint({
    method: "GET",
    path: "/projects/{project}/jobs/{job}/log",
    permission: "ci.read",
    description: "Read the end of the log of a GitLab CI job, as text.",
    keywords: ["CI", "build log", "build output", "error output", "console"],
    params: { ...inProject, job: jobId },
    query: t.Object({
      lines: t.Optional(
        t.Integer({
          minimum: 1,
          maximum: 5000,
          default: 500,
          description: "Number of lines to return, counted from the end.",
        }),
      ),
    }),
    run: async ({ params, query }, upstream) => {
      const log = await upstream.open({ path: path`/projects/${params.project}/jobs/${params.job}/trace` });
      return { ...log, json: await readLogTail(log.body, query.lines ?? 500) };
    },
    returns: one(
      resource({
        raw: t.Object({ text: t.String(), is_cut: t.Boolean() }),
        shape: t.Object({
          job_id: t.String(),
          text: t.String({ description: "End of the log; empty before the job has begun." }),
          is_cut: t.Boolean({ description: "Whether earlier lines of the log are left out." }),
        }),
        map: (raw, { params }) => ({ job_id: params.job ?? "", text: plainLog(raw.text), is_cut: raw.is_cut }),
      }),
    ),
  }),
  retry_ci_job: endpoint({
    method: "POST",
    reaches: true,
    path: "/projects/{project}/jobs/{job}/retry",
    permission: "ci.write",
    description: "Run a GitLab CI job again; the new run has another id.",
    keywords: ["CI", "rerun job", "restart job"],
    params: { ...inProject, job: jobId },
    upstream: "/projects/{project}/jobs/{job}/retry",
    returns: one(job),
  }),
};
