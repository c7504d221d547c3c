// Adds the line to a violation of a declared field, where the plugin's source says it.

import { codeFiles, readSource } from "./source-files.ts";
import { keysIn, type SourceKey } from "./source-keys.ts";
import type { Violation } from "./violation.ts";

interface FileKey extends SourceKey {
  file: string;
}

/** The violations, each with `(index.ts:12)` where the line of its field, or of what should hold it, is known. */
export function withPositions(violations: readonly Violation[], folder: string): Violation[] {
  if (violations.length === 0) return [];
  const keys = codeFiles(folder).flatMap((file) =>
    keysIn(readSource(folder, file)).map((key): FileKey => ({ ...key, file })),
  );
  return violations.map(({ where, message }) => {
    const at = positionOf(keys, where);
    return { where, message: at === null ? message : withPosition(message, at) };
  });
}

/** Before the sentence's full stop; a message that says a line already stays. */
function withPosition(message: string, at: string): string {
  if (/\.ts:\d+/.test(message)) return message;
  return message.endsWith(".") ? `${message.slice(0, -1)} (${at}).` : `${message} (${at})`;
}

function positionOf(keys: readonly FileKey[], field: string): string | null {
  for (let path = field; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const key = keys.find((one) => one.isDeclared && one.path === path) ?? inOtherFile(keys, path);
    if (key) return `${key.file}:${key.line}`;
  }
  return null;
}

/** The key of a part that is declared on its own, such as `list_items.permission`; null where several could be meant. */
function inOtherFile(keys: readonly FileKey[], field: string): FileKey | null {
  const fitting = keys.filter(
    ({ path, isDeclared }) => !isDeclared && path.includes(".") && field.endsWith(`.${path}`),
  );
  const longest = Math.max(0, ...fitting.map(({ path }) => path.length));
  const [first, ...others] = fitting.filter(({ path }) => path.length === longest);
  return first && others.length === 0 ? first : null;
}
