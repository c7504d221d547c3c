// Reads the plugins' fixtures for a stub of their providers.
import { readFileSync } from "node:fs";

const PLUGINS = new URL("../../../plugins/", import.meta.url);

/** The fields of a fixture's exchange that a stub needs. */
export interface RecordedExchange {
  request: { method?: string; url: string; json?: unknown };
  response: { status?: number; headers?: Record<string, string>; json: unknown };
}

export function readFixture(
  id: string,
  name: string,
): { upstream: RecordedExchange[]; result: Record<string, unknown> } {
  return JSON.parse(readFileSync(new URL(`${id}/fixtures/${name}.json`, PLUGINS), "utf8"));
}
