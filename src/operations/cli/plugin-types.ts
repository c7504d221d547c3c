// `gateway plugin types`: makes a plugin's folder type-check on its own, or again after an upgrade of the gateway.
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartupError } from "../../foundation/errors.ts";
import { typeFiles } from "../../plugin-kit/new/typed-folder.ts";
import { writeFiles } from "../../plugin-kit/new/write-files.ts";
import { print, printText } from "./print.ts";

/** The types are replaced by those of this gateway; a `tsconfig.json` that is there stays. */
export async function writeTypes(path: string, options: Record<string, unknown>): Promise<number> {
  const folder = resolve(path);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new StartupError(`${folder} is not a folder.`);
  const files = Object.fromEntries(
    Object.entries(await typeFiles()).filter(([name]) => name !== "tsconfig.json" || !existsSync(join(folder, name))),
  );
  writeFiles(folder, files);
  if (options.json === true) print({ folder, files: Object.keys(files) }, true);
  else printText(`Wrote ${Object.keys(files).join(" and ")} into ${folder}: \`tsc -p ${folder}\` checks its types.`);
  return 0;
}
