// What each integration did lately: its last call and its last error among the newest calls.
import type { Dashboard } from "../pages.tsx";
import type { Entry } from "../requests/request-table.tsx";
import type { PageRequest } from "../visit.ts";

export interface Activity {
  last: Entry;
  lastError: Entry | null;
}

/** Older calls are found under Requests. */
const NEWEST = 200;

/** Keyed by the integration's id. */
export async function activityOf({ api }: Dashboard, visit: PageRequest): Promise<Map<string, Activity>> {
  const { entries } = await api.call(visit, "list_usage", { query: { limit: NEWEST } });
  const found = new Map<string, Activity>();
  for (const entry of entries) {
    if (entry.integration_id === null) continue;
    const known = found.get(entry.integration_id) ?? { last: entry, lastError: null };
    found.set(entry.integration_id, { ...known, lastError: known.lastError ?? (hasFailed(entry) ? entry : null) });
  }
  return found;
}

const hasFailed = ({ status }: Entry) => (status ?? 0) >= 400;
