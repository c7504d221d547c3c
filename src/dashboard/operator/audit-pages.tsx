/** @jsxImportSource #pages */
// The audit log: who did what, newest first, by filters.
import type { AppError } from "../../foundation/errors.ts";
import type { AdminData } from "../../operations/admin/routes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Disclosure, type Tone } from "../../web/pages/components.tsx";
import { Empty, Pager, Status, Table, Time } from "../../web/pages/data.tsx";
import { FormError, fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { basePathOf } from "../addresses.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { requestsPath } from "../requests/request-filters.tsx";
import type { PageRequest } from "../visit.ts";
import { SameAsCommand } from "./same-as-command.tsx";
import { userPath } from "./users-pages.tsx";

type AuditPage = AdminData<"admin_list_audit">;
type EntryShape = AuditPage["entries"][number];

const PATH = "/operator/audit";
const FILTERS = ["event", "actor", "user", "outcome", "since", "until"] as const;
const OUTCOMES = [
  { value: "", title: message("any") },
  { value: "success", title: message("success") },
  { value: "refused", title: message("refused") },
  { value: "failed", title: message("failed") },
];
const TONES: Record<EntryShape["outcome"], Tone> = { success: "good", refused: "warning", failed: "bad" };

export function auditPages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({
      id: "operator_audit",
      path: PATH,
      access: "viewer",
      show: (visit) => auditView(dashboard, visit),
    }),
  ];
}

/** A day as the time at which it begins in UTC. */
const timeOf = (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value);

function queryOf({ searchParams }: URL): Record<string, string> {
  const chosen = FILTERS.map((name) => [name, searchParams.get(name)?.trim() ?? ""] as const);
  return Object.fromEntries(
    chosen
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, name === "since" || name === "until" ? timeOf(value) : value]),
  );
}

