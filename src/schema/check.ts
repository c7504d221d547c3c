// One validator for every request: turns query text into typed values, lists every fault at once, fills in defaults.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { Default } from "@sinclair/typebox/value";
import type { InputFault } from "../errors.ts";
import "./formats.ts";

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** The compiled check of a schema; each schema is compiled once. */
export function checkerOf(schema: TSchema): TypeCheck<TSchema> {
  let checker = compiled.get(schema);
  if (!checker) {
    checker = TypeCompiler.Compile(schema);
    compiled.set(schema, checker);
  }
  return checker;
}

const MAX_FAULTS = 20;
const MAX_DEPTH = 32;

/** Checks a JSON value against an object schema; unknown fields are faults at any depth where the schema closes its object. */
export function checkValue(
  schema: TObject,
  value: unknown,
  where: InputFault["in"],
): { value: Record<string, unknown> } | { faults: InputFault[] } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { faults: [{ in: where, path: "", message: "Expected a JSON object." }] };
  }
  if (depthOf(value) > MAX_DEPTH) {
    return { faults: [{ in: where, path: "", message: `Nested deeper than ${MAX_DEPTH} levels.` }] };
  }
  const faults: InputFault[] = unknownFields(schema, value, where).slice(0, MAX_FAULTS);
  const filled = Default(schema, value) as Record<string, unknown>;
  const checker = checkerOf(schema);
  if (!checker.Check(filled)) {
    const seen = new Set(faults.map((fault) => fault.path));
    for (const error of checker.Errors(filled)) {
      if (faults.length >= MAX_FAULTS) break;
      if (seen.has(error.path)) continue;
      seen.add(error.path);
      faults.push({
        in: where,
        path: error.path,
        message: `${nameOf(error.path, where)} ${sayFault(error.schema, error.message)}`,
      });
    }
  }
  return faults.length > 0 ? { faults } : { value: filled };
}

/** Reads a query string (or path parameters) as the schema's types. Each name may come once, unless it is a list. */
export function checkText(
  schema: TObject,
  pairs: Iterable<[string, string]>,
  where: "query" | "path",
): { value: Record<string, unknown> } | { faults: InputFault[] } {
  const value: Record<string, unknown> = {};
  const faults: InputFault[] = [];
  for (const [name, text] of pairs) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!field) {
      faults.push({
        in: where,
        path: pointer(name),
        message: `"${name.slice(0, 60)}" is not a parameter of this endpoint.`,
      });
    } else if (text.includes("\u0000")) {
      faults.push({ in: where, path: pointer(name), message: `"${name}" holds a NUL character.` });
    } else if (field[Kind] === "Array") {
      value[name] = [...((value[name] as unknown[] | undefined) ?? []), typed(field.items as TSchema, text)];
    } else if (Object.hasOwn(value, name)) {
      faults.push({ in: where, path: pointer(name), message: `"${name}" is given more than once.` });
    } else value[name] = typed(field, text);
  }
  const checked = checkValue(schema, value, where);
  if ("faults" in checked) faults.push(...checked.faults.filter((fault) => !faults.some((f) => f.path === fault.path)));
  return faults.length > 0 ? { faults: faults.slice(0, MAX_FAULTS) } : checked;
}

/** Text as the schema's type where it plainly is one, else the text itself, which the check then refuses. */
function typed(schema: TSchema, text: string): unknown {
  switch (schema[Kind]) {
    case "Integer":
      // A number that JavaScript rounds is not the one that was sent.
      return /^-?(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case "Number":
      return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

/** Fields that the schema does not name, also in objects and lists within; `additionalProperties` opens an object. */
function unknownFields(schema: TSchema, value: unknown, where: InputFault["in"], base = ""): InputFault[] {
  if (schema[Kind] === "Array" && Array.isArray(value)) {
    return value.flatMap((item, i) => unknownFields(schema.items as TSchema, item, where, `${base}/${i}`));
  }
  if (schema[Kind] !== "Object" || typeof value !== "object" || value === null) return [];
  const properties = (schema as TObject).properties;
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const path = base + pointer(name);
    if (field) return unknownFields(field, inner, where, path);
    if (schema.additionalProperties) return [];
    return [{ in: where, path, message: `"${name.slice(0, 60)}" is not a known field.` }];
  });
}

function sayFault(schema: TSchema, message: string): string {
  if (schema.anyOf?.every((s: TSchema) => s.const !== undefined)) {
    return `must be one of ${schema.anyOf.map((s: TSchema) => JSON.stringify(s.const)).join(", ")}.`;
  }
  if (schema.minProperties === 1 && message.includes("at least 1 properties")) {
    return `must have at least one of the fields ${Object.keys((schema as TObject).properties).join(", ")}.`;
  }
  if (schema.pattern && message.includes("match")) return "is not in the expected form.";
  if (message === "Expected required property") return "is required.";
  return `is not valid: ${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
}

function nameOf(path: string, where: string): string {
  return path === "" ? `The ${where}` : `"${path.slice(1).replaceAll("/", ".")}"`;
}

function pointer(name: string): string {
  return `/${name.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return depth;
  let deepest = depth + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}
