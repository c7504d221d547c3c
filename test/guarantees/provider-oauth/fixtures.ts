// Reads the plugins' fixtures for a stub of their providers.
import { fileURLToPath } from "node:url";
import { readFixtures } from "../../../src/plugin-kit/check/fixture-files.ts";

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
  const files = readFixtures(fileURLToPath(new URL(id, PLUGINS)));
  return JSON.parse(files.find(({ where }) => where === `fixtures/${name}.json`)?.text as string);
}
