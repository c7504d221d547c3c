// `gateway plugin new`: writes the folder of a new plugin that loads at once.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StartupError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { readDescription } from "../../plugin-kit/new/openapi/document.ts";
import { operationsIn } from "../../plugin-kit/new/openapi/operations.ts";
import { type WrittenPlugin, writePlugin } from "../../plugin-kit/new/openapi/plugin.ts";
import {
  bunfigTemplate,
  fixtureTemplates,
  pluginTemplate,
  readmeTemplate,
  testTemplate,
} from "../../plugin-kit/new/plugin-templates.ts";
import { typeFiles } from "../../plugin-kit/new/typed-folder.ts";
import { writeFiles } from "../../plugin-kit/new/write-files.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Makes `gateway/plugin` and `gateway/testing` known to `bun test`. A binary does not have it as a file. */
const PRELOAD = join(ROOT, "src/foundation/platform/preload.ts");
const MAX_DESCRIPTION_BYTES = 32 * 1024 * 1024;

type Options = Record<string, unknown>;
type ParseYaml = (text: string) => unknown;

export async function newPlugin(id: string, options: Options, parseYaml?: ParseYaml): Promise<number> {
  if (!/^[a-z][a-z0-9]{1,31}$/.test(id)) {
    throw new StartupError(`"${id}" cannot be a plugin's id: use a lower-case word of 2 to 32 letters and digits.`);
  }
  const parent = resolve(String(options.dir ?? terminal().env.GATEWAY_PLUGINS_DIR ?? "plugins"));
  const folder = join(parent, id);
  if (existsSync(folder)) throw new StartupError(`${folder} already exists.`);
  const written = fromDescription(id, options, parseYaml);
  const files: Record<string, string> = {
    ...(written?.files ?? {
      "index.ts": pluginTemplate(id),
      "README.md": readmeTemplate(id),
      ...fixtureTemplates(id),
    }),
    [`${id}.test.ts`]: testTemplate(id),
  };
  const isFromSource = existsSync(PRELOAD);
  // Inside the repository its own settings count.
  if (!isFromSource || !folder.startsWith(ROOT)) {
    if (isFromSource) files["bunfig.toml"] = bunfigTemplate(PRELOAD);
    Object.assign(files, await typeFiles());
  }
  writeFiles(folder, files);
  if (written) await fillIn(folder);
  if (options.json === true) {
    const more = written && { endpoints: written.endpointCount, to_do: written.notes };
    print({ folder, files: Object.keys(files), ...more }, true);
  } else {
    printText(`Wrote ${folder}:`);
    for (const name of Object.keys(files)) printText(`  ${name}`);
    for (const note of written?.notes ?? []) printText(`To do: ${note}`);
    printText(`Fill in index.ts, then: gateway plugin check ${folder}`);
  }
  return 0;
}

/** Null without --openapi. */
function fromDescription(
  id: string,
  { openapi, only }: Options,
  parseYaml: ParseYaml | undefined,
): WrittenPlugin | null {
  if (openapi === undefined) {
    if (only === undefined) return null;
    throw new StartupError("--only needs --openapi.");
  }
  const file = String(openapi);
  if (/^[a-z]+:\/\//i.test(file)) throw new StartupError("--openapi takes a file: download the description first.");
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new StartupError(`There is no file ${file}.`);
  if (found.size > MAX_DESCRIPTION_BYTES)
    throw new StartupError("The description is larger than 32 MiB: make it smaller first.");
  const noYaml = () => {
    throw new Error("this runtime reads only JSON");
  };
  const description = readDescription(readFileSync(file, "utf8"), parseYaml ?? noYaml);
  if (only === undefined) throw new StartupError(`--openapi needs --only. ${operationsIn(description)}`);
  return writePlugin(id, description, only as string[]);
}

/** Its fixtures have calls and responses; the requests and results follow from the plugin. */
async function fillIn(folder: string): Promise<void> {
  const { default: plugin } = (await import(pathToFileURL(join(folder, "index.ts")).href)) as { default: Provider };
  const { fillFixtures } = await import("./plugin-fill.ts");
  await fillFixtures(plugin, folder, { only: null, isOverwriting: false });
}