async function auditView({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const query = queryOf(visit.url);
  const cursor = visit.url.searchParams.get("cursor") ?? undefined;
  const result = await attempt(() => api.admin(visit, "admin_list_audit", { query: { ...query, cursor } }));
  const error = "error" in result ? result.error : undefined;
  return {
    title: tr("Audit log"),
    lead: tr("Who did what, newest first: operators, people, keys, providers and the gateway itself."),
    ...(error && { error }),
    body: (
      <>
        <Filters visit={visit} error={error} />
        {"data" in result ? (
          <Entries visit={visit} page={result.data} isFiltered={Object.keys(query).length > 0} />
        ) : null}
        <Sealed visit={visit} state={await api.admin(visit, "admin_show_audit_seals")} />
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_audit", { query })}
          command={commandOf(query)}
        />
      </>
    ),
  };
}

const commandOf = (query: Record<string, string>) =>
  [
    "gateway audit",
    ...Object.entries(query).map(([name, value]) => `--${name} '${value.replaceAll("'", `'\\''`)}'`),
  ].join(" ");

/** Until when a change of the log would be noticed. */
const Sealed = ({ visit, state }: { visit: PageRequest; state: AdminData<"admin_show_audit_seals"> }): Markup => (
  <p class="muted">
    {state.head
      ? rich("Sealed until {sealed_at}.", {
          sealed_at: <Time reader={visit.reader} at={state.head.sealed_at} format="second" />,
        })
      : tr("Not sealed yet.")}{" "}
    {rich("{command} finds entries that were changed or deleted since.", {
      command: <code>gateway audit verify</code>,
    })}
  </p>
);

function Filters({ visit, error }: { visit: PageRequest; error: AppError | undefined }): Markup {
  const { searchParams } = visit.url;
  const field = (name: (typeof FILTERS)[number], label: string) => ({
    name,
    label,
    value: searchParams.get(name),
    error: fieldError(error, name),
    autocomplete: "off",
  });
  return (
    <form method="get" action={PATH} class="filters">
      <FormError error={error} fields={FILTERS} />
      <TextField {...field("event", tr("Event"))} placeholder="key_created" isCode />
      <TextField {...field("actor", tr("By"))} placeholder={tr("Name or id")} />
      <TextField {...field("user", tr("About the user"))} placeholder="E-mail or id" />
      <Select
        {...field("outcome", tr("Outcome"))}
        options={OUTCOMES.map(({ value, title }) => ({ value, title: tr(title) }))}
      />
      <TextField {...field("since", tr("From, UTC"))} type="date" />
      <TextField {...field("until", tr("Before, UTC"))} type="date" />
      <button type="submit" class="button">
        {tr("Filter")}
      </button>
      <a class="button quiet" href={PATH}>
        {tr("Reset")}
      </a>
    </form>
  );
}

function Entries({ visit, page, isFiltered }: { visit: PageRequest; page: AuditPage; isFiltered: boolean }): Markup {
  const { entries, next_cursor: next } = page;
  if (entries.length === 0)
    return (
      <>
        <Empty title={isFiltered ? tr("No entry matches") : tr("No entries yet")}>
          <p class="muted">
            {next === null
              ? tr("Actions of operators, people, keys and providers are listed here.")
              : tr("None in the part that was searched. Select Older to continue from there.")}
          </p>
        </Empty>
        <Pager url={visit.url} next={next} />
      </>
    );
  return (
    <>
      <Table
        caption={tr("Audit log")}
        rows={entries}
        columns={[
          {
            title: tr("Time"),
            cell: ({ timestamp }) => <Time reader={visit.reader} at={timestamp} format="second" />,
          },
          {
            title: tr("Event"),
            cell: (entry) => (
              <Disclosure summary={entry.event}>
                <Facts visit={visit} entry={entry} />
              </Disclosure>
            ),
          },
          {
            title: tr("By"),
            hideOnNarrow: true,
            cell: ({ actor }) => <bdi>{actor.name ?? actor.id ?? actor.kind}</bdi>,
          },
          {
            title: tr("About"),
            hideOnNarrow: true,
            cell: ({ user_id, resource }) =>
              user_id ? (
                <a href={userPath(user_id)}>{tr("user")}</a>
              ) : (
                <span class="muted">{resource?.kind ?? "—"}</span>
              ),
          },
          { title: tr("Outcome"), cell: ({ outcome }) => <Status tone={TONES[outcome]}>{tr(outcome)}</Status> },
        ]}
      />
      <Pager url={visit.url} next={next} />
    </>
  );
}

/** Calls of keys, AI clients and agent sessions are logged; whoever acts for their user can open them. */
function RequestId({ visit, entry }: { visit: PageRequest; entry: EntryShape }): Markup {
  const { actor, user_id, request_id } = entry;
  const isCall = actor.kind === "key" || actor.kind === "mcp_client" || actor.kind === "agent_session";
  if (!isCall || user_id === null || request_id === null || !visit.users.some(({ id }) => id === user_id))
    return <>{request_id}</>;
  return <a href={basePathOf(user_id) + requestsPath({ q: request_id })}>{request_id}</a>;
}

function Facts({ visit, entry }: { visit: PageRequest; entry: EntryShape }): Markup {
  const { actor, resource } = entry;
  const facts: [string, Child | null][] = [
    [tr("By"), `${actor.kind} ${actor.id ?? ""}`],
    [tr("User"), entry.user_id],
    [tr("Account"), entry.account_id],
    [tr("Resource"), resource && `${resource.kind} ${resource.id}`],
    [tr("Code"), entry.code],
    [tr("Times"), entry.times > 1 ? String(entry.times) : null],
    [tr("Address"), entry.address],
    [tr("Request"), entry.request_id && <RequestId visit={visit} entry={entry} />],
    [tr("Details"), Object.keys(entry.details).length > 0 ? JSON.stringify(entry.details, null, 1) : null],
  ];
  return (
    <dl class="facts small">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>
              <code class="wrapped">{value}</code>
            </dd>
          </>
        ))}
    </dl>
  );
}
