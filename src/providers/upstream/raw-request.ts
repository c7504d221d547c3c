// A raw request to a provider: its host, path and headers, kept to what the plugin declares and to lists of names.
import { type Method, type Provider, UnsafePathValue, type UpstreamPath } from "../../plugin/index.ts";
import { type PresentedCredential, presented } from "./credential.ts";
import { mergeHeaders, requestUrl, USER_AGENT, withParameter } from "./send.ts";
import type { Target } from "./target.ts";
import { fillTenant, namesIn, sharedParts } from "./tenant.ts";
import type { UpstreamContext, UpstreamDefaults } from "./upstream.ts";

/**
 * The caller's headers that a provider gets, beside those whose names the plugin sets itself. Missing are the credential and
 * cookie headers, those of a connection (RFC 9110, section 7.6.1), and what changes the method or names another client.
 */
export const REQUEST_HEADERS: readonly string[] = [
  "accept",
  "accept-encoding",
  "accept-language",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-md5",
  "content-range",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "prefer",
  "range",
  "x-upload-content-length",
  "x-upload-content-type",
];

/** The provider's headers that a caller gets; `location` only where it stays at the same host. */
export const RESPONSE_HEADERS: readonly string[] = [
  "accept-ranges",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "link",
  "preference-applied",
  "range",
  "retry-after",
];

/** Characters of a path and of a query. */
const MAX_PATH = 4096;
const MAX_QUERY = 16_384;
/** RFC 3986, section 3.3: what a path may hold without being encoded. */
const PATH = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
/** A path is decoded until nothing changes, at most this often: a provider may decode twice. */
const MAX_DECODINGS = 4;

/** Why a path, from its first slash on and percent-encoded, cannot be sent to a provider; null where it can. */
export function rawPathError(path: string): string | null {
  if (path.length > MAX_PATH) return `The path is longer than ${MAX_PATH} characters.`;
  if (!PATH.test(path)) return "Characters in the path that RFC 3986 does not allow must be percent-encoded.";
  if (path.includes("//")) return "The path cannot have an empty segment.";
  let text = path;
  for (let decodings = 0; ; decodings++) {
    if (isUnsafe(text)) return 'The path cannot contain ".", "..", a backslash or a control character, encoded or not.';
    const decoded = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === text) return null;
    if (decodings === MAX_DECODINGS) return `The path is percent-encoded more than ${MAX_DECODINGS} times.`;
    text = decoded;
  }
}

/** Some servers cut parameters off a segment before they resolve dots: `..;x` is `..` for them. */
function isUnsafe(path: string): boolean {
  return /[\u0000-\u001f\u007f\\]/.test(path) || path.split("/").some((segment) => /^\.{1,2}(?:;|$)/.test(segment));
}

/** A host that a plugin declares, and the URL that raw paths at it count from. */
export interface RawHost {
  host: string;
  baseUrl: string;
}

/** The hosts of a plugin's base URLs for a tenant, the first one first; throws `UpstreamFailure` for an unfit tenant. */
export function rawHosts(target: Target, tenant: Readonly<Record<string, string>>): RawHost[] {
  const { baseUrl } = target.provider;
  const hosts = new Map<string, RawHost>();
  for (const [name, declared] of Object.entries(typeof baseUrl === "string" ? { "": baseUrl } : baseUrl)) {
    const [origin = ""] = /^https:\/\/[^/]+/.exec(declared) ?? [];
    const path = declared.slice(origin.length).replace(/(?<!\/)\/+$/, "");
    const resolved = target.baseUrls[name] as string;
    // An override stands for the declared URL with its path: what it has in front of that path stays.
    const root = path !== "" && resolved.endsWith(path) ? resolved.slice(0, -path.length) : resolved;
    const { host } = new URL(fillTenant(target, origin, tenant));
    if (!hosts.has(host)) hosts.set(host, { host, baseUrl: fillTenant(target, root, tenant) });
  }
  return [...hosts.values()];
}

export interface RawRequest {
  method: Method;
  host: RawHost;
  /** Without the query; `rawPathError` has passed it. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** The caller's own. */
  headers: Headers;
  body: ReadableStream<Uint8Array> | string | null;
  /** Whether the response's content coding is left as it is. */
  keepsCoding: boolean;
}

