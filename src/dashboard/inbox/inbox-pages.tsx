/** @jsxImportSource #pages */
// The inbox: events of the acting user or of a connected account, filtered, marked, and new ones without a reload.

import { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon } from "../../web/pages/components.tsx";
import { Empty, Pager } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { type Done, done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { FilterForm, Tabs } from "./inbox-filters.tsx";
import {
  accountOf,
  type EventStatus,
  type Filters,
  filtersOf,
  fingerprintOf,
  type InboxPage,
  inboxPath,
  isStatus,
  listInput,
  STATUSES,
} from "./inbox-query.ts";
import { EventForm } from "./inbox-table.tsx";

const MAX_MARKED = 200;
const MARK_BYTES = 64 * 1024;

export function inboxPages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({
      id: "inbox",
      path: "/inbox",
      access: "user",
      role: "member",
      show: (visit) => showInbox(dashboard, visit),
    }),
    dashboard.form({
      id: "mark_events",
      path: "/inbox",
      access: "user",
      role: "member",
      maxBytes: MARK_BYTES,
      submit: (visit, form) => mark(dashboard, visit, form),
    }),
  ];
}

async function showInbox(dashboard: Dashboard, visit: PageRequest): Promise<View | Response> {
  const { api } = dashboard;
  const { searchParams } = visit.url;
  const filters = filtersOf(searchParams);
  const input = listInput(filters, searchParams.get("cursor"));
  const result = await attempt(() => api.call(visit, "list_events", input));
  if ("error" in result && result.error.code !== "ACCOUNT_NOT_FOUND") throw result.error;
  const page = "data" in result ? result.data : null;
  const error = "error" in result ? result.error : undefined;
  const fingerprint = page ? fingerprintOf(page) : "";
  // Asked every few seconds: nothing new is no page.
  if (visit.request.headers.has("hx-request") && page && searchParams.get("seen") === fingerprint)
    return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  return {
    title: tr("Inbox"),
    lead: tr("Events from your providers. New ones appear automatically."),
    action: (
      <noscript>
        <a class="button" href={inboxPath(filters)}>
          {tr("Reload")}
        </a>
      </noscript>
    ),
    ...(error && { error }),
    body: (
      <>
        <FilterForm dashboard={dashboard} visit={visit} filters={filters} error={error} />
        <Events dashboard={dashboard} visit={visit} filters={filters} page={page} fingerprint={fingerprint} />
      </>
    ),
  };
}

interface EventsProps {
  dashboard: Dashboard;
  visit: PageRequest;
  filters: Filters;
  page: InboxPage | null;
  fingerprint: string;
}

/** The part that asks for itself again, on the first page. */
function Events({ dashboard, visit, filters, page, fingerprint }: EventsProps): Markup {
  const { api, deps } = dashboard;
  const again = inboxPath(filters);
  const isFirst = !visit.url.searchParams.has("cursor");
  const polled = page &&
    isFirst && {
      "data-polled": "",
      "data-hx-get": `${again}${again.includes("?") ? "&" : "?"}seen=${fingerprint}`,
      "data-hx-trigger": "every 5s",
      "data-hx-select": "#events",
      "data-hx-target": "this",
      "data-hx-swap": "outerMorph",
    };
  return (
    <div id="events" {...polled}>
      {page ? <Tabs visit={visit} filters={filters} counts={page.counts} /> : null}
      {page === null ? null : page.events.length === 0 ? (
        <NoEvents filters={filters} counts={page.counts} hasMore={page.next_cursor !== null} />
      ) : (
        <EventForm
          registry={deps.registry}
          visit={visit}
          filters={filters}
          events={page.events}
          now={deps.clock.now()}
        />
      )}
      {page ? <Pager url={visit.url} next={page.next_cursor} /> : null}
      <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_events", listInput(filters, null))} id="call" />
    </div>
  );
}

function NoEvents(props: { filters: Filters; counts: InboxPage["counts"]; hasMore: boolean }): Markup {
  const { filters, counts, hasMore } = props;
  const { account, ...narrowing } = filters;
  if (hasMore) return <Empty title={tr("No match yet. Load more to search older events.")} />;
  const isEmpty = counts.unread + counts.read + counts.archived === 0;
  if (!isEmpty && Object.keys(narrowing).length > 0)
    return (
      <Empty title={tr("No event matches.")}>
        <a class="button" href={inboxPath(account === undefined ? {} : { account })}>
          {tr("Show all current events")}
        </a>
      </Empty>
    );
  if (!isEmpty) return <Empty title={tr("All done. All events are archived.")} />;
  return (
    <Empty title={tr("No events yet.")}>
      <p class="muted">{tr("Connect a provider that sends events, and they appear here and at your webhooks.")}</p>
      <a class="button primary" href={INTEGRATIONS_PATH}>
        {rich("{icon}Connect a provider", { icon: <Icon name="plug" /> })}
      </a>
    </Empty>
  );
}

async function mark({ api }: Dashboard, visit: PageRequest, form: URLSearchParams): Promise<Done> {
  const filters = filtersOf(new URLSearchParams((form.get("back") ?? "").slice(0, 2_000)));
  const account = accountOf(filters);
  const to = inboxPath(filters);
  const set = (status: EventStatus, ids: string[]) =>
    api.call(visit, "mark_events", { body: { status, ids: ids.slice(0, MAX_MARKED) }, ...account });
  if (form.has("undo")) {
    for (const status of STATUSES) {
      const ids = form.getAll(`to_${status}`);
      if (ids.length > 0) await set(status, ids);
    }
    return done(to, tr("The events are as they were."));
  }
  const chosen = chosenIn(form);
  if (chosen) {
    const { status, ids, isRow } = chosen;
    if (ids.length === 0) return { to, notice: null };
    if (isRow) await api.call(visit, "mark_event", { params: { id: ids[0] as string }, body: { status }, ...account });
    else await set(status, ids);
    const count = ids.length === 1 ? tr("The event is") : tr("{count} events are", { count: ids.length });
    return done(to, tr("{count} marked as {status}.", { count, status }), {
      undo: { action: "/inbox", fields: undoFields(form, filters, ids) },
    });
  }
  if (form.get("all") !== "read") throw new AppError("VALIDATION_ERROR", "The form does not say what to mark.");
  const { provider, type } = filters;
  const until = form.get("until") ?? "";
  const filter = { status: "unread", until, ...(provider && { provider }), ...(type && { type }) };
  await api.call(visit, "mark_events", { body: { status: "read", filter }, ...account });
  return done(to, tr("All events of this list are marked as read."));
}

/** The events that a press is about, of one row or of those that are ticked; null where it is about all. */
function chosenIn(form: URLSearchParams): { status: EventStatus; ids: string[]; isRow?: boolean } | null {
  const archived = form.get("archive");
  const restored = form.get("restore");
  if (archived !== null) return { status: "archived", ids: [archived], isRow: true };
  if (restored !== null) return { status: "read", ids: [restored], isRow: true };
  const ticked = form.get("ticked");
  return isStatus(ticked) ? { status: ticked, ids: form.getAll("id").slice(0, MAX_MARKED) } : null;
}

/** The ids by the state that the page has shown them in. */
function undoFields(form: URLSearchParams, filters: Filters, ids: readonly string[]) {
  const unread = new Set(form.getAll("unread"));
  const others = filters.status === "archived" || form.has("restore") ? "archived" : "read";
  return {
    undo: "true",
    back: form.get("back") ?? "",
    to_unread: ids.filter((id) => unread.has(id)),
    [`to_${others}`]: ids.filter((id) => !unread.has(id)),
  };
}
