// Validates every request: converts query text to typed values, reports all errors at once, fills in defaults.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Check, Default } from "@sinclair/typebox/value";
import type { InputError } from "../errors.ts";
import { isDeeperThan } from "./depth.ts";
import "./formats.ts";
import { sentence, unknownName } from "./sentences.ts";

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** Compiles each schema once. */
export function checkerOf(schema: TSchema): TypeCheck<TSchema> {
  let checker = compiled.get(schema);
  if (!checker) {
    checker = TypeCompiler.Compile(schema);
    compiled.set(schema, checker);
  }
  return checker;
}

const MAX_ERRORS = 20;
const MAX_DEPTH = 32;
/** Bounds an error's path, which holds the caller's own names where a schema is open. */
const MAX_PATH = 300;
const MAX_NAME = 120;

/** The value with its defaults; or its errors, and those of its fields that are valid. */
export type ValidationResult =
  | { value: Record<string, unknown> }
  | { errors: InputError[]; passed: Record<string, unknown> };

/** Validates a JSON value. Unknown fields are errors at any depth, unless the schema opens the object. */
export function checkValue(schema: TObject, value: unknown, where: InputError["in"]): ValidationResult {
  const refused = (message: string): ValidationResult => ({ errors: [{ in: where, path: "", message }], passed: {} });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refused(`The ${where} must be a JSON object.`);
  }
  if (isDeeperThan(value, MAX_DEPTH)) return refused(`The ${where} is nested deeper than ${MAX_DEPTH} levels.`);
  const errors: InputError[] = unknownFields(schema, value, where).slice(0, MAX_ERRORS);
  const known = Object.keys(value).filter((name) => Object.hasOwn(schema.properties, name));
  if (errors.length > 0 && known.length < (schema.minProperties ?? 0)) {
    const error = { type: ValueErrorType.ObjectMinProperties, schema, value };
    errors.push({ in: where, path: "", message: sentence(nameOf("", where), error) });
  }
  const filled = Default(schema, value) as Record<string, unknown>;
  const checker = checkerOf(schema);
  if (!checker.Check(filled)) {
    const seen = new Set(errors.map(({ path }) => path));
    for (const error of leafErrors(checker.Errors(filled))) {
      if (errors.length >= MAX_ERRORS) break;
      if (seen.has(error.path)) continue;
      seen.add(error.path);
      errors.push({
        in: where,
        path: error.path.slice(0, MAX_PATH),
        message: sentence(nameOf(error.path, where), error),
      });
    }
    // What the schema refuses never passes, also when every error has been filtered out.
    if (errors.length === 0) return refused(`The ${where} does not fit what this endpoint takes.`);
  }
  return errors.length > 0 ? { errors, passed: passedFields(schema, filled) } : { value: filled };
}

/** The fields that are valid on their own. */
function passedFields(schema: TObject, value: Record<string, unknown>): Record<string, unknown> {
  const fits = ([name, inner]: [string, unknown]) => {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    return field && unknownFields(field, inner, "body").length === 0 && Check(field, inner);
  };
  return Object.fromEntries(Object.entries(value).filter(fits));
}

/** Replaces the error of a union by those of the one alternative that the value is meant to match. */
function* leafErrors(errors: Iterable<ValueError>): Iterable<ValueError> {
  for (const error of errors) {
    const meant = error.type === ValueErrorType.Union ? meantAlternative(error.schema, error.value) : -1;
    const inner = error.errors[meant];
    if (inner) yield* leafErrors(inner);
    else yield error;
  }
}

/** The index of the only alternative of the value's kind; -1 where none or several match. */
function meantAlternative(schema: TSchema, value: unknown): number {
  const kind = Array.isArray(value) ? "Array" : typeof value === "object" && value !== null ? "Object" : typeof value;
  const matching = (schema.anyOf as TSchema[]).flatMap((one, i) => (KINDS[one[Kind]] === kind ? [i] : []));
  return matching.length === 1 ? (matching[0] as number) : -1;
}

const KINDS: Record<string, string> = {
  String: "string",
  Array: "Array",
  Object: "Object",
  Integer: "number",
  Number: "number",
};

/** Validates a query string or path parameters. A name may come once, unless the schema has a list. */
export function checkText(
  schema: TObject,
  pairs: Iterable<[string, string]>,
  where: "query" | "path",
): ValidationResult {
  const value: Record<string, unknown> = {};
  const errors: InputError[] = [];
  const known = Object.keys(schema.properties);
  const addError = (name: string, message: string) => void errors.push({ in: where, path: pointer(name), message });
  for (const [name, text] of pairs) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!field) {
      // Finding the nearest name costs time; errors past the bound are not reported.
      addError(name, unknownName(name, "a parameter of this endpoint", errors.length < MAX_ERRORS ? known : []));
    } else if (text.includes("\u0000")) addError(name, `"${name}" holds a NUL character.`);
    else if (field[Kind] === "Array") {
      value[name] = [...((value[name] as unknown[] | undefined) ?? []), typed(field.items as TSchema, text)];
    } else if (Object.hasOwn(value, name)) addError(name, `"${name}" is given more than once.`);
    else value[name] = typed(field, text);
  }
  const checked = checkValue(schema, value, where);
  if (!("errors" in checked))
    return errors.length > 0 ? { errors: errors.slice(0, MAX_ERRORS), passed: checked.value } : checked;
  errors.push(...checked.errors.filter((one) => !errors.some(({ path }) => path === one.path)));
  return { errors: errors.slice(0, MAX_ERRORS), passed: checked.passed };
}

/** Converts text to the schema's type; text that does not convert stays, and the validation refuses it. */
function typed(schema: TSchema, text: string): unknown {
  switch (schema[Kind]) {
    case "Integer":
      // Beyond the safe integers JavaScript would round the number.
      return /^-?(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case "Number":
      return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

/** Finds fields that the schema does not name, at any depth; `additionalProperties` opens an object. */
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
    return [{ in: where, path, message: unknownName(name, "a known field", count++ < MAX_ERRORS ? known : []) }];
  });
}

function nameOf(path: string, where: string): string {
  if (path === "") return `The ${where}`;
  const name = path.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  return `"${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}"`;
}

/** A name as a step of a JSON pointer (RFC 6901), cut to 60 characters. */
export function pointer(name: string): string {
  return `/${name.slice(0, 60).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
