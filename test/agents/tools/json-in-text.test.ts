// Arguments that clients send as JSON in text: read where the schema allows only that, refused or kept as text elsewhere.
import { describe, expect, test } from "bun:test";
import { type TSchema, Type as t } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import fc from "fast-check";
import { objectRead, withJsonRead } from "../../../src/agents/tools/json-in-text.ts";

const input = (field: TSchema) => ({
  input: { params: t.Object({}), query: t.Object({}), body: t.Object({ field }) },
});
const read = (field: TSchema, value: unknown) => withJsonRead(input(field) as never, { field: value }).field;

const labels = t.Array(t.String());
const address = t.Object({ email: t.String(), age: t.Optional(t.Integer()) }, { additionalProperties: false });

describe("JSON in text", () => {
  test.each<[string, TSchema, unknown, unknown]>([
    ["a number", t.Integer(), "5", 5],
    ["a fraction", t.Number(), "2.5", 2.5],
    ["a truth value", t.Boolean(), "true", true],
    ["a list", labels, '["bug"]', ["bug"]],
    ["an object", address, '{"email":"ada@b.example"}', { email: "ada@b.example" }],
    ["a number in an object in text", address, '{"email":"a","age":"7"}', { email: "a", age: 7 }],
    ["an item of a list", t.Array(address), ['{"email":"a"}'], [{ email: "a" }]],
    ["one of a union", t.Union([t.Integer(), t.Null()]), "5", 5],
    ["the one alternative that fits", t.Union([address, labels]), '["a"]', ["a"]],
    ["what the field's own limits refuse", t.Integer({ maximum: 3 }), "5", 5],
  ])("%s is read", (_, schema, value, expected) => {
    expect(read(schema, value)).toEqual(expected);
  });

  test.each<[string, TSchema, string]>([
    ["text where text is allowed", t.String(), "5"],
    ["text where text or a list is", t.Union([t.String(), labels]), '["ada@b.example"]'],
    ["a list where text items are", t.String({ format: "email" }), '["ada@b.example"]'],
    ["a number of text's pattern", t.String({ pattern: "^[a-z]+$" }), "5"],
    ["a word", t.Integer(), "five"],
    ["a truth value of another language", t.Boolean(), "True"],
    ["a list where a number is due", t.Integer(), "[5]"],
    ["null where a number is due", t.Integer(), "null"],
    ["a whole number that would lose digits", t.Integer(), "9007199254740993"],
    ["one inside of a list", t.Array(t.Integer()), "[9007199254740993]"],
    ["broken JSON", labels, '["bug"'],
    [
      "what two alternatives read differently",
      t.Union([t.Object({ a: t.Integer() }), t.Object({ a: t.Array(t.Integer()) })]),
      '{"a":"1"} x',
    ],
    ["a text beyond the bound", labels, JSON.stringify(Array.from({ length: 30_000 }, () => "x".repeat(10)))],
  ])("%s stays as it is", (_, schema, text) => {
    expect(read(schema, text)).toBe(text);
  });

  test("of any value with a type that is not text is that value, whole or in parts", () => {
    const values = fc.record({
      flag: fc.boolean(),
      count: fc.maxSafeInteger(),
      ratio: fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((value) => (Number.isInteger(value) ? 0.5 : value)),
      names: fc.array(fc.string()),
    });
    const fields = { flag: t.Boolean(), count: t.Integer(), ratio: t.Number(), names: t.Array(t.String()) };
    const schema = t.Object(fields);
    fc.assert(
      fc.property(values, (value) => {
        const inParts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, JSON.stringify(part)]));
        expect(read(schema, JSON.stringify(value))).toEqual(value);
        expect(read(schema, inParts)).toEqual(value);
        expect(read(schema, JSON.stringify(inParts))).toEqual(value);
      }),
    );
  });

  test("changes nothing that the schema takes", () => {
    const any = t.Object({ field: t.Union([t.String(), t.Integer(), t.Boolean(), labels, address, t.Null()]) });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.integer(), fc.array(fc.string()), fc.constant(null)), (value) => {
        expect(Check(any, { field: value })).toBe(true);
        expect(read(any.properties.field, value)).toEqual(value);
      }),
    );
  });

  test("of a member named __proto__ stays an own field", () => {
    const found = read(t.Object({ a: t.Integer() }), '{"__proto__":{"a":1},"a":"2"}') as object;
    expect(Object.keys(found)).toEqual(["__proto__", "a"]);
  });

  test("is an object where a tool's arguments are", () => {
    expect(objectRead('{"q":"x"}')).toEqual({ q: "x" });
    for (const other of ["x", "[]", "null", "1", 5, null]) expect(objectRead(other)).toBe(other);
  });
});
