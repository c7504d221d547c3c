// Validates every request: converts query text to typed values, reports all errors at once, fills in defaults.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Check, Default } from "@sinclair/typebox/value";
import type { InputError } from "../errors.ts";
import { cutToBounds } from "./cut-to-bounds.ts";
import { isDeeperThan } from "./depth.ts";
import "./formats.ts";
import { escapedStep, unescapedStep } from "./json-pointer.ts";
import { renamesAmong, underTodaysNames } from "./previous-names.ts";
import { sentence, unknownName } from "./sentences.ts";
import { withTextBounds } from "./text-bounds.ts";

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

/** Past it no error is looked for any more: what nobody reads must cost nothing. */
export const MAX_ERRORS = 20;
const MAX_DEPTH = 32;
/** The maximum number of values in a query string, including the repeated names of a list. */
const MAX_PAIRS = 10_000;
/** Bounds an error's path, which holds the caller's own names where a schema is open. */
const MAX_PATH = 300;
const MAX_NAME = 120;

/** The value with its defaults; or its errors, and those of its fields that are valid. */
export type ValidationResult =
  | { value: Record<string, unknown> }
  | { errors: InputError[]; passed: Record<string, unknown> };

/** Validates a JSON value. Unknown fields are errors at any depth, unless the schema opens the object. */
export function checkValue(declared: TObject, given: unknown, where: InputError["in"]): ValidationResult {
  const schema = withTextBounds(declared);
  const refused = (message: string): ValidationResult => ({ errors: [{ in: where, path: "", message }], passed: {} });
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return refused(`The ${where} must be a JSON object.`);
  }
  if (isDeeperThan(given, MAX_DEPTH)) return refused(`The ${where} is nested deeper than ${MAX_DEPTH} levels.`);
  const value = underTodaysNames(declared, given as Record<string, unknown>);
  const errors = unknownFields(schema, value, where, MAX_ERRORS);
  if (errors.length > 0 && errors.length < MAX_ERRORS && knownFields(schema, value) < (schema.minProperties ?? 0)) {
    const error = { type: ValueErrorType.ObjectMinProperties, schema, value };
    errors.push({ in: where, path: "", message: sentence(nameOf("", where), error) });
  }
  const filled = Default(schema, value) as Record<string, unknown>;
  if (!checkerOf(schema).Check(filled)) {
    addErrors(schema, filled, where, errors);
    // What the schema refuses never passes, also when every error has been filtered out.
    if (errors.length === 0) return refused(`The ${where} does not match this endpoint's schema.`);
  }
  return errors.length > 0 ? { errors, passed: passedFields(schema, filled) } : { value: filled };
}

const knownFields = (schema: TObject, value: object) =>
  Object.keys(schema.properties).filter((name) => Object.hasOwn(value, name)).length;

/** Adds what the schema says about a value, up to 20 errors in all and one for each path. */
function addErrors(schema: TObject, value: Record<string, unknown>, where: InputError["in"], errors: InputError[]) {
  const seen = new Set(errors.map(({ path }) => path));
  // The list of errors, unlike the check itself, tries patterns and compares items of what is too long already.
  for (const error of leafErrors(checkerOf(schema).Errors(cutToBounds(schema, value)))) {
    if (errors.length >= MAX_ERRORS) return;
    if (seen.has(error.path)) continue;
    seen.add(error.path);
    errors.push({
      in: where,
      path: error.path.slice(0, MAX_PATH),
      message: sentence(nameOf(error.path, where), error),
    });
  }
}

