// Endpoints of GitHub Actions: workflows, their runs and jobs; start, repeat and cancel a run.
import {
  endpoint,
  InvalidInput,
  many,
  maybeText,
  nullable,
  one,
  oneOf,
  path,
  rawId,
  readLogTail,
  resource,
  shapes,
  t,
} from "gateway/plugin";
import { inRepo, paging, since } from "./fields.ts";
import { job, run, workflow } from "./workflow-run.ts";

const WORKFLOW = "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,255}$";
const workflowText = "Id of the workflow, or its file's name such as ci.yml; github_list_workflows gives both.";
const runId = t.String({
  pattern: "^[1-9][0-9]{0,15}$",
  description: "Id of the run, from github_list_workflow_runs.",
});
const jobId = t.String({
  pattern: "^[1-9][0-9]{0,15}$",
  description: "Id of the job, from github_list_workflow_jobs.",
});
interface Created {
  created_since?: string;
  created_until?: string;
  created?: string;
}
/** The time of creation in GitHub's search syntax: docs.github.com, "Query for dates". */
function createdIn({ created_since, created_until, created }: Created): string | undefined {
  if (created_since === undefined && created_until === undefined) return created;
  if (created !== undefined) throw new InvalidInput('Send "created_since" and "created_until", without "created".');
  return `${created_since ?? "*"}..${created_until ?? "*"}`;
}

const reads = {
  list_workflows: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/actions/workflows",
    permission: "actions.read",
    description: "List the GitHub Actions workflows of a repository.",
    keywords: ["CI", "pipelines", "automation", "builds"],
    params: inRepo,
    upstream: "/repos/{owner}/{repo}/actions/workflows",
    returns: many("workflows", workflow, { at: "workflows", pagination: paging }),
  }),
  list_workflow_runs: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/actions/runs",
    permission: "actions.read",
    description: "List the runs of GitHub Actions in a repository, or of one workflow, newest first.",
    keywords: ["CI", "builds", "build status", "pipeline", "failed checks", "deployments"],
    params: inRepo,
    query: t.Object({
      workflow: t.Optional(t.String({ pattern: WORKFLOW, description: workflowText })),
      branch: t.Optional(t.String({ minLength: 1, description: "Only runs of this branch." })),
      event: t.Optional(t.String({ minLength: 1, description: "Only runs that this event started, such as push." })),
      status: t.Optional(
        t.String({
          pattern: "^[a-z_]{1,30}$",
          description: "Only runs with this status or conclusion: queued, in_progress, success, failure and so on.",
        }),
      ),
      actor: t.Optional(t.String({ minLength: 1, description: "Only runs that this login started." })),
      head_sha: t.Optional(t.String({ pattern: "^[0-9a-f]{40}$", description: "Only runs of this commit." })),
      created_since: since("Only runs created at or after this time, such as 2026-01-31T09:00:00Z."),
      created_until: since("Only runs created at or before this time."),
      created: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 60,
          deprecated: true,
          description: "GitHub's date filter, such as >=2026-01-31; use created_since and created_until instead.",
        }),
      ),
    }),
    upstream: ({
      params: { owner, repo },
      query: { workflow: id, created_since, created_until, created, ...query },
    }) => ({
      path:
        id === undefined
          ? path`/repos/${owner}/${repo}/actions/runs`
          : path`/repos/${owner}/${repo}/actions/workflows/${id}/runs`,
      query: { ...query, created: createdIn({ created_since, created_until, created }) },
    }),
    returns: many("runs", run, { at: "workflow_runs", pagination: paging }),
  }),
  get_workflow_run: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/actions/runs/{run_id}",
    permission: "actions.read",
    description: "Get one run of a GitHub Actions workflow: status, conclusion, branch, commit.",
    keywords: ["CI", "build status", "did the build pass", "pipeline"],
    params: { ...inRepo, run_id: runId },
    upstream: "/repos/{owner}/{repo}/actions/runs/{run_id}",
    returns: one(run),
  }),
  list_workflow_jobs: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
    permission: "actions.read",
    description: "List the jobs of a GitHub Actions run with their steps, to see which one failed.",
    keywords: ["CI", "failed step", "why did the build fail", "pipeline stages"],
    params: { ...inRepo, run_id: runId },
    query: t.Object({
      filter: t.Optional(oneOf(["latest", "all"], "Jobs of the latest attempt (the default), or of all attempts.")),
    }),
    upstream: "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
    returns: many("jobs", job, { at: "jobs", pagination: paging }),
  }),
  get_job_log: endpoint({
    method: "GET",
    path: "/repos/{owner}/{repo}/actions/jobs/{job_id}/log",
    permission: "actions.read",
    description: "Read the end of the log of a GitHub Actions job, as text.",
    keywords: ["CI", "build log", "build output", "error output", "console"],
    params: { ...inRepo, job_id: jobId },
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
      const log = await upstream.open({
        path: path`/repos/${params.owner}/${params.repo}/actions/jobs/${params.job_id}/logs`,
      });
      return { ...log, json: await readLogTail(log.body, query.lines ?? 500) };
    },
    returns: one(
      resource({
        raw: t.Object({ text: t.String(), is_cut: t.Boolean() }),
        shape: t.Object({
          job_id: t.String(),
          text: t.String(),
          is_cut: t.Boolean({ description: "Whether earlier lines of the log are left out." }),
        }),
        map: (raw, { params }) => ({ job_id: params.job_id ?? "", text: raw.text, is_cut: raw.is_cut }),
      }),
    ),
  }),
};

