// Checks every regular expression of a plugin: callers and people choose the texts that they are tried on.
import { Kind } from "@sinclair/typebox";
import { unsafePattern } from "./pattern-safety.ts";
import type { Report } from "./violation-report.ts";

/** What callers send. */
const INPUT = /^endpoints\.[^.]+\.(?:params|query|body)\./;
/** Of a path parameter, whose value becomes a segment of the provider's path. */
const PARAMETER = /^endpoints\.[^.]+\.params\.[^.]+\.pattern$/;

/** A schema that refers to itself does so by name. */
const MAX_DEPTH = 100;

/** Reports patterns that are invalid, that are tried anywhere in a text, or that may take exponential time. */
export function checkPatterns(plugin: object, report: Report): void {
  const visit = (field: string, value: unknown, depth: number) => {
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
    if (value instanceof RegExp) return void checkSafe(field, value, report);
    for (const [name, inner] of Object.entries(value)) {
      const at = field === "" ? name : `${field}.${name}`;
      if (name === "pattern" && Kind in value && typeof inner === "string") checkSchemaPattern(at, inner, report);
      // The properties of a schema have the schema's own path: `body.title`, not `body.properties.title`.
      else visit(name === "properties" && Kind in value ? field : at, inner, depth + 1);
    }
  };
  visit("", plugin, 0);
}

function checkSchemaPattern(field: string, source: string, report: Report): void {
  const pattern = patternOf(source);
  if (typeof pattern === "string") return void report(field, `is no regular expression: ${pattern}.`);
  if (INPUT.test(field) && !/^\^|^\(\?[=!]/.test(source))
    report(field, "must begin with ^: without it, any part of the text may match.");
  else if (PARAMETER.test(field) && !source.endsWith("$"))
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
