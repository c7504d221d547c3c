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
    mimeType: headers.get("x-file-mime-type") ?? "application/octet-stream",
    size: length === null || headers.has("content-encoding") ? null : Number(length),
    body: body ?? new ReadableStream({ start: (controller) => controller.close() }),
  };
}

/** `filename*` in UTF-8 (RFC 6266), which the gateway always sends. */
function nameIn(disposition: string): string | null {
  const encoded = disposition.match(/filename\*=UTF-8''([^;\s]+)/i)?.[1];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
