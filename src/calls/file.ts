// Files in both forms: JSON up to 10 MiB, or the bytes streamed through, of any size.
import { AppError, invalidInput } from "../errors.ts";
import type { UpstreamFile } from "../plugin/index.ts";

const MAX_JSON_BYTES = 10 * 1024 * 1024;

/** Whether the caller asked for the bytes. */
export function wantsBytes(request: Request): boolean {
  return /\bapplication\/octet-stream\b/i.test(request.headers.get("accept") ?? "");
}

/** Streams a file; the browser is told to save it, never to show it (its content is somebody else's). */
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

/** Reads a file into JSON data; text where it is UTF-8, base64 otherwise. */
export async function fileData(file: UpstreamFile): Promise<Record<string, unknown>> {
  const bytes = await readAll(file);
  const text = asText(bytes);
  return {
    id: file.id,
    name: file.name,
    mime_type: file.mimeType,
    size: bytes.byteLength,
    encoding: text === null ? "base64" : "utf-8",
    content: text ?? Buffer.from(bytes).toString("base64"),
  };
}

async function readAll(file: UpstreamFile): Promise<Uint8Array> {
  const tooLarge = () =>
    invalidInput([
      {
        in: "header",
        path: "/accept",
        message: `The file is larger than ${MAX_JSON_BYTES} bytes; ask for it with Accept: application/octet-stream.`,
      },
    ]);
  if ((file.size ?? 0) > MAX_JSON_BYTES) {
    await file.body.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of file.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > MAX_JSON_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const details = { status: 200, message: "The file ended before it was complete.", code: "cut_short" };
    throw new AppError("PROVIDER_ERROR", "The provider's answer ended before it was complete", details);
  }
  return Buffer.concat(chunks);
}

function asText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\u0000") ? null : text;
  } catch {
    return null;
  }
}
