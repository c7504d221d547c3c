// Reads the bytes of deliveries: exactly as they came, within bounds of size, time and memory.
import { AppError } from "../errors.ts";

/** HubSpot's and GitHub's largest are far below; GitHub cuts off at 25 MB. */
export const MAX_DELIVERY_BYTES = 10 * 1024 * 1024;
/** Of all deliveries that are being read. */
const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024;
/** Providers give up after 3 to 20 seconds. */
const READ_MS = 20_000;

let bytesInFlight = 0;

interface Body {
  bytes: number;
  isRefused: boolean;
  refuse(): void;
}
/** Bodies of which more is to come. */
const arriving = new Set<Body>();

/** Runs `work` with the body's bytes, which count as in flight until it ends; throws 413, 415 or 503. */
export async function withBody<T>(request: Request, work: (bytes: Uint8Array<ArrayBuffer>) => Promise<T>): Promise<T> {
  // What is signed are the bytes as they were sent, and a packed body could unpack to any size.
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "A delivery must not be compressed.");
  }
  if (Number(request.headers.get("content-length") ?? 0) > MAX_DELIVERY_BYTES) throw tooLarge();
  const body: Body = { bytes: 0, isRefused: false, refuse: () => {} };
  try {
    return await work(await readAll(request, body));
  } finally {
    bytesInFlight -= body.bytes;
  }
}

/** Counts bytes of a body. Without room the largest goes: strangers' large ones that come slowly would keep out everybody's. */
function take(body: Body, bytes: number): void {
  while (bytesInFlight + bytes > MAX_BYTES_IN_FLIGHT) {
    const largest = [...arriving].reduce((a, b) => (b.bytes > a.bytes ? b : a), body);
    if (largest === body) throw overloaded();
    bytesInFlight -= largest.bytes;
    largest.bytes = 0;
    largest.isRefused = true;
    arriving.delete(largest);
    largest.refuse();
  }
  bytesInFlight += bytes;
  body.bytes += bytes;
  if (body.bytes > MAX_DELIVERY_BYTES) throw tooLarge();
}

const overloaded = () =>
  new AppError("SERVICE_UNAVAILABLE", "Too many deliveries are being read; send it again later.", {}, 5);
const tooLarge = () => new AppError("PAYLOAD_TOO_LARGE", `A delivery may have ${MAX_DELIVERY_BYTES} bytes at most.`);

async function readAll(request: Request, body: Body): Promise<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  body.refuse = () => void reader.cancel().catch(() => {});
  arriving.add(body);
  const timer = setTimeout(body.refuse, READ_MS);
  const startedAt = performance.now();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || body.isRefused) break;
      take(body, value.byteLength);
      chunks.push(value);
    }
  } catch (error) {
    body.refuse();
    throw error;
  } finally {
    arriving.delete(body);
    clearTimeout(timer);
  }
  if (body.isRefused) throw overloaded();
  // A cancelled reader ends like a complete one.
  if (performance.now() - startedAt >= READ_MS)
    throw new AppError("REQUEST_TIMEOUT", "The delivery came too slowly; send it again.");
  return new Uint8Array(Buffer.concat(chunks));
}
