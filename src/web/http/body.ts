// Responses with a body of text, in the form that the runtime sends fastest.

export const JSON_TYPE = "application/json; charset=utf-8";

/** Bytes of a body that fit into one write of the runtime (16 KB) together with the head. */
const SENT_AT_ONCE = 14_000;
/** UTF-8 takes at most three bytes for each UTF-16 unit. */
const MAX_BYTES_A_UNIT = 3;

export function jsonResponse(data: unknown, toText: (data: unknown) => string = JSON.stringify): Response {
  return textResponse(toText(data), { "content-type": JSON_TYPE });
}

/** JSON with U+FFFD in place of lone surrogates, which many parsers refuse (RFC 8259, section 8.2). */
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
 * Bun sends a long body that comes after an await in some 15 packets, one for each part of its head (oven-sh/bun#41341). A
 * stream leaves in one, at a seventh of the CPU time.
 */
export function bytesResponse(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  if (bytes.byteLength < SENT_AT_ONCE) return new Response(bytes, { headers });
  return new Response(new ReadableStream(sourceOf(bytes)), { headers });
}

type Source = ConstructorParameters<typeof ReadableStream<Uint8Array>>[0];

const sourceOf = isRefused(directly(new Uint8Array())) ? throughQueue : directly;

/** A source that every runtime takes. */
function throughQueue(bytes: Uint8Array<ArrayBuffer>): Source {
  return {
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  };
}

interface DirectController {
  /** Absent where the body is read in this process. */
  start?(options: { highWaterMark: number }): void;
  write(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Bun's direct source, which bypasses the stream's queue (bun.sh/docs/runtime/streams); other runtimes refuse the type. With
 * a high-water mark above the size, all bytes leave together, with a Content-Length.
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
    // A runtime without direct streams throws.
    return true;
  }
}
