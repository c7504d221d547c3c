// One validator for every request: turns query text into typed values, lists every fault at once, fills in defaults.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Check, Default } from "@sinclair/typebox/value";
import type { InputError } from "../errors.ts";
import { isDeeperThan } from "./depth.ts";
import "./formats.ts";
import { sentence, unknownName } from "./sentences.ts";

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
/** An open object's own names stand in a fault's path, as long as they are. */
const MAX_PATH = 300;
const MAX_NAME = 120;

/** The value with its defaults, or what is wrong with it and those of its fields that nothing is wrong with. */
export type ValidationResult =
  | { value: Record<string, unknown> }
  | { errors: InputError[]; passed: Record<string, unknown> };

/** Checks a JSON value against an object schema; unknown fields are faults at any depth where the schema closes its object. */
export function checkValue(schema: TObject, value: unknown, where: InputError["in"]): ValidationResult {
  const refused = (message: string): ValidationResult => ({ errors: [{ in: where, path: "", message }], passed: {} });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refused(`The ${where} must be a JSON object.`);
  }
  if (isDeeperThan(value, MAX_DEPTH)) return refused(`The ${where} is nested deeper than ${MAX_DEPTH} levels.`);
  const faults: InputError[] = unknownFields(schema, value, where).slice(0, MAX_FAULTS);
  const known = Object.keys(value).filter((name) => Object.hasOwn(schema.properties, name));
  if (faults.length > 0 && known.length < (schema.minProperties ?? 0)) {
    const error = { type: ValueErrorType.ObjectMinProperties, schema, value };
    faults.push({ in: where, path: "", message: sentence(nameOf("", where), error) });
  }
  const filled = Default(schema, value) as Record<string, unknown>;
  const checker = checkerOf(schema);
  if (!checker.Check(filled)) {
    const seen = new Set(faults.map((fault) => fault.path));
    for (const error of pointed(checker.Errors(filled))) {
      if (faults.length >= MAX_FAULTS) break;
      if (seen.has(error.path)) continue;
      seen.add(error.path);
      faults.push({
        in: where,
        path: error.path.slice(0, MAX_PATH),
        message: sentence(nameOf(error.path, where), error),
      });
    }
    // Nothing that the schema refuses may pass, whatever its faults are.
    if (faults.length === 0) return refused(`The ${where} does not fit what this endpoint takes.`);
  }
  return faults.length > 0 ? { errors: faults, passed: passedFields(schema, filled) } : { value: filled };
}

/** Those fields of a value with faults that fit by themselves. */
function passedFields(schema: TObject, value: Record<string, unknown>): Record<string, unknown> {
  const fits = ([name, inner]: [string, unknown]) => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return field && unknownFields(field, inner, "body").length === 0 && Check(field, inner);
  };
  return Object.fromEntries(Object.entries(value).filter(fits));
}

/** The errors, those of a union by the one alternative that the value is meant to be. */
function* pointed(errors: Iterable<ValueError>): Iterable<ValueError> {
  for (const error of errors) {
    const meant = error.type === ValueErrorType.Union ? meantAlternative(error.schema, error.value) : -1;
    const inner = error.errors[meant];
    if (inner) yield* pointed(inner);
    else yield error;
  }
}

/** The place of the only alternative of the value's kind; -1 where none is, or several are. */
function meantAlternative(schema: TSchema, value: unknown): number {
  const kind = Array.isArray(value) ? "Array" : typeof value === "object" && value !== null ? "Object" : typeof value;
  const places = (schema.anyOf as TSchema[]).flatMap((one, i) => (KINDS[one[Kind]] === kind ? [i] : []));
  return places.length === 1 ? (places[0] as number) : -1;
}

const KINDS: Record<string, string> = {
  String: "string",
  Array: "Array",
  Object: "Object",
  Integer: "number",
  Number: "number",
};

/** Reads a query string (or path parameters) as the schema's types. Each name may come once, unless it is a list. */
export function checkText(
  schema: TObject,
  pairs: Iterable<[string, string]>,
  where: "query" | "path",
): ValidationResult {
  const value: Record<string, unknown> = {};
  const faults: InputError[] = [];
  const known = Object.keys(schema.properties);
  const fault = (name: string, message: string) => void faults.push({ in: where, path: pointer(name), message });
  for (const [name, text] of pairs) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!field) {
      // Only so many are told, and to look for what may be meant is not free.
      fault(name, unknownName(name, "a parameter of this endpoint", faults.length < MAX_FAULTS ? known : []));
    } else if (text.includes("\u0000")) fault(name, `"${name}" holds a NUL character.`);
    else if (field[Kind] === "Array") {
      value[name] = [...((value[name] as unknown[] | undefined) ?? []), typed(field.items as TSchema, text)];
    } else if (Object.hasOwn(value, name)) fault(name, `"${name}" is given more than once.`);
    else value[name] = typed(field, text);
  }
  const checked = checkValue(schema, value, where);
  if (!("errors" in checked))
    return faults.length > 0 ? { errors: faults.slice(0, MAX_FAULTS), passed: checked.value } : checked;
  faults.push(...checked.errors.filter((one) => !faults.some(({ path }) => path === one.path)));
  return { errors: faults.slice(0, MAX_FAULTS), passed: checked.passed };
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
function unknownFields(schema: TSchema, value: unknown, where: InputError["in"], base = ""): InputError[] {
  if (schema[Kind] === "Array" && Array.isArray(value)) {
    return value.flatMap((item, i) => unknownFields(schema.items as TSchema, item, where, `${base}/${i}`));
  }
  if (schema[Kind] !== "Object" || typeof value !== "object" || value === null) return [];
  const properties = (schema as TObject).properties;
  const known = Object.keys(properties);
  let count = 0;
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const path = base + pointer(name);
    if (field) return unknownFields(field, inner, where, path);
    if (schema.additionalProperties) return [];
    return [{ in: where, path, message: unknownName(name, "a known field", count++ < MAX_FAULTS ? known : []) }];
  });
}

function nameOf(path: string, where: string): string {
  if (path === "") return `The ${where}`;
  const name = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  return `"${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}"`;
}

/** A name as a step of a JSON pointer (RFC 6901), cut short. */
export function pointer(name: string): string {
  return `/${name.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
