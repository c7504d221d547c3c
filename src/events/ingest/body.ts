// Reads the bytes of inbound webhooks: exactly as they came, within bounds of size and time.
import { AppError } from "../../foundation/errors.ts";
import { type Arrival, readBounded } from "../../web/http/arriving-body.ts";

/** HubSpot's and GitHub's largest are far below; GitHub cuts off at 25 MB. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Providers give up after 3 to 20 seconds. */
const READ_MS = 20_000;

/** The body's bytes; throws 408, 413, 415 or 503. */
export async function readBody(request: Request, arrival: Arrival): Promise<Uint8Array<ArrayBuffer>> {
  // What is signed are the bytes as they were sent, and a packed body could unpack to any size.
  if ((request.headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must not be compressed.");
  }
  return readBounded(request, MAX_BODY_BYTES, arrival, READ_MS);
}
