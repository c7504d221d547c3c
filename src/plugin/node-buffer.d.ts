// Types of what mail.ts and charset.ts use of node:buffer, since plugins/tsconfig.json leaves Node's types out.
export const Buffer: { from(text: string, encoding: "base64"): Uint8Array; from(bytes: Uint8Array): Uint8Array };
