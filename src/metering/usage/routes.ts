// The usage log over HTTP.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import type { TypedKeyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { byAccountErrors, listByAccount } from "./by-account.ts";
import { summariseDurations } from "./durations.ts";
import { groupUsage } from "./groups.ts";
import {
  AccountsQuery,
  EntryParams,
  GroupsQuery,
  RequestParams,
  SummaryQuery,
  UsageByAccount,
  UsageCall,
  UsageDurations,
  UsageEntry,
  UsageGroups,
  UsageQuery,
  UsageSummary,
} from "./model.ts";
import { createReports } from "./reports.ts";
import { type Filters, listUsage, summarise, timeRangeErrors, usageErrors, viewEntry, viewRequest } from "./service.ts";

const base = {
  access: "key",
  owner: "user-and-accounts",
  method: "GET",
  tag: { name: "usage", description: "The log of your calls." },
  permissions: ["gateway:usage.read"],
} satisfies Partial<ApiKeyRoute>;

/** A page of the dashboard takes several reports, which queue. */
type Report = <T>(caller: Caller, make: () => Promise<T>) => Promise<T>;

const UsagePage = t.Object({ entries: t.Array(UsageEntry), next_cursor: t.Union([t.String(), t.Null()]) });
const RequestCalls = t.Object({ request_id: t.String(), calls: t.Array(UsageCall) });
type LogRoute =
  | TypedKeyRoute<"list_usage", typeof UsagePage>
  | TypedKeyRoute<"get_usage_entry", typeof UsageCall>
  | TypedKeyRoute<"get_request", typeof RequestCalls>;
type TotalRoute =
  | TypedKeyRoute<"summarise_usage", typeof UsageSummary>
  | TypedKeyRoute<"group_usage", typeof UsageGroups>
  | TypedKeyRoute<"list_account_usage", typeof UsageByAccount>
  | TypedKeyRoute<"summarise_usage_durations", typeof UsageDurations>;

/** The filters with the id of the account that they name. */
async function withAccountId<F extends Filters>({ accounts }: Deps, { userId }: Caller, filters: F): Promise<F> {
  if (filters.account_id === undefined) return filters;
  return { ...filters, account_id: await accounts.idOf(userId, filters.account_id) };
}

export function usageRoutes(deps: Deps): (LogRoute | TotalRoute)[] {
  const reports = createReports();
  const report: Report = ({ userId, kind }, make) => reports.run(userId, make, kind === "person");
  return [...logRoutes(deps, report), ...totalRoutes(deps, report)];
}

function logRoutes(deps: Deps, report: Report): LogRoute[] {
  return [
    {
      ...base,
      id: "list_usage",
      path: "/api/v1/usage",
      summary: "The log of your calls, newest first.",
      codes: ["ACCOUNT_NOT_FOUND"],
      query: UsageQuery,
      check: ({ query }, errors, { userId }) => usageErrors(deps, userId, query, errors),
      data: UsagePage,
      handle: async ({ caller, query }) => ({
        data: await report(caller, async () => {
          const { account_id } = await withAccountId(deps, caller, query as Filters);
          return listUsage(deps, caller.userId, query as Static<typeof UsageQuery>, account_id);
        }),
      }),
    },
    {
      ...base,
      id: "get_request",
      path: "/api/v1/requests/{request_id}",
      summary: "What one request did and why it failed, by the X-Request-Id of its response.",
      params: RequestParams,
      codes: ["NOT_FOUND"],
      data: RequestCalls,
      handle: async ({ caller, params }) => ({
        data: await report(caller, () => viewRequest(deps, caller.userId, params.request_id as string)),
      }),
    },
    {
      ...base,
      id: "get_usage_entry",
      path: "/api/v1/usage/entries/{timestamp}/{id}",
      summary: "One entry of the log, by its id and timestamp.",
      params: EntryParams,
      codes: ["NOT_FOUND"],
      data: UsageCall,
      handle: async ({ caller, params }) => ({
        data: await viewEntry(deps, caller.userId, params.id as string, params.timestamp as string),
      }),
    },
  ];
}

function totalRoutes(deps: Deps, report: Report): TotalRoute[] {
  return [
    {
      ...base,
      id: "summarise_usage",
      path: "/api/v1/usage/summary",
      summary: "Totals of your calls, by default since the start of the month (UTC).",
      codes: ["ACCOUNT_NOT_FOUND"],
      query: SummaryQuery,
      check: ({ query }) => timeRangeErrors(query as Filters),
      data: UsageSummary,
      handle: async ({ caller, query }) => ({
        data: await report(caller, async () =>
          summarise(deps, caller, await withAccountId(deps, caller, query as Filters)),
        ),
      }),
    },
    {
      ...base,
      id: "group_usage",
      path: "/api/v1/usage/groups",
      summary: "Your calls by day and by provider, key or account: the ten biggest groups, and the others together.",
      codes: ["ACCOUNT_NOT_FOUND"],
      query: GroupsQuery,
      check: ({ query }) => timeRangeErrors(query as Filters),
      data: UsageGroups,
      handle: async ({ caller, query }) => ({
        data: await report(caller, async () => {
          const filters = await withAccountId(deps, caller, query as Static<typeof GroupsQuery>);
          return groupUsage(deps.database.reports, { userId: caller.userId, now: deps.clock.now() }, filters);
        }),
      }),
    },
    {
      ...base,
      id: "list_account_usage",
      path: "/api/v1/usage/accounts",
      summary: "Calls and errors of each of your connected accounts, by default in the current month (UTC).",
      query: AccountsQuery,
      check: ({ query }, errors, { userId }) => byAccountErrors(deps, userId, query, errors),
      data: UsageByAccount,
      handle: async ({ caller, query }) => ({
        data: await report(caller, () => listByAccount(deps, caller.userId, query as Static<typeof AccountsQuery>)),
      }),
    },
    {
      ...base,
      id: "summarise_usage_durations",
      path: "/api/v1/usage/durations",
      summary: "How long the newest 1,000 of your calls took.",
      codes: ["ACCOUNT_NOT_FOUND"],
      query: SummaryQuery,
      check: ({ query }) => timeRangeErrors(query as Filters),
      data: UsageDurations,
      handle: async ({ caller, query }) => ({
        data: await report(caller, async () =>
          summariseDurations(deps, caller.userId, await withAccountId(deps, caller, query as Filters)),
        ),
      }),
    },
  ];
}