const requested = resource({
  raw: nullable(t.Object({})),
  shape: t.Object({ run_id: t.String(), status: t.Literal("requested") }),
  map: (_, { params }) => ({ run_id: params.run_id ?? "", status: "requested" as const }),
});

const writes = {
  run_workflow: endpoint({
    method: "POST",
    reaches: true,
    path: "/repos/{owner}/{repo}/actions/workflows/{workflow}/runs",
    permission: "actions.write",
    description: "Start a GitHub Actions workflow by hand; its file must allow it with workflow_dispatch.",
    keywords: ["CI", "trigger build", "deploy", "dispatch", "kick off pipeline", "run pipeline"],
    params: { ...inRepo, workflow: t.String({ pattern: WORKFLOW, description: workflowText }) },
    body: t.Object({
      ref: t.String({ minLength: 1, description: "Branch or tag to run it on." }),
      inputs: t.Optional(
        t.Record(t.String({ maxLength: 255 }), t.String({ maxLength: 65_535 }), {
          maxProperties: 25,
          description: "The workflow's inputs by name.",
        }),
      ),
    }),
    // Without `return_run_details` GitHub says nothing of the run: github.blog/changelog, 19 February 2026.
    upstream: ({ params: { owner, repo, workflow: id }, body }) => ({
      path: path`/repos/${owner}/${repo}/actions/workflows/${id}/dispatches`,
      json: { ...body, return_run_details: true },
    }),
    returns: one(
      resource({
        raw: nullable(t.Object({ workflow_run_id: rawId, html_url: maybeText })),
        shape: t.Object({
          run_id: shapes.nullableText(
            "Id of the new run; null if GitHub does not return it, then use github_list_workflow_runs a little later.",
          ),
          html_url: shapes.nullableText(),
        }),
        map: (raw) => ({ run_id: raw ? String(raw.workflow_run_id) : null, html_url: raw?.html_url ?? null }),
      }),
    ),
  }),
  rerun_workflow: endpoint({
    method: "POST",
    reaches: true,
    path: "/repos/{owner}/{repo}/actions/runs/{run_id}/rerun",
    permission: "actions.write",
    description: "Rerun a GitHub Actions workflow run, all of its jobs or only the failed ones; the run keeps its id.",
    keywords: ["CI", "retry build", "restart pipeline", "rerun failed jobs"],
    params: { ...inRepo, run_id: runId },
    body: t.Object({
      failed_only: t.Optional(
        t.Boolean({ description: "Whether to rerun only the failed jobs, and the jobs that depend on them." }),
      ),
      debug_logging: t.Optional(t.Boolean({ description: "Whether to write debug messages to the logs." })),
    }),
    upstream: ({ params: { owner, repo, run_id }, body }) => ({
      path: body.failed_only
        ? path`/repos/${owner}/${repo}/actions/runs/${run_id}/rerun-failed-jobs`
        : path`/repos/${owner}/${repo}/actions/runs/${run_id}/rerun`,
      json: { enable_debug_logging: body.debug_logging ?? false },
    }),
    returns: one(requested),
  }),
  cancel_workflow_run: endpoint({
    method: "POST",
    effect: "destroys",
    idempotent: true,
    path: "/repos/{owner}/{repo}/actions/runs/{run_id}/cancel",
    permission: "actions.write",
    reaches: false,
    description: "Cancel a GitHub Actions workflow run that has not ended.",
    keywords: ["CI", "stop build", "abort pipeline", "kill job"],
    params: { ...inRepo, run_id: runId },
    body: t.Object({
      force: t.Optional(
        t.Boolean({ description: "Whether to cancel even if the run ignored an earlier request to cancel." }),
      ),
    }),
    upstream: ({ params: { owner, repo, run_id }, body }) => ({
      path: body.force
        ? path`/repos/${owner}/${repo}/actions/runs/${run_id}/force-cancel`
        : path`/repos/${owner}/${repo}/actions/runs/${run_id}/cancel`,
    }),
    returns: one(requested),
  }),
};

export const actions = { ...reads, ...writes };
