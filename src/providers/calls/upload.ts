// Files that callers send as they are, and how long their way to the provider may take.

import type { Upload } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { sendsFile } from "../../web/http/input.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";

/** Bytes a second that an upload may be slow as, and the milliseconds that it may take at most. */
const MIN_UPLOAD_RATE = 128 * 1024;
const MAX_UPLOAD_MS = 3_600_000;

/** The file that the body is in place of JSON. */
export function uploadOf({ def: { fileFields } }: RegisteredEndpoint, request: Request): Upload | undefined {
  if (!sendsFile({ fileFields }, request)) return undefined;
  const { headers } = request;
  const length = headers.get("content-length");
  return {
    mimeType: headers.get("content-type") ?? "application/octet-stream",
    size: length === null ? null : Number(length),
    body: request.body ?? new Blob([]).stream(),
  };
}

/** Milliseconds that a call may take which sends so many bytes on; null where nobody says how many. */
export function uploadDeadlineMs({ deadlineMs }: Pick<Deps, "deadlineMs">, bytes: number | null): number {
  const uploadMs = bytes === null ? MAX_UPLOAD_MS : (bytes / MIN_UPLOAD_RATE) * 1000;
  return deadlineMs + Math.min(uploadMs, MAX_UPLOAD_MS);
}
