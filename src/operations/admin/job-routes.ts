// The admin API of jobs: what is queued, what failed, and retries.
import { Type as t } from "@sinclair/typebox";
import { listFailed, listQueues, retryFailed } from "../../foundation/jobs/service.ts";
import type { Deps } from "../../server/deps.ts";
import { FailedJobs, QueueList, RetriedJobs } from "./engine-shapes.ts";
import { operation } from "./operation.ts";

const QueueParam = t.Object({
  queue: t.String({ minLength: 1, maxLength: 100, pattern: "^[a-z][a-z0-9_]*$", description: "The queue's name." }),
});
const RetryBody = t.Object(
  {
    job: t.Optional(t.String({ minLength: 1, maxLength: 100, description: "The id of the job to retry." })),
    all: t.Optional(t.Boolean({ description: "Retries every failed job of the queue, 1,000 at a time." })),
  },
  { additionalProperties: false },
);

export function jobRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_queues",
        data: QueueList,
        method: "GET",
        path: "/jobs",
        summary: "Show each queue with its due, running and failed jobs.",
      },
      () => listQueues(deps),
    ),
    operation(
      {
        id: "admin_list_failed_jobs",
        data: FailedJobs,
        method: "GET",
        path: "/jobs/{queue}/failed",
        summary: "List a queue's failed jobs.",
        params: QueueParam,
      },
      ({ params }) => listFailed(deps, params.queue),
    ),
    operation(
      {
        id: "admin_retry_jobs",
        data: RetriedJobs,
        method: "POST",
        path: "/jobs/{queue}/retry",
        event: "jobs_retried",
        about: ({ retried }) => ({ details: { retried } }),
        summary: "Retry one failed job of a queue, or all.",
        params: QueueParam,
        body: RetryBody,
        check: ({ body }) => {
          const { job, all } = body as { job?: string; all?: boolean };
          if ((job === undefined) === (all === true)) return [];
          return [{ in: "body" as const, path: "", message: "Send either the id of one job, or all: true." }];
        },
      },
      ({ params, body }) => retryFailed(deps, params.queue, (body as { job?: string }).job ?? null),
    ),
  ];
}
