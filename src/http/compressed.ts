// A long text for many callers, cached in each content coding: compressing it for every request would cost more than the call.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptsCoding } from "./accept.ts";
import { bytesResponse } from "./body.ts";

/** Content codings (RFC 9110, section 8.4.1), the shortest result first. */
const COMPRESSORS = {
  br: promisify(brotliCompress) as (text: string, options: object) => Promise<Uint8Array<ArrayBuffer>>,
  gzip: promisify(gzip) as (text: string, options: object) => Promise<Uint8Array<ArrayBuffer>>,
};
const OPTIONS = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }, gzip: { level: 9 } };
type Coding = keyof typeof COMPRESSORS;

export interface CompressedText {
  /** The text in the shortest form that the request takes. */
  respond(request: Request): Promise<Response>;
}

export function compressedText(text: string, type: string): CompressedText {
  const plain = new TextEncoder().encode(text);
  const forms = new Map<Coding, Promise<Uint8Array<ArrayBuffer>>>();
  const form = (coding: Coding) => {
    const made = forms.get(coding) ?? COMPRESSORS[coding](text, OPTIONS[coding]);
    forms.set(coding, made);
    // The next request tries again: it may have been for want of memory.
    made.catch(() => forms.delete(coding));
    return made;
  };
  return {
    async respond(request) {
      const coding = acceptedCoding(request);
      const headers = { "content-type": type, vary: "accept-encoding", ...(coding && { "content-encoding": coding }) };
      return bytesResponse(coding ? await form(coding) : plain, headers);
    },
  };
}

/** The first of our codings that the request names; null where it names none. */
function acceptedCoding(request: Request): Coding | null {
  return (["br", "gzip"] as const).find((coding) => acceptsCoding(request, coding)) ?? null;
}
