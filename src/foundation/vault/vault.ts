// Seals and opens secrets with the key ring, and computes MACs of texts that are only compared.
import { createCipheriv, createDecipheriv, createHmac, type DecipherGCM, randomBytes } from "node:crypto";
import { timingSafeEqual } from "../../plugin/index.ts";
import type { KeyRing, RingKey } from "./key-ring.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const STATE_MAC_BYTES = 16;

/** A sealed text was altered, moved to another context, or sealed by a key that is not in the ring. */
export class DecryptionError extends Error {
  override name = "DecryptionError";
}

export interface Vault {
  /** The ids of the ring's keys, the sealing one first. */
  keyIds: readonly string[];
  /** AES-256-GCM as `<key id>.<base64url of iv, ciphertext, tag>`; opens under the same `aad` (table, row, field). */
  seal(content: string | Uint8Array, aad: string): string;
  /** Throws `DecryptionError`. */
  open(sealed: string, aad: string): string;
  /** The same for what is not text. Throws `DecryptionError`. */
  openBytes(sealed: string, aad: string): Uint8Array<ArrayBuffer>;
  /** Opens a text again and again. It is decoded here, once, and stays sealed in memory. Both throw `DecryptionError`. */
  opener(sealed: string, aad: string): () => string;
  /** Whether a text has the form of a sealed one under a key of the ring; `open` alone authenticates it. */
  isSealed(text: string): boolean;
  /** The MAC that shows a state to be the gateway's own: 22 URL-safe characters (128 bits). */
  stateMac(text: string): string;
  /** Whether `mac` is the text's state MAC under any key of the ring. */
  hasStateMac(text: string, mac: string): boolean;
  /** HMAC-SHA-256 under each key of the ring as `<key id>.<hex>`, the newest first. */
  macs(text: string): string[];
}

const asText = (decipher: DecipherGCM, ciphertext: Buffer) =>
  decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8");
const asBytes = (decipher: DecipherGCM, ciphertext: Buffer) =>
  new Uint8Array(Buffer.concat([decipher.update(ciphertext), decipher.final()]));

/** Makes what computes HMAC-SHA-256 under one key as hex, for one text after another. */
export type HmacOf = (key: Uint8Array) => (text: string) => string;

/** Sets the key up for each text, which takes longer than the text; a runtime's own hasher need not. */
const hmacOfNode: HmacOf = (key) => (text) => createHmac("sha256", key).update(text).digest("hex");

export function createVault(ring: KeyRing, hmacOf: HmacOf = hmacOfNode): Vault {
  const byId = new Map(ring.map((key) => [key.id, key]));
  const hmacs = ring.map(({ id, macKey }) => ({ id, hash: hmacOf(macKey) }));
  const stateMacOf = (text: string, { stateKey }: RingKey) =>
    createHmac("sha256", stateKey).update(text).digest().subarray(0, STATE_MAC_BYTES).toString("base64url");
  const parse = (sealed: string) => {
    const dot = sealed.indexOf(".");
    const key = byId.get(sealed.slice(0, dot));
    const text = sealed.slice(dot + 1);
    const bytes = Buffer.from(text, "base64url");
    // The decoder skips characters outside base64url and bits past the last byte; each sealed text has one spelling.
    const isCanonical = bytes.toString("base64url") === text;
    return key && isCanonical && bytes.length >= IV_BYTES + TAG_BYTES ? { key, bytes } : null;
  };
  const bytesOpener = (sealed: string, aad: string) => {
    const parsed = parse(sealed);
    if (!parsed) throw new DecryptionError("A sealed text has an unknown key or form.");
    const { sealingKey } = parsed.key;
    const [iv, tag] = [parsed.bytes.subarray(0, IV_BYTES), parsed.bytes.subarray(-TAG_BYTES)];
    const ciphertext = parsed.bytes.subarray(IV_BYTES, -TAG_BYTES);
    const context = Buffer.from(aad);
    return <T>(read: (decipher: DecipherGCM, ciphertext: Buffer) => T): T => {
      try {
        const decipher = createDecipheriv("aes-256-gcm", sealingKey, iv);
        decipher.setAAD(context);
        decipher.setAuthTag(tag);
        return read(decipher, ciphertext);
      } catch {
        throw new DecryptionError("A sealed text was altered, or sealed in another context.");
      }
    };
  };
  const opener = (sealed: string, aad: string) => {
    const open = bytesOpener(sealed, aad);
    return () => open(asText);
  };
  return {
    keyIds: ring.map((key) => key.id),
    seal(content, aad) {
      const key = ring[0];
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key.sealingKey, iv);
      cipher.setAAD(Buffer.from(aad));
      const encrypted = typeof content === "string" ? cipher.update(content, "utf8") : cipher.update(content);
      const sealed = Buffer.concat([iv, encrypted, cipher.final(), cipher.getAuthTag()]);
      return `${key.id}.${sealed.toString("base64url")}`;
    },
    open: (sealed, aad) => opener(sealed, aad)(),
    openBytes: (sealed, aad) => bytesOpener(sealed, aad)(asBytes),
    opener,
    stateMac: (text) => stateMacOf(text, ring[0]),
    hasStateMac: (text, mac) => ring.some((key) => timingSafeEqual(stateMacOf(text, key), mac)),
    isSealed: (text) => parse(text) !== null,
    macs: (text) => hmacs.map(({ id, hash }) => `${id}.${hash(text)}`),
  };
}
