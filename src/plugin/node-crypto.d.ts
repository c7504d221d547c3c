// Types of what verify.ts uses of node:crypto, since plugins/tsconfig.json leaves Node's types out.
export function createHmac(
  algorithm: "sha256",
  key: string | Uint8Array,
): {
  update(data: string | Uint8Array): { digest(encoding: "hex" | "base64" | "base64url"): string };
};
