// Schemas of what callers send, in TypeBox: every field with a description, since a model reads them.
import { type Code, call, entry, list, literal, object } from "./code.ts";
import type { Description } from "./document.ts";
import { type Reduced, reduced } from "./schema.ts";
import { describedAs, isPlainName, snake } from "./words.ts";

const MAX_DEPTH = 4;
const MAX_FIELDS = 60;

export interface Field {
  /** As the provider calls it. */
  name: string;
  /** As callers call it. */
  field: string;
  code: Code;
  isRequired: boolean;
  schema: unknown;
}

/** The fields of an object that callers send, without those that a response alone has. */
export function inputFields(description: Description, object: Reduced, above: readonly Reduced[] = []): Field[] {
  return [...object.properties].slice(0, MAX_FIELDS).flatMap(([name, { schema, isRequired }]) => {
    const inner = reduced(description, schema);
    if (inner.isReadOnly || !isPlainName(name)) return [];
    const code = inputOf(description, inner, { name, isRequired, above: [...above, object] });
    return [{ name, field: name, isRequired, code, schema }];
  });
}

/** One parameter, with the description that stands beside its schema. */
export function parameterInput(
  description: Description,
  schema: unknown,
  name: string,
  text: unknown,
  isRequired: boolean,
): Code {
  const one = reduced(description, schema);
  return inputOf(
    description,
    { ...one, description: describedAs(text) ?? one.description },
    { name, isRequired, above: [] },
  );
}

/** A list of them as `t.Object`. */
export function objectOfFields(fields: readonly Field[]): Code {
  return call(
    "t.Object",
    object(
      fields.map(({ field, code }) => entry(field, code)),
      fields.length > 1,
    ),
  );
}

interface Position {
  name: string;
  isRequired: boolean;
  /** The objects that it stands in. */
  above: readonly Reduced[];
}

function inputOf(description: Description, one: Reduced, { name, isRequired, above }: Position): Code {
  const text = one.description ?? `The ${snake(name).replaceAll("_", " ") || "value"}.`;
  const code = typeCode(description, one, text, above);
  return isRequired ? code : call("t.Optional", code);
}

function typeCode(description: Description, one: Reduced, text: string | null, above: readonly Reduced[]): Code {
  const options = (names: readonly string[]) => {
    const entries = names.flatMap((name) =>
      name in one.bounds ? [entry(name, literal(one.bounds[name] as number))] : [],
    );
    // A time has one form; of other formats the provider may know more than the gateway.
    if (one.type === "string" && one.format === "date-time") entries.push(entry("format", literal(one.format)));
    if (text !== null) entries.push(entry("description", literal(text)));
    return entries.length === 0 ? [] : [object(entries)];
  };
  const isSeen = one.reference !== null && above.some(({ reference }) => reference === one.reference);
  const isTooDeep = isSeen || above.length > MAX_DEPTH;
  switch (one.type) {
    case "string":
      if (one.values && one.values.length > 1)
        return call("oneOf", list(one.values.map(literal)), literal(text ?? "One of these."));
      return call("t.String", ...options(["minLength", "maxLength"]));
    case "integer":
      return call("t.Integer", ...options(["minimum", "maximum"]));
    case "number":
      return call("t.Number", ...options(["minimum", "maximum"]));
    case "boolean":
      return call("t.Boolean", ...options([]));
    case "array": {
      const items = isTooDeep
        ? call("t.Unknown")
        : typeCode(description, reduced(description, one.items), null, [...above, one]);
      return call("t.Array", items, ...options(["minItems", "maxItems"]));
    }
    case "object": {
      const fields = isTooDeep ? [] : inputFields(description, one, above);
      if (fields.length === 0) return call("t.Record", call("t.String"), call("t.Unknown"), ...options([]));
      return call("t.Object", object(fields.map(({ field, code }) => entry(field, code))), ...options([]));
    }
    case "unknown":
      return call("t.Unknown", ...options([]));
  }
}
