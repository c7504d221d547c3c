// Types of what base64.ts, mail.ts and charset.ts use of node:buffer, since plugins/tsconfig.json leaves Node's types out.
export const Buffer: { from(bytes: Uint8Array): Uint8Array & { toString(encoding: "base64"): string } };
