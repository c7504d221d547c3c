// Sends one signed request to the checked address of an endpoint; follows nothing, and reads a bounded response.
import { clearTimeout, setTimeout } from "node:timers";
import { parseEndpointUrl } from "../../foundation/network/address.ts";
import { fetchPinned, type Network, sendErrorOf } from "../../foundation/network/pinned-fetch.ts";
import { SendError, type SendErrorCode } from "../../foundation/network/send-error.ts";
import { MAX_DECISION_BYTES, type ReceivedResponse } from "./decision-response.ts";

const MAX_RESPONSE_BYTES = 64 * 1024;
const LOGGED_BYTES = 1_024;
/** A byte more than a response that decides may have, which shows that it is too large. */
const READ_BYTES = MAX_DECISION_BYTES + 1;
export const TIMEOUT_MS = 15_000;

export interface SendResult {
  /** Null: delivered. */
  error: SendErrorCode | null;
  status: number | null;
  /** The response's start; null where there is none, or none that is text. */
  response: string | null;
  /** As much of it as a decision may have; null where there is no response. */
  received: ReceivedResponse | null;
  /** Seconds; null without a header that can be read. */
  retryAfter: number | null;
}

/** One attempt. Never throws: what goes wrong is a code. */
export async function send(
  network: Network,
  text: string,
  headers: Record<string, string>,
  body: string,
): Promise<SendResult> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(new SendError("timeout")), network.timeoutMs);
  try {
    const parsed = parseEndpointUrl(text, network.policy);
    if ("error" in parsed) throw new SendError("address_refused");
    const init = { method: "POST" as const, headers, body, signal: aborter.signal };
    const response = await fetchPinned(network, parsed.url, init);
    return await resultOf(response, aborter);
  } catch (error) {
    return {
      error: sendErrorOf(error, aborter.signal),
      status: null,
      response: null,
      received: null,
      retryAfter: null,
    };
  } finally {
    clearTimeout(timer);
  }
}

async function resultOf(response: Response, aborter: AbortController): Promise<SendResult> {
  const { status, headers } = response;
  const bytes = await beginningOf(response, aborter);
  const error = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? "redirect" : "status";
  return {
    error,
    status,
    response: headers.has("content-encoding") ? null : textOf(bytes),
    received: { headers, bytes },
    retryAfter: secondsIn(headers.get("retry-after")),
  };
}

/** The status decides, so a body that breaks off, never ends or is too large changes nothing. */
async function beginningOf({ body }: Response, aborter: AbortController): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (size < READ_BYTES) chunks.push(part.value);
      size += part.value.byteLength;
      if (size >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // Aborted, or cut off by the receiver.
  }
  aborter.abort();
  return Buffer.concat(chunks).subarray(0, READ_BYTES);
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.byteLength === 0) return null;
  // The last character may be cut; Postgres stores no NUL.
  const text = new TextDecoder().decode(bytes.subarray(0, LOGGED_BYTES));
  return text.replace(/\uFFFD$/, "").replaceAll("\0", "\uFFFD");
}

const MAX_RETRY_AFTER = 3_600;

/** Seconds alone: dates depend on two clocks. An hour at most, so that a receiver does not stop its endpoint by accident. */
function secondsIn(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Math.min(Number(header), MAX_RETRY_AFTER) : null;
}
