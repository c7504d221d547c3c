// Seals and opens secrets with the key ring, and hashes what must only be compared.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { timingSafeEqual } from "../plugin/index.ts";
import type { KeyRing, RingKey } from "./key-ring.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const STATE_MAC_BYTES = 16;

/** Thrown when a sealed text was altered, moved to another place, or sealed by a key that is not in the ring. */
export class DecryptionError extends Error {
  override name = "CannotOpen";
}

export interface Vault {
  /** The ids of the ring's keys, the sealing one first. */
  keyIds: readonly string[];
  /**
   * AES-256-GCM as `<key id>.<base64url of iv, ciphertext, tag>`. `place` is what the text belongs to (table, row, field):
   * it is authenticated, so a ciphertext cannot be moved.
   */
  seal(text: string, place: string): string;
  /** Gives the text back; throws `CannotOpen`. */
  open(sealed: string, place: string): string;
  /** Whether a text has the form of a sealed one under a key of the ring; only `open` knows whether it is. */
  isSealed(text: string): boolean;
  /** The MAC that makes a text a state of ours, in 22 URL-safe characters (128 bits). */
  stateMac(text: string): string;
  /** Whether a MAC is that of a text under any key of the ring. */
  hasStateMac(text: string, mac: string): boolean;
  /** HMAC-SHA-256 under each key of the ring as `<key id>.<hex>`, the newest first. */
  macs(text: string): string[];
}

/** Makes the vault of a key ring. */
export function createVault(ring: KeyRing): Vault {
  const byId = new Map(ring.map((key) => [key.id, key]));
  const macOf = (text: string, { states }: RingKey) =>
    createHmac("sha256", states).update(text).digest().subarray(0, STATE_MAC_BYTES).toString("base64url");
  const parts = (sealed: string) => {
    const dot = sealed.indexOf(".");
    const key = byId.get(sealed.slice(0, dot));
    const text = sealed.slice(dot + 1);
    const bytes = Buffer.from(text, "base64url");
    // The decoder passes over what is no base64url, and over bits past the last byte: one text, one writing.
    const isWhole = bytes.length >= IV_BYTES + TAG_BYTES && bytes.toString("base64url") === text;
    return key && isWhole ? { key, bytes } : null;
  };
  return {
    keyIds: ring.map((key) => key.id),
    seal(text, place) {
      const key = ring[0];
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key.sealing, iv);
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${key.id}.${sealed.toString("base64url")}`;
    },
    open(sealed, place) {
      const found = parts(sealed);
      if (!found) throw new DecryptionError("A sealed text has an unknown key or form.");
      const { key, bytes } = found;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key.sealing, bytes.subarray(0, IV_BYTES));
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        throw new DecryptionError("A sealed text does not belong to this place or was altered.");
      }
    },
    stateMac: (text) => macOf(text, ring[0]),
    hasStateMac: (text, mac) => ring.some((key) => timingSafeEqual(macOf(text, key), mac)),
    isSealed: (text) => parts(text) !== null,
    macs: (text) => ring.map((key) => `${key.id}.${createHmac("sha256", key.hashing).update(text).digest("hex")}`),
  };
}
