// The place of an error in JSON, held against the runtime's own parser.
import { describe, expect, test } from "bun:test";
import { jsonErrorPlace } from "../../../src/foundation/schema/json-error.ts";

const JSON_TEXTS = [
  "0",
  "-1.5e+10",
  '"\\u00e9\\n"',
  '"é"',
  '"\u007f\u0085\ud800😀"',
  "null",
  "{}",
  "[]",
  ' {"a": [1, {"b": true}], "c": {}} \n',
  '{"a":[],"b":[[],{}]}',
];

describe("the place of an error in JSON", () => {
  test.each(JSON_TEXTS)("is none in %s", (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(jsonErrorPlace(text)).toBeNull();
  });

  test.each<[text: string, place: string]>([
    ["", "line 1, column 1"],
    ["{", "line 1, column 2"],
    ['{"a": 1,}', "line 1, column 9"],
    ['{"a": 1\n "b": 2}', "line 2, column 2"],
    ["{'a': 1}", "line 1, column 2"],
    ["[1, 2", "line 1, column 6"],
    ["[1}", "line 1, column 3"],
    ["{} {}", "line 1, column 4"],
    ['{"a" 1}', "line 1, column 6"],
    ['"line\nbreak"', "line 1, column 1"],
    ["01", "line 1, column 2"],
    ["{} // comment", "line 1, column 4"],
  ])("of %j is %s", (text, place) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonErrorPlace(text)).toBe(place);
  });

  test("is found in every text that the parser refuses, and in no other", () => {
    const whole = JSON_TEXTS[7] as string;
    for (let at = 0; at < whole.length; at++) {
      for (const text of [whole.slice(0, at), whole.slice(0, at) + whole.slice(at + 1)]) {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          // What the place is for.
          isJson = false;
        }
        expect([text, jsonErrorPlace(text) === null]).toEqual([text, isJson]);
      }
    }
  });
});
