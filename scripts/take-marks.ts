// Takes the marks of the built-in providers out of simple-icons: bun scripts/take-marks.ts > src/web/pages/marks.json.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPlugins, pluginsInFolder } from "../src/providers/registry/load.ts";

const plugins = fileURLToPath(new URL("../plugins", import.meta.url));

/** By a provider's id: the mark's path on 24 by 24, and its colour. A brand that the collection lacks has none. */
export async function takeMarks(): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve("simple-icons/package.json"));
  const icons = JSON.parse(readFileSync(join(folder, "data/simple-icons.json"), "utf8")) as {
    title: string;
    slug?: string;
    hex: string;
  }[];
  const files = new Set(readdirSync(join(folder, "icons")));
  const marks: Record<string, { path: string; hex: string }> = {};
  for (const { id, name } of await loadPlugins(pluginsInFolder(plugins), [])) {
    const icon = icons.find(({ title, slug = title.toLowerCase() }) => title === name && files.has(`${slug}.svg`));
    if (!icon) continue;
    const svg = readFileSync(join(folder, "icons", `${icon.slug ?? icon.title.toLowerCase()}.svg`), "utf8");
    marks[id] = { path: svg.match(/<path d="([^"]+)"/)?.[1] ?? "", hex: icon.hex };
  }
  return `${JSON.stringify(marks, null, 2)}\n`;
}

if (import.meta.main) process.stdout.write(await takeMarks());
