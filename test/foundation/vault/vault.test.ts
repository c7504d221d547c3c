// Sealed secrets: bound to their associated data, refused when altered, readable while their key is in the ring.
import { describe, expect, test } from "bun:test";
import { inspect } from "node:util";
import fc from "fast-check";
import { platform } from "../../../src/foundation/platform/bun.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault, DecryptionError } from "../../../src/foundation/vault/vault.ts";

const ring = (...keys: [id: string, byte: number][]) =>
  parseKeyRing(keys.map(([id, byte]) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`).join(",")) as KeyRing;
const vault = createVault(ring(["k1", 1]));
const AAD = "integrations/8f2b/access_token";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const bytesOf = (sealed: string) => Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url");

describe("vault", () => {
  test("a sealed text opens with its associated data, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, aad) => {
        expect(vault.open(vault.seal(text, aad), aad)).toBe(text);
      }),
    );
  });

  test("an opener opens its text each time, and an altered one at no time", () => {
    const sealed = vault.seal("ya29.secret — köln", AAD);
    const open = vault.opener(sealed, AAD);
    expect([open(), open()]).toEqual(["ya29.secret — köln", "ya29.secret — köln"]);
    const bytes = bytesOf(sealed);
    bytes[IV_BYTES]! ^= 1;
    for (const refused of [vault.opener(`k1.${bytes.toString("base64url")}`, AAD), vault.opener(sealed, "elsewhere")])
      for (let i = 0; i < 2; i++) expect(refused).toThrow(DecryptionError);
  });

  test("S-50: a sealed text is its key's id, a 96-bit IV, the ciphertext and a 128-bit tag", () => {
    const text = "ya29.secret";
    const sealed = vault.seal(text, AAD);
    expect(sealed).toMatch(/^k1\.[A-Za-z0-9_-]+$/);
    expect(bytesOf(sealed)).toHaveLength(IV_BYTES + text.length + TAG_BYTES);
    expect(bytesOf(sealed).includes(text)).toBe(false);
  });

  test("S-50: a sealed text does not open with other associated data", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, aad, other) => {
        fc.pre(aad !== other);
        const sealed = vault.seal(text, aad);
        expect(() => vault.open(sealed, other)).toThrow(DecryptionError);
      }),
    );
    const sealed = vault.seal("token", AAD);
    for (const other of ["integrations/8f2c/access_token", "integrations/8f2b/refresh_token", `${AAD} `, ""]) {
      expect(() => vault.open(sealed, other)).toThrow(DecryptionError);
    }
  });

  test("S-50: a sealed text with a changed bit does not open", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (text, at, change) => {
        const bytes = bytesOf(vault.seal(text, AAD));
        bytes[at % bytes.length]! ^= change;
        expect(() => vault.open(`k1.${bytes.toString("base64url")}`, AAD)).toThrow(DecryptionError);
      }),
      { numRuns: 500 },
    );
  });

  test("S-50: a shorter or longer sealed text does not open", () => {
    const bytes = bytesOf(vault.seal("a token", AAD));
    for (let length = 0; length < bytes.length; length++) {
      expect(() => vault.open(`k1.${bytes.subarray(0, length).toString("base64url")}`, AAD)).toThrow(DecryptionError);
    }
    const longer = Buffer.concat([bytes, Buffer.from([0])]);
    expect(() => vault.open(`k1.${longer.toString("base64url")}`, AAD)).toThrow(DecryptionError);
  });

  test("S-50: a sealed text has one spelling: characters that a lenient decoder skips are refused", () => {
    const sealed = vault.seal("ten bytes.", AAD);
    const last = sealed.at(-1) as string;
    const twins = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
      .filter((one) => one !== last)
      .map((one) => sealed.slice(0, -1) + one);
    for (const other of [`${sealed}=`, `${sealed}.`, `${sealed}\n`, ` ${sealed}`, ...twins]) {
      expect(() => vault.open(other, AAD)).toThrow(DecryptionError);
      expect(vault.isSealed(`${sealed}=`)).toBe(false);
    }
  });

  test("any other text throws DecryptionError and nothing else", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.string().map((text) => `k1.${text}`),
          fc.base64String().map((text) => `k1.${text}`),
          fc.constantFrom("", ".", "k1", "k1.", "k1x", "__proto__.x", "constructor.x"),
        ),
        (text) => {
          expect(() => vault.open(text, AAD)).toThrow(DecryptionError);
        },
      ),
    );
  });

  test("S-50: the error contains neither the text nor the associated data", () => {
    const sealed = vault.seal("ya29.secret", AAD);
    let error = new Error("nothing was thrown");
    try {
      vault.open(sealed, "elsewhere");
    } catch (thrown) {
      error = thrown as Error;
    }
    expect(error.message).toBe("A sealed text was altered, or sealed in another context.");
    const shown = `${inspect(error, { depth: 10, showHidden: true })} ${error.stack} ${JSON.stringify(error)}`;
    for (const secret of ["ya29.secret", AAD, sealed]) expect(shown).not.toContain(secret);
  });

  test("S-56: 100,000 seals use no IV twice", () => {
    const ivs = new Set<string>();
    for (let i = 0; i < 100_000; i++) ivs.add(vault.seal("", AAD).slice("k1.".length, "k1.".length + 16));
    expect(ivs.size).toBe(100_000);
  });

  test("S-52: the first key seals, every key of the ring opens, and a removed key opens nothing", () => {
    const before = createVault(ring(["old", 1]));
    const during = createVault(ring(["new", 2], ["old", 1]));
    const after = createVault(ring(["new", 2]));
    const sealedBefore = before.seal("token", AAD);
    const sealedDuring = during.seal("token", AAD);
    expect(during.keyIds).toEqual(["new", "old"]);
    expect(sealedDuring).toStartWith("new.");
    expect(during.open(sealedBefore, AAD)).toBe("token");
    expect(after.open(sealedDuring, AAD)).toBe("token");
    expect(() => after.open(sealedBefore, AAD)).toThrow(DecryptionError);
    expect(() => during.open(sealedBefore.replace("old.", "new."), AAD)).toThrow(DecryptionError);
  });

  test("S-37: MACs depend on text and ring key, the newest key's comes first, and none contains the text", () => {
    const both = createVault(ring(["new", 2], ["old", 1]));
    const [newest, oldest] = both.macs("sk_live_x");
    expect(newest).toMatch(/^new\.[0-9a-f]{64}$/);
    expect(oldest).toBe(createVault(ring(["old", 1])).macs("sk_live_x")[0] as string);
    expect(newest?.slice(4)).not.toBe(oldest?.slice(4));
    expect(both.macs("sk_live_y")[0]).not.toBe(newest as string);
    expect(createVault(ring(["new", 3])).macs("sk_live_x")[0]).not.toBe(newest as string);
  });

  test("S-37: the runtime's hasher gives the MACs that Node's gives, whatever the text and as often as it is asked", () => {
    const ofRuntime = createVault(ring(["new", 2], ["old", 1]), platform.hmacOf);
    const ofNode = createVault(ring(["new", 2], ["old", 1]));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        for (let i = 0; i < 2; i++) expect(ofRuntime.macs(text)).toEqual(ofNode.macs(text));
      }),
    );
  });
});
