// Copies of the project in a folder of their own, as a clone or an image's build has them: without this one's packages.
import { cpSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { newFolder } from "../support/gateway-process.ts";
import { ROOT } from "../support/sources.ts";

/** What Git keeps out of a clone. */
export const IN_NO_CLONE = [".git", "node_modules", "data", "dist"];

/** The patterns of `.dockerignore`, each a path from the root. */
export function dockerIgnored(): string[] {
  const lines = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .map((line) => line.trim());
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const unreadable = patterns.filter((pattern) => /[*?![\]]/.test(pattern));
  if (unreadable.length > 0) throw new Error(`This test reads plain paths alone: ${unreadable.join(", ")}`);
  return patterns;
}

/** Copies the project's file or folder at `from` to `to`, without the paths below `ignored`. */
export function copyTree(from: string, to: string, ignored: readonly string[]): void {
  const isIgnored = (path: string) => ignored.some((name) => path === name || path.startsWith(`${name}/`));
  cpSync(join(ROOT, from), to, { recursive: true, filter: (source) => !isIgnored(relative(ROOT, source)) });
}

/** The project as a clone has it. */
export function cloneTree(): string {
  const folder = join(newFolder(), "gateway");
  copyTree(".", folder, IN_NO_CLONE);
  return folder;
}

/**
 * The variables of an installer: the machine's own, since they say where the registry and the cache are, without those that a
 * test run adds.
 */
export function installerVariables(): Record<string, string | undefined> {
  return { ...process.env, NODE_ENV: undefined, GITHUB_ACTIONS: undefined, BUN_OPTIONS: undefined };
}
