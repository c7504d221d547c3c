// Reads the bytes of a request's body as they arrive, within a size and a time: no caller holds a connection with a byte a second.
// No other file reads a body, but those that pass one on to a provider as it comes.
import { setImmediate } from "node:timers";
import { AppError } from "../../foundation/errors.ts";

/** Milliseconds for a small body, and for whatever makes a large one late. */
const GRACE_MS = 30_000;
/** Bytes a second that a body may be slow as, beyond the grace. */
const MIN_RATE = 32 * 1024;
/** From then on a body takes a place: the others are complete before that matters to anybody. */
const SLOW_AFTER_MS = 1_000;

/** A body that takes milliseconds to be parsed. */
const LONG_BYTES = 256 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Counts a body while it arrives. */
export interface Arrival {
  /** From now on the body is awaited; `refuse` ends that where others need its room. */
  begin(refuse: (error: AppError) => void): void;
  /** Takes a place; throws where there is none. */
  hold(): void;
  /** Counts bytes that have come; throws where they are too many. */
  take(bytes: number): void;
  /** Nothing more is awaited. What has come counts until the request ends. */
  end(): void;
}

/** Whether more of a request follows its head (RFC 9112, section 6.3). */
export function hasBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > 0;
}

export const tooLarge = (maxBytes: number) =>
  new AppError("PAYLOAD_TOO_LARGE", `The body is larger than ${maxBytes} bytes.`);
const bodyTimeout = () =>
  new AppError("REQUEST_TIMEOUT", "The body arrived too slowly, so nothing was done. Send the request again.");

/** The bytes of a body; throws 413 where there are more, 408 where they come too slowly, 429 or 503 where too many are awaited. */
export async function readBounded(
  request: Request,
  maxBytes: number,
  arrival: Arrival,
  deadlineMs?: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length")) || maxBytes;
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  await inTime(reader, arrival, deadlineMs ?? GRACE_MS + (declared / MIN_RATE) * 1_000, async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      arrival.take(value.byteLength);
      chunks.push(value);
    }
  });
  const bytes = Buffer.concat(chunks);
  // What follows at once takes part of a second for millions of bytes, and others have waited for their last ones.
  if (size > LONG_BYTES) await new Promise<void>((resolve) => void setImmediate(resolve));
  return bytes;
}

/** Whether the body has no byte; reads the first one at most. */
export async function isEmptyBody(request: Request, arrival: Arrival): Promise<boolean> {
  const reader = request.body?.getReader();
  if (!reader) return true;
  return inTime(reader, arrival, GRACE_MS, async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      if (value.byteLength === 0) continue;
      await reader.cancel();
      return false;
    }
  });
}

/** Ends the reading at a deadline, or for want of room; a body that is not read to its end is read by nobody else. */
async function inTime<T>(reader: Reader, arrival: Arrival, ms: number, read: () => Promise<T>): Promise<T> {
  let refusal: AppError | null = null;
  const cancel = () =>
    void reader.cancel().catch(() => {
      // A body that has failed is closed already.
    });
  const refuse = (error: AppError) => {
    refusal ??= error;
    cancel();
  };
  const late = () => refuse(bodyTimeout());
  const slow = () => {
    timer = setTimeout(late, ms - SLOW_AFTER_MS);
    try {
      arrival.hold();
    } catch (error) {
      refuse(error as AppError);
    }
  };
  let timer = setTimeout(slow, SLOW_AFTER_MS);
  arrival.begin(refuse);
  try {
    const result = await read();
    // A cancelled reader ends like one whose body is complete.
    if (refusal) throw refusal;
    return result;
  } catch (error) {
    cancel();
    throw refusal ?? error;
  } finally {
    clearTimeout(timer);
    arrival.end();
  }
}
