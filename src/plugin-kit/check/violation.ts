// One rule that a plugin breaks.
import { existsSync, realpathSync } from "node:fs";
import { sep } from "node:path";

export interface Violation {
  /** The plugin's field (`oauth.pkce`) or file (`fixtures/list_items.json`). */
  where: string;
  /** A sentence that follows `where`, and says what to change. */
  message: string;
}

/** The violations, each once, which name the plugin's files by their paths within its folder. */
export function inFolder(violations: readonly Violation[], folder: string): Violation[] {
  const paths = [folder, ...(existsSync(folder) ? [realpathSync(folder)] : [])].map(
    (path) => path.replace(/(?<![/\\])[/\\]+$/, "") + sep,
  );
  const within = (text: string) => paths.reduce((rest, path) => rest.replaceAll(path, ""), text);
  const short = violations.map(({ where, message }) => ({ where: within(where), message: within(message) }));
  return [...new Map(short.map((violation) => [`${violation.where}\n${violation.message}`, violation])).values()];
}
