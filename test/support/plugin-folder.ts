// A scaffolded plugin in its own folder, for tests to break in one file.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newPlugin } from "../../src/operations/cli/plugin-new.ts";
import type { Provider } from "../../src/plugin/index.ts";

export interface PluginFolder {
  /** Has one folder for each plugin. */
  parent: string;
  /** The plugin's folder. */
  folder: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Replaces text; throws if it is missing. */
  change(file: string, from: string, to: string): void;
  remove(file: string): void;
  load(): Promise<Provider>;
}

const made: string[] = [];
let template: string | null = null;

/** Removes every created folder. */
export function removePluginFolders(): void {
  for (const parent of made.splice(0)) rmSync(parent, { recursive: true, force: true });
  template = null;
}

function newParent(): string {
  const parent = mkdtempSync(join(tmpdir(), "gateway-plugins-"));
  made.push(parent);
  return parent;
}

/** The folder that `gateway plugin new acme` writes. */
export async function scaffold(): Promise<PluginFolder> {
  if (template === null) {
    template = newParent();
    await silently(() => newPlugin("acme", { dir: template }));
  }
  const parent = newParent();
  const folder = join(parent, "acme");
  cpSync(join(template, "acme"), folder, { recursive: true });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  return {
    parent,
    folder,
    read,
    write,
    change(file, from, to) {
      const text = read(file);
      if (!text.includes(from)) throw new Error(`${file} does not hold: ${from}`);
      write(
        file,
        text.replace(from, () => to),
      );
    },
    remove: (file) => rmSync(join(folder, file)),
    load: async () => ((await import(pathToFileURL(join(folder, "index.ts")).href)) as { default: Provider }).default,
  };
}

async function silently<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => {};
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
