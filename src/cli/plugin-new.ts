// `gateway plugin new`: writes the folder of a new plugin that loads at once.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { StartupError } from "../errors.ts";
import {
  bunfigTemplate,
  fixtureTemplates,
  pluginTemplate,
  readmeTemplate,
  testTemplate,
} from "../scaffold/plugin-templates.ts";
import { typeFiles } from "../scaffold/typed-folder.ts";
import { writeFiles } from "../scaffold/write-files.ts";
import { print } from "./print.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Makes `gateway/plugin` and `gateway/testing` known to `bun test`. A binary does not have it as a file. */
const PRELOAD = join(ROOT, "src/platform/preload.ts");

export async function newPlugin(id: string, options: Record<string, unknown>): Promise<number> {
  if (!/^[a-z][a-z0-9]{1,31}$/.test(id)) {
    throw new StartupError(`"${id}" cannot be a plugin's id: use a lower-case word of 2 to 32 letters and digits.`);
  }
  const parent = resolve(String(options.dir ?? process.env.GATEWAY_PLUGINS_DIR ?? "plugins"));
  const folder = join(parent, id);
  if (existsSync(folder)) throw new StartupError(`${folder} exists already.`);
  const files: Record<string, string> = {
    "index.ts": pluginTemplate(id),
    [`${id}.test.ts`]: testTemplate(id),
    "README.md": readmeTemplate(id),
    ...fixtureTemplates(id),
  };
  const isFromSource = existsSync(PRELOAD);
  // Inside the repository its own settings count.
  if (!isFromSource || !folder.startsWith(ROOT)) {
    if (isFromSource) files["bunfig.toml"] = bunfigTemplate(PRELOAD);
    Object.assign(files, await typeFiles());
  }
  writeFiles(folder, files);
  if (options.json === true) print({ folder, files: Object.keys(files) }, true);
  else {
    console.log(`Wrote ${folder}:`);
    for (const name of Object.keys(files)) console.log(`  ${name}`);
    console.log(`Fill in index.ts, then: gateway plugin check ${folder}`);
  }
  return 0;
}
