/** @jsxImportSource #pages */
// Requests: every call as it comes in, with its reason where it failed; one of them beside the list, or on a page of its own.
import { Type as t } from "@sinclair/typebox";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon, LinkButton } from "../../web/pages/components.tsx";
import { Empty, Pager } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { curlOf, SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { type Callers, callersOf } from "./callers.ts";
import { readCall, readRequest } from "./recorded-calls.ts";
import {
  Outcomes,
  REQUESTS_PATH,
  RequestFilterForm,
  type RequestFilters,
  readRequestFilters,
  requestsPath,
} from "./request-filters.tsx";
import { type Call, type Entry, IN_PLACE, RequestTable, shortPath } from "./request-table.tsx";
import { RequestView } from "./request-view.tsx";

const PAGE = 30;
const params = t.Object({ request_id: t.String({ maxLength: 200, description: "The X-Request-Id of a response." }) });

export function requestPages(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  return [
    page({ id: "requests", path: REQUESTS_PATH, access: "user", show: (visit) => showRequests(dashboard, visit) }),
    page({
      id: "request",
      path: `${REQUESTS_PATH}/{request_id}`,
      access: "user",
      params,
      show: (visit) => showRequest(dashboard, visit),
    }),
  ];
}

interface Loaded {
  filters: RequestFilters;
  entries: Entry[];
  next: string | null;
  /** The call beside the list. */
  open: Call | null;
}

async function load(dashboard: Dashboard, visit: PageRequest): Promise<Loaded> {
  const { deps, api } = dashboard;
  const { searchParams } = visit.url;
  const filters = await readRequestFilters(deps, visit);
  const cursor = searchParams.get("cursor") ?? undefined;
  const call = { id: searchParams.get("call") ?? "", timestamp: searchParams.get("at") ?? "" };
  const [{ entries, next_cursor }, open] = await Promise.all([
    api.call(visit, "list_usage", { query: { ...filters.query, limit: PAGE, cursor } }),
    call.id === "" ? null : readCall(dashboard, visit, call),
  ]);
  return { filters, entries, next: next_cursor, open };
}

/** What of the first page may change: which calls there are, and how those that run end. */
const fingerprintOf = (entries: readonly Entry[]) =>
  `${entries[0]?.id ?? ""}~${entries.filter(({ state }) => state === "pending").length}`;

async function showRequests(dashboard: Dashboard, visit: PageRequest): Promise<View | Response> {
  const { deps } = dashboard;
  const { zone } = visit.reader;
  const [callers, result] = await Promise.all([callersOf(dashboard, visit), attempt(() => load(dashboard, visit))]);
  const error = "error" in result ? result.error : undefined;
  const loaded = "error" in result ? null : result.data;
  const seen = visit.url.searchParams.get("seen");
  // Asked every few seconds: nothing new is no page.
  if (seen !== null && loaded && seen === fingerprintOf(loaded.entries))
    return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  return {
    title: tr("Requests"),
    lead: `${tr("Every call, with its reason where it failed. New ones appear automatically.")}${zone === null ? ` ${tr("Times in UTC.")}` : ""}`,
    ...(error && { error }),
    action: (
      <a class="button" href="/settings/usage">
        {rich("{icon}Usage", { icon: <Icon name="chart" /> })}
      </a>
    ),
    body: (
      <>
        <RequestFilterForm deps={deps} visit={visit} keys={callers.keys} error={error} />
        {loaded ? <Calls dashboard={dashboard} visit={visit} loaded={loaded} callers={callers} /> : null}
      </>
    ),
  };
}

interface CallsProps {
  dashboard: Dashboard;
  visit: PageRequest;
  loaded: Loaded;
  callers: Callers;
}

function Calls(props: CallsProps): Markup {
  const { dashboard, loaded } = props;
  const { api, deps } = dashboard;
  const { filters, open } = loaded;
  return (
    <>
      <Outcomes fields={filters.fields} />
      <div class={open ? "with-panel" : undefined}>
        {open ? <OpenCall {...props} entry={open} /> : null}
        <List {...props} />
      </div>
      <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_usage", { query: filters.query })} id="usage" />
    </>
  );
}

/** The address of a call beside the same page of the list. */
function addressOf({ filters }: Loaded, { url }: PageRequest): (entry: Entry | null) => string {
  const cursor = url.searchParams.get("cursor") ?? "";
  return (entry) => requestsPath({ ...filters.fields, cursor, ...(entry && { call: entry.id, at: entry.timestamp }) });
}

/** The part that asks for itself again, on the first page. */
function List({ dashboard: { api, deps }, visit, loaded, callers }: CallsProps): Markup {
  const { filters, entries, next, open } = loaded;
  const pathOf = addressOf(loaded, visit);
  const isFirst = !visit.url.searchParams.has("cursor");
  const again = requestsPath({
    ...filters.fields,
    ...(open && { call: open.id, at: open.timestamp }),
    seen: fingerprintOf(entries),
  });
  const polled = isFirst && {
    "data-polled": "",
    "data-hx-get": again,
    "data-hx-trigger": "every 3s",
    "data-hx-select": "#calls",
    "data-hx-target": "this",
    "data-hx-swap": "outerMorph",
  };
  const example = curlOf({ baseUrl: deps.baseUrl, line: api.lineOf("list_integrations"), id: "" });
  return (
    <div id="calls" {...polled}>
      {entries.length > 0 ? (
        <RequestTable
          visit={visit}
          registry={deps.registry}
          callers={callers}
          entries={entries}
          pathOf={pathOf}
          open={open}
        />
      ) : (
        <NoCalls next={next} isFiltered={Object.keys(filters.query).length > 0} call={example} />
      )}
      <Pager url={withoutCall(visit.url)} next={next} />
    </div>
  );
}

/** Another page of the list has other calls. */
function withoutCall(url: URL): URL {
  const other = new URL(url);
  for (const name of ["call", "at", "seen"]) other.searchParams.delete(name);
  return other;
}

/** The call beside the list; `j` and `k` go to the next and the previous one, Escape closes it. */
function OpenCall(props: CallsProps & { entry: Call }): Markup {
  const { loaded, visit, entry } = props;
  const { entries } = loaded;
  const pathOf = addressOf(loaded, visit);
  const at = entries.findIndex(({ id }) => id === entry.id);
  const step = (to: number, name: "previous" | "next", title: string, key: string) => {
    const other = at < 0 ? undefined : entries[to];
    return other ? (
      <a class="button small" href={pathOf(other)} data-step={name} {...IN_PLACE} title={`${title} (${key})`}>
        {title}
      </a>
    ) : null;
  };
  return (
    <aside class="panel-beside" aria-label={tr("The call")}>
      <header class="panel-head">
        <h2>
          <code>{`${entry.method} ${shortPath(entry.endpoint)}`}</code>
        </h2>
        <div class="head-actions">
          {step(at - 1, "previous", tr("Newer"), "k")}
          {step(at + 1, "next", tr("Older"), "j")}
          <a class="button small" href={pathOf(null)} data-step="close" {...IN_PLACE} title={tr("Close (Escape)")}>
            {tr("Close")}
          </a>
        </div>
      </header>
      <RequestView {...props} />
    </aside>
  );
}

/** A page of the log may be empty although older entries match. */
function NoCalls({ next, isFiltered, call }: { next: string | null; isFiltered: boolean; call: string }): Markup {
  if (next !== null)
    return (
      <Empty title={tr("None among the newest calls")}>
        <p class="muted">{tr("Older ones may match. Select “Older”, or choose a later time range.")}</p>
      </Empty>
    );
  if (isFiltered)
    return (
      <Empty title={tr("No call matches")}>
        <a class="button" href={REQUESTS_PATH}>
          {tr("Show all calls")}
        </a>
      </Empty>
    );
  return (
    <Empty title={tr("No calls yet")}>
      <p class="muted">{tr("Each call with your keys appears here. Make one:")}</p>
      <pre tabindex="0">{call}</pre>
    </Empty>
  );
}

async function showRequest(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { api, deps } = dashboard;
  const id = visit.params.request_id as string;
  const [calls, callers] = await Promise.all([readRequest(dashboard, visit, id), callersOf(dashboard, visit)]);
  const [only] = calls;
  const pathOf = (entry: Entry) => requestsPath({ call: entry.id, at: entry.timestamp });
  return {
    title: calls.length === 1 ? tr("Call") : tr("Request"),
    lead:
      only && calls.length === 1 ? (
        <code>{`${only.method} ${only.endpoint}`}</code>
      ) : (
        tr("{count} calls in one request.", { count: calls.length })
      ),
    action: (
      <LinkButton kind="quiet" href={REQUESTS_PATH}>
        {rich("{icon}Requests", { icon: <Icon name="back" /> })}
      </LinkButton>
    ),
    body: (
      <>
        {only && calls.length === 1 ? (
          <RequestView dashboard={dashboard} visit={visit} callers={callers} entry={only} />
        ) : (
          <RequestTable visit={visit} registry={deps.registry} callers={callers} entries={calls} pathOf={pathOf} />
        )}
        <SameAsCall
          baseUrl={deps.baseUrl}
          line={api.lineOf("get_request", { params: { request_id: id } })}
          id="request"
        />
      </>
    ),
  };
}
