// What a tool's input schemas say about an argument path: whether there is such an argument, and of which kinds its values are.
import type { TSchema } from "@sinclair/typebox";
import { MAILBOX_PATTERN } from "../../plugin/mailbox.ts";

/** The input of one tool, as the registry has it. */
export interface ArgumentSchemas {
  params: TSchema;
  query: TSchema;
  body: TSchema | null;
}

/** `address`: one email address. `any`: the schema does not say. */
export type ArgumentKind = "text" | "address" | "number" | "flag" | "object" | "any";

/** The kinds of the values at a path; of an unknown argument, the step that goes wrong and the names that it could have. */
export type KnownArgument =
  | { kinds: ReadonlySet<ArgumentKind> }
  | { kinds?: undefined; unknownStep: string; siblings: readonly string[] };

/** Schemas nest no deeper, so that a walk ends. */
const MAX_NESTING = 20;

export function knownArgument(inputs: readonly ArgumentSchemas[], path: string): KnownArgument {
  let level = inputs.flatMap(({ params, query, body }) => [params, query, ...(body ? [body] : [])]);
  for (const step of path.split(".")) {
    const siblings = [...new Set(level.flatMap((schema) => Object.keys(propertiesOf(schema))))];
    level = level.flatMap((schema) => memberOf(schema, step)).flatMap((schema) => alternatives(schema));
    if (level.length === 0) return { unknownStep: step, siblings };
  }
  return { kinds: new Set(level.map(kindOf)) };
}

const ANY: TSchema = {} as TSchema;

const propertiesOf = ({ properties }: TSchema): Record<string, TSchema> => properties ?? {};

function memberOf(schema: TSchema, step: string): TSchema[] {
  const properties = propertiesOf(schema);
  if (Object.hasOwn(properties, step)) return [properties[step] as TSchema];
  if (kindOf(schema) === "any") return [ANY];
  const { additionalProperties, patternProperties } = schema;
  if (patternProperties) return Object.values(patternProperties as Record<string, TSchema>);
  if (additionalProperties === true) return [ANY];
  return typeof additionalProperties === "object" ? [additionalProperties as TSchema] : [];
}

/** A schema as each of what it allows, without lists around it. */
function alternatives(schema: TSchema, nesting = 0): TSchema[] {
  if (nesting > MAX_NESTING) return [ANY];
  const within = (inner: TSchema) => alternatives(inner, nesting + 1);
  if (schema.type === "array") return schema.items ? within(schema.items) : [ANY];
  const choices: readonly TSchema[] | undefined = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap(within);
  return schema.type === "null" ? [] : [schema];
}

function kindOf({ type, const: constant, enum: values, pattern, format, properties }: TSchema): ArgumentKind {
  if (type === "string") return pattern === MAILBOX_PATTERN || format === "email" ? "address" : "text";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "flag";
  if (type === "object" || properties) return "object";
  const sample: unknown = constant ?? values?.[0];
  if (typeof sample === "string") return "text";
  return typeof sample === "number" ? "number" : "any";
}
