// The text of a fixture says what the fixture says, whatever is in it and however long it is.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fixtureText, linesOf } from "../../../src/plugin-kit/check/fixture-text.ts";

/** Long names and texts, so that empty things stand beyond the width of a line too. */
const text = fc.oneof(fc.string(), fc.string({ minLength: 100, maxLength: 200 }));
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, text, fc.integer(), fc.constant(null), tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  object: fc.dictionary(text, tie("value"), { maxKeys: 4 }),
})).value;

describe("the text of a fixture", () => {
  test("is JSON of the same value, in as many lines as are counted", () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = fixtureText(value);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(written.trimEnd().split("\n")).toHaveLength(linesOf(value));
      }),
      { numRuns: 1_000 },
    );
  });
});
