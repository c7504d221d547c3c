// `gateway plugin diff`: what a new version of a plugin changes, and what stored in the database it breaks.
import { sources } from "gateway:plugins";
import { readConfig } from "../../foundation/config/config.ts";
import { startError } from "../../foundation/db/start-error.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { type Change, compare } from "../../plugin-kit/diff/compare.ts";
import { type Surface, surfaceOf } from "../../plugin-kit/diff/surface.ts";
import { addedPlugins } from "../../providers/registry/load.ts";
import { openDatabase } from "../../server/serve.ts";
import { namedPlugin } from "./named-plugin.ts";
import { type Impact, impactOf } from "./plugin-impact.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

type Options = Record<string, unknown>;

/** Each of the two is a folder, or the id of a plugin as it would be served now. Returns 1 where something breaks. */
export async function diffPlugins(
  platform: Platform,
  { old, now }: { old: string; now: string },
  options: Options,
): Promise<number> {
  const config = readConfig(terminal().env);
  const served = [...sources, ...addedPlugins(config.pluginsDir, platform.binaryFolder).sources];
  const versions = { old: await namedPlugin(old, served), now: await namedPlugin(now, served) };
  const [before, after] = [surfaceOf(versions.old), surfaceOf(versions.now)];
  const changes = compare(before, after);
  const impact = options.database === true ? await storedImpact(platform, versions) : null;
  const isBreaking = changes.some(({ isBreaking }) => isBreaking) || (impact?.length ?? 0) > 0;
  if (options.json === true) {
    const listed = changes.map(({ isBreaking, ...change }) => ({ is_breaking: isBreaking, ...change }));
    print(
      {
        plugin: before.id,
        old: versionOf(before),
        new: versionOf(after),
        is_breaking: isBreaking,
        changes: listed,
        ...(impact && { impact }),
      },
      true,
    );
  } else printDiff(before, after, changes, impact);
  return isBreaking ? 1 : 0;
}

async function storedImpact(platform: Platform, versions: Parameters<typeof impactOf>[1]): Promise<Impact[]> {
  const config = readConfig(terminal().env);
  const { database, release } = await openDatabase(config, platform);
  try {
    return await impactOf(database.requests, versions);
  } catch (error) {
    throw startError(error, config.databaseUrl);
  } finally {
    await database.close();
    release();
  }
}

const versionOf = ({ version, contract }: Surface) => ({ version, contract });

function printDiff(before: Surface, after: Surface, changes: readonly Change[], impact: Impact[] | null): void {
  const version = (surface: Surface) => surface.version ?? "no version";
  printText(`${before.id}: ${version(before)} → ${version(after)}`);
  const [breaking, others] = [changes.filter(({ isBreaking }) => isBreaking), changes.filter((one) => !one.isBreaking)];
  for (const [title, list] of [
    ["Breaking", breaking],
    ["Other changes", others],
  ] as const) {
    if (list.length > 0) printText(`\n${title}:`);
    for (const { kind, name, message } of list) printText(`  ${kind.replace("_", "-")} ${name} ${message}`);
  }
  if (changes.length === 0) printText("Nothing that callers see has changed.");
  if (impact === null) return;
  printText(impact.length === 0 ? "\nNothing in the database breaks." : "\nIn the database:");
  for (const { kind, message, count, ids } of impact) {
    const more = count > ids.length ? ", …" : "";
    printText(`  ${count} ${kind.replaceAll("_", " ")} ${message}: ${ids.join(", ")}${more}`);
  }
}
