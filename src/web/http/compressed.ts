// A long text for many callers, cached in each content coding: compressing it for every request would cost more than the call.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptsCoding } from "./accept.ts";
import { bytesResponse } from "./body.ts";

/** Content codings (RFC 9110, section 8.4.1), the shortest result first. */
const COMPRESSORS = {
  br: promisify(brotliCompress) as (text: Uint8Array, options: object) => Promise<Uint8Array<ArrayBuffer>>,
  gzip: promisify(gzip) as (text: Uint8Array, options: object) => Promise<Uint8Array<ArrayBuffer>>,
};
const OPTIONS = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }, gzip: { level: 9 } };
type Coding = keyof typeof COMPRESSORS;

const ETAG_CHARS = 22;

export interface CompressedText {
  read(): string;
  /** The text in the shortest form that the request takes. */
  respond(request: Request): Promise<Response>;
}

export function compressedText(text: string, type: string): CompressedText {
  const plain = new TextEncoder().encode(text);
  // Weak: one for all codings (RFC 9110, section 8.8.3.3).
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, ETAG_CHARS)}"`;
  const forms = new Map<Coding, Promise<Uint8Array<ArrayBuffer>>>();
  const form = (coding: Coding) => {
    const made = forms.get(coding) ?? COMPRESSORS[coding](plain, OPTIONS[coding]);
    forms.set(coding, made);
    made.catch(() => {
      // The caller that awaits the form gets the error; the next request tries again, for it may have been for want of memory.
      forms.delete(coding);
    });
    return made;
  };
  return {
    read: () => new TextDecoder().decode(plain),
    async respond(request) {
      const known = { etag, vary: "accept-encoding", "cache-control": "private, no-cache" };
      if (isKnown(request, etag)) return new Response(null, { status: 304, headers: known });
      const coding = acceptedCoding(request);
      const headers = { ...known, "content-type": type, ...(coding && { "content-encoding": coding }) };
      return bytesResponse(coding ? await form(coding) : plain, headers);
    },
  };
}

/** Whether the client has this text already (RFC 9110, section 13.1.2). */
function isKnown({ headers }: Request, etag: string): boolean {
  const known = headers
    .get("if-none-match")
    ?.split(",")
    .map((one) => one.trim());
  return known?.some((one) => one === "*" || one === etag || `W/${one}` === etag) ?? false;
}

/** The first of our codings that the request names; null where it names none. */
function acceptedCoding(request: Request): Coding | null {
  return (["br", "gzip"] as const).find((coding) => acceptsCoding(request, coding)) ?? null;
}
