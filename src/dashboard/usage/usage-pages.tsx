/** @jsxImportSource #pages */
// Usage: every call as it was counted, what calls add up to, and the log as a file.
import { Type as t } from "@sinclair/typebox";
import type { keyView } from "../../identity/keys/model.ts";
import { listKeysOf } from "../../identity/keys/service.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon, LinkButton } from "../../web/pages/components.tsx";
import { Empty, Pager } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { maskedKey } from "../keys/key-form.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { curlOf, SameAsCall } from "../same-as-call.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";
import { exportRoutes } from "./usage-export.tsx";
import { FilterForm, readFilters, USAGE_PATH, type UsageFilters, usagePath } from "./usage-filters.tsx";
import { type Entry, EntryView, LogTable } from "./usage-log.tsx";
import { SummaryView } from "./usage-summary.tsx";

const PAGE = 30;
const params = t.Object({ id: t.String({ format: "uuid", description: "The entry's id." }) });

interface List {
  entries: Entry[];
  next_cursor: string | null;
}
type Summary = Parameters<typeof SummaryView>[0]["summary"];
type Durations = Parameters<typeof SummaryView>[0]["durations"];

export function usagePages(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  return [
    page({ id: "usage", path: USAGE_PATH, access: "user", show: (visit) => usagePage(dashboard, visit) }),
    page({
      id: "usage_entry",
      path: `${USAGE_PATH}/entries/{id}`,
      access: "user",
      params,
      show: (visit) => showEntry(dashboard, visit),
    }),
    ...exportRoutes(dashboard),
  ];
}

async function keyTitles({ deps }: Dashboard, visit: PageRequest) {
  const keys: ReturnType<typeof keyView>[] = await listKeysOf(deps, (visit.user as ActingUser).id);
  return keys.map((key) => ({ id: key.id, title: key.name ?? maskedKey(key) }));
}
const asMap = (keys: readonly { id: string; title: string }[]) => new Map(keys.map(({ id, title }) => [id, title]));

async function usagePage(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { deps } = dashboard;
  const { zone } = visit.reader;
  const keys = await keyTitles(dashboard, visit);
  const result = await attempt(() => load(dashboard, visit));
  const error = "error" in result ? result.error : undefined;
  return {
    title: "Usage",
    lead: `Every call, as counted. ${zone === null ? "Times and days" : `Times in ${zone}, days`} in UTC.`,
    ...(error && { error }),
    action:
      "error" in result ? null : (
        <a class="button" href={usagePath(result.data.filters.fields, `${USAGE_PATH}/export`)}>
          <Icon name="download" />
          Export
        </a>
      ),
    body: (
      <>
        <FilterForm deps={deps} visit={visit} keys={keys} error={error} />
        {"error" in result ? null : (
          <Loaded dashboard={dashboard} visit={visit} loaded={result.data} keys={asMap(keys)} />
        )}
      </>
    ),
  };
}

interface LoadedUsage {
  filters: UsageFilters;
  list: List;
  /** Only on the first page of the log. */
  totals: { summary: Summary; durations: Durations } | null;
}

async function load({ deps, api }: Dashboard, visit: PageRequest): Promise<LoadedUsage> {
  const filters = await readFilters(deps, visit);
  const { query } = filters;
  const cursor = visit.url.searchParams.get("cursor") ?? undefined;
  const list = api.call(visit, "list_usage", { query: { ...query, limit: PAGE, cursor } });
  if (cursor !== undefined) return { filters, list: await list, totals: null };
  const [entries, summary, durations] = await Promise.all([
    list,
    api.call(visit, "summarise_usage", { query }),
    api.call(visit, "summarise_usage_durations", { query }),
  ]);
  return { filters, list: entries, totals: { summary, durations } };
}

interface LoadedProps {
  dashboard: Dashboard;
  visit: PageRequest;
  loaded: LoadedUsage;
  keys: ReadonlyMap<string, string>;
}

function Loaded({ dashboard: { deps, api }, visit, loaded: { filters, list, totals }, keys }: LoadedProps): Markup {
  const { registry, baseUrl } = deps;
  const line = api.lineOf("list_usage", { query: filters.query });
  return (
    <>
      {totals ? <SummaryView reader={visit.reader} registry={registry} filters={filters} {...totals} /> : null}
      <section class="section">
        <h2>Log</h2>
        {list.entries.length > 0 ? (
          <LogTable visit={visit} registry={registry} keys={keys} entries={list.entries} />
        ) : (
          <NoCalls next={list.next_cursor} call={curlOf({ baseUrl, line: api.lineOf("list_integrations"), id: "" })} />
        )}
        <Pager url={visit.url} next={list.next_cursor} />
      </section>
      <SameAsCall baseUrl={baseUrl} line={line} id="usage" />
    </>
  );
}

/** A page of the log may be empty although older entries match. */
const NoCalls = ({ next, call }: { next: string | null; call: string }): Markup =>
  next === null ? (
    <Empty title="No calls in this time range">
      <p class="muted">Each call with your keys appears here when it has ended. Make one:</p>
      <pre tabindex="0">{call}</pre>
    </Empty>
  ) : (
    <Empty title="None among the newest calls">
      <p class="muted">Older ones may match. Select “Older”, or choose a later time range.</p>
    </Empty>
  );

async function showEntry(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { api, deps } = dashboard;
  const input = {
    params: { id: visit.params.id as string, timestamp: visit.url.searchParams.get("timestamp") ?? "" },
  };
  const entry = await api.call(visit, "get_usage_entry", input);
  const keys = asMap(await keyTitles(dashboard, visit));
  return {
    title: "Call",
    lead: <code>{`${entry.method} ${entry.endpoint}`}</code>,
    action: (
      <LinkButton kind="quiet" href={USAGE_PATH}>
        <Icon name="back" />
        Usage
      </LinkButton>
    ),
    body: (
      <>
        <EntryView visit={visit} registry={deps.registry} keys={keys} entry={entry} />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("get_usage_entry", input)} id="entry" />
      </>
    ),
  };
}
