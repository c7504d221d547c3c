// Tests that a caller's text cannot break out of its literal in a Drive search.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { InvalidInput } from "gateway/plugin";
import { driveQuery, literal } from "./drive-query.ts";

/** Reads a literal at the start of an expression as Drive does: a backslash escapes the next character. */
function readLiteral(expression: string): { text: string; rest: string } {
  expect(expression[0]).toBe("'");
  let text = "";
  for (let i = 1; i < expression.length; i++) {
    if (expression[i] === "'") return { text, rest: expression.slice(i + 1) };
    if (expression[i] === "\\") i++;
    text += expression[i];
  }
  throw new Error("The literal never ends.");
}

const hostile = fc.string({ unit: fc.constantFrom("'", "\\", "(", ")", " or ", "a", "=", '"', "\n") });

describe("a Drive search", () => {
  test("quotes every text so that it reads back unchanged and stays inside the literal", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), fc.string(), (text, after) => {
        expect(readLiteral(literal(text) + after)).toEqual({ text, rest: after });
      }),
    );
  });

  test("quotes words, folder and type, whatever they contain", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (q, mime_type, parent_id) => {
        let rest = driveQuery({ q, mime_type, parent_id });
        const skip = (words: string) => {
          expect(rest.startsWith(words)).toBe(true);
          rest = rest.slice(words.length);
        };
        const read = (text: string) => {
          const found = readLiteral(rest);
          expect(found.text).toBe(text);
          rest = found.rest;
        };
        skip("(name contains ");
        read(q);
        skip(" or fullText contains ");
        read(q);
        skip(") and mimeType = ");
        read(mime_type);
        skip(" and ");
        read(parent_id);
        expect(rest).toBe(" in parents and trashed = false");
      }),
    );
  });

  test("accepts a caller's expression only when its quotes and parentheses are balanced", () => {
    for (const query of ["(a) or (b)", "name = 'a) or (b'", "name = 'it\\'s'", "not (a and (b))", ""])
      expect(driveQuery({ query })).toBe(`(${query}) and trashed = false`);
    for (const query of ["a) or (b", "(", ")", "name = '", "name = 'a\\'", "a \\", "name = 'a' or '"])
      expect(() => driveQuery({ query })).toThrow(InvalidInput);
  });

  test("excludes the trash by default", () => {
    expect(driveQuery({})).toBe("trashed = false");
    expect(driveQuery({ query: "starred = true", trashed: true })).toBe("(starred = true) and trashed = true");
  });
});
