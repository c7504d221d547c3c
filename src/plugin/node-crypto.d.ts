// Types of what mail.ts and verify.ts use of node:crypto, since plugins/tsconfig.json leaves Node's types out.
interface Hmac {
  update(data: string | Uint8Array): Hmac;
  digest(encoding: "hex" | "base64" | "base64url"): string;
}
export function createHmac(algorithm: "sha256", key: string | Uint8Array): Hmac;
export function createHash(algorithm: "sha256"): {
  update(data: string): { digest(encoding: "hex"): string };
};
