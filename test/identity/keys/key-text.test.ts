// The text of a key: 256 random bits, and a checksum that mistyped and forged keys fail.
import { describe, expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { isKeyText, KEY_PATTERN, makeKeyText } from "../../../src/identity/keys/key-text.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_BITS = 256;
const RANDOM_LENGTH = 43;
const madeKey = fc.constant(null).map(() => makeKeyText());

/** The number that base62 digits stand for. */
const numberOf = (text: string) => [...text].reduce((value, digit) => value * 62n + BigInt(BASE62.indexOf(digit)), 0n);

describe("key text", () => {
  test("S-36: every made key has the published form and passes its checksum", () => {
    for (let i = 0; i < 500; i++) {
      const key = makeKeyText();
      expect(key).toMatch(/^sk_live_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      expect(KEY_PATTERN.test(key)).toBe(true);
      expect(isKeyText(key)).toBe(true);
    }
  });

  test("S-36: the last six characters are the CRC-32 of the text before them, so a scanner can verify a key", () => {
    const key = makeKeyText();
    expect(numberOf(key.slice(-6))).toBe(BigInt(crc32(key.slice(0, -6))));
  });

  test("S-36: 43 characters hold 256 random bits: any value fits, and each bit comes up both ways", () => {
    expect(62n ** BigInt(RANDOM_LENGTH)).toBeGreaterThan(2n ** BigInt(RANDOM_BITS));
    let everSet = 0n;
    let everClear = 0n;
    const seen = new Set<string>();
    const full = 2n ** BigInt(RANDOM_BITS) - 1n;
    for (let i = 0; i < 200; i++) {
      const random = makeKeyText().slice("sk_live_".length, -6);
      const value = numberOf(random);
      expect(value).toBeLessThanOrEqual(full);
      everSet |= value;
      everClear |= full ^ value;
      seen.add(random);
    }
    expect(seen.size).toBe(200);
    expect(everSet).toBe(full);
    expect(everClear).toBe(full);
  });

  test("S-36: a key with one changed character is refused", () => {
    fc.assert(
      fc.property(
        madeKey,
        fc.nat({ max: 56 }),
        fc.constantFrom(...BASE62, "-", "_", " ", "é", "\u0000"),
        (key, at, other) => {
          fc.pre(key[at] !== other);
          expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("S-36: a truncated, lengthened, reversed or rotated key is refused", () => {
    fc.assert(
      fc.property(madeKey, fc.nat({ max: 55 }), (key, at) => {
        expect(isKeyText(key.slice(0, at) + key.slice(at + 1))).toBe(false);
        expect(isKeyText(`${key.slice(0, at)}A${key.slice(at)}`)).toBe(false);
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
        expect(isKeyText(swapped)).toBe(key[at] === key[at + 1]);
        for (const text of [`${key}\n`, ` ${key}`, key.toUpperCase(), key.replace("sk_live_", "sk_test_")]) {
          expect(isKeyText(text)).toBe(false);
        }
      }),
    );
  });

  test("any other text is refused and nothing throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string().map((text) => `sk_live_${text}`),
        ),
        (text) => {
          expect(isKeyText(text)).toBe(false);
        },
      ),
    );
  });
});
