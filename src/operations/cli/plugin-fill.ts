// `gateway plugin check --fill`: writes into fixtures what they leave out, for a person to review.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "../../plugin/index.ts";
import { fillFixture, type PartialFixture } from "../../plugin-kit/check/fill-fixture.ts";
import { IDENTITY } from "../../plugin-kit/check/fixture.ts";
import { type FixtureFile, readFixtures } from "../../plugin-kit/check/fixture-files.ts";
import { pluginViolations } from "../../providers/registry/plugin-violations.ts";
import { buildRegistry } from "../../providers/registry/registry.ts";
import { RESERVED_IDS } from "../../server/reserved-ids.ts";

/** What became of one fixture. */
export interface FilledFile {
  file: string;
  wrote: string[];
  missing: string | null;
}

/** The fixtures that were filled, or that could not be; `only` is the path of one of them. A plugin that cannot be served has none. */
export async function fillFixtures(
  plugin: Provider,
  folder: string,
  { only, isOverwriting }: { only: string | null; isOverwriting: boolean },
): Promise<FilledFile[]> {
  if (pluginViolations(plugin, RESERVED_IDS).length > 0) return [];
  const { endpoints } = buildRegistry([plugin]);
  const filled: FilledFile[] = [];
  for (const fixture of readFixtures(folder)) {
    const endpoint = endpoints.find(({ key }) => key === fixture.name) ?? null;
    const isFillable = (endpoint !== null || fixture.name === IDENTITY) && (only === null || only === fixture.where);
    if (!isFillable) continue;
    const partial = read(fixture);
    if (typeof partial === "string") filled.push({ file: fixture.where, wrote: [], missing: partial });
    else if (isOverwriting || !isComplete(partial)) {
      const { fixture: full, wrote, missing } = await fillFixture(plugin, endpoint, partial, isOverwriting);
      if (wrote.length > 0) writeFileSync(join(folder, fixture.where), `${JSON.stringify(full, null, 2)}\n`);
      if (wrote.length > 0 || missing !== null) filled.push({ file: fixture.where, wrote, missing });
    }
  }
  return filled;
}

/** The fixture, or a sentence that says why it cannot be filled. */
function read({ text }: FixtureFile): PartialFixture | string {
  let changed: string | null = null;
  const watch = (_name: string, value: unknown, { source }: { source?: string } = {}) => {
    if (typeof value === "number" && source !== undefined && source !== String(value)) changed ??= source;
    return value;
  };
  let value: PartialFixture;
  try {
    value = (JSON.parse as (text: string, reviver: typeof watch) => unknown)(text, watch) as PartialFixture;
  } catch {
    // The parser's own message repeats the text.
    return "The file is not valid JSON.";
  }
  // Written again it would be another number.
  if (changed !== null)
    return `It contains the number ${changed}, which would change when it is written: fill it by hand.`;
  const isObject = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  const exchanges: unknown = value?.upstream ?? [];
  if (isObject(value) && Array.isArray(exchanges) && exchanges.every(isObject)) return value;
  return "The file does not have the form { call, upstream: [{ response }] }.";
}

function isComplete({ upstream = [], result, failure }: PartialFixture): boolean {
  return (
    (result !== undefined || failure !== undefined) && upstream.every(({ request, response }) => request && response)
  );
}
