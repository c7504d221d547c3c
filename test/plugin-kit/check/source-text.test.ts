// The text of a plugin's source: what is no code is blank, every position stays, and keys have their lines.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keysIn } from "../../../src/plugin-kit/check/source-keys.ts";
import { blanked } from "../../../src/plugin-kit/check/source-text.ts";

describe("blanked", () => {
  test.each([
    ["a comment", "a // b 'c\nd", "a        \nd"],
    ["a comment of lines", "a /* b\n'c */ d", "a     \n      d"],
    ["a text with a quote in it", "f('it\\'s') // x", "f('     ')     "],
    ["a URL in a text", 'f("https://a.example") + g', 'f("                 ") + g'],
    ["a template", "`a ${b} c`", "`  ${b}  `"],
    ["a template in a template", "`a ${`b ${c}`} d` + e", "`  ${`  ${c}`}  ` + e"],
    ["an object in a template", "`${f({ a: '}' })}` + e", "`${f({ a: ' ' })}` + e"],
    ["a pattern with a quote", "x.match(/[/\"]'/) + 'a'", "x.match(/     /) + ' '"],
    ["a pattern after return", "return /'/.test(x)", "return / /.test(x)"],
    ["a division", "a / b / 'c'", "a / b / ' '"],
    ["an unfinished text", "f('abc\ng()", "f('   \ng()"],
  ])("%s", (_, source, expected) => {
    expect(blanked(source)).toBe(expected);
  });

  test("keeps texts where they are wanted", () => {
    expect(blanked('import "a"; // "b"', { keepsTexts: true })).toBe('import "a";       ');
  });

  const source = fc.array(
    fc.constantFrom(
      "`",
      "${",
      "}",
      "{",
      "'",
      '"',
      "/",
      "*",
      "//",
      "/*",
      "*/",
      "\\",
      "\n",
      "a",
      "[",
      "]",
      "(",
      ")",
      ":",
      ",",
      " ",
    ),
    { maxLength: 60 },
  );
  test("keeps the length and every line, whatever the source is", () => {
    fc.assert(
      fc.property(source, (parts) => {
        const text = parts.join("");
        const out = blanked(text);
        expect(out.length).toBe(text.length);
        expect([...out.matchAll(/\n/g)].map(({ index }) => index)).toEqual(
          [...text.matchAll(/\n/g)].map(({ index }) => index),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("has keys of lines that are there, whatever the source is", () => {
    fc.assert(
      fc.property(source, (parts) => {
        const text = parts.join("");
        for (const { line } of keysIn(text)) expect(line).toBeLessThanOrEqual(text.split("\n").length);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("keys", () => {
  const keysOf = (source: string) => keysIn(source).map(({ path, line }) => `${line} ${path}`);

  test("have the path of the literals around them, through calls and lists", () => {
    const source = 'x({\n  a: f({ b: 1,\n    "c.d": [{ e: 2 }] }),\n  // g: 3\n  get h() { return 4; },\n  i,\n})';
    expect(keysOf(source)).toEqual(["2 a", "2 a.b", "3 a.c.d", "3 a.c.d.e", "5 h", "6 i"]);
  });

  test("say which argument of which function they are of", () => {
    const [first, second] = keysIn("pages.cursor(a, { size: 1 }); many<A>({ at: 2 })");
    expect([first?.callee, first?.argument, second?.callee, second?.argument]).toEqual(["pages.cursor", 1, "many", 0]);
  });

  test("say whether they are the provider's", () => {
    expect(keysIn("const a = { id: 1 }; defineProvider({ id: 2 })").map(({ isDeclared }) => isDeclared)).toEqual([
      false,
      true,
    ]);
  });
});
