// The validator of every request: exact conversions, all errors at once, and no input that makes it throw.
import { describe, expect, test } from "bun:test";
import { type TObject, Type as t } from "@sinclair/typebox";
import fc from "fast-check";
import { checkText, checkValue } from "../../../src/foundation/schema/check.ts";

type Checked = ReturnType<typeof checkValue>;
const resultOf = (checked: Checked) => ("value" in checked ? checked.value : { errors: checked.errors });
const pathsOf = (checked: Checked) => ("errors" in checked ? checked.errors.map(({ path }) => path) : []);
const MAX_ERRORS = 20;
const MAX_DEPTH = 32;

describe("query text", () => {
  const query = t.Object({
    whole: t.Optional(t.Integer()),
    number: t.Optional(t.Number()),
    flag: t.Optional(t.Boolean()),
    text: t.Optional(t.String()),
    choice: t.Optional(t.Union([t.Literal("a"), t.Literal("b")])),
    texts: t.Optional(t.Array(t.String())),
    wholes: t.Optional(t.Array(t.Integer())),
    limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  });
  const read = (text: string) => checkText(query, new URLSearchParams(text), "query");

  test.each<[text: string, value: Record<string, unknown>]>([
    ["", {}],
    ["whole=0", { whole: 0 }],
    ["whole=42", { whole: 42 }],
    ["whole=-7", { whole: -7 }],
    ["whole=9007199254740991", { whole: Number.MAX_SAFE_INTEGER }],
    ["number=5", { number: 5 }],
    ["number=-0.25", { number: -0.25 }],
    ["number=12.50", { number: 12.5 }],
    ["flag=true", { flag: true }],
    ["flag=false", { flag: false }],
    ["text=", { text: "" }],
    ["text=5", { text: "5" }],
    ["text=true", { text: "true" }],
    ["text=a%20b%2Bc", { text: "a b+c" }],
    ["choice=b", { choice: "b" }],
    ["texts=one", { texts: ["one"] }],
    ["texts=one&texts=two&texts=one", { texts: ["one", "two", "one"] }],
    ["texts=one,two", { texts: ["one,two"] }],
    ["wholes=1&text=x&wholes=2", { wholes: [1, 2], text: "x" }],
    ["limit=100", { limit: 100 }],
  ])("%p is read", (text, value) => {
    expect(resultOf(read(text))).toEqual(value);
  });

  test.each<[text: string, paths: string[]]>([
    ["whole=5.5", ["/whole"]],
    ["whole=05", ["/whole"]],
    ["whole=1e3", ["/whole"]],
    ["whole=0x10", ["/whole"]],
    ["whole=%2B5", ["/whole"]],
    ["whole=%205", ["/whole"]],
    ["whole=", ["/whole"]],
    ["whole=five", ["/whole"]],
    ["whole=9007199254740993", ["/whole"]],
    ["whole=99999999999999999999", ["/whole"]],
    ["number=.5", ["/number"]],
    ["number=5.", ["/number"]],
    ["number=NaN", ["/number"]],
    ["number=Infinity", ["/number"]],
    ["number=1,5", ["/number"]],
    ["flag=1", ["/flag"]],
    ["flag=TRUE", ["/flag"]],
    ["flag=", ["/flag"]],
    ["choice=c", ["/choice"]],
    ["limit=0", ["/limit"]],
    ["limit=101", ["/limit"]],
    ["wholes=1&wholes=x", ["/wholes/1"]],
    ["whole=1&whole=2", ["/whole"]],
    ["text=a&text=a", ["/text"]],
    ["nope=1", ["/nope"]],
    ["Whole=1", ["/Whole"]],
    ["a/b~c=1", ["/a~1b~0c"]],
    ["text=%00", ["/text"]],
    ["texts=a%00b", ["/texts"]],
    ["whole=x&flag=y&nope=z", ["/nope", "/whole", "/flag"]],
  ])("%p is refused with the path of each error", (text, paths) => {
    expect(pathsOf(read(text)).sort()).toEqual(paths.sort());
  });

  test("defaults are filled in, and a missing required parameter is named", () => {
    const schema = t.Object({ limit: t.Optional(t.Integer({ default: 25 })), q: t.String() });
    expect(resultOf(checkText(schema, new URLSearchParams("q=x"), "query"))).toEqual({ limit: 25, q: "x" });
    expect(checkText(schema, [], "query")).toMatchObject({
      errors: [{ in: "query", path: "/q", message: '"q" is required.' }],
    });
  });

  test("S-63: names of JavaScript's own properties are unknown parameters", () => {
    for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__defineGetter__"]) {
      const checked = checkText(
        query,
        [
          [name, "x"],
          ["whole", "1"],
        ],
        "query",
      );
      expect(checked).toMatchObject({
        errors: [{ in: "query", path: `/${name}`, message: `"${name}" is not a parameter of this endpoint.` }],
      });
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("S-92: of a query's thousands of errors the first twenty are reported", () => {
    const pairs = Array.from({ length: 5_000 }, (_, i): [string, string] => [`x${i}`, "1"]);
    expect(pathsOf(checkText(query, pairs, "query"))).toHaveLength(MAX_ERRORS);
  });

  test("any pairs give a value of the schema or errors, and nothing throws", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...Object.keys(query.properties), "__proto__"),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("1", "true", "a")))),
        (pairs) => {
          const checked = checkText(query, pairs, "query");
          if ("errors" in checked) expect(checked.errors.length).toBeGreaterThan(0);
          else expect(Object.keys(checked.value).every((key) => Object.hasOwn(query.properties, key))).toBe(true);
        },
      ),
    );
  });

  test("every safe integer is read exactly", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.boolean(), (whole, flag) => {
        expect(resultOf(read(`whole=${whole}&flag=${flag}`))).toEqual({ whole, flag });
      }),
    );
  });
});

