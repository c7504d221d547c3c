// Answers with a body of text, in the form that the runtime sends soonest.

export const JSON_TYPE = "application/json; charset=utf-8";

/** Head and body of an answer below this many bytes fit what the runtime sends at once (16 KB). */
const SENT_AT_ONCE = 14_000;
/** UTF-8 has at most three bytes for each unit of a string's length. */
const MAX_BYTES_A_UNIT = 3;

export function jsonResponse(data: unknown, toText: (data: unknown) => string = JSON.stringify): Response {
  return textResponse(toText(data), { "content-type": JSON_TYPE });
}

/**
 * JSON of somebody else's texts: half a surrogate pair, which JSON writes as an escape that many readers refuse (RFC 8259,
 * section 8.2), becomes U+FFFD.
 */
export function wellFormedJson(data: unknown): string {
  const text = JSON.stringify(data);
  if (!text.includes("\\ud")) return text;
  return text.replace(/\\(?:u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (found) =>
    found.startsWith("\\ud") ? "\ufffd" : found,
  );
}

export function textResponse(text: string, headers: Record<string, string>): Response {
  if (text.length * MAX_BYTES_A_UNIT < SENT_AT_ONCE) return new Response(text, { headers });
  return bytesResponse(new TextEncoder().encode(text), headers);
}

/**
 * A longer answer, given later than in the turn of its request, leaves the runtime in some 15 packets, one for each part
 * of its head (oven-sh/bun#41341). As a stream it leaves in one, at a seventh of the processor's time.
 */
export function bytesResponse(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  if (bytes.byteLength < SENT_AT_ONCE) return new Response(bytes, { headers });
  return new Response(new ReadableStream(sourceOf(bytes)), { headers });
}

type Source = ConstructorParameters<typeof ReadableStream<Uint8Array>>[0];

const sourceOf = isRefused(directly(new Uint8Array())) ? throughQueue : directly;

/** A stream's source of any runtime. */
function throughQueue(bytes: Uint8Array<ArrayBuffer>): Source {
  return {
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  };
}

interface DirectController {
  /** Absent where nothing is sent: the body is read in this process. */
  start?(options: { highWaterMark: number }): void;
  write(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Bun's own kind of source, which writes past the stream's queue (bun.sh/docs/runtime/streams); others refuse the type. With
 * room for all of the bytes it keeps them until it is closed, so that they leave together and their length is told.
 */
function directly(bytes: Uint8Array<ArrayBuffer>): Source {
  return {
    type: "direct",
    pull(controller: DirectController) {
      controller.start?.({ highWaterMark: bytes.byteLength + 1 });
      controller.write(bytes);
      controller.close();
    },
  } as unknown as Source;
}

function isRefused(source: Source): boolean {
  try {
    new ReadableStream(source);
    return false;
  } catch {
    return true;
  }
}
