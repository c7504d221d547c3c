/** @jsxImportSource #pages */
// Usage: what calls add up to, and the log as a file.
import { Type as t } from "@sinclair/typebox";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon } from "../../web/pages/components.tsx";
import { Empty } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { callersOf } from "../requests/callers.ts";
import { requestsPath } from "../requests/request-filters.tsx";
import { curlOf, SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { exportRoutes } from "./usage-export.tsx";
import { FilterForm, readFilters, USAGE_PATH, type UsageFilters, usagePath } from "./usage-filters.tsx";
import { SummaryView } from "./usage-summary.tsx";

const params = t.Object({ id: t.String({ format: "uuid", description: "The entry's id." }) });

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
      show: formerEntry,
    }),
    ...exportRoutes(dashboard),
  ];
}

async function usagePage(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { deps } = dashboard;
  const { zone } = visit.reader;
  const { keys } = await callersOf(dashboard, visit);
  const result = await attempt(() => load(dashboard, visit));
  const error = "error" in result ? result.error : undefined;
  return {
    title: tr("Usage"),
    lead: `${tr("What your calls add up to.")} ${zone === null ? tr("Times and days in UTC.") : tr("Times in {zone}, days in UTC.", { zone })}`,
    ...(error && { error }),
    action:
      "error" in result ? null : (
        <a class="button" href={usagePath(result.data.filters.fields, `${USAGE_PATH}/export`)}>
          {rich("{icon}Export", { icon: <Icon name="download" /> })}
        </a>
      ),
    body: (
      <>
        <FilterForm deps={deps} visit={visit} keys={keys} error={error} />
        {"error" in result ? null : <Loaded dashboard={dashboard} visit={visit} loaded={result.data} />}
      </>
    ),
  };
}

interface LoadedUsage {
  filters: UsageFilters;
  summary: Summary;
  durations: Durations;
}

async function load({ deps, api }: Dashboard, visit: PageRequest): Promise<LoadedUsage> {
  const filters = await readFilters(deps, visit);
  const { query } = filters;
  const [summary, durations] = await Promise.all([
    api.call(visit, "summarise_usage", { query }),
    api.call(visit, "summarise_usage_durations", { query }),
  ]);
  return { filters, summary, durations };
}

interface LoadedProps {
  dashboard: Dashboard;
  visit: PageRequest;
  loaded: LoadedUsage;
}

function Loaded({ dashboard: { deps, api }, visit, loaded: { filters, ...totals } }: LoadedProps): Markup {
  const { registry, baseUrl } = deps;
  const line = api.lineOf("summarise_usage", { query: filters.query });
  const example = curlOf({ baseUrl, line: api.lineOf("list_integrations"), id: "" });
  return (
    <>
      <SummaryView reader={visit.reader} registry={registry} filters={filters} {...totals} />
      {totals.summary.calls > 0 ? (
        <p class="section">
          <a class="button" href={requestsPath(filters.fields)}>
            {rich("{icon}Show these calls", { icon: <Icon name="list" /> })}
          </a>
        </p>
      ) : (
        <Empty title={tr("No calls in this time range")}>
          <p class="muted">{tr("Each call with your keys is counted here when it has ended. Make one:")}</p>
          <pre tabindex="0">{example}</pre>
        </Empty>
      )}
      <SameAsCall baseUrl={baseUrl} line={line} id="usage" />
    </>
  );
}

/** Calls had pages of their own here before the requests had one. */
async function formerEntry(visit: PageRequest): Promise<Response> {
  const location = requestsPath({
    call: visit.params.id as string,
    at: visit.url.searchParams.get("timestamp") ?? "",
  });
  return new Response(null, { status: 302, headers: { location } });
}
