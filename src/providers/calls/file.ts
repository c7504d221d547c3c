// Files for the caller: JSON up to 10 MiB, or streamed bytes of any size.
import { AppError, invalidInput } from "../../foundation/errors.ts";
import { base64Text, type UpstreamFile } from "../../plugin/index.ts";
import { acceptsType } from "../../web/http/accept.ts";
import { type FailureDetail, UpstreamFailure } from "../upstream/failure.ts";

export const MAX_JSON_BYTES = 10 * 1024 * 1024;
export const CUT_SHORT: FailureDetail = {
  failure: "error",
  status: 200,
  message: "The file ended before it was complete.",
  code: "cut_short",
};
const LATE: FailureDetail = {
  failure: "unavailable",
  status: null,
  message: "The file did not arrive in time.",
  code: null,
  reason: "timeout",
};

/** Whether the caller accepts bytes; otherwise the file comes as JSON. */
export function wantsBytes(request: Request): boolean {
  return acceptsType(request, "application/octet-stream");
}

/** Streams a file as an attachment, never rendered; the runtime pipes only an unwrapped body with constant memory. */
export function fileResponse(file: UpstreamFile): Response {
  const ascii = file.name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(file.name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return new Response(file.body, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
      "content-security-policy": "sandbox; default-src 'none'",
      ...(/^[\w.+/-]+$/.test(file.mimeType) && { "x-file-mime-type": file.mimeType }),
    },
  });
}

/** Reads a file into JSON within `leftMs`, as UTF-8 or base64; throws `UpstreamFailure`, or INVALID_INPUT over 10 MiB. */
export async function fileData(file: UpstreamFile, leftMs: number): Promise<Record<string, unknown>> {
  const bytes = await readFile(file, { leftMs, maxBytes: MAX_JSON_BYTES, tooLarge });
  const text = asText(bytes);
  return {
    id: file.id,
    name: file.name,
    mime_type: file.mimeType,
    size: bytes.byteLength,
    encoding: text === null ? "base64" : "utf-8",
    content: text ?? base64Text(bytes),
  };
}

/** What a file that is read at once may take. */
export interface ReadBounds {
  leftMs: number;
  maxBytes: number;
  tooLarge(): AppError;
}

/** The whole file; throws `UpstreamFailure` where it ends early or late, and `tooLarge`. */
export async function readFile(
  file: UpstreamFile,
  { leftMs, maxBytes, tooLarge }: ReadBounds,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = file.body.getReader();
  const stop = () =>
    reader.cancel().catch(() => {
      // A body that has failed is closed already.
    });
  if ((file.size ?? 0) > maxBytes) {
    await stop();
    throw tooLarge();
  }
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void stop();
  }, leftMs);
  const chunks: Uint8Array[] = [];
  try {
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await stop();
        throw tooLarge();
      }
      chunks.push(value);
    }
  } catch (error) {
    if (!isLate) throw error instanceof AppError ? error : new UpstreamFailure(CUT_SHORT);
  } finally {
    clearTimeout(timer);
  }
  if (isLate) throw new UpstreamFailure(LATE);
  return new Uint8Array(Buffer.concat(chunks));
}

function tooLarge(): AppError {
  const message = `The file is larger than ${MAX_JSON_BYTES} bytes. Request it with Accept: application/octet-stream.`;
  return invalidInput([{ in: "header", path: "/accept", message }]);
}

function asText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\u0000") ? null : text;
  } catch {
    // Bytes that are not UTF-8 are no text.
    return null;
  }
}
