// Types of what charset.ts uses of iconv-lite, whose own need Node's types (plugins/tsconfig.json leaves these out).
declare const iconv: {
  /** Codecs and aliases; null before the first look-up. */
  encodings: Record<string, unknown> | null;
  encodingExists(name: string): boolean;
  decode(bytes: Uint8Array, name: string, options?: { defaultEncoding: string }): string;
  encode(text: string, name: string): Uint8Array<ArrayBuffer>;
};
export default iconv;
