// A workflow of GitHub Actions, a run of one, and a job of a run.
import { field, maybeInteger, maybeText, record, shapes, t } from "gateway/plugin";

const STATUS = "queued, in_progress, completed, waiting, requested or pending.";
const CONCLUSION = "How it ended: success, failure, cancelled, skipped, timed_out and so on; null before that.";

/** GitHub leaves out the number of a first attempt. */
const attempt = (description: string) =>
  field.of({ from: "run_attempt", raw: maybeInteger, shape: t.Integer({ description }), map: (number) => number ?? 1 });

export const workflow = record({
  id: field.id(),
  name: field.text(),
  path: field.text({ description: "Path of the workflow file, such as .github/workflows/ci.yml." }),
  state: field.text({ description: "active, or why the workflow does not run, such as disabled_manually." }),
  html_url: field.text(),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
});

export const run = record({
  id: field.id(),
  workflow_id: field.id(),
  name: field.nullableText({ description: "The workflow's name." }),
  title: field.nullableText({
    from: "display_title",
    description: "What the run is for, such as the commit's first line.",
  }),
  branch: field.nullableText({ from: "head_branch" }),
  sha: field.text({ from: "head_sha", description: "SHA of the commit that it runs on." }),
  event: field.text({ description: "What started it: push, pull_request, schedule, workflow_dispatch and so on." }),
  status: field.nullableText({ description: STATUS }),
  conclusion: field.nullableText({ description: CONCLUSION }),
  number: field.integer({ from: "run_number", description: "Number of the run, counted within its workflow." }),
  attempt: attempt("Number of the run's attempt, from 1."),
  actor: field.nullableText({ from: "actor.login", description: "Login of the user who started it." }),
  html_url: field.text(),
  created_at: field.nullableTime(),
  started_at: field.nullableTime({ from: "run_started_at" }),
  updated_at: field.nullableTime(),
});

const step = record({
  number: field.integer(),
  name: field.text(),
  status: field.text(),
  conclusion: field.nullableText(),
});
export const job = record({
  id: field.id(),
  run_id: field.id(),
  name: field.text(),
  status: field.text({ description: STATUS }),
  conclusion: field.nullableText({ description: CONCLUSION }),
  attempt: attempt("Number of the run's attempt that the job belongs to."),
  runner: field.of({
    from: "runner_name",
    raw: maybeText,
    shape: shapes.nullableText("Name of the runner that executed the job."),
    // Empty while no machine has taken the job.
    map: (name) => name || null,
  }),
  html_url: field.nullableText(),
  started_at: field.nullableTime(),
  completed_at: field.nullableTime(),
  steps: field.many(step),
});
