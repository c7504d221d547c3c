// One HTTP exchange with a provider: builds the request, keeps it on declared hosts, bounds time and size.

import { VERSION } from "../../foundation/version.ts";
import { UnsafePathValue, type UpstreamRequest } from "../../plugin/index.ts";
import { ACCEPTED } from "../bodies/read.ts";
import type { PresentedCredential } from "./credential.ts";
import { type UnavailableReason, UpstreamFailure } from "./failure.ts";

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

export interface SendOptions {
  fetch: Fetch;
  /** Aborts when the caller goes away or the call's deadline passes. */
  signal: AbortSignal;
  /** Absent for requests without credentials. */
  credential?: PresentedCredential;
  headers?: Record<string, string>;
  /** Parameters of every request, which those of this one replace. */
  query?: Record<string, string>;
  /** Other hosts that a GET may be redirected to, without credentials: `*.example.com`. */
  downloadHosts?: readonly string[];
}

const MAX_REDIRECTS = 3;
export const USER_AGENT = `integration-gateway/${VERSION}`;

/** RFC 9110, section 5.5: no control character but the tab, one byte a character. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Merges headers by lower-case name, later ones win; throws on a value that would break out of its header. */
export function mergeHeaders(...records: (Record<string, string> | undefined)[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const record of records) {
    for (const name in record) {
      const value = record[name] as string;
      if (!HEADER_VALUE.test(value)) throw new TypeError(`The value of "${name}" is not valid in a header.`);
      headers[name.toLowerCase()] = value;
    }
  }
  return headers;
}

/** The absolute URL of a request; throws `UnsafePathValue` where the URL parser would change its host or path. */
export function requestUrl(baseUrl: string, req: UpstreamRequest): string {
  const url = URL.parse(baseUrl + req.path);
  const base = new URL(baseUrl);
  const prefix = base.pathname === "/" ? "" : base.pathname;
  if (url?.origin !== base.origin || url.pathname !== prefix + req.path) {
    throw new UnsafePathValue("A value in the path would change where the request goes.");
  }
  for (const [name, value] of Object.entries(req.query ?? {})) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(item));
  }
  return url.href;
}

/** Sets a parameter, over one of the same name that the request brings. */
export function withParameter(href: string, name: string, value: string): string {
  const url = new URL(href);
  url.searchParams.set(name, value);
  return url.href;
}

function bodyOf(req: Omit<UpstreamRequest, "path">): { body?: BodyInit; type?: string } {
  if (req.content) return { body: req.content.data, type: req.content.type };
  if (req.form) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(req.form)) if (value !== undefined) form.set(name, String(value));
    return { body: form.toString(), type: "application/x-www-form-urlencoded" };
  }
  if (req.json !== undefined) return { body: JSON.stringify(req.json), type: "application/json; charset=utf-8" };
  return {};
}

/** Headers that may go to a download host. */
const DOWNLOAD_HEADERS = ["accept", "accept-encoding", "range", "user-agent"];

/** Whether a URL is https at one of the hosts, such as `*.example.com`. */
export function isAtHost(url: URL, hosts: readonly string[] = []): boolean {
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return hosts.some((host) => (host.startsWith("*.") ? url.hostname.endsWith(host.slice(1)) : url.hostname === host));
}

/** Sends a request and follows redirects on the same origin and to `downloadHosts`; throws `UpstreamFailure` without a response. */
export async function send(baseUrl: string, req: UpstreamRequest, options: SendOptions): Promise<Response> {
  const { credential } = options;
  const url = requestUrl(baseUrl, { ...req, query: { ...options.query, ...req.query } });
  return sendTo(
    credential && "query" in credential ? withParameter(url, credential.query, credential.value) : url,
    req,
    options,
  );
}

