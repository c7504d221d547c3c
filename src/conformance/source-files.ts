// What the kit asks of a plugin's source text: it imports the contract and its own files, and reaches for nothing else.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Violation } from "./violation.ts";

/** Statements that name a module, and calls of `import` with whatever they are given. */
const IMPORTS = [
  /(?:^|;)\s*import\b(?!\s*[(.])[^;"'`]*["']([^"']+)["']/gm,
  /(?:^|;)\s*export\s+(?:type\s+)?[*{][^;"'`]*?\bfrom\s*["']([^"']+)["']/gm,
  /(?<![.\w])import\s*\(\s*["'`]?([^"'`)]*)/gm,
];
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const TEXT = /(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g;
/** Names by which code leaves its place; a property of the same name (`call.fetch`) is another thing. */
const OUTSIDE = [
  ...["fetch", "setTimeout", "setInterval", "setImmediate", "WebSocket", "EventSource", "XMLHttpRequest"],
  ...["process", "Bun", "Deno", "Buffer", "require", "eval", "Function", "globalThis"],
];
const REACH = new RegExp(`(?<![.\\w])(${OUTSIDE.join("|")})\\s*[.([]`);

/** A plugin's code files, relative to its folder; its tests are not part of it. */
export function codeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
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
  const reach = code.match(REACH);
  return reach ? [{ where: file, message: `uses ${reach[1]}, which a plugin must not.` }] : [];
}
