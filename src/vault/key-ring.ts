// The key ring: `id:base64,…` from configuration, the first key seals and all open; purpose keys are derived by HKDF.
import { hkdfSync } from "node:crypto";
import { decodeBase64IgnorePadding } from "@oslojs/encoding";

export interface RingKey {
  id: string;
  /** Seals stored secrets (AES-256). */
  sealing: Buffer;
  /** Hashes API keys and states (HMAC-SHA-256). */
  hashing: Buffer;
  /** Authenticates states (HMAC-SHA-256), so that a made-up one is refused without a look-up. */
  states: Buffer;
}
/** At least one key, the sealing one first. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

/** Reads a key ring; gives a sentence where the text is not one. */
export function parseKeyRing(text: string): KeyRing | string {
  const keys: RingKey[] = [];
  for (const entry of text.split(",").map((part) => part.trim())) {
    const [, id, base64] = entry.match(/^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})$/) ?? [];
    if (!id || !base64) return "must be id:base64, separated by commas; an id has letters, digits, _ and -.";
    const secret = decodeKey(base64);
    if (secret.length !== 32) return `key "${id}" must be 32 bytes in base64, it has ${secret.length}.`;
    if (keys.some((key) => key.id === id)) return `key "${id}" stands twice.`;
    const [sealing, hashing, states] = [derive(secret, "sealing"), derive(secret, "hashing"), derive(secret, "states")];
    keys.push({ id, sealing, hashing, states });
  }
  return keys as unknown as KeyRing;
}

/** Base64 with either alphabet; empty where the text is not base64. */
function decodeKey(text: string): Uint8Array {
  try {
    return decodeBase64IgnorePadding(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return new Uint8Array();
  }
}

/** RFC 5869: one independent key for each purpose. */
function derive(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "integration-gateway", purpose, 32));
}