describe("bodies", () => {
  const inner = t.Object({ street: t.String(), tags: t.Optional(t.Array(t.Object({ name: t.String() }))) });
  const body = t.Object({
    name: t.String({ minLength: 1, maxLength: 20 }),
    age: t.Optional(t.Integer({ minimum: 0 })),
    home: t.Optional(inner),
    open: t.Optional(t.Object({ kind: t.Optional(t.String()) }, { additionalProperties: true })),
    color: t.Optional(t.Union([t.Literal("red"), t.Literal("blue")])),
    size: t.Optional(t.Integer({ default: 5 })),
  });
  const check = (value: unknown, schema: TObject = body) => checkValue(schema, value, "body");

  test("a valid value is unchanged but for its defaults", () => {
    const value = fc.record(
      {
        name: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 }),
        age: fc.nat(),
        home: fc.record(
          { street: fc.string(), tags: fc.array(fc.record({ name: fc.string() })) },
          { requiredKeys: ["street"] },
        ),
        open: fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => key !== "kind"),
          fc.jsonValue({ maxDepth: 3 }),
        ),
        color: fc.constantFrom("red", "blue"),
      },
      { requiredKeys: ["name"] },
    );
    fc.assert(
      fc.property(value, (generated) => {
        const sent = JSON.parse(JSON.stringify(generated)) as Record<string, unknown>;
        expect(resultOf(check(structuredClone(sent)))).toEqual({ ...sent, size: 5 });
      }),
    );
  });

  test.each<[what: string, value: unknown, paths: string[]]>([
    ["a missing field", {}, ["/name"]],
    ["a text for a number", { name: "a", age: "5" }, ["/age"]],
    ["a number for a text", { name: 5 }, ["/name"]],
    ["a fraction", { name: "a", age: 1.5 }, ["/age"]],
    ["null", { name: null }, ["/name"]],
    ["too long a text", { name: "x".repeat(21) }, ["/name"]],
    ["a value out of a list", { name: "a", color: "green" }, ["/color"]],
    [
      "an error within",
      { name: "a", home: { street: "s", tags: [{ name: "t" }, { name: 5 }] } },
      ["/home/tags/1/name"],
    ],
    ["several errors", { name: "", age: -1, color: 5 }, ["/name", "/age", "/color"]],
  ])("%s is an error with its path", (_what, value, paths) => {
    expect(pathsOf(check(value)).sort()).toEqual([...paths].sort());
  });

  test.each<[what: string, value: object, paths: string[]]>([
    ["at the top", { name: "a", nope: 1 }, ["/nope"]],
    ["in an object", { name: "a", home: { street: "s", nope: 1 } }, ["/home/nope"]],
    ["in a list's object", { name: "a", home: { street: "s", tags: [{ name: "t", nope: 1 }] } }, ["/home/tags/0/nope"]],
    ["everywhere at once", { name: "a", x: 1, home: { street: "s", y: 1 } }, ["/x", "/home/y"]],
    ["with special characters in its name", { name: "a", "a/b~c": 1 }, ["/a~1b~0c"]],
  ])("S-67: an unknown field %s is refused by name", (_what, value, paths) => {
    expect(pathsOf(check(value)).sort()).toEqual([...paths].sort());
  });

  test("S-67: an unknown field is named at any depth", () => {
    const positions: ((field: string) => [object, string])[] = [
      (field) => [{ name: "a", [field]: 1 }, ""],
      (field) => [{ name: "a", home: { street: "s", [field]: 1 } }, "/home"],
      (field) => [
        { name: "a", home: { street: "s", tags: [{ name: "t" }, { name: "t", [field]: 1 }] } },
        "/home/tags/1",
      ],
    ];
    const field = fc
      .string({ minLength: 1, maxLength: 40 })
      .filter((name) => !/^(name|age|home|open|color|size|street|tags)$/.test(name));
    fc.assert(
      fc.property(fc.constantFrom(...positions), field, (put, name) => {
        const [value, base] = put(name);
        const sent = JSON.parse(JSON.stringify(value)) as object;
        fc.pre(JSON.stringify(sent).includes(JSON.stringify(name)));
        expect(pathsOf(check(sent))).toEqual([`${base}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`]);
      }),
    );
  });

  test("an object that is declared open takes any field", () => {
    const value = { name: "a", open: { kind: "k", anything: { deep: [1] } } };
    expect(resultOf(check(value))).toEqual({ ...value, size: 5 });
    expect(pathsOf(check({ name: "a", open: { kind: 5, anything: 1 } }))).toEqual(["/open/kind"]);
  });

  test.each<[what: string, value: unknown]>([
    ["a list", [1]],
    ["null", null],
    ["text", "x"],
    ["a number", 5],
    ["undefined", undefined],
  ])("%s is no JSON object", (_what, value) => {
    expect(check(value)).toEqual({
      errors: [{ in: "body", path: "", message: "The body must be a JSON object." }],
      passed: {},
    });
  });

  test("S-63: prototype keys are unknown fields, or plain data in an open object", () => {
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const sent = JSON.parse(`{"name":"a","${key}":{"polluted":true}}`) as object;
      expect(pathsOf(check(sent))).toEqual([`/${key}`]);
      const open = JSON.parse(`{"name":"a","open":{"${key}":{"polluted":true},"kind":"k"}}`) as object;
      const checked = check(open);
      expect("value" in checked).toBe(true);
      expect(JSON.stringify(resultOf(checked))).toContain("polluted");
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect((resultOf(checked) as Record<string, unknown>).polluted).toBeUndefined();
    }
  });

  test("S-67: a value that is nested too deep is refused before it is validated", () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`) as object;
    const open = t.Object({}, { additionalProperties: true });
    expect("value" in check(nested(MAX_DEPTH), open)).toBe(true);
    for (const depth of [MAX_DEPTH + 1, 5_000]) {
      expect(check(nested(depth), open)).toEqual({
        errors: [{ in: "body", path: "", message: "The body is nested deeper than 32 levels." }],
        passed: {},
      });
    }
  });

  test("S-92: of a body's thousands of errors the first twenty are reported, with short names", () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${"x".repeat(200)}${i}`, 1]));
    const checked = check({ name: "a", ...unknown });
    expect(pathsOf(checked)).toHaveLength(MAX_ERRORS);
    expect(JSON.stringify(checked).length).toBeLessThan(5_000);
    const list = t.Object({ items: t.Array(t.Integer()) });
    expect(pathsOf(check({ items: Array.from({ length: 5_000 }, () => "x") }, list))).toHaveLength(MAX_ERRORS);
  });

  test("any input gives a value or errors, and nothing throws", () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
    const field = fc.constantFrom("name", "age", "home", "open", "color", "size", "__proto__", "x");
    fc.assert(
      fc.property(fc.oneof(anything, fc.dictionary(field, anything)), (value) => {
        const checked = check(value);
        if ("errors" in checked) expect(checked.errors.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test("an error names the field and says what it must be", () => {
    expect(check({ name: "", age: -1, color: "green", nope: 1, home: {} })).toMatchObject({
      errors: [
        { in: "body", path: "/nope", message: '"nope" is not a known field.' },
        { in: "body", path: "/name", message: '"name" must not be empty.' },
        { in: "body", path: "/age", message: '"age" must be a whole number of at least 0.' },
        { in: "body", path: "/home/street", message: '"home.street" is required.' },
        { in: "body", path: "/color", message: '"color" must be one of "red", "blue".' },
      ],
    });
  });
});
