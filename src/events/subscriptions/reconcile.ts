// Compares the sources of all active integrations with the plan: after a start, where plugins or settings changed, and daily.
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { eventSettings, type PlanDeps, planSources } from "./plan.ts";
import { plannedSources, todaysSource } from "./planned.ts";
import { listActiveIntegrations, listSources, lockIntegrationRow } from "./store.ts";

const BATCH = 200;

/** Brings every integration in line, in batches; returns how many had to change. */
export async function reconcileSources(
  deps: PlanDeps & Pick<Deps, "database">,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const providers = [...deps.registry.providers.values()].filter(({ sources }) => sources).map(({ id }) => id);
  if (providers.length === 0) return 0;
  const todays = (provider: string, name: string) => todaysSource(deps.registry.provider(provider) as Provider, name);
  let after: string | null = null;
  let changed = 0;
  while (!isStopped()) {
    const rows = await listActiveIntegrations(deps.database.orm, { providers, after, limit: BATCH });
    const stored = await listSources(
      deps.database.orm,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const planned = plannedSources(eventSettings(deps, row.provider), row);
      const own = stored.filter(({ integrationId }) => integrationId === row.id);
      const isAsPlanned =
        own.every(
          ({ name, resource, mode, state }) =>
            resource === "" && state !== "ending" && planned.get(todays(row.provider, name)) === mode,
        ) && own.length === planned.size;
      // Chosen sources are few, and planned each time.
      if (isAsPlanned) continue;
      changed++;
      await deps.database.transaction(async (tx) => {
        const current = await lockIntegrationRow(tx, row.id);
        if (current) await planSources(tx, deps, current, "changed");
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return changed;
    after = last.id;
  }
  return changed;
}
