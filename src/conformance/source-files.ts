// The kit's rules for a plugin's source: it imports the contract and its own files, and uses no API of the runtime.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Violation } from "./violation.ts";

/** Imports, re-exports and calls of `import`; each captures the module's name. */
const IMPORTS = [
  /(?:^|;)\s*import\b(?!\s*[(.:])[^;"'`]*["']([^"']+)["']/gm,
  /(?:^|;)\s*export\s+(?:type\s+)?[*{][^;"'`]*?\bfrom\s*["']([^"']+)["']/gm,
  /(?<![.\w])import\s*\(\s*["'`]?([^"'`)]*)/gm,
];
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const TEXT = /(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g;
/** Globals of the network, of timers and of the runtime. A property of the same name (`call.fetch`) is allowed. */
const FORBIDDEN = [
  ...["fetch", "setTimeout", "setInterval", "setImmediate", "WebSocket", "EventSource", "XMLHttpRequest"],
  ...["process", "Bun", "Deno", "Buffer", "require", "eval", "Function", "globalThis"],
];
const RUNTIME_API = new RegExp(`(?<![.\\w])(${FORBIDDEN.join("|")})\\s*[.([]`);

/** A plugin's code files without its tests and declarations, relative to its folder. */
function codeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts") && !/\.(test|d)\.ts$/.test(file))
    .sort();
}

export function sourceViolations(folder: string): Violation[] {
  return codeFiles(folder).flatMap((file) => {
    const source = readFileSync(join(folder, file), "utf8");
    return [...importViolations(file, source), ...runtimeApiViolations(file, source)];
  });
}

function importViolations(file: string, source: string): Violation[] {
  const code = source.replace(COMMENT, " ");
  return IMPORTS.flatMap((pattern) => [...code.matchAll(pattern)])
    .map(([, from = ""]) => from)
    .filter((from) => from !== "gateway/plugin" && !(from.startsWith("./") && !from.includes("..")))
    .map((from) => ({ where: file, message: `imports "${from}"; a plugin imports gateway/plugin and its own files.` }));
}

function runtimeApiViolations(file: string, source: string): Violation[] {
  const code = source.replace(COMMENT, " ").replace(TEXT, '""');
  const use = code.match(RUNTIME_API);
  return use ? [{ where: file, message: `uses ${use[1]}, which a plugin must not.` }] : [];
}
