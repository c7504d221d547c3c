// Reads the bytes of a request's body as they arrive, within a size and a time: no caller holds a connection with a byte a second.
import { AppError } from "../errors.ts";

/** Milliseconds for a small body, and for whatever makes a large one late. */
const GRACE_MS = 30_000;
/** Bytes a second that a body may be slow as, beyond the grace. */
const MIN_RATE = 32 * 1024;

/** A body that takes milliseconds to be parsed. */
const LONG_BYTES = 256 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const tooLarge = (maxBytes: number) => new AppError("PAYLOAD_TOO_LARGE", `The body is larger than ${maxBytes} bytes.`);
const tooLate = () =>
  new AppError("REQUEST_TIMEOUT", "The body came too slowly, so nothing was done. Send the request again.");

/** The bytes of a body; throws 413 where there are more, 408 where they come too slowly. */
export async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length")) || maxBytes;
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  await inTime(reader, GRACE_MS + (declared / MIN_RATE) * 1_000, async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(value);
    }
  });
  const bytes = Buffer.concat(chunks);
  // What follows at once takes part of a second for millions of bytes, and others have waited for their last ones.
  if (size > LONG_BYTES) await new Promise((resolve) => setImmediate(resolve));
  return bytes;
}

/** Whether the body has no byte; reads the first one at most. */
export async function isEmptyBody(request: Request): Promise<boolean> {
  const reader = request.body?.getReader();
  if (!reader) return true;
  return inTime(reader, GRACE_MS, async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      if (value.byteLength === 0) continue;
      await reader.cancel();
      return false;
    }
  });
}

/** Ends the reading at a deadline; a body that is not read to its end is read by nobody else. */
async function inTime<T>(reader: Reader, ms: number, read: () => Promise<T>): Promise<T> {
  let isLate = false;
  const cancel = () => void reader.cancel().catch(() => {});
  const timer = setTimeout(() => {
    isLate = true;
    cancel();
  }, ms);
  try {
    const result = await read();
    // A cancelled reader ends like one whose body is complete.
    if (isLate) throw tooLate();
    return result;
  } catch (error) {
    cancel();
    throw isLate ? tooLate() : error;
  } finally {
    clearTimeout(timer);
  }
}
