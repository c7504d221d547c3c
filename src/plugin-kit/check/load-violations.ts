// What the kit says of a plugin whose module cannot be loaded.
import { basename, join } from "node:path";
import { loadErrors } from "../../providers/registry/load-errors.ts";
import { helperViolations } from "./helper-options.ts";
import { codeFiles, readSource, sourceViolations } from "./source-files.ts";
import { lineOf } from "./source-text.ts";
import { inFolder, type Violation } from "./violation.ts";

/** `error` is what the import of the folder's `index.ts` threw. What the source itself breaks may be the reason. */
export function loadViolations(error: unknown, folder: string): Violation[] {
  const violations = loadErrors(error, join(folder, "index.ts")).map(({ at, message }) => ({
    where: at ?? importPosition(message, folder) ?? "index.ts",
    message,
  }));
  return inFolder([...violations, ...sourceViolations(folder), ...helperViolations(folder)], folder);
}

/** The line that imports what is not there: the runtime names the module, or the name, and perhaps the file. */
function importPosition(message: string, folder: string): string | null {
  const missing =
    /^cannot be loaded: (?:\w+: )?(?:Cannot find (?:module|package) '([^']+)'|Export named '([^']+)' not found)/.exec(
      message,
    );
  const name = missing?.[1] ?? missing?.[2];
  if (name === undefined) return null;
  const importer = message.split("imported from ").at(1)?.replace(/\.$/, "");
  for (const file of codeFiles(folder)) {
    if (importer !== undefined && basename(importer) !== basename(file)) continue;
    const source = readSource(folder, file);
    const [statement] = [...source.matchAll(/^[ \t]*(?:import|export)\b[^;]*?["'][^"'\n]+["']/gm)].filter(([text]) =>
      text.includes(name),
    );
    if (statement) return `${file}:${lineOf(source, statement.index + statement[0].indexOf(name))}`;
  }
  return null;
}
