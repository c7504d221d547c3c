// Decompresses responses as they are read, so that a decompression bomb costs no more than the bytes that are read of it.
import type { Fetch } from "./send.ts";

const FORMATS = ["gzip", "deflate"];
const ACCEPTED = FORMATS.join(", ");

/** Adds `Accept-Encoding`; plain records, as the call path makes them, are not copied into Headers. */
function withAcceptEncoding(headers: RequestInit["headers"]): RequestInit["headers"] {
  if (headers instanceof Headers || Array.isArray(headers)) {
    const copy = new Headers(headers);
    if (!copy.has("accept-encoding")) copy.set("accept-encoding", ACCEPTED);
    return copy;
  }
  return { "accept-encoding": ACCEPTED, ...headers };
}

/**
 * A fetch that decompresses while the body is read. Bun's own inflates all that one read of the socket brings, a thousandfold
 * at worst, so `decompress: false` (bun.sh/docs/api/fetch) turns it off. A runtime without that option decompresses itself
 * and removes the header.
 */
export function decoding(fetch: Fetch): Fetch {
  return async (input, init: RequestInit & { decompress?: boolean }) => {
    // A response that is passed on as it is: the caller decompresses it.
    if (init.decompress === false) return fetch(input, init);
    const headers = withAcceptEncoding(init.headers);
    const compressed: RequestInit & { decompress: boolean } = { ...init, headers, decompress: false };
    const response = await fetch(input, compressed);
    const format = response.headers.get("content-encoding")?.trim().toLowerCase();
    if (!response.body || format === undefined || !FORMATS.includes(format)) return response;
    const decodedHeaders = new Headers(response.headers);
    for (const name of ["content-encoding", "content-length"]) decodedHeaders.delete(name);
    const decompress = new DecompressionStream(format as CompressionFormat) as unknown as TransformStream<Uint8Array>;
    return new Response(response.body.pipeThrough(decompress), { status: response.status, headers: decodedHeaders });
  };
}
