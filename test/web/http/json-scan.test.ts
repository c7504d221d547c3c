// The scan of a JSON text: it ends each text where a parser does, whatever the text holds, in linear time.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BODY_BOUNDS, scanJson } from "../../../src/web/http/json-scan.ts";

const TOO_LONG = "12345678901234567890";
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Parts of texts that are shorter and longer than what is looked at byte by byte. */
const part = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", '\\"', "\\\\", "\n", ",", "[", "{", "é", "1"),
  fc.integer({ min: 1, max: 1_500 }).map((length) => "a".repeat(length)),
);

describe("the scan of a JSON text", () => {
  test("ends each text where a parser does", () => {
    fc.assert(
      fc.property(fc.array(fc.array(part).map((parts) => parts.join(""))), (texts) => {
        const list = [...texts.map((text) => JSON.stringify(text)), TOO_LONG].join(",");
        const errors = scanJson(bytesOf(`[${list}]`));
        expect(errors.map(({ path }) => path)).toEqual([`/${texts.length}`]);
      }),
      { numRuns: 500 },
    );
  });

  test("an escape at the very end of the bytes ends the scan", () => {
    for (const text of ['"', '"\\', '"\\"', `"${"a".repeat(64)}\\`, `"${"a".repeat(63)}\\`, `"${"a".repeat(700)}\\"`])
      expect(scanJson(bytesOf(text))).toEqual([]);
  });

  test("S-107: escapes far from each other cost no search from each of them to the end", () => {
    const size = 24 * 1024 * 1024;
    const bytes = bytesOf(`"${`\\n${"a".repeat(600)}`.repeat(size / 602)}"`);
    const { user } = process.cpuUsage();
    scanJson(bytes, BODY_BOUNDS);
    // A search from each to the end takes a minute.
    expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
  });
});
