// Sends one request to an address that was checked, so that no second look-up of its host decides where it goes; follows nothing.
import { isIPv6 } from "node:net";
import { type AddressPolicy, checkedAddresses, type Resolve } from "./address.ts";
import { SendError, type SendErrorCode } from "./send-error.ts";

export interface Network {
  policy: AddressPolicy;
  resolve: Resolve;
  /** For resolving, connecting and the response together. */
  timeoutMs: number;
  /** A certificate authority besides the runtime's own, as PEM. */
  ca?: string;
}

/** What Bun's fetch takes in addition. Other runtimes ignore it, and then refuse the certificate. */
interface FetchOptions extends RequestInit {
  decompress: false;
  tls?: { servername?: string; ca?: string };
}

export interface PinnedInit {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** The response, with its body unread. Throws `SendError` for a forbidden address, and what the runtime throws. */
export async function fetchPinned(network: Network, url: URL, init: PinnedInit): Promise<Response> {
  const addresses = await orAborted(checkedAddresses(url, network.policy, network.resolve), init.signal);
  return fetchFirst(network, url, addresses, init);
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
  init: PinnedInit,
): Promise<Response> {
  const [first = "", ...others] = addresses;
  const other = others.find((address) => isIPv6(address) !== isIPv6(first));
  try {
    return await fetchAt(network, url, first, init);
  } catch (error) {
    if (other === undefined || sendErrorOf(error, init.signal) !== "connect") throw error;
    return fetchAt(network, url, other, init);
  }
}

/** Dials the address that was checked: a name would be resolved again, to another address perhaps. */
function fetchAt({ ca }: Network, url: URL, address: string, init: PinnedInit): Promise<Response> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}${url.port && `:${url.port}`}`;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // SNI carries names only (RFC 6066); a certificate of an address is checked against the URL's.
  const servername = host === address ? undefined : host;
  const options: FetchOptions = {
    ...init,
    headers: { ...init.headers, host: url.host },
    redirect: "manual",
    decompress: false,
    ...(url.protocol === "https:" && { tls: { ...(servername && { servername }), ...(ca && { ca }) } }),
  };
  return fetch(`${url.protocol}//${authority}${url.pathname}${url.search}`, options);
}

/** OpenSSL's and the runtime's names for a handshake or a certificate that failed. */
const TLS = /CERT|TLS|SSL|SIGNED|VERIFY|ISSUER|ALTNAME/i;

export function sendErrorOf(error: unknown, signal: AbortSignal): SendErrorCode {
  if (error instanceof SendError) return error.code;
  if (signal.aborted) return "timeout";
  const { code, message } = error as { code?: unknown; message?: unknown };
  return TLS.test(`${code} ${typeof code === "string" ? "" : message}`) ? "tls" : "connect";
}
