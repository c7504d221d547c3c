// The usage log over HTTP.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Deps } from "../deps.ts";
import type { ApiKeyRoute } from "../pipeline/route.ts";
import { SummaryQuery, UsageEntry, UsageQuery, UsageSummary } from "./model.ts";
import { createReports } from "./reports.ts";
import { listUsage, summarise, timeRangeErrors, usageErrors } from "./service.ts";

export function usageRoutes(deps: Deps): ApiKeyRoute[] {
  const reports = createReports();
  const base = {
    access: "key",
    method: "GET",
    tag: { name: "usage", description: "The log of your calls." },
    permissions: ["gateway:usage.read"],
  } satisfies Partial<ApiKeyRoute>;
  return [
    {
      ...base,
      id: "list_usage",
      path: "/api/v1/usage",
      summary: "The log of your calls, newest first.",
      query: UsageQuery,
      check: ({ query }, errors, { userId }) => usageErrors(deps, userId, query, errors),
      data: t.Object({ entries: t.Array(UsageEntry), next_cursor: t.Union([t.String(), t.Null()]) }),
      handle: async ({ caller, query }) => ({
        data: await reports.run(caller.userId, () =>
          listUsage(deps, caller.userId, query as Static<typeof UsageQuery>),
        ),
      }),
    },
    {
      ...base,
      id: "summarise_usage",
      path: "/api/v1/usage/summary",
      summary: "Totals of your calls, by default since the start of the month (UTC).",
      query: SummaryQuery,
      check: ({ query }) => timeRangeErrors(query as Static<typeof SummaryQuery>),
      data: UsageSummary,
      handle: async ({ caller, query }) => ({
        data: await reports.run(caller.userId, () => summarise(deps, caller, query as Static<typeof SummaryQuery>)),
      }),
    },
  ];
}
