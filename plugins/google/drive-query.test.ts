// Proves that no text of a caller can leave the literal it stands in.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { InvalidInput } from "gateway/plugin";
import { driveQuery, literal } from "./drive-query.ts";

/** Reads a literal at the start of an expression as Drive does: a backslash takes the next character as it is. */
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
  test("reads every text back unchanged, with nothing of it outside the literal", () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), fc.string(), (text, after) => {
        expect(readLiteral(literal(text) + after)).toEqual({ text, rest: after });
      }),
    );
  });

  test("keeps words, folder and type within their literals, whatever they hold", () => {
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

  test("takes an expression of the caller's own where its quotes and parentheses close, and no other", () => {
    for (const query of ["(a) or (b)", "name = 'a) or (b'", "name = 'it\\'s'", "not (a and (b))", ""])
      expect(driveQuery({ query })).toBe(`(${query}) and trashed = false`);
    for (const query of ["a) or (b", "(", ")", "name = '", "name = 'a\\'", "a \\", "name = 'a' or '"])
      expect(() => driveQuery({ query })).toThrow(InvalidInput);
  });

  test("leaves the trash out unless it is asked for", () => {
    expect(driveQuery({})).toBe("trashed = false");
    expect(driveQuery({ query: "starred = true", trashed: true })).toBe("(starred = true) and trashed = true");
  });
});
