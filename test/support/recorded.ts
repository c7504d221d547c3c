// What the fixtures of the plugins have recorded of their providers.
import { readFileSync } from "node:fs";

const PLUGINS = new URL("../../plugins/", import.meta.url);

/** One exchange of a fixture, as far as a stub needs it. */
export interface Recorded {
  request: { method?: string; url: string; json?: unknown };
  response: { status?: number; headers?: Record<string, string>; json: unknown };
}

export function fixtureOf(id: string, name: string): { upstream: Recorded[]; result: Record<string, unknown> } {
  return JSON.parse(readFileSync(new URL(`${id}/fixtures/${name}.json`, PLUGINS), "utf8"));
}
