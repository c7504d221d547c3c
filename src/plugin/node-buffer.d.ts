// Types of what mail.ts uses of node:buffer, since plugins/tsconfig.json leaves Node's types out.
export const Buffer: { from(text: string, encoding: "base64"): Uint8Array };
