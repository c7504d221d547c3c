// The types of events that plugins declare.
import type { Provider } from "../../plugin/index.ts";

/** Every type of event that the loaded plugins know. */
export function eventTypesOf(providers: Iterable<Pick<Provider, "webhook" | "sources">>): string[] {
  const types = new Set<string>();
  for (const { webhook, sources } of providers) {
    for (const type of Object.keys(webhook?.events ?? {})) types.add(type);
    for (const { events } of Object.values(sources ?? {}))
      for (const type of Object.keys(events ?? {})) types.add(type);
  }
  return [...types].sort();
}
