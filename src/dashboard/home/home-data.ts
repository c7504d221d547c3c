// What the parts of Home are made of, read once.

import { countToReconnect } from "../accounts/to-reconnect.tsx";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";

const DAY_MS = 86_400_000;
const OVERVIEW_DAYS = 14;

/** The first of the overview's UTC days. */
export const overviewSince = (now: number) =>
  new Date(Math.floor(now / DAY_MS - (OVERVIEW_DAYS - 1)) * DAY_MS).toISOString();

export interface HomeData {
  integrations: OwnData<"list_integrations">["integrations"];
  keys: OwnData<"list_keys">["keys"];
  endpoints: OwnData<"list_webhook_endpoints">["webhook_endpoints"];
  /** A partner's accounts with a connection that expired or was revoked, counted up to a bound. */
  toReconnect: number;
  /** The first day of the calls. */
  since: string;
  summary: OwnData<"summarise_usage">;
  durations: OwnData<"summarise_usage_durations">;
}

export async function readHome(dashboard: Dashboard, visit: PageRequest): Promise<HomeData> {
  const { api, deps } = dashboard;
  const since = overviewSince(deps.clock.now());
  const query = { since };
  const [{ integrations }, { keys }, { webhook_endpoints: endpoints }, toReconnect, summary, durations] =
    await Promise.all([
      api.call(visit, "list_integrations"),
      api.call(visit, "list_keys"),
      api.call(visit, "list_webhook_endpoints"),
      countToReconnect(dashboard, visit),
      api.call(visit, "summarise_usage", { query }),
      api.call(visit, "summarise_usage_durations", { query }),
    ]);
  return { integrations, keys, endpoints, toReconnect, since, summary, durations };
}
