// Descriptions of a generated plugin: on one line, and ended as the check of plugins wants them.
import { expect, test } from "bun:test";
import { describedAs } from "../../../src/plugin-kit/new/openapi/words.ts";

test.each([
  ["the id of\n  a thing", "the id of a thing."],
  ["The id.", "The id."],
  ["Is it done?", "Is it done?"],
  [" \n", null],
  [undefined, null],
])("%p is described as %p", (text, expected) => {
  expect(describedAs(text)).toBe(expected);
});

test("a text that is cut at a word ends with its ellipsis", () => {
  expect(describedAs("word ".repeat(5_000))).toEndWith("word …");
});
