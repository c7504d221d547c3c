// A fetch that notes what it sends and what comes back, up to a bound, while the body goes on to the plugin unchanged.
import type { Fetch } from "../../providers/upstream/send.ts";

/** A body as JSON where it is some, else as text; `isCut` where there is more of it. */
export interface SeenBody {
  json?: unknown;
  text?: string;
  isCut?: true;
}

export interface SeenExchange {
  request: { method: string; url: string; headers: Record<string, string> } & SeenBody;
  /** Null where none came. */
  response: ({ status: number; headers: Record<string, string> } & SeenBody) | null;
  /** Whether it asked who granted, for a call of an endpoint. */
  isForIdentity?: true;
}

const MAX_SEEN_BYTES = 256 * 1024;
const MAX_EXCHANGES = 50;

export interface RecordedFetch {
  fetch: Fetch;
  /** The same for requests that ask who granted. */
  fetchIdentity: Fetch;
  /** Resolves once the bodies that were read have been noted. */
  exchanges(): Promise<SeenExchange[]>;
}

export function recordExchanges(send: Fetch): RecordedFetch {
  const exchanges: SeenExchange[] = [];
  const pending: Promise<void>[] = [];
  const noting =
    (mark: Pick<SeenExchange, "isForIdentity">): Fetch =>
    async (url, init) => {
      if (exchanges.length >= MAX_EXCHANGES) throw new Error(`One call may send at most ${MAX_EXCHANGES} requests.`);
      const headers = Object.fromEntries(new Headers(init.headers));
      const request = { method: init.method ?? "GET", url, headers, ...seenBody(await bytesOf(init.body)) };
      const exchange: SeenExchange = { ...mark, request, response: null };
      exchanges.push(exchange);
      const response = await send(url, init);
      const seen = { status: response.status, headers: Object.fromEntries(response.headers) };
      exchange.response = seen;
      if (!response.body) return response;
      const [forPlugin, forReader] = response.body.tee();
      pending.push(
        firstBytes(forReader).then(({ bytes, isCut }) => {
          exchange.response = { ...seen, ...seenBody(bytes, isCut) };
        }),
      );
      return new Response(forPlugin, response);
    };
  return {
    fetch: noting({}),
    fetchIdentity: noting({ isForIdentity: true }),
    async exchanges() {
      await Promise.all(pending);
      return exchanges;
    },
  };
}

async function bytesOf(body: RequestInit["body"]): Promise<Uint8Array> {
  if (body === undefined || body === null) return new Uint8Array();
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Reads a body to its bound; what is behind it is never requested. An error of the connection is the plugin's to see. */
export async function firstBytes(
  body: ReadableStream<Uint8Array>,
  most = MAX_SEEN_BYTES,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let read = await reader.read(); !read.done && size <= most; read = await reader.read()) {
      chunks.push(read.value);
      size += read.value.byteLength;
    }
  } catch {
    // The plugin's own half of the body fails in the same way.
  }
  void reader.cancel().catch(() => {
    // The plugin's own half of the body tells.
  });
  const bytes = new Uint8Array(Math.min(size, most));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - offset), offset);
    offset += Math.min(chunk.length, bytes.length - offset);
  }
  return { bytes, isCut: size > most };
}

export function seenBody(bytes: Uint8Array, isCut = false): SeenBody {
  if (bytes.length === 0) return {};
  const cut = isCut ? { isCut: true as const } : {};
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: !isCut }).decode(bytes);
  } catch {
    // Bytes that are not UTF-8 are shown by their number.
    return { text: `(${bytes.length} bytes, not text)`, ...cut };
  }
  if (isCut) return { text, ...cut };
  try {
    return { json: JSON.parse(text) };
  } catch {
    // A body that is not JSON is shown as text.
    return { text };
  }
}
