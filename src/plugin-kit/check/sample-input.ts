// Made-up values of an endpoint's input, for fixtures: valid by their schema, and different for each field.
import { Kind, OptionalKind, type TSchema } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import { withTextBounds } from "../../foundation/schema/text-bounds.ts";
import "../../foundation/schema/formats.ts";
import { fileSpecOf, isOfGateway } from "../../plugin/file-input.ts";
import { matchOf } from "./sample-text.ts";

export interface Samples {
  /** Values to try for a field, the one that shows most first; none where no value was found. */
  of(schema: TSchema, name: string): unknown[];
  /** The least value that the schema allows. */
  least(schema: TSchema, name: string): unknown;
}

/** More values of one field than this are not tried. */
const MAX_VALUES = 12;
const FIRST_DAY = Date.parse("2026-03-01T00:00:00Z");
const DAY_MS = 86_400_000;

/** `known` are texts that other fixtures send: the first that a pattern allows is the most natural one. */
export function samplesFor(known: readonly string[]): Samples {
  let count = 0;
  const used = new Set<string>();

  const texts = (schema: TSchema, name: string): string[] => {
    const number = ++count;
    const day = new Date(FIRST_DAY + number * DAY_MS).toISOString();
    const words = name.replaceAll("_", " ").trim();
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
    const long = words.padEnd(Math.min(minLength, 10_000), " x").slice(0, maxLength);
    const forms: Record<string, string> = {
      "date-time": day.replace(".000", ""),
      date: day.slice(0, 10),
      email: `${name.replaceAll("_", "-")}@example.com`,
      uri: `https://example.com/${name}`,
      uuid: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    };
    const meant = /email/.test(name) ? "email" : /url|website/.test(name) ? "uri" : "";
    const usual = [forms[schema.format ?? meant] ?? long, name, String(900 + number)];
    const fresh = [...usual, ...known, ...Object.values(forms)].filter((text) => !used.has(text));
    const made = matchOf(schema.pattern ?? "", number) ?? "";
    const found = [...fresh, made, ...usual, ...known].find((text) => Check(schema, text));
    if (found !== undefined) used.add(found);
    return found === undefined ? [] : [found];
  };
  const numbers = (schema: TSchema): number[] => {
    const {
      minimum = schema.exclusiveMinimum ?? -1e9,
      maximum = schema.exclusiveMaximum ?? 1e9,
      multipleOf = 1,
    } = schema;
    const number = 10 + ++count;
    const tries = [number * multipleOf, minimum + number * multipleOf, minimum + multipleOf, maximum - multipleOf];
    return [...tries, minimum, maximum].filter((one: number) => Check(schema, one)).slice(0, 2);
  };
  const object = (schema: TSchema, isFull: boolean): unknown => {
    const properties = schema.properties as Record<string, TSchema>;
    const spec = fileSpecOf(properties.content);
    const isNeeded = ([name, field]: [string, TSchema]) =>
      !(OptionalKind in field) || spec?.required.includes(name) || (name === "content" && spec?.isOptional === false);
    const fields = Object.entries(properties).filter(
      (field) => !isOfGateway(spec, field[0]) && (isFull || isNeeded(field)),
    );
    const { additionalProperties: others } = schema;
    const own = fields.map(([name, field]) => [name, one(field, name, isFull)]);
    if (!isFull || own.length > 0 || !others) return Object.fromEntries(own);
    return { example: typeof others === "object" ? one(others as TSchema, "example", true) : "example" };
  };
  const list = (schema: TSchema, name: string, isFull: boolean): unknown[] => {
    const length = Math.max(isFull ? 1 : 0, schema.minItems ?? 0);
    return Array.from({ length }, () => one(schema.items, name, isFull));
  };
  const one = (schema: TSchema, name: string, isFull: boolean): unknown => valuesOf(schema, name, isFull)[0];

  const valuesOf = (schema: TSchema, name: string, isFull: boolean): unknown[] => {
    if ("const" in schema) return [schema.const];
    const { anyOf } = schema as { anyOf?: TSchema[] };
    if (anyOf) {
      // The default and null show least.
      const values = anyOf.flatMap((form) => (form.type === "null" ? [] : valuesOf(form, name, isFull)));
      return [...values.filter((value) => value !== schema.default), ...values].concat(
        anyOf.some(({ type }) => type === "null") ? [null] : [],
      );
    }
    switch (schema[Kind]) {
      case "Boolean":
        return schema.default === true ? [false] : [true, false];
      case "Integer":
      case "Number":
        return numbers(schema);
      case "String":
        return fileSpecOf(schema)?.encoding === "base64"
          ? [btoa(`${name} ${++count}`)]
          : texts(withTextBounds(schema), name);
      case "Object":
        return isFull ? [object(schema, true), object(schema, false)] : [object(schema, false)];
      case "Array":
        return [list(schema, name, isFull), ...(isFull ? [list(schema, name, false)] : [])];
      case "Record": {
        const [[pattern, inner] = ["", {} as TSchema]] = Object.entries(schema.patternProperties as object);
        const key = new RegExp(pattern, "u").test(name) ? name : (matchOf(pattern, ++count) ?? name);
        return isFull ? [{ [key]: one(inner as TSchema, name, true) }] : [{}];
      }
      default:
        return [{ example: name }, "example"].filter((value) => Check(schema, value));
    }
  };
  return {
    of: (schema, name) =>
      valuesOf(schema, name, true)
        .filter((value) => value !== undefined)
        .slice(0, MAX_VALUES),
    least: (schema, name) => one(schema, name, false),
  };
}
