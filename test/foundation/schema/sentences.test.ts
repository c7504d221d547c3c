// Sentences of validation errors: each names the field and says what it must be.
import { describe, expect, test } from "bun:test";
import { Kind, type TObject, type TSchema, Type as t } from "@sinclair/typebox";
import { Create } from "@sinclair/typebox/value";
import { checkText, checkValue } from "../../../src/foundation/schema/check.ts";
import { nearest } from "../../../src/foundation/schema/nearest.ts";
import { wordsOfPattern } from "../../../src/foundation/schema/pattern-description.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { startTestGateway } from "../../support/gateway.ts";

const said = (schema: TSchema, value: unknown) => {
  const checked = checkValue(t.Object({ field: schema }), { field: value }, "body");
  return "errors" in checked ? checked.errors.map(({ message }) => message).join(" ") : "nothing";
};
const Address = t.String({ minLength: 3, pattern: "^[^\\x00-\\x1f\\x7f]*@[^\\x00-\\x1f\\x7f]+$" });

describe("sentences", () => {
  test.each<[schema: TSchema, value: unknown, end: string]>([
    [t.String(), 5, "must be text."],
    [t.String({ minLength: 1 }), "", "must not be empty."],
    [t.String({ minLength: 3 }), "ab", "must have at least 3 characters."],
    [t.String({ maxLength: 1 }), "ab", "must have at most 1 character."],
    [t.Integer(), 1.5, "must be a whole number."],
    [t.Integer({ minimum: 1, maximum: 100 }), 0, "must be a whole number from 1 to 100."],
    [t.Integer({ minimum: 1, maximum: 100 }), "x", "must be a whole number from 1 to 100."],
    [t.Integer({ minimum: 0 }), -1, "must be a whole number of at least 0."],
    [t.Number({ maximum: 1 }), 2, "must be a number of at most 1."],
    [t.Integer({ multipleOf: 5 }), 7, "must be a whole number that is a multiple of 5."],
    [t.Boolean(), "yes", "must be true or false."],
    [t.Null(), 1, "must be null."],
    [t.Literal("a"), "b", 'must be "a".'],
    [t.Array(t.String()), "a", "must be a list of texts."],
    [t.Array(t.Object({})), "a", "must be a list of objects."],
    [t.Array(t.String(), { minItems: 1 }), [], "must have at least 1 item."],
    [t.Array(t.String(), { maxItems: 2 }), ["a", "b", "c"], "must have at most 2 items."],
    [t.Array(t.String(), { uniqueItems: true }), ["a", "a"], "must not contain duplicate items."],
    [t.Object({}), "a", "must be an object."],
    [
      t.Object({ a: t.Optional(t.String()), b: t.Optional(t.String()) }, { minProperties: 1 }),
      {},
      "must have at least one of the fields a, b.",
    ],
    [t.Object({}, { additionalProperties: t.Boolean(), minProperties: 1 }), {}, "must have at least one field."],
    [t.Union([t.String(), t.Array(t.String())]), 5, "must be text or a list of texts."],
    [t.Union([t.String({ maxLength: 2 }), t.Null()]), "abc", "must have at most 2 characters."],
    [t.Union([t.Integer(), t.Null()]), "abc", "must be a whole number or null."],
    [t.Union([Address, t.Array(Address)]), "nobody", 'must have the form of "ada@example.com".'],
    [
      t.Union([t.Literal("open"), t.Literal("closed")]),
      "opne",
      'must be one of "open", "closed"; perhaps you mean "open".',
    ],
    [
      t.Union([t.Literal("open"), t.Literal("closed")]),
      "Closed",
      'must be one of "open", "closed"; perhaps you mean "closed".',
    ],
    [t.Union([t.Literal("open"), t.Literal("closed")]), 5, 'must be one of "open", "closed".'],
    [
      t.Union([t.String({ format: "date-time" }), t.String({ format: "date" }), t.String({ pattern: "^-[1-9]d$" })]),
      "x",
      'must be a time with its offset, such as 2026-11-22T09:00:00Z or 2026-11-22T10:00:00+01:00, a date, such as 2026-11-22 or text such as "-7d".',
    ],
    [
      t.String({ format: "date-time" }),
      "tomorrow",
      "must be a time with its offset, such as 2026-11-22T09:00:00Z or 2026-11-22T10:00:00+01:00.",
    ],
    [t.String({ format: "date" }), "22.11.2026", "must be a date, such as 2026-11-22."],
    [t.String({ format: "uuid" }), "1", "must be a UUID, such as 123e4567-e89b-12d3-a456-426614174000."],
    [t.String({ format: "uri" }), "x", "must be a URL, such as https://example.com/page."],
    [t.String({ format: "email" }), "x", "must be an e-mail address, such as ada@example.com."],
    [
      t.String({ pattern: "^gh[0-9]+x$", description: "A key, such as gh7x." }),
      "x",
      "does not have its form: a key, such as gh7x.",
    ],
  ])("%j with %j", (schema, value, end) => {
    expect(said(schema, value)).toBe(`"field" ${end}`);
  });

  test.each([
    ["^[A-Za-z0-9_-]{1,64}$", 'must be 1 to 64 letters, digits, "_" or "-"'],
    ["^[1-9][0-9]{14,19}$", "must be a whole number of 15 to 20 digits"],
    ["^[A-Z]{3}$", "must be 3 upper-case letters"],
    [
      "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,100}$",
      'must be 1 to 100 letters, digits, ".", "_" or "-", and not be "." or ".."',
    ],
    [
      "^(?!\\.{1,2}$)[^/\\\\?#%\\u0000-\\u001f\\u007f]+$",
      'must not be empty or contain "/", "\\\\", "?", "#", "%" or control characters, and not be "." or ".."',
    ],
    ["^[^\\x00-\\x1f\\x7f]*$", "must not contain control characters"],
    ["^[^\\r\\n]{1,255}$", "must not be empty or contain line breaks"],
    ["^\\S{1,255}$", "must not be empty or contain spaces"],
    ["^[\\x21-\\x7E]*$", "must be visible ASCII characters"],
    ["^https?://", 'must have the form of "https://example.com/page"'],
    ["^([A-Za-z][A-Za-z0-9_]{0,254}-[0-9]{1,18}|[0-9]{1,18})$", 'must have the form of "ENG-7"'],
    ["^never(?!x)y{77}$", null],
  ])("the pattern %p in words", (pattern, words) => {
    expect(wordsOfPattern(pattern)).toBe(words);
  });

  test.each([
    ["colour", ["color", "size"], "color"],
    ["Limit", ["limit", "cursor"], "limit"],
    ["per-page", ["per_page"], "per_page"],
    ["lmit", ["limit"], "limit"],
    ["foo", ["bar", "q"], null],
    ["q", ["x"], null],
    ["x".repeat(100), ["x".repeat(99)], null],
  ])("%p among %p means %p", (name, known, meant) => {
    expect(nearest(name, known)).toBe(meant);
  });

  test("an unknown field or parameter is reported with the nearest known one", () => {
    const schema = t.Object({ color: t.Optional(t.String()) });
    expect(checkValue(schema, { colour: "red" }, "body")).toMatchObject({
      errors: [{ path: "/colour", message: '"colour" is not a known field; perhaps you mean "color".' }],
    });
    expect(checkText(schema, [["Color", "red"]], "query")).toMatchObject({
      errors: [{ message: '"Color" is not a parameter of this endpoint; perhaps you mean "color".' }],
    });
  });

  test("S-92: a long name and a long list of choices are truncated", () => {
    const open = t.Object({ services: t.Object({}, { additionalProperties: t.Boolean() }) });
    const checked = checkValue(open, { services: { ["n".repeat(5_000)]: 1 } }, "body");
    expect(JSON.stringify("errors" in checked && checked.errors).length).toBeLessThan(600);
    const many = t.Union(Array.from({ length: 500 }, (_, i) => t.Literal(`choice-${i}`)));
    expect(said(many, "x").length).toBeLessThan(500);
  });
});

