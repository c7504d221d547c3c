// A hash of the files of each plugin that an operator adds: replicas compare them. Those of the program go with its version.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Program } from "./start-checks.ts";

/** A plugin has some ten files; a folder with more is compared by these. */
const MAX_FILES = 500;

export function addedPluginHashes({ sources, plugins, added }: Program): Map<string, string> {
  const own = new Set(added?.ids ?? []);
  return new Map(
    plugins.flatMap(({ id }, i) => {
      const file = sources[i]?.file;
      return own.has(id) && file !== undefined ? [[id, hashOf(file)] as const] : [];
    }),
  );
}

function hashOf(file: string): string {
  const hash = createHash("sha256");
  const folder = dirname(file);
  const files = basename(file) === "index.ts" ? filesBelow(folder) : [file];
  try {
    for (const one of files) hash.update(JSON.stringify(relative(folder, one))).update(readFileSync(one));
  } catch {
    // A file that goes away meanwhile is another plugin than the one that was loaded.
    hash.update("unreadable");
  }
  return hash.digest("hex");
}

function filesBelow(folder: string): string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined && files.length < MAX_FILES; next = folders.shift()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files.sort().slice(0, MAX_FILES);
}
