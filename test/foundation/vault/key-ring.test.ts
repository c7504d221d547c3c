// Parsing a key ring: all of it, or a sentence that holds none of the secret.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";

const SECRET = Buffer.alloc(32, 251);
const BASE64 = SECRET.toString("base64");
const FORM = "must be id:base64, separated by commas; an id has letters, digits, _ and -.";
const wrongLength = (id: string, bytes: number) => `key "${id}" must be 32 bytes in base64; it has ${bytes}.`;

describe("key ring", () => {
  test.each<[what: string, text: string, ids: string[]]>([
    ["one key", `k1:${BASE64}`, ["k1"]],
    ["two keys, the sealing one first", `new:${BASE64},old:${Buffer.alloc(32, 2).toString("base64")}`, ["new", "old"]],
    ["spaces around entries", ` k1:${BASE64} , k2:${Buffer.alloc(32, 2).toString("base64")} `, ["k1", "k2"]],
    ["base64 without padding", `k1:${BASE64.replace("=", "")}`, ["k1"]],
    ["the URL alphabet of base64", `k1:${SECRET.toString("base64url")}`, ["k1"]],
    ["an id with every kind of character", `2026_A-z:${BASE64}`, ["2026_A-z"]],
  ])("%s is read", (_what, text, ids) => {
    const ring = parseKeyRing(text) as KeyRing;
    expect(ring.map((key) => key.id)).toEqual(ids);
    for (const key of ring)
      expect([key.sealingKey, key.macKey, key.stateKey].map(({ length }) => length)).toEqual([32, 32, 32]);
  });

  test.each<[what: string, text: string, sentence: string]>([
    ["an empty text", "", FORM],
    ["a secret without an id", BASE64, FORM],
    ["an empty id", `:${BASE64}`, FORM],
    ["an id with a dot", `k.1:${BASE64}`, FORM],
    ["an id with a space", `k 1:${BASE64}`, FORM],
    ["an id of 33 characters", `${"k".repeat(33)}:${BASE64}`, FORM],
    ["an id without a secret", "k1:", FORM],
    ["a comma at the end", `k1:${BASE64},`, FORM],
    ["a secret that is not base64", `k1:${"!".repeat(44)}`, FORM],
    ["a secret with a hole", `k1:${BASE64.slice(0, 20)} ${BASE64.slice(20)}`, FORM],
    ["base64 of an impossible length", "k1:A", wrongLength("k1", 0)],
    ["a short key", `k1:${Buffer.alloc(31, 1).toString("base64")}`, wrongLength("k1", 31)],
    ["a long key", `k1:${Buffer.alloc(33, 1).toString("base64")}`, wrongLength("k1", 33)],
    ["a hex key", `k1:${SECRET.toString("hex")}`, wrongLength("k1", 48)],
    ["a bad second key", `k1:${BASE64},k2:abc`, wrongLength("k2", 2)],
    ["a repeated id", `k1:${BASE64},k1:${Buffer.alloc(32, 2).toString("base64")}`, 'key "k1" is repeated.'],
  ])("S-54: %s is refused with a sentence", (_what, text, sentence) => {
    expect(parseKeyRing(text)).toBe(sentence);
  });

  test("S-54: no error contains the secret", () => {
    for (const text of [BASE64, `k 1:${BASE64}`, `k1:${BASE64}x`, `k1:${BASE64},k1:${BASE64}`]) {
      expect(parseKeyRing(text)).toBeString();
      expect(parseKeyRing(text)).not.toContain(BASE64.slice(0, 8));
    }
  });

  test("the sealing key and the MAC keys differ from each other and from the secret", () => {
    const [key] = parseKeyRing(`k1:${BASE64}`) as KeyRing;
    const all = [key.sealingKey, key.macKey, key.stateKey, SECRET].map((one) => one.toString("hex"));
    expect(new Set(all).size).toBe(4);
    const [again] = parseKeyRing(`other:${BASE64}`) as KeyRing;
    expect(again.sealingKey.equals(key.sealingKey)).toBe(true);
  });

  test("any text gives complete keys or a sentence, and nothing throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("k", ":", ",", "=", "A", "/", "-") })),
        (text) => {
          const ring = parseKeyRing(text);
          if (typeof ring !== "string") for (const key of ring) expect(key.sealingKey.length).toBe(32);
          else expect(ring.length).toBeGreaterThan(10);
        },
      ),
    );
  });
});
