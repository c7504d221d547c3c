// Types of what mail.ts uses of node:stream, since plugins/tsconfig.json leaves Node's types out.
export const Readable: { from(source: AsyncIterable<Uint8Array>, options: { objectMode: false }): object };
