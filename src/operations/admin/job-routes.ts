// The admin API of jobs: what is queued, what failed, and retries.
import { Type as t } from "@sinclair/typebox";
import { listFailed, listQueues, retryFailed } from "../../foundation/jobs/service.ts";
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
import type { Admin } from "./routes.ts";

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

export function jobRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_list_queues",
        method: "GET",
        path: "/jobs",
        summary: "Show each queue with its due, running and failed jobs.",
      },
      () => listQueues(deps),
    ),
    admin(
      {
        id: "admin_list_failed_jobs",
        method: "GET",
        path: "/jobs/{queue}/failed",
        summary: "List a queue's failed jobs.",
        params: QueueParam,
      },
      ({ params }) => listFailed(deps, params.queue as string),
    ),
    admin(
      {
        id: "admin_retry_jobs",
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
          return [{ in: "body" as const, path: "", message: "Name one job by its id, or all." }];
        },
      },
      ({ params, body }) => retryFailed(deps, params.queue as string, (body as { job?: string }).job ?? null),
    ),
  ];
}
