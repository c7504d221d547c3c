// The key ring: `id:base64,…` from configuration. The first key seals, all of them open; HKDF derives a key for each purpose.
import { hkdfSync } from "node:crypto";
import { decodeBase64IgnorePadding } from "@oslojs/encoding";

export interface RingKey {
  id: string;
  /** AES-256, for stored secrets. */
  sealingKey: Buffer;
  /** HMAC-SHA-256, for stored API keys and states. */
  macKey: Buffer;
  /** HMAC-SHA-256, for the MAC within a state: a forged state is refused without a look-up. */
  stateKey: Buffer;
}
/** At least one key, the sealing one first. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

/** Returns a sentence without the secret where the text is no key ring. */
export function parseKeyRing(text: string): KeyRing | string {
  const keys: RingKey[] = [];
  for (const entry of text.split(",").map((part) => part.trim())) {
    const [, id, base64] = entry.match(/^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/) ?? [];
    if (!id || !base64) return "must be id:base64, separated by commas; an id has letters, digits, _ and -.";
    const secret = decodeSecret(base64);
    if (secret.length !== 32) return `key "${id}" must be 32 bytes in base64; it has ${secret.length}.`;
    if (keys.some((key) => key.id === id)) return `key "${id}" is repeated.`;
    keys.push({
      id,
      sealingKey: derive(secret, "sealing"),
      macKey: derive(secret, "hashing"),
      stateKey: derive(secret, "states"),
    });
  }
  return keys as unknown as KeyRing;
}

/** What is weak about the keys of a valid ring, as sentences without a secret. */
export function weakKeys(text: string): string[] {
  const ids = new Map<string, string>();
  const weak: string[] = [];
  for (const entry of text.split(",").map((part) => part.trim())) {
    const [id = "", base64 = ""] = entry.split(":");
    const secret = Buffer.from(decodeSecret(base64));
    const other = ids.get(secret.toString("hex"));
    if (other !== undefined) weak.push(`key "${id}" is the same as "${other}", so that a rotation changes nothing.`);
    if (new Set(secret).size === 1) weak.push(`key "${id}" is one byte repeated, which anybody can guess.`);
    ids.set(secret.toString("hex"), id);
  }
  return weak;
}

/** Decodes both alphabets of base64; empty for other texts. */
function decodeSecret(text: string): Uint8Array {
  try {
    return decodeBase64IgnorePadding(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    // The caller refuses a key of this length.
    return new Uint8Array();
  }
}

/** HKDF (RFC 5869): an independent key for each purpose. A changed purpose makes every stored secret unreadable. */
function derive(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "integration-gateway", purpose, 32));
}
