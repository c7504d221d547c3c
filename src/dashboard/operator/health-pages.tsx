/** @jsxImportSource #pages */
// Health: whether requests are served, what doctor checks of the database, clock, backup, and providers' hosts.

import { MAIL_PATH } from "../../identity/notifications/test-mail.ts";
import { NO_BODY } from "../../metering/long-lived/bodies.ts";
import type { AdminData } from "../../operations/admin/routes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Notice, type Tone } from "../../web/pages/components.tsx";
import { Code, Empty, Figures, FormattedNumber, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { englishLang, type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { formatSize } from "../../web/pages/reader.ts";
import type { Dashboard, View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { Replicas } from "./replicas-section.tsx";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";

type CheckShape = AdminData<"admin_check_database">["checks"][number];

type StatusShape = AdminData<"admin_show_status">;

interface Readiness {
  status: "ready" | "unavailable";
  clock_difference_ms?: number;
}

const PATH = "/operator/health";

export function healthPages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({
      id: "operator_health",
      path: PATH,
      access: "viewer",
      show: (visit) => healthView(dashboard, visit),
    }),
  ];
}

/** What a load balancer gets, by the same route. */
async function readiness({ api }: Dashboard, visit: PageRequest): Promise<Readiness> {
  const route = api.find("health_ready");
  if (route?.access !== "public") throw new Error("There is no readiness probe.");
  const { request, requestId, address } = visit;
  const reply = await route.handle({ params: {}, query: {}, body: {}, request, requestId, address, arrival: NO_BODY });
  return "response" in reply ? ((await reply.response.json()) as Readiness) : (reply.data as Readiness);
}

const clockFigure = ({ clock_difference_ms: difference }: Readiness) => ({
  label: tr("Clock"),
  value: difference === undefined ? tr("Correct") : tr("{seconds, number} s off", { seconds: difference / 1_000 }),
  note: tr("against the database’s"),
});

async function healthView(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { api, deps } = dashboard;
  const ready = await readiness(dashboard, visit);
  const status = await api.admin(visit, "admin_show_status");
  const { checks } = await api.admin(visit, "admin_check_database");
  const cluster = await api.admin(visit, "admin_show_cluster");
  return {
    title: tr("Health"),
    lead: tr("The process that created this page; there may be others behind the same address."),
    body: (
      <>
        <Warnings ready={ready} status={status} />
        <Figures
          of={[
            {
              label: tr("Requests"),
              value: ready.status === "ready" ? tr("Served") : tr("Not served"),
              note: tr("as probes see it"),
            },
            clockFigure(ready),
            { label: tr("Version"), value: status.version, note: status.environment },
            {
              label: tr("Checks"),
              value: tr("{passed, number} of {count, number}", {
                passed: checks.filter(({ ok, warning }) => ok && !warning).length,
                count: checks.length,
              }),
              note: tr("passed"),
            },
          ]}
        />
        <Checks of={checks} />
        <Replicas visit={visit} cluster={cluster} baseUrl={deps.baseUrl} line={api.lineOf("admin_show_cluster")} />
        <Backup visit={visit} status={status} />
        <Mail isOn={deps.mails.isOn} />
        <Hosts visit={visit} status={status} />
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_check_database")}
          command="gateway doctor"
        />
      </>
    ),
  };
}

const Mail = ({ isOn }: { isOn: boolean }): Markup => (
  <Section title={tr("Mail")}>
    <p class="muted">
      {isOn
        ? tr("An SMTP server is set, for invitations and notifications.")
        : tr("No SMTP server is set, so that nobody gets mails.")}
    </p>
    <a class="button" href={MAIL_PATH}>
      {isOn ? tr("Test and failures of mail") : tr("How to set it")}
    </a>
  </Section>
);

const Checks = ({ of: checks }: { of: readonly CheckShape[] }): Markup => (
  <Section title={tr("Database")}>
    <Table
      caption={tr("Checks of the database")}
      rows={checks}
      columns={[
        { title: tr("Check"), cell: ({ check }) => <span lang={englishLang()}>{check}</span> },
        { title: tr("Result"), cell: (check) => <Result of={check} /> },
      ]}
    />
  </Section>
);

function Warnings({ ready, status }: { ready: Readiness; status: StatusShape }): Markup {
  return (
    <>
      {status.is_usage_log_writable ? null : (
        <Notice tone="bad">
          {tr("The usage log cannot be written, so no call succeeds: look for usage_outage in the log.")}
        </Notice>
      )}
      {ready.status === "ready" ? null : (
        <Notice tone="bad">
          {rich("The probe {code} says 503: the database refuses writes, or the process is stopping.", {
            code: <code>/health/ready</code>,
          })}
        </Notice>
      )}
    </>
  );
}

const toneOf = ({ ok, warning }: CheckShape) => (ok ? (warning ? "warning" : "good") : "bad");
const STATUS_LABELS: Record<Exclude<Tone, "neutral">, Message> = {
  good: message("good"),
  warning: message("warning"),
  bad: message("failed"),
};

const Result = ({ of }: { of: CheckShape }): Markup => (
  <>
    <Status tone={toneOf(of)}>{tr(STATUS_LABELS[toneOf(of)])}</Status>{" "}
    <span class="wrapped" lang={englishLang()}>
      {of.message}
    </span>
  </>
);

function Backup({ visit, status }: { visit: PageRequest; status: StatusShape }): Markup {
  const { last_backup: last, backup_job: job } = status;
  return (
    <Section title={tr("Backup")}>
      {job?.failed_at ? (
        <Notice tone="bad">
          {rich("The backup of {failed_at} failed:", { failed_at: <Time reader={visit.reader} at={job.failed_at} /> })}{" "}
          <span lang={englishLang()}>{job.reason}</span>
        </Notice>
      ) : null}
      {last?.verified === false ? (
        <Notice tone="bad">
          {tr("The last backup could not be restored as a trial:")} <span lang={englishLang()}>{last.reason}</span>
        </Notice>
      ) : null}
      <p class="muted">
        {last
          ? rich("The last one was made at {finished_at}: {size}.", {
              finished_at: <Time reader={visit.reader} at={last.finished_at} />,
              size: formatSize(visit.reader, last.bytes),
            })
          : job
            ? tr("No backup was made yet.")
            : tr("No backup is known. Make one while the gateway runs:")}
        {last?.verified ? ` ${tr("It was restored as a trial.")}` : null}
        {job ? ` ${tr("The gateway makes one every {hours, number} h.", { hours: job.every_s / 3_600 })}` : null}
      </p>
      {job ? null : (
        <Code id="backup" label={tr("Copy command")}>
          gateway backup gateway.tar
        </Code>
      )}
    </Section>
  );
}

const Hosts = ({ visit, status }: { visit: PageRequest; status: StatusShape }): Markup => (
  <Section title={tr("Providers’ hosts")}>
    {status.hosts.length === 0 ? (
      <Empty title={tr("No calls lately")}>
        <p class="muted">
          {tr("Hosts that this process calls are listed here, and whether calls to one are paused after failures.")}
        </p>
      </Empty>
    ) : (
      <Table
        caption={tr("Providers’ hosts")}
        rows={status.hosts}
        columns={[
          { title: tr("Host"), cell: ({ origin }) => <code>{origin}</code> },
          {
            title: tr("State"),
            cell: ({ is_circuit_open }) =>
              is_circuit_open ? (
                <Status tone="bad">{tr("circuit open")}</Status>
              ) : (
                <Status tone="good">{tr("called")}</Status>
              ),
          },
          {
            title: tr("In progress"),
            isNumber: true,
            cell: ({ active }) => <FormattedNumber reader={visit.reader} value={active} />,
          },
          {
            title: tr("Queued"),
            isNumber: true,
            hideOnNarrow: true,
            cell: ({ queued }) => <FormattedNumber reader={visit.reader} value={queued} />,
          },
        ]}
      />
    )}
  </Section>
);
