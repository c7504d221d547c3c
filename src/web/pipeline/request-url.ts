// The URL of a request as the router needs it: its path as sent, and a whole URL in place of one that is none.

/** Elysia looks for the path of a URL from this character on. */
const ELYSIA_PATH_FROM = 11;

/** As sent, without the query. */
export function pathOf(url: string): string {
  const pathAt = url.indexOf("/", ELYSIA_PATH_FROM);
  const queryAt = url.indexOf("?", pathAt);
  return queryAt === -1 ? url.slice(pathAt) : url.slice(pathAt, queryAt);
}

/** The origin of the last request whose URL was valid; nearly all requests have the same one. */
let lastOrigin = "";

/** A short host name, or none, would hide the path from Elysia, and a malformed one is no URL at all. */
export function routable(request: Request): Request {
  const { url } = request;
  const pathAt = url.startsWith("/") ? 0 : url.indexOf("/", "http://".length + 1);
  const origin = url.slice(0, pathAt);
  // No path makes an origin unreadable (WHATWG URL, section 4.4).
  const isRoutable = pathAt >= ELYSIA_PATH_FROM && (origin === lastOrigin || URL.canParse(url));
  if (isRoutable) lastOrigin = origin;
  return isRoutable ? request : new Request(`http://localhost${url.slice(pathAt)}`, request);
}

/** Whether the path can be decoded. */
export function isReadable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    // The caller refuses a path that cannot be decoded.
    return false;
  }
}
