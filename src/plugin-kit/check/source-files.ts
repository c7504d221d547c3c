// The kit's rules for a plugin's source: it imports the contract and its own files, and uses no API of the runtime.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { blanked, lineOf } from "./source-text.ts";
import type { Violation } from "./violation.ts";

/** Imports, re-exports and calls of `import`; each captures the module's name. */
const IMPORTS = [
  /(?:^|;)\s*import\b(?!\s*[(.:])[^;"'`]*["']([^"']+)["']/gm,
  /(?:^|;)\s*export\s+(?:type\s+)?[*{][^;"'`]*?\bfrom\s*["']([^"']+)["']/gm,
  /(?<![.\w])import\s*\(\s*["'`]?([^"'`)]*)/gm,
];
/** Globals of the network, of timers and of the runtime. A property of the same name (`call.fetch`) is allowed. */
const FORBIDDEN = [
  ...["fetch", "setTimeout", "setInterval", "setImmediate", "WebSocket", "EventSource", "XMLHttpRequest"],
  ...["process", "Bun", "Deno", "Buffer", "require", "eval", "Function", "globalThis"],
];
const RUNTIME_API = new RegExp(`(?<![.\\w])(${FORBIDDEN.join("|")})\\s*[.([]`, "g");

/** A plugin's code files without its tests and declarations, relative to its folder. */
export function codeFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts") && !/\.(test|d)\.ts$/.test(file))
    .sort();
}

/** Bounds what the kit reads of one file. */
const MAX_SOURCE = 1_000_000;

export const readSource = (folder: string, file: string): string =>
  readFileSync(join(folder, file), "utf8").slice(0, MAX_SOURCE);

export function sourceViolations(folder: string): Violation[] {
  return codeFiles(folder).flatMap((file) => {
    const source = readSource(folder, file);
    return [
      ...importViolations(file, source),
      ...runtimeApiViolations(file, source),
      ...renamedViolations(file, source),
    ];
  });
}

function importViolations(file: string, source: string): Violation[] {
  const code = blanked(source, { keepsTexts: true });
  return IMPORTS.flatMap((pattern) => [...code.matchAll(pattern)])
    .map(({ 0: statement, 1: from = "", index }) => ({ from, line: lineOf(code, index + statement.lastIndexOf(from)) }))
    .filter(({ from }) => from !== "gateway/plugin" && !(from.startsWith("./") && !from.includes("..")))
    .map(({ from, line }) => ({
      where: `${file}:${line}`,
      message: `imports "${from}"; a plugin can import only gateway/plugin and its own files.`,
    }));
}

function runtimeApiViolations(file: string, source: string): Violation[] {
  const code = blanked(source);
  return [...code.matchAll(RUNTIME_API)].map(({ 1: name, index }) => ({
    where: `${file}:${lineOf(code, index)}`,
    message: `uses ${name}, which a plugin must not.`,
  }));
}

/** A credential that had another name would count as a token of the integration's, which it lacks. */
function renamedViolations(file: string, source: string): Violation[] {
  const code = blanked(source, { keepsTexts: true });
  return [...code.matchAll(/\bcredential:\s*"grantor"/g)].map(({ index }) => ({
    where: `${file}:${lineOf(code, index)}`,
    message: 'has the credential "grantor", which is called "grant" now.',
  }));
}
