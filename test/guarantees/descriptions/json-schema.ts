// A small JSON Schema validator for providers' descriptions; an unsupported keyword is an error, so that none is ignored.
import { FormatRegistry } from "@sinclair/typebox";
import type { Json } from "../../../src/web/http/openapi-shapes.ts";
import "../../../src/foundation/schema/formats.ts";

type Follow = <T>(value: unknown) => T;

const ANNOTATIONS = new Set(["$ref", "description", "default", "title", "examples", "example", "contentEncoding"]);

/** Every violation in a value, with its path. */
export function checkSchema(schema: Json, value: unknown, follow: Follow, at = ""): string[] {
  const resolved = follow<Json>(schema);
  return Object.entries(resolved).flatMap(([word, rule]) => {
    if (ANNOTATIONS.has(word)) return [];
    const check = CHECKS[word];
    if (!check) throw new Error(`The schema keyword "${word}" is not supported.`);
    return check(rule as never, value, { schema: resolved, at, follow });
  });
}

interface Context {
  schema: Json;
  at: string;
  follow: Follow;
}
type Check = (rule: never, value: unknown, context: Context) => string[];

const violation = (isRight: boolean, { at }: Context, text: string) => (isRight ? [] : [`${at || "/"}: ${text}`]);
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

const inAll: Check = (rule: Json[], value, { at, follow }) =>
  rule.flatMap((one) => checkSchema(one, value, follow, at));
const inSome = (isRight: (matches: number) => boolean): Check => {
  return (rule: Json[], value, context) => {
    const violations = rule.map((one) => checkSchema(one, value, context.follow, context.at));
    const matches = violations.filter((of) => of.length === 0).length;
    if (isRight(matches)) return [];
    // Reports the branch that fails deepest, as the intended one.
    const here = (of: string[]) => of.filter((text) => text.startsWith(`${context.at || "/"}: `)).length;
    const distance = (of: string[]) => here(of) * 1_000 + of.length;
    const closest = violations.reduce((best, of) => (distance(of) < distance(best) ? of : best));
    return [`${context.at || "/"}: ${matches} of ${rule.length} shapes fit (${closest.join("; ")})`];
  };
};
const ofText = (isRight: (rule: never, text: string) => boolean, what: string): Check => {
  return (rule, value, context) =>
    violation(typeof value !== "string" || isRight(rule, value), context, `${what} ${rule}`);
};
const ofNumber = (isRight: (rule: number, value: number) => boolean, what: string): Check => {
  return (rule: number, value, context) =>
    violation(typeof value !== "number" || isRight(rule, value), context, `${what} ${rule}`);
};

const CHECKS: Record<string, Check> = {
  type: (rule: string | string[], value, context) => {
    const type = typeOf(value);
    const isRight = [rule].flat().some((one) => one === type || (one === "number" && type === "integer"));
    return violation(isRight, context, `is ${type}, not ${rule}`);
  },
  const: (rule, value, context) =>
    violation(same(rule, value), context, `is ${JSON.stringify(value)}, not ${JSON.stringify(rule)}`),
  enum: (rule: unknown[], value, context) =>
    violation(rule.includes(value), context, `${JSON.stringify(value)} is none of ${rule}`),
  required: (rule: string[], value, context) =>
    rule.flatMap((name) => violation(!isObject(value) || Object.hasOwn(value, name), context, `lacks ${name}`)),
  properties: (rule: Record<string, Json>, value, { schema, at, follow }) => {
    if (!isObject(value)) return [];
    // An undocumented field is a violation, even if the schema does not forbid it.
    const others = schema.additionalProperties;
    const isOpen = ![schema.type].flat().includes("object") || others === true;
    return Object.entries(value).flatMap(([name, inner]) => {
      if (Object.hasOwn(rule, name)) return checkSchema(rule[name] as Json, inner, follow, `${at}/${name}`);
      if (isObject(others)) return checkSchema(others, inner, follow, `${at}/${name}`);
      return isOpen ? [] : [`${at}/${name} is not documented`];
    });
  },
  // Read by "properties".
  additionalProperties: () => [],
  items: (rule: Json, value, { at, follow }) =>
    Array.isArray(value) ? value.flatMap((item, i) => checkSchema(rule, item, follow, `${at}/${i}`)) : [],
  allOf: inAll,
  anyOf: inSome((matches) => matches > 0),
  oneOf: inSome((matches) => matches === 1),
  pattern: ofText((rule: string, text) => new RegExp(rule, "u").test(text), "does not match"),
  minLength: ofText((rule: number, text) => [...text].length >= rule, "is shorter than"),
  maxLength: ofText((rule: number, text) => [...text].length <= rule, "is longer than"),
  format: ofText((rule: string, text) => FormatRegistry.Get(rule)?.(text) ?? rule === "binary", "is no"),
  minimum: ofNumber((rule, value) => value >= rule, "is below"),
  maximum: ofNumber((rule, value) => value <= rule, "is above"),
  minItems: (rule: number, value, context) =>
    violation(!Array.isArray(value) || value.length >= rule, context, "has too few"),
  maxItems: (rule: number, value, context) =>
    violation(!Array.isArray(value) || value.length <= rule, context, "has too many"),
  uniqueItems: () => [],
};
