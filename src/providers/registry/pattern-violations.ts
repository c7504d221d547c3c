// Checks every regular expression of a plugin: callers and people choose the texts that they are tried on.
import { Kind } from "@sinclair/typebox";
import { unsafePattern } from "./pattern-safety.ts";
import type { Report } from "./violation-report.ts";

/** What callers send; a path parameter's value becomes a segment of the provider's path. */
const INPUTS = ["params", "query", "body"];

/** A schema that refers to itself does so by name. */
const MAX_DEPTH = 100;

/** Reports patterns that are invalid, that are tried anywhere in a text, or that may take exponential time. */
export function checkPatterns(plugin: object, report: Report): void {
  const path: string[] = [];
  // A schema that several parts share has rules of its own where it is an input.
  const seen = { input: new Set<object>(), other: new Set<object>() };
  const field = () => path.join(".");
  const visit = (value: object, isInput: boolean) => {
    const seenHere = isInput ? seen.input : seen.other;
    if (seenHere.has(value) || path.length > MAX_DEPTH) return;
    seenHere.add(value);
    if (value instanceof RegExp) return void checkSafe(field(), value, report);
    const isSchema = Kind in value;
    for (const [name, inner] of Object.entries(value)) {
      const isPattern = name === "pattern" && isSchema && typeof inner === "string";
      if (!isPattern && (typeof inner !== "object" || inner === null)) continue;
      // The properties of a schema have the schema's own path: `body.title`, not `body.properties.title`.
      const isNamed = !isSchema || name !== "properties";
      if (isNamed) path.push(name);
      if (isPattern) checkSchemaPattern(field(), inner, isInput ? (path[2] as string) : null, report);
      else visit(inner, isInput || (path.length === 3 && path[0] === "endpoints" && INPUTS.includes(name)));
      if (isNamed) path.pop();
    }
  };
  visit(plugin, false);
}

/** `input` is the part of a call that the schema is of, null where it is none. */
function checkSchemaPattern(field: string, source: string, input: string | null, report: Report): void {
  const pattern = patternOf(source);
  if (typeof pattern === "string") return void report(field, `is not a regular expression: ${pattern}.`);
  if (input !== null && !/^\^|^\(\?[=!]/.test(source))
    report(field, "must begin with ^: without it, any part of the text may match.");
  else if (input === "params" && !source.endsWith("$"))
    report(field, "must end with $: without it, anything may follow in the path.");
  checkSafe(field, pattern, report);
}

/** The pattern, or why the text is none. */
function patternOf(source: string): RegExp | string {
  try {
    return new RegExp(source);
  } catch (error) {
    return (error as Error).message.replace(/^Invalid regular expression: /, "");
  }
}

/** Whether a schema is none for a pattern in it, of which `checkPatterns` says more. */
export function holdsInvalidPattern(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([name, inner]) =>
    name === "pattern" && typeof inner === "string" ? typeof patternOf(inner) === "string" : holdsInvalidPattern(inner),
  );
}

function checkSafe(field: string, pattern: RegExp, report: Report): void {
  const reason = unsafePattern(pattern);
  if (reason !== null) report(field, reason);
}
