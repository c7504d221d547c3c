// Tests how a provider's times are read.
import { expect, test } from "bun:test";
import { asUtc } from "../../src/plugin/index.ts";
import { random, SEEDS } from "../support/random.ts";

test("a time without an offset is read with the one that is given, and as none without it", () => {
  expect(asUtc("2024-10-18T14:42:53.064834", "Z")).toBe("2024-10-18T14:42:53.064Z");
  expect(asUtc("2013-12-03 17:15:43", "Z")).toBe("2013-12-03T17:15:43.000Z");
  expect(asUtc("2024-10-18T14:42:53.064834")).toBeNull();
  for (const text of ["2024-10-18", "2024-02-30T10:00:00", "now", "", 17, null]) expect(asUtc(text, "Z")).toBeNull();
});

test("any time reads alike with its offset and with that of the argument; its own offset comes first", () => {
  for (const seed of SEEDS) {
    const { below, oneOf } = random(seed);
    const wall = new Date(below(2 ** 31) * 1_000).toISOString().slice(0, 19);
    const offset = oneOf(["Z", "+01:00", "-05:30", "+14:00"]);
    const time = new Date(wall + offset).toISOString();
    expect([seed, asUtc(wall, offset), asUtc(wall + offset, "+09:00")]).toEqual([seed, time, time]);
  }
});
