// Describes a validation error in a sentence that says what the value must be.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { ValueErrorType as Type, type ValueError } from "@sinclair/typebox/errors";
import { MAILBOX_PATTERN } from "../../plugin/mailbox.ts";
import { nearest } from "./nearest.ts";
import { exampleFor, listed, wordsOfPattern } from "./pattern-description.ts";

const MAX_CHOICES = 20;
const MAX_LENGTH = 400;

const FORMATS: Record<string, string> = {
  "date-time": "a time with its offset, such as 2026-11-22T09:00:00Z or 2026-11-22T10:00:00+01:00",
  date: "a date, such as 2026-11-22",
  uuid: "a UUID, such as 123e4567-e89b-12d3-a456-426614174000",
  uri: "a URL, such as https://example.com/page",
  email: "an e-mail address, such as ada@example.com",
};

/** What a pattern asks for that one example does not tell. */
const PATTERNS: Record<string, string> = {
  [MAILBOX_PATTERN]:
    'must be one email address, such as ada@example.com, "Ada" <ada@example.com> or Ada <ada@example.com>; several are a list, and a name with any of , : ; @ [ ] is in double quotes',
};

/** The predicate for each type of error; for the others, `kindOf` describes the schema. */
const PREDICATES: { [type in Type]?: (schema: TSchema, value: unknown) => string } = {
  [Type.ObjectRequiredProperty]: () => "is required",
  [Type.ObjectAdditionalProperties]: (schema) => nameNotAllowed(schema),
  [Type.ObjectMinProperties]: (schema) => atLeastOneOf(schema as TObject),
  [Type.ObjectMaxProperties]: ({ maxProperties }) => `must have at most ${counted(maxProperties, "field")}`,
  [Type.ArrayMinItems]: ({ minItems }) => `must have at least ${counted(minItems, "item")}`,
  [Type.ArrayMaxItems]: ({ maxItems }) => `must have at most ${counted(maxItems, "item")}`,
  [Type.ArrayUniqueItems]: () => "must not contain duplicate items",
  [Type.StringMinLength]: ({ minLength }) =>
    minLength === 1 ? "must not be empty" : `must have at least ${counted(minLength, "character")}`,
  [Type.StringMaxLength]: ({ maxLength }) => `must have at most ${counted(maxLength, "character")}`,
  [Type.StringPattern]: (schema) => PATTERNS[schema.pattern] ?? wordsOfPattern(schema.pattern) ?? described(schema),
  [Type.Union]: (schema, value) => oneOf(schema, value),
  [Type.Literal]: (schema, value) => oneOf({ ...schema, anyOf: [schema] }, value),
};

/** What a named value must be, in a sentence of bounded length. */
export function sentence(name: string, { type, schema, value }: Pick<ValueError, "type" | "schema" | "value">): string {
  const predicate = PREDICATES[type]?.(schema, value) ?? `must be ${kindOf(schema)}`;
  return `${name} ${predicate.length > MAX_LENGTH ? `${predicate.slice(0, MAX_LENGTH)} …` : predicate}.`;
}

/** Names an unknown field or parameter, and the nearest known one. */
export function unknownName(name: string, what: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return `"${name.slice(0, 60)}" is not ${what}${meant === null ? "" : `; perhaps you mean "${meant}"`}.`;
}

/** For a name that neither a record's pattern nor an object's fields allow. */
function nameNotAllowed({ patternProperties = {} }: TSchema): string {
  const [pattern] = Object.keys(patternProperties);
  const example = pattern === undefined ? null : exampleFor(pattern);
  return example ? `is not an allowed name; use one such as ${JSON.stringify(example)}` : "is not known here";
}

function atLeastOneOf(schema: TObject): string {
  const names = Object.keys(schema.properties ?? {});
  return names.length > 0 ? `must have at least one of the fields ${names.join(", ")}` : "must have at least one field";
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** For a pattern without words: quotes the plugin's description of the field. */
function described({ description }: TSchema): string {
  const text = description?.trim().replace(/\.$/, "");
  return text ? `does not have its form: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : "does not have its form";
}

function oneOf(schema: TSchema, value: unknown): string {
  const choices = schema.anyOf as TSchema[];
  if (!choices.every((choice) => choice.const !== undefined)) return `must be ${listed(choices.map(kindOf))}`;
  const texts = choices.map((choice) => JSON.stringify(choice.const));
  const visible = texts.length > MAX_CHOICES ? [...texts.slice(0, MAX_CHOICES), "…"] : texts;
  const meant =
    typeof value === "string"
      ? nearest(
          value,
          choices.map((choice) => String(choice.const)),
        )
      : null;
  const must = visible.length === 1 ? `must be ${visible[0]}` : `must be one of ${visible.join(", ")}`;
  return meant === null || meant === value ? must : `${must}; perhaps you mean ${JSON.stringify(meant)}`;
}

/** The kind of value that a schema takes, with a number's bounds. */
export function kindOf(schema: TSchema): string {
  switch (schema[Kind]) {
    case "String":
      return FORMATS[schema.format as string] ?? textLike(schema);
    case "Integer":
      return `a whole number${bounds(schema)}`;
    case "Number":
      return `a number${bounds(schema)}`;
    case "Boolean":
      return "true or false";
    case "Null":
      return "null";
    case "Literal":
      return JSON.stringify(schema.const);
    case "Array":
      return `a list${manyOf(schema.items as TSchema)}`;
    case "Union":
      return listed((schema.anyOf as TSchema[]).map(kindOf));
    default:
      return "an object";
  }
}

function textLike({ pattern }: TSchema): string {
  const example = pattern === undefined ? null : exampleFor(pattern as string);
  return example === null ? "text" : `text such as ${JSON.stringify(example)}`;
}

function manyOf(items: TSchema): string {
  const names: Record<string, string> = {
    String: "texts",
    Integer: "whole numbers",
    Number: "numbers",
    Object: "objects",
  };
  const name = names[items[Kind]];
  return name ? ` of ${name}` : "";
}

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: TSchema): string {
  const parts: string[] = [];
  if (minimum !== undefined && maximum !== undefined) parts.push(`from ${minimum} to ${maximum}`);
  else if (minimum !== undefined) parts.push(`of at least ${minimum}`);
  else if (maximum !== undefined) parts.push(`of at most ${maximum}`);
  if (exclusiveMinimum !== undefined) parts.push(`above ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined) parts.push(`below ${exclusiveMaximum}`);
  if (multipleOf !== undefined) parts.push(`that is a multiple of ${multipleOf}`);
  return parts.length > 0 ? ` ${parts.join(", ")}` : "";
}
