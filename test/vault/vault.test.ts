// Sealed secrets: bound to their place, refused when altered, readable as long as their key is in the ring.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type KeyRing, parseKeyRing } from "../../src/vault/key-ring.ts";
import { createVault, DecryptionError } from "../../src/vault/vault.ts";

const ring = (...keys: [id: string, byte: number][]) =>
  parseKeyRing(keys.map(([id, byte]) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`).join(",")) as KeyRing;
const vault = createVault(ring(["k1", 1]));
const PLACE = "integrations/8f2b/access_token";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const bytesOf = (sealed: string) => Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url");

describe("vault", () => {
  test("what was sealed opens at its place, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, place) => {
        expect(vault.open(vault.seal(text, place), place)).toBe(text);
      }),
    );
  });

  test("S-50: a sealed text is led by its key's id and holds a 96-bit IV, the ciphertext and a 128-bit tag", () => {
    const text = "ya29.secret";
    const sealed = vault.seal(text, PLACE);
    expect(sealed).toMatch(/^k1\.[A-Za-z0-9_-]+$/);
    expect(bytesOf(sealed)).toHaveLength(IV_BYTES + text.length + TAG_BYTES);
    expect(bytesOf(sealed).includes(text)).toBe(false);
  });

  test("S-50: a sealed text that was moved to another place is refused", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, place, other) => {
        fc.pre(place !== other);
        const sealed = vault.seal(text, place);
        expect(() => vault.open(sealed, other)).toThrow(DecryptionError);
      }),
    );
    const sealed = vault.seal("token", PLACE);
    for (const other of ["integrations/8f2c/access_token", "integrations/8f2b/refresh_token", `${PLACE} `, ""]) {
      expect(() => vault.open(sealed, other)).toThrow(DecryptionError);
    }
  });

  test("S-50: a sealed text with any changed bit is refused", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (text, at, change) => {
        const bytes = bytesOf(vault.seal(text, PLACE));
        bytes[at % bytes.length]! ^= change;
        expect(() => vault.open(`k1.${bytes.toString("base64url")}`, PLACE)).toThrow(DecryptionError);
      }),
      { numRuns: 500 },
    );
  });

  test("S-50: a sealed text that was cut or lengthened is refused", () => {
    const bytes = bytesOf(vault.seal("a token", PLACE));
    for (let length = 0; length < bytes.length; length++) {
      expect(() => vault.open(`k1.${bytes.subarray(0, length).toString("base64url")}`, PLACE)).toThrow(DecryptionError);
    }
    const longer = Buffer.concat([bytes, Buffer.from([0])]);
    expect(() => vault.open(`k1.${longer.toString("base64url")}`, PLACE)).toThrow(DecryptionError);
  });

  test("S-50: a sealed text has one writing: what a lenient decoder would pass over is refused", () => {
    const sealed = vault.seal("ten bytes.", PLACE);
    const last = sealed.at(-1) as string;
    const twins = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
      .filter((one) => one !== last)
      .map((one) => sealed.slice(0, -1) + one);
    for (const other of [`${sealed}=`, `${sealed}.`, `${sealed}\n`, ` ${sealed}`, ...twins]) {
      expect(() => vault.open(other, PLACE)).toThrow(DecryptionError);
      expect(vault.isSealed(`${sealed}=`)).toBe(false);
    }
  });

  test("any other text is refused as such and nothing else is thrown", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string().map((text) => `k1.${text}`),
          fc.base64String().map((text) => `k1.${text}`),
          fc.constantFrom("", ".", "k1", "k1.", "k1x", "__proto__.x", "constructor.x"),
        ),
        (text) => {
          expect(() => vault.open(text, PLACE)).toThrow(DecryptionError);
        },
      ),
    );
  });

  test("S-50: a refusal tells neither the text nor the place", () => {
    const moved = () => vault.open(vault.seal("ya29.secret", PLACE), "elsewhere");
    expect(moved).toThrow("A sealed text does not belong to this place or was altered.");
  });

  test("S-56: no IV comes twice in 100,000 seals", () => {
    const ivs = new Set<string>();
    for (let i = 0; i < 100_000; i++) ivs.add(vault.seal("", PLACE).slice("k1.".length, "k1.".length + 16));
    expect(ivs.size).toBe(100_000);
  });

  test("S-52: the first key seals, every key of the ring opens, and a key that left the ring opens nothing", () => {
    const before = createVault(ring(["old", 1]));
    const during = createVault(ring(["new", 2], ["old", 1]));
    const after = createVault(ring(["new", 2]));
    const sealedBefore = before.seal("token", PLACE);
    const sealedDuring = during.seal("token", PLACE);
    expect(during.keyIds).toEqual(["new", "old"]);
    expect(sealedDuring).toStartWith("new.");
    expect(during.open(sealedBefore, PLACE)).toBe("token");
    expect(after.open(sealedDuring, PLACE)).toBe("token");
    expect(() => after.open(sealedBefore, PLACE)).toThrow(DecryptionError);
    expect(() => during.open(sealedBefore.replace("old.", "new."), PLACE)).toThrow(DecryptionError);
  });

  test("S-37: hashes hang on text and ring key, the newest key's first, and say nothing of the text", () => {
    const both = createVault(ring(["new", 2], ["old", 1]));
    const [newest, oldest] = both.macs("sk_live_x");
    expect(newest).toMatch(/^new\.[0-9a-f]{64}$/);
    expect(oldest).toBe(createVault(ring(["old", 1])).macs("sk_live_x")[0] as string);
    expect(newest?.slice(4)).not.toBe(oldest?.slice(4));
    expect(both.macs("sk_live_y")[0]).not.toBe(newest as string);
    expect(createVault(ring(["new", 3])).macs("sk_live_x")[0]).not.toBe(newest as string);
  });
});