/** The same to a whole URL. */
export async function sendTo(
  href: string,
  req: Omit<UpstreamRequest, "path">,
  options: SendOptions,
): Promise<Response> {
  const { body, type } = bodyOf(req);
  const { credential } = options;
  const headers = mergeHeaders(
    { accept: ACCEPTED.json, "user-agent": USER_AGENT },
    options.headers,
    req.responseFormat && { accept: ACCEPTED[req.responseFormat] },
    req.headers,
    type ? { "content-type": type } : undefined,
    credential && "header" in credential ? { [credential.header]: credential.value } : undefined,
  );
  let url = href;
  for (let redirects = 0; ; redirects++) {
    const init: RequestInit = {
      method: req.method ?? "GET",
      headers,
      body,
      redirect: "manual",
      signal: options.signal,
    };
    let response: Response;
    try {
      response = await options.fetch(url, init);
    } catch (error) {
      throw unavailable(error, options.signal);
    }
    // GitHub redirects POSTs to renamed repositories by 301: the method stays the same.
    if (![301, 302, 307, 308].includes(response.status)) return response;
    const location = response.headers.get("location");
    // Google's uploads: the rest is still to come (developers.google.com/workspace/drive/api/guides/manage-uploads).
    if (response.status === 308 && location === null) return response;
    await response.body?.cancel();
    const next = location === null ? null : URL.parse(location, url);
    const isOwn = next?.origin === new URL(url).origin;
    const isFollowed = isOwn || (next && init.method === "GET" && isAtHost(next, options.downloadHosts));
    if (!next || redirects >= MAX_REDIRECTS || !isFollowed) throw notFollowed(response);
    // A download host gets no credential: the URL itself is one.
    if (!isOwn) for (const name of Object.keys(headers)) if (!DOWNLOAD_HEADERS.includes(name)) delete headers[name];
    url = next.href;
  }
}

const notFollowed = ({ status }: Response) =>
  new UpstreamFailure({
    failure: "error",
    status,
    message: "The provider redirected to an address that is not followed.",
    code: "redirect",
  });

/** Error codes of connections that were never made. After any other error a write may have happened. */
const NEVER_CONNECTED =
  /REFUSED|NOTFOUND|EAI_|UNREACH|FailedToOpenSocket|EPROTO|CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/i;

/** Whether an error of fetch means that no connection was made, so that nothing was sent. */
export function isUnconnected(error: unknown): boolean {
  return NEVER_CONNECTED.test(`${(error as { code?: string }).code ?? ""}`);
}

/** The failure for an error of fetch or of reading a body; the caller's abort stays as it is. */
export function unavailable(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof UpstreamFailure) return error;
  const timedOut = signal.aborted && (signal.reason as { name?: string })?.name === "TimeoutError";
  if (signal.aborted && !timedOut) return signal.reason ?? error;
  const isLate = timedOut || (error as { name?: string }).name === "TimeoutError";
  const reason: UnavailableReason = isLate ? "timeout" : isUnconnected(error) ? "connect" : "reset";
  const message = { timeout: "did not respond in time", reset: "broke the connection off" }[reason as string];
  return new UpstreamFailure({
    failure: "unavailable",
    status: null,
    message: `The provider ${message ?? "could not be reached"}.`,
    code: null,
    reason,
  });
}

/** The body ended early. */
function cutShort(response: Response, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return unavailable(error, signal);
  return new UpstreamFailure({
    failure: "error",
    status: response.status,
    message: "The provider's response ended before it was complete.",
    code: "cut_short",
  });
}

/** Bodies of a known length up to this are read at once. */
const READ_AT_ONCE_BYTES = 1024 * 1024;

/** Reads a body of at most `maxBytes` decoded bytes; throws `UpstreamFailure` where it is longer or cut short. */
export async function readBytes(response: Response, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const { headers } = response;
  const length = Number(headers.get("content-length") ?? Number.NaN);
  // The runtime enforces Content-Length. Beside a transfer encoding it means nothing (RFC 9112, section 6.3), and it counts
  // compressed bytes.
  const isLengthEnforced = !headers.has("transfer-encoding") && !headers.has("content-encoding");
  if (isLengthEnforced && length <= Math.min(maxBytes, READ_AT_ONCE_BYTES)) {
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw cutShort(response, error, signal);
    }
  }
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        throw new UpstreamFailure({
          failure: "error",
          status: response.status,
          message: `The provider's response is larger than ${maxBytes} bytes.`,
          code: "too_large",
        });
      }
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof UpstreamFailure ? error : cutShort(response, error, signal);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
