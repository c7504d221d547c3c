/** @jsxImportSource #pages */
// Jobs: each queue with what is due, runs and has failed; the failed ones with their errors, to be tried again.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { AdminData } from "../../operations/admin/routes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button } from "../../web/pages/components.tsx";
import { Empty, FormattedNumber, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { SameAsCommand } from "./same-as-command.tsx";

type QueueShape = AdminData<"admin_list_queues">["queues"][number];
type FailedShape = AdminData<"admin_list_failed_jobs">["failed"][number];

const PATH = "/operator/jobs";
const queuePath = (queue: string) => `${PATH}/${encodeURIComponent(queue)}`;
const params = t.Object({ queue: t.String({ maxLength: 100, description: "The queue's name." }) });
/** Seconds after which due work is late. */
const LATE_S = 600;
/** Failed jobs that a page lists; the API gives more. */
const LISTED = 200;

export function jobPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  return [
    page({ id: "operator_jobs", path: PATH, access: "viewer", show: (visit) => queuesPage(dashboard, visit) }),
    page({
      id: "operator_queue",
      path: `${PATH}/{queue}`,
      access: "viewer",
      params,
      show: (visit) => queueView(dashboard, visit),
    }),
    form({
      id: "operator_retry",
      path: `${PATH}/{queue}`,
      access: "operator",
      params,
      async submit(visit, sent) {
        const queue = visit.params.queue as string;
        const job = sent.get("job");
        await api.admin(visit, "admin_retry_jobs", { params: { queue }, body: job === null ? { all: true } : { job } });
        const text = job === null ? tr("All failed jobs of this queue are due again.") : tr("The job is due again.");
        return done(queuePath(queue), tr("{text} A job that fails once more comes back to this list.", { text }));
      },
    }),
  ];
}

async function queuesPage({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { queues } = await api.admin(visit, "admin_list_queues");
  return {
    title: tr("Jobs"),
    lead: tr("Work that runs later or again: inbound webhooks, deliveries, revocations, erasures and scheduled jobs."),
    body: (
      <>
        <Table
          caption={tr("Queues")}
          rows={queues}
          columns={[
            {
              title: tr("Queue"),
              cell: ({ queue }) => (
                <a href={queuePath(queue)}>
                  <code>{queue}</code>
                </a>
              ),
            },
            { title: tr("State"), cell: (queue) => <QueueState queue={queue} /> },
            {
              title: tr("Due"),
              isNumber: true,
              cell: ({ due }) => <FormattedNumber reader={visit.reader} value={due} />,
            },
            {
              title: tr("Running"),
              isNumber: true,
              hideOnNarrow: true,
              cell: ({ active }) => <FormattedNumber reader={visit.reader} value={active} />,
            },
            {
              title: tr("Failed"),
              isNumber: true,
              cell: ({ failed }) => <FormattedNumber reader={visit.reader} value={failed} />,
            },
            {
              title: tr("Last run"),
              hideOnNarrow: true,
              cell: ({ last_run_at }) => <Time reader={visit.reader} at={last_run_at} none="—" />,
            },
          ]}
        />
        <p class="muted small">{tr("Scheduled jobs are counted once a minute.")}</p>
        <SameAsCommand id="call" baseUrl={deps.baseUrl} line={api.lineOf("admin_list_queues")} command="gateway jobs" />
      </>
    ),
  };
}

function QueueState({ queue: { failed, oldest_due_s: age } }: { queue: QueueShape }): Markup {
  if (failed > 0) return <Status tone="bad">{rich("{failed} failed", { failed })}</Status>;
  if ((age ?? 0) > LATE_S)
    return <Status tone="warning">{rich("late by {minutes} min", { minutes: Math.round((age ?? 0) / 60) })}</Status>;
  return <Status tone="good">{tr("on time")}</Status>;
}

async function queueView({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const queue = visit.params.queue as string;
  const { queues } = await api.admin(visit, "admin_list_queues");
  const found = queues.find((one) => one.queue === queue);
  if (!found) throw new AppError("NOT_FOUND", "There is no queue with this name.");
  const { failed } = await api.admin(visit, "admin_list_failed_jobs", { params: { queue } });
  const mayChange = mayVisit(visit, "operator");
  return {
    title: queue,
    lead: <QueueState queue={found} />,
    action:
      mayChange && failed.length > 0 ? (
        <form method="post" action={queuePath(queue)}>
          <FormToken visit={visit} />
          <Button kind="primary">{tr("Retry all that failed")}</Button>
        </form>
      ) : undefined,
    body: (
      <>
        {failed.length === 0 ? (
          <Empty title={tr("Nothing has failed")}>
            <p class="muted">
              {rich("{due} due. A job that fails permanently is listed here with its error.", {
                due: <FormattedNumber reader={visit.reader} value={found.due} />,
              })}
            </p>
            <a href={PATH}>{tr("All queues")}</a>
          </Empty>
        ) : (
          <FailedTable visit={visit} queue={queue} failed={failed} mayChange={mayChange} />
        )}
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_failed_jobs", { params: { queue } })}
          command={tr("gateway jobs failed {queue}", { queue })}
        />
      </>
    ),
  };
}

const FailedTable = (props: {
  visit: PageRequest;
  queue: string;
  failed: FailedShape[];
  mayChange: boolean;
}): Markup => (
  <>
    <Table
      caption={tr("Failed jobs")}
      rows={props.failed.slice(0, LISTED)}
      columns={[
        { title: tr("Job"), cell: ({ id }) => <code>{id}</code> },
        {
          title: tr("Attempts"),
          isNumber: true,
          cell: ({ attempts }) => <FormattedNumber reader={props.visit.reader} value={attempts} />,
        },
        { title: tr("Error"), hideOnNarrow: true, cell: ({ error }) => <bdi>{error ?? tr("in the log")}</bdi> },
        {
          title: "",
          cell: ({ id }) =>
            props.mayChange ? (
              <form method="post" action={queuePath(props.queue)}>
                <FormToken visit={props.visit} />
                <input type="hidden" name="job" value={id} />
                <button type="submit" class="button small">
                  {rich("Retry{id}", { id: <span class="visually-hidden"> {id}</span> })}
                </button>
              </form>
            ) : null,
        },
      ]}
    />
    {props.failed.length > LISTED ? (
      <p class="muted small">
        {rich("The oldest {listed} of at least {total}.", { listed: LISTED, total: props.failed.length })}
      </p>
    ) : null}
  </>
);