/** The fields that are valid on their own. */
function passedFields(schema: TObject, value: Record<string, unknown>): Record<string, unknown> {
  const fits = ([name, field]: [string, TSchema]) =>
    Object.hasOwn(value, name) &&
    unknownFields(field, value[name], "body", 1).length === 0 &&
    Check(field, value[name]);
  const names = new Set(
    Object.entries(schema.properties)
      .filter(fits)
      .map(([name]) => name),
  );
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

/** Replaces the error of a union by those of the one alternative that the value is meant to match. */
function* leafErrors(errors: Iterable<ValueError>): Iterable<ValueError> {
  for (const error of errors) {
    const meant = error.type === ValueErrorType.Union ? closestAlternative(error.schema, error.value) : -1;
    const inner = error.errors[meant];
    if (inner) yield* leafErrors(inner);
    else yield error;
  }
}

/** The index of the only alternative of the value's kind; -1 where none or several match. */
function closestAlternative(schema: TSchema, value: unknown): number {
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
  const addError = (name: string, message: string) => {
    if (errors.length < MAX_ERRORS) errors.push({ in: where, path: pointer(name), message });
  };
  let count = 0;
  const renamed = renamesAmong(
    schema,
    [...pairs].slice(0, MAX_PAIRS).map(([name]) => name),
  );
  for (const [given, text] of pairs) {
    if (++count > MAX_PAIRS) return tooManyPairs(where);
    const name = renamed.get(given) ?? given;
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const wrong = textViolation(text);
    if (!field) {
      if (errors.length < MAX_ERRORS) addError(name, unknownName(name, "a parameter of this endpoint", known));
    } else if (wrong !== null) addError(name, `"${name}" ${wrong}`);
    else if (field[Kind] === "Array") {
      const list = Object.hasOwn(value, name) ? (value[name] as unknown[]) : [];
      list.push(coerce(field.items as TSchema, text));
      value[name] = list;
    } else if (Object.hasOwn(value, name)) addError(name, `"${name}" must not be repeated.`);
    else value[name] = coerce(field, text);
  }
  const checked = checkValue(schema, value, where);
  if (!("errors" in checked)) return errors.length > 0 ? { errors, passed: checked.value } : checked;
  const paths = new Set(errors.map(({ path }) => path));
  errors.push(...checked.errors.filter((one) => !paths.has(one.path)));
  return { errors: errors.slice(0, MAX_ERRORS), passed: checked.passed };
}

function tooManyPairs(where: InputError["in"]): ValidationResult {
  return { errors: [{ in: where, path: "", message: `The ${where} has more than ${MAX_PAIRS} values.` }], passed: {} };
}

/** Why no database and no URL can hold a text, as the rest of a sentence; null for one that they can. */
export function textViolation(text: string): string | null {
  if (text.includes("\u0000")) return "contains a NUL character.";
  return text.isWellFormed() ? null : "contains half a surrogate pair.";
}

/** Converts text to the schema's type; text that does not convert stays, and the validation refuses it. */
function coerce(schema: TSchema, text: string): unknown {
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

/** The first fields that the schema does not name, at any depth; `additionalProperties` opens an object. */
function unknownFields(schema: TSchema, value: unknown, where: InputError["in"], most: number): InputError[] {
  const errors: InputError[] = [];
  const steps: string[] = [];
  const visit = (at: TSchema, inner: unknown) => {
    if (at[Kind] === "Array" && Array.isArray(inner)) {
      const items = at.items as TSchema;
      if (items[Kind] !== "Array" && items[Kind] !== "Object") return;
      for (let i = 0; i < inner.length && errors.length < most; i++) into(`/${i}`, items, inner[i]);
    } else if (at[Kind] === "Object" && typeof inner === "object" && inner !== null) visitFields(at as TObject, inner);
  };
  const visitFields = (at: TObject, inner: object) => {
    const known = Object.keys(at.properties);
    for (const name in inner) {
      if (errors.length >= most) return;
      const field = Object.hasOwn(at.properties, name) ? at.properties[name] : undefined;
      if (field) into(pointer(name), field, (inner as Record<string, unknown>)[name]);
      else if (!at.additionalProperties)
        errors.push({
          in: where,
          path: steps.join("") + pointer(name),
          message: unknownName(name, "a known field", known),
        });
    }
  };
  const into = (step: string, at: TSchema, inner: unknown) => {
    if (typeof inner !== "object" || inner === null) return;
    steps.push(step);
    visit(at, inner);
    steps.pop();
  };
  visit(schema, value);
  return errors;
}

function nameOf(path: string, where: string): string {
  if (path === "") return `The ${where}`;
  const name = unescapedStep(path.slice(1).replaceAll("/", "."));
  return `"${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}"`;
}

/** A name as a step of a JSON pointer (RFC 6901), cut to 60 characters. */
export function pointer(name: string): string {
  return `/${escapedStep(name.slice(0, 60))}`;
}
