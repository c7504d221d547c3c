// A finding says where a value differs and how, in one short line.
import { expect, test } from "bun:test";
import { differenceFrom } from "../../../src/plugin-kit/check/differences.ts";

const said = (actual: unknown, expected: unknown) => differenceFrom("The result", actual, expected).join();

test.each<[actual: unknown, expected: unknown, sentence: string]>([
  [{ a: 1, b: undefined }, { a: 1 }, ""],
  [
    { items: [{ text: null }] },
    { items: [{ text: "" }] },
    'The result differs at /items/0/text: it is null, the fixture expects "".',
  ],
  [
    { a: 1 },
    { b: 1 },
    "The result differs at /b: it is missing, the fixture expects 1; at /a: it is 1, the fixture expects nothing.",
  ],
  [true, undefined, "The result differs: it is true, the fixture expects nothing."],
  [[1], { 0: 1 }, 'The result differs: it is [1], the fixture expects {"0":1}.'],
])("%j for %j", (actual, expected, sentence) => {
  expect(said(actual, expected)).toBe(sentence);
});

test("of many places the first are named, and long values are cut to where they differ", () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, at]));
  expect(said(many, {})).toMatch(/at \/f0: .*at \/f3: .*; and at 5 more places\.$/);
  const [one, other] = [`${"a".repeat(900)}b`, `${"a".repeat(900)}c`];
  expect(said({ one }, { one: other })).toBe(
    'The result differs at /one: it is "…aaaaaaaaaab", the fixture expects "…aaaaaaaaaac".',
  );
});
