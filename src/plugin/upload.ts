// Files that callers send as they are, and their way to a provider part by part.
import { InvalidInput } from "./endpoint.ts";

/** A file that a caller sends in place of JSON; `body` is read once and never buffered. */
export interface Upload {
  mimeType: string;
  /** Bytes; null where the caller does not say. */
  size: number | null;
  body: ReadableStream<Uint8Array>;
}

export interface UploadPart {
  data: Uint8Array<ArrayBuffer>;
  /** Offset of its first byte in the file. */
  start: number;
  /** Whether the file ends with it. */
  isLast: boolean;
}

/** The file in parts of exactly `partBytes`, the last one shorter; an empty file is one part of no bytes. */
export async function* partsOf({ body }: Pick<Upload, "body">, partBytes: number): AsyncGenerator<UploadPart, void> {
  const reader = body.getReader();
  let part = new Uint8Array(partBytes);
  let filled = 0;
  let start = 0;
  try {
    for (;;) {
      const chunk = await nextChunk(reader);
      if (chunk === null) break;
      for (let at = 0; at < chunk.byteLength; ) {
        // A full part goes out only when more follows, since nothing else tells whether it is the last one.
        if (filled === partBytes) {
          yield { data: part, start, isLast: false };
          start += filled;
          part = new Uint8Array(partBytes);
          filled = 0;
        }
        const taken = chunk.subarray(at, at + partBytes - filled);
        part.set(taken, filled);
        filled += taken.byteLength;
        at += taken.byteLength;
      }
    }
    yield { data: part.slice(0, filled), start, isLast: true };
  } finally {
    await reader.cancel().catch(() => {
      // The reader has seen the error already.
    });
  }
}

async function nextChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return (await reader.read()).value ?? null;
  } catch {
    throw new InvalidInput("The file ended before it was complete.");
  }
}
