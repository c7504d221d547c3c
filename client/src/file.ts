// A file as it comes from the gateway: a stream with its name and type.

export interface FileStream {
  name: string | null;
  mimeType: string;
  /** Bytes; null where the provider does not say. */
  size: number | null;
  body: ReadableStream<Uint8Array>;
}

export function fileOf({ headers, body }: Response): FileStream {
  const length = headers.get("content-length");
  return {
    name: nameIn(headers.get("content-disposition") ?? ""),
    mimeType: headers.get("x-file-mime-type") ?? headers.get("content-type") ?? "application/octet-stream",
    size: length === null || headers.has("content-encoding") ? null : Number(length),
    body: body ?? new ReadableStream({ start: (controller) => controller.close() }),
  };
}

/** `filename*` in UTF-8 (RFC 6266), which every provider's file has; an export has a plain name. */
function nameIn(disposition: string): string | null {
  const encoded = disposition.match(/filename\*=UTF-8''([^;\s]+)/i)?.[1];
  const plain = disposition.match(/filename="([^"\\]*)"/i)?.[1] ?? null;
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