/** The URL without a credential; throws `UnsafePathValue` where the URL parser would change where it goes. */
export function rawUrl({ host, path, search }: Pick<RawRequest, "host" | "path" | "search">): string {
  if (search.length > MAX_QUERY) throw new UnsafePathValue(`The query is longer than ${MAX_QUERY} characters.`);
  return requestUrl(host.baseUrl, { path: path as UpstreamPath }) + search;
}

/** Sends a raw request; follows no redirect. Throws what fetch throws. */
export async function sendRawRequest(
  {
    target,
    tenant,
    tokens,
    fetch,
    signal,
  }: Pick<UpstreamContext, "target" | "tokens" | "fetch" | "signal"> & Pick<UpstreamDefaults, "tenant">,
  request: RawRequest,
): Promise<Response> {
  const credential = presented(target.provider, tokens.auth ?? "oauth2", tokens.access);
  const shared = sharedParts(target, tenant);
  const url = withShared(rawUrl(request), target.provider, shared.query);
  const init: RequestInit & { decompress?: false; duplex?: "half" } = {
    method: request.method,
    headers: requestHeaders(target.provider, shared.headers, request, credential),
    redirect: "manual",
    signal,
    ...(request.body !== null && { body: request.body, duplex: "half" }),
    ...(request.keepsCoding && { decompress: false }),
  };
  return fetch("query" in credential ? withParameter(url, credential.query, credential.value) : url, init);
}

/** Whether a caller may send another value: not where it says whose data a request is for. */
const isReplaceable = (template: string): boolean => namesIn(template).length === 0;

/** The URL with the parameters that every request of the provider has; the caller's own stay as they were sent. */
function withShared(href: string, { query = {} }: Provider, shared: Record<string, string>): string {
  const { searchParams } = new URL(href);
  const [present, missing] = [new Map<string, string>(), new URLSearchParams()];
  for (const [name, value] of Object.entries(shared)) {
    if (!searchParams.has(name)) missing.set(name, value);
    else if (!isReplaceable(query[name] ?? "")) present.set(name, value);
  }
  const url = [...present].reduce((made, [name, value]) => withParameter(made, name, value), href);
  return missing.size === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${missing}`;
}

/** The credential comes last, so that no header of the caller replaces it. */
function requestHeaders(
  provider: Provider,
  shared: Record<string, string>,
  { headers, body, keepsCoding }: RawRequest,
  credential: PresentedCredential,
): Record<string, string> {
  const own = provider.headers ?? {};
  const ownNames = Object.keys(own).map((name) => name.toLowerCase());
  const fixed = Object.fromEntries(Object.entries(shared).filter(([name]) => !isReplaceable(own[name] ?? "")));
  const callers: Record<string, string> = {};
  for (const name of [...REQUEST_HEADERS, ...ownNames]) {
    const value = headers.get(name);
    // Most clients send this by themselves; it would hide the media type that the plugin asks for.
    if (value !== null && !(name === "accept" && value === "*/*")) callers[name] = value;
  }
  // Without it the runtime would ask for codings that the caller may not know.
  if (keepsCoding) callers["accept-encoding"] ??= "identity";
  else delete callers["accept-encoding"];
  const length = body instanceof ReadableStream ? headers.get("content-length") : null;
  if (length !== null) callers["content-length"] = length;
  return mergeHeaders(
    { accept: "application/json", "user-agent": USER_AGENT },
    shared,
    callers,
    fixed,
    "header" in credential ? { [credential.header]: credential.value } : undefined,
  );
}

/** The path of a `Location` at the same host, with its query; null for one that leads elsewhere. */
export function sameHostLocation(response: Response, { host, path }: Pick<RawRequest, "host" | "path">): string | null {
  const value = response.headers.get("location");
  const from = new URL(host.baseUrl + path);
  const to = value === null ? null : URL.parse(value, from);
  const prefix = new URL(host.baseUrl).pathname.replace(/\/$/, "");
  if (to?.origin !== from.origin || !to.pathname.startsWith(`${prefix}/`)) return null;
  return to.pathname.slice(prefix.length) + to.search;
}
