// The largest bodies that a route takes, in every shape that has stopped a process somewhere.
import { Kind, type TObject, type TSchema } from "@sinclair/typebox";
import { Create } from "@sinclair/typebox/value";

/** A body by its shape's name; each is made when it is sent, since all together would not fit into memory. */
export type Shapes = Map<string, () => string>;

const repeated = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)));

/** Bodies of about so many bytes that are the same for every schema. */
export function commonBodies(bytes: number): Shapes {
  return new Map([
    ["unknown members", () => `{${members(bytes, (at) => `"k${at}":1`)}}`],
    ["unknown names, all long", () => `{${members(bytes, (at) => `"${at}${"n".repeat(1_000)}":1`)}}`],
    ["long integers", () => `{"n":[${repeated("12345678901234567890,", bytes)}1]}`],
    ["powers of ten", () => `{"n":[${repeated("1000000000000000000000e1,", bytes)}1]}`],
    ["one endless number", () => `{"n":${repeated("1", bytes)}}`],
    ["values", () => `{"n":[${repeated("1,", bytes)}1]}`],
    ["as many values as may be", () => `{"n":[${"1,".repeat(Math.min(49_000, bytes / 2))}1]}`],
    ["empty objects", () => `{"n":[${repeated("{},", bytes)}{}]}`],
    ["brackets", () => repeated("[", bytes)],
    ["nesting", () => repeated('{"a":', bytes)],
    ["escapes", () => `{"n":"${repeated("\\n", bytes)}"}`],
    ["spaces", () => `{${repeated(" ", bytes)}}`],
    ["no JSON", () => repeated('"', bytes)],
  ]);
}

/** Bodies of about so many bytes for a route's schema, the common ones among them. */
export function largestBodies(schema: TObject, bytes: number): Shapes {
  return new Map([...commonBodies(bytes), ...ownBodies(schema, bytes)]);
}

/** Bodies of about so many bytes out of the schema's fields. */
export function ownBodies(schema: TObject, bytes: number): Shapes {
  const shapes: Shapes = new Map();
  const [fields, lists] = [fieldsOf(schema, "String"), fieldsOf(schema, "Array")];
  for (const sign of ["@", "a", " ", "<", "=", "\u00e9"]) {
    if (fields.length === 0) continue;
    const size = bytes / fields.length / Buffer.byteLength(sign);
    shapes.set(`texts of "${sign}"`, () => JSON.stringify(withFields(schema, fields, sign.repeat(size))));
  }
  for (const [what, item] of ITEMS) {
    if (lists.length === 0) continue;
    const most = Math.min(bytes / (JSON.stringify(item).length + 1), 45_000) / lists.length;
    shapes.set(`lists of ${what}`, () => JSON.stringify(withFields(schema, lists, Array(Math.ceil(most)).fill(item))));
  }
  for (const name of lists) {
    const items = valid(schema.properties[name]?.items as TSchema);
    const most = Math.min(bytes / ((JSON.stringify(items) ?? "null").length + 1), 45_000);
    shapes.set(`valid items of ${name}`, () =>
      JSON.stringify(withFields(schema, [name], Array(Math.ceil(most)).fill(items))),
    );
  }
  return shapes;
}

const ITEMS: readonly [string, unknown][] = [
  ["numbers", 7],
  ["empty texts", ""],
  ["addresses", `${"@".repeat(250)}`],
  ["unknown members", { zz: 1, yy: [1] }],
  ["lists", [[1]]],
  ["nulls", null],
];

function members(bytes: number, member: (at: number) => string): string {
  const count = Math.min(49_000, Math.floor(bytes / (member(10_000).length + 1)));
  return Array.from({ length: count }, (_, at) => member(at)).join();
}

/** Fields that take a kind of value, alone or as one of several. */
function fieldsOf(schema: TObject, kind: string): string[] {
  const takes = (field: TSchema): boolean =>
    field[Kind] === kind || (field[Kind] === "Union" && (field.anyOf as TSchema[]).some(takes));
  return Object.entries(schema.properties ?? {})
    .filter(([, field]) => takes(field))
    .map(([name]) => name);
}

/** What is required, and the fields with the value. */
function withFields(schema: TObject, names: readonly string[], value: unknown): Record<string, unknown> {
  const required = Object.fromEntries(
    (schema.required ?? []).map((name) => [name, valid(schema.properties[name] as TSchema)]),
  );
  return { ...required, ...Object.fromEntries(names.map((name) => [name, value])) };
}

function valid(schema: TSchema): unknown {
  try {
    return Create(schema);
  } catch {
    return "x";
  }
}
