// Reads the plugins' fixtures for the API document: of each endpoint the plain case, without what went to the provider.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bounded } from "../../web/http/openapi-examples.ts";
import type { RecordedCall, RecordedCalls } from "./examples.ts";

/** `<folder>/<provider>/fixtures/<endpoint>.json` → `<provider>_<endpoint>`. */
export function readRecordedCalls(folder: string): RecordedCalls {
  const files = readdirSync(folder).flatMap((provider) => {
    const fixtures = join(folder, provider, "fixtures");
    const names = existsSync(fixtures) ? readdirSync(fixtures).filter((name) => /^[a-z0-9_]+\.json$/.test(name)) : [];
    return names.map((name) => ({ tool: `${provider}_${name.slice(0, -".json".length)}`, path: join(fixtures, name) }));
  });
  const calls = files.flatMap(({ tool, path }): [string, RecordedCall][] => {
    const { call = {}, result } = JSON.parse(readFileSync(path, "utf8")) as RecordedCall;
    return result === undefined ? [] : [[tool, bounded({ call, result }) as RecordedCall]];
  });
  return Object.fromEntries(calls);
}
