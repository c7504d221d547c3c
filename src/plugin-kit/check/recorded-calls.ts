// Reads the plugins' fixtures for the API document: of each endpoint the plain case, without what went to the provider.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { RecordedCall, RecordedCalls } from "../../providers/calls/examples.ts";
import { bounded } from "../../web/http/openapi-examples.ts";
import { readFixtures } from "./fixture-files.ts";

/** `<folder>/<provider>/fixtures/<endpoint>.json` → `<provider>_<endpoint>`. */
export function readRecordedCalls(folder: string): RecordedCalls {
  const calls = readdirSync(folder).flatMap((provider) =>
    readFixtures(join(folder, provider)).flatMap(({ where, name, text }): [string, RecordedCall][] => {
      if (where !== `fixtures/${name}.json`) return [];
      const { call = {}, result } = JSON.parse(text) as RecordedCall;
      return result === undefined ? [] : [[`${provider}_${name}`, bounded({ call, result }) as RecordedCall]];
    }),
  );
  return Object.fromEntries(calls);
}
