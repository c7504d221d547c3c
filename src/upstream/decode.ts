// Undoes the compression of answers bit by bit, so that one which unpacks to gigabytes costs no more than what is read of it.
import type { Fetch } from "./send.ts";

const FORMATS = ["gzip", "deflate"];

/** Plain records, as the call path makes them, are not copied into Headers. */
function withFormats(headers: RequestInit["headers"]): RequestInit["headers"] {
  const accepted = FORMATS.join(", ");
  if (headers instanceof Headers || Array.isArray(headers)) {
    const copy = new Headers(headers);
    if (!copy.has("accept-encoding")) copy.set("accept-encoding", accepted);
    return copy;
  }
  return { "accept-encoding": accepted, ...headers };
}

/**
 * A fetch whose answers are unpacked as they are read. Bun's own unpacks everything that one read of the socket brings,
 * a thousandfold at worst, so it is told not to (`decompress`, bun.sh/docs/api/fetch). A runtime that does not know the
 * option unpacks by itself and takes the header away.
 */
export function decoding(fetch: Fetch): Fetch {
  return async (input, init) => {
    const headers = withFormats(init.headers);
    const asTheyCome: RequestInit & { decompress: boolean } = { ...init, headers, decompress: false };
    const response = await fetch(input, asTheyCome);
    const format = response.headers.get("content-encoding")?.trim().toLowerCase();
    if (!response.body || format === undefined || !FORMATS.includes(format)) return response;
    const kept = new Headers(response.headers);
    for (const name of ["content-encoding", "content-length"]) kept.delete(name);
    const unpack = new DecompressionStream(format as CompressionFormat) as unknown as TransformStream<Uint8Array>;
    return new Response(response.body.pipeThrough(unpack), { status: response.status, headers: kept });
  };
}
