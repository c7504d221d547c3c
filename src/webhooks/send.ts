// Sends one signed request to the checked address of an endpoint; follows nothing, and reads a bounded response.
import { isIPv6 } from "node:net";
import { clearTimeout, setTimeout } from "node:timers";
import { type AddressPolicy, checkedAddresses, parseEndpointUrl, type Resolve } from "./address.ts";
import { SendError, type SendErrorCode } from "./send-error.ts";

const MAX_RESPONSE_BYTES = 64 * 1024;
const LOGGED_BYTES = 1_024;
export const TIMEOUT_MS = 15_000;

export interface Network {
  policy: AddressPolicy;
  resolve: Resolve;
  /** For resolving, connecting and the response together. */
  timeoutMs: number;
  /** A certificate authority besides the runtime's own, as PEM. */
  ca?: string;
}

export interface SendResult {
  /** Null: delivered. */
  error: SendErrorCode | null;
  status: number | null;
  /** The response's start; null where there is none, or none that is text. */
  response: string | null;
  /** Seconds; null without a header that can be read. */
  retryAfter: number | null;
}

/** What Bun's fetch takes in addition. Other runtimes ignore it, and then refuse the certificate. */
interface FetchOptions extends RequestInit {
  decompress: false;
  tls?: { servername?: string; ca?: string };
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
    const addresses = await orAborted(checkedAddresses(parsed.url, network.policy, network.resolve), aborter.signal);
    const response = await fetchFirst(network, parsed.url, addresses, { headers, body, signal: aborter.signal });
    return await resultOf(response, aborter);
  } catch (error) {
    return { error: codeOf(error, aborter.signal), status: null, response: null, retryAfter: null };
  } finally {
    clearTimeout(timer);
  }
}

/** A resolver cannot be aborted. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** Tries the first address, and the first of the other family where no connection to that one is made. */
async function fetchFirst(
  network: Network,
  url: URL,
  addresses: readonly string[],
  init: RequestInit,
): Promise<Response> {
  const [first = "", ...others] = addresses;
  const other = others.find((address) => isIPv6(address) !== isIPv6(first));
  try {
    return await fetchAt(network, url, first, init);
  } catch (error) {
    if (other === undefined || codeOf(error, init.signal as AbortSignal) !== "connect") throw error;
    return fetchAt(network, url, other, init);
  }
}

/** Dials the address that was checked: a name would be resolved again, to another address perhaps. */
function fetchAt({ ca }: Network, url: URL, address: string, init: RequestInit): Promise<Response> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}${url.port && `:${url.port}`}`;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // SNI carries names only (RFC 6066); a certificate of an address is checked against the URL's.
  const servername = host === address ? undefined : host;
  const options: FetchOptions = {
    ...init,
    method: "POST",
    headers: { ...(init.headers as Record<string, string>), host: url.host },
    redirect: "manual",
    decompress: false,
    ...(url.protocol === "https:" && { tls: { ...(servername && { servername }), ...(ca && { ca }) } }),
  };
  return fetch(`${url.protocol}//${authority}${url.pathname}${url.search}`, options);
}

async function resultOf(response: Response, aborter: AbortController): Promise<SendResult> {
  const { status, headers } = response;
  const text = await beginningOf(response, aborter);
  const error = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? "redirect" : "status";
  return {
    error,
    status,
    response: headers.has("content-encoding") ? null : text,
    retryAfter: secondsIn(headers.get("retry-after")),
  };
}

/** The status decides, so a body that breaks off, never ends or is too large changes nothing. */
async function beginningOf({ body }: Response, aborter: AbortController): Promise<string | null> {
  if (!body) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (size < LOGGED_BYTES) chunks.push(part.value);
      size += part.value.byteLength;
      if (size >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // Aborted, or cut off by the receiver.
  }
  aborter.abort();
  if (size === 0) return null;
  // The last character may be cut; Postgres stores no NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, LOGGED_BYTES));
  return text.replace(/\uFFFD$/, "").replaceAll("\0", "\uFFFD");
}

const MAX_RETRY_AFTER = 3_600;

/** Seconds alone: dates depend on two clocks. An hour at most, so that a receiver does not stop its endpoint by accident. */
function secondsIn(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Math.min(Number(header), MAX_RETRY_AFTER) : null;
}

/** OpenSSL's and the runtime's names for a handshake or a certificate that failed. */
const TLS = /CERT|TLS|SSL|SIGNED|VERIFY|ISSUER|ALTNAME/i;

function codeOf(error: unknown, signal: AbortSignal): SendErrorCode {
  if (error instanceof SendError) return error.code;
  if (signal.aborted) return "timeout";
  const { code, message } = error as { code?: unknown; message?: unknown };
  return TLS.test(`${code} ${typeof code === "string" ? "" : message}`) ? "tls" : "connect";
}
