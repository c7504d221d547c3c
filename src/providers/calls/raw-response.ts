// The response to a raw call: streamed to the caller as it comes, or bounded for a tool.

import { MAX_RAW_BODY, type RawResult } from "../registry/raw-tool.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { RESPONSE_HEADERS, sameHostLocation } from "../upstream/raw-request.ts";
import { readBytes, unavailable } from "../upstream/send.ts";
import { failureError } from "./failures.ts";
import type { RawResponse } from "./raw-call.ts";

/** Tells the provider's responses from the gateway's own, which have X-Error-Code. */
export const STATUS_HEADER = "x-upstream-status";

/** A body of a known length up to this is read at once: it goes out in one packet. */
const READ_AT_ONCE_BYTES = 64 * 1024;
/** RFC 9110, section 6.4.1: statuses whose responses have no body. */
const WITHOUT_BODY = [204, 205, 304];

/** The provider's response for the caller; its body is not read here, unless it is short. */
export async function rawResponse(raw: RawResponse, rawPath: string, endpoint: RegisteredEndpoint): Promise<Response> {
  const { response } = raw;
  const { status } = response;
  const headers = passedHeaders(raw, rawPath, `/api/v1/${endpoint.provider.id}/proxy`);
  headers.set(STATUS_HEADER, String(status));
  // A page of a provider's must not run on the gateway's origin.
  headers.set("content-security-policy", "sandbox; default-src 'none'");
  if (WITHOUT_BODY.includes(status)) {
    raw.release();
    await response.body?.cancel();
    return new Response(null, { status, headers });
  }
  const isShort = Number(response.headers.get("content-length") ?? Number.NaN) <= READ_AT_ONCE_BYTES;
  if (!isShort || response.headers.has("transfer-encoding")) {
    raw.release();
    // The runtime pipes only an unwrapped body with constant memory.
    const body = raw.hasSecretUrl && response.body ? quiet(response.body) : response.body;
    return new Response(body, { status, headers });
  }
  try {
    const bytes = await readBytes(response, READ_AT_ONCE_BYTES, raw.signal);
    return new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers });
  } catch (error) {
    throw error instanceof UpstreamFailure ? failureError(endpoint, error.detail) : error;
  } finally {
    raw.release();
  }
}

/** The same for a tool: status, headers, and as much of the body as a model can read. */
export async function rawResult(raw: RawResponse, rawPath: string, endpoint: RegisteredEndpoint): Promise<RawResult> {
  const { response } = raw;
  try {
    const { bytes, isTruncated } = await readAtMost(response, MAX_RAW_BODY, raw.signal);
    const headers = passedHeaders(raw, rawPath, "");
    headers.delete("content-encoding");
    return {
      status: response.status,
      headers: Object.fromEntries(headers),
      ...contentOf(bytes, isTruncated),
      is_truncated: isTruncated,
    };
  } catch (error) {
    throw error instanceof UpstreamFailure ? failureError(endpoint, error.detail) : error;
  } finally {
    raw.release();
  }
}

function passedHeaders(raw: RawResponse, rawPath: string, root: string): Headers {
  const headers = new Headers();
  for (const name of RESPONSE_HEADERS) {
    const value = raw.response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const location = sameHostLocation(raw.response, { host: raw.host, path: rawPath });
  if (location !== null) headers.set("location", root + location);
  return headers;
}

async function readAtMost(response: Response, maxBytes: number, signal: AbortSignal) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    while (reader && size <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      chunks.push(value);
    }
  } catch (error) {
    throw unavailable(error, signal);
  }
  if (size > maxBytes) await reader?.cancel();
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: size > maxBytes };
}

function contentOf(bytes: Uint8Array, isTruncated: boolean): Pick<RawResult, "body" | "encoding"> {
  if (bytes.byteLength === 0) return { body: null, encoding: "utf-8" };
  try {
    // A cut may go through the middle of a character.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isTruncated });
    if (text.includes("\u0000")) throw new TypeError("This is not text.");
    return (isTruncated ? null : asJson(text)) ?? { body: text, encoding: "utf-8" };
  } catch {
    // Bytes that are not UTF-8 are given in base64.
    return { body: Buffer.from(bytes).toString("base64"), encoding: "base64" };
  }
}

function asJson(text: string): Pick<RawResult, "body" | "encoding"> | null {
  try {
    return { body: JSON.parse(text), encoding: "json" };
  } catch {
    // A body that is not JSON is given as text.
    return null;
  }
}

/** A body of a request with a credential in its URL, which the runtime would print where the body breaks off. */
function quiet(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch {
          // The runtime would print the error with its URL, which can hold a credential.
          controller.error(new DOMException("The provider's response ended before it was complete.", "AbortError"));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