/** Values that no schema takes whole, and texts that break forms. */
const BAD = [
  null,
  true,
  -1,
  1.5,
  1e300,
  "",
  "\u0001",
  "no such thing",
  "x".repeat(2_000),
  [],
  [null],
  {},
  { nothing: 1 },
  [[]],
  [{}],
];
/** Fragments of the library's own messages, and of values that were not described. */
const RAW = /union value|expected form|Expected |is not valid: |kind '|undefined|\[object|NaN/;

describe("every endpoint's and route's schema", () => {
  test("every invalid value gives a bounded sentence that names its field", async () => {
    const gateway = await startTestGateway({ lane: "embedded" });
    const own = gateway.app.routes.map(({ id, params, query, body }) => ({ id, parts: { params, query, body } }));
    await gateway.close();
    const plugins = buildRegistry(await builtInPlugins()).endpoints.map((one) => ({ id: one.tool, parts: one.input }));
    let count = 0;
    for (const { id, parts } of [...own, ...plugins]) {
      for (const schema of Object.values(parts)) {
        if (!schema) continue;
        for (const value of badValues(schema as TObject)) {
          const checked = checkValue(schema as TObject, value, "body");
          for (const { path, message } of "errors" in checked ? checked.errors : []) {
            count++;
            const name = path.split("/").at(-1)?.slice(0, 20) as string;
            const isNamed = path === "" ? message.startsWith("The body ") : message.includes(name);
            if (!isNamed || RAW.test(message) || !/\.$/.test(message) || message.length > 600 || path.length > 300) {
              throw new Error(`${id} says of ${path}: ${message}`);
            }
          }
        }
      }
    }
    expect(count).toBeGreaterThan(10_000);
  });
});

/** Objects with one bad value each, at every leaf; and bad objects at every level. */
function badValues(schema: TObject): unknown[] {
  const valid = fitting(schema) as Record<string, unknown>;
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    badOnes(field).map((bad) => ({ ...valid, [name]: bad })),
  );
}

function badOnes(schema: TSchema): unknown[] {
  switch (schema[Kind]) {
    case "Object":
      return [...BAD, ...badValues(schema as TObject)];
    case "Array":
      return [...BAD, ...badOnes(schema.items as TSchema).map((bad) => [bad])];
    case "Union":
      return [...BAD, ...(schema.anyOf as TSchema[]).filter((one) => one[Kind] !== "Literal").flatMap(badOnes)];
    default:
      return BAD;
  }
}

/** A value that may lack what is optional. */
function fitting(schema: TObject): unknown {
  try {
    return Create(schema);
  } catch {
    // No value can be made up for patterns and formats; errors of these fields are checked as well.
    return {};
  }
}
