// Writes a call that was made as a fixture into the plugin's folder, never over a file.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartupError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Filled } from "../../plugin-kit/check/fill-fixture.ts";
import { fixtureOf } from "../../plugin-kit/check/record-fixture.ts";
import type { TryResult } from "../../plugin-kit/try/try-endpoint.ts";

/** Throws `StartupError` for what is not the folder of a plugin. */
export function assertFolder(folder: string, what: string): void {
  if (!existsSync(join(folder, "index.ts")))
    throw new StartupError(`${what} needs the folder of the plugin, into which it writes.`);
}

/** The file of a case, below the plugin's folder; throws `StartupError` where it is there already. */
export function freeFile(folder: string, key: string, name: string | null, example: string): string {
  const file = fileOf(key, name);
  if (existsSync(join(resolve(folder), file)))
    throw new StartupError(`${file} is there: give another name, as in ${example}.`);
  return file;
}

/** The first of `<endpoint>.json`, `<endpoint>.<name>.json`, `<endpoint>.<name>-2.json` … that is free. */
export function firstFreeFile(folder: string, key: string, names: readonly (string | null)[], last: string): string {
  const isFree = (file: string) => !existsSync(join(resolve(folder), file));
  const named = names.map((name) => fileOf(key, name)).find(isFree);
  if (named !== undefined) return named;
  for (let number = 2; ; number++) {
    const file = fileOf(key, `${last}-${number}`);
    if (isFree(file)) return file;
  }
}

const fileOf = (key: string, name: string | null) => `fixtures/${key}${name === null ? "" : `.${name}`}.json`;

/** The fixture as it was written; throws `StartupError` where the call gives none. */
export async function writeFixture(
  provider: Provider,
  { folder, file }: { folder: string; file: string },
  trial: TryResult,
  args: Record<string, unknown>,
): Promise<Filled> {
  const filled = await fixtureOf(provider, trial, args);
  if (typeof filled === "string") throw new StartupError(`No fixture is written: ${filled}`);
  const path = join(resolve(folder), file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(filled.fixture, null, 2)}\n`, { flag: "wx" });
  return filled;
}

/** What a person reads after it. */
export function writtenText(file: string, { missing }: Filled): string {
  const written = `Wrote ${file} with made-up names and texts. Ids and words are the provider's own: read it before you share it.`;
  return missing === null ? written : `${written}\n${file}: not filled: ${missing}`;
}
