// What MCP clients get tokens for: the resource's identifier, its scopes, and the challenge that leads a client to sign-in.

/** The path of the MCP endpoint. Its identifier as a resource (RFC 8707) is the public base URL with this path. */
export const MCP_PATH = "/mcp";

export const READ_SCOPE = "tools:read";
export const WRITE_SCOPE = "tools:write";
export const SCOPES: readonly string[] = [READ_SCOPE, WRITE_SCOPE];

export const resourceOf = (baseUrl: string): string => `${baseUrl}${MCP_PATH}`;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The resource that a client names, as the gateway names it itself: nothing is lost by a slash at its end, by letters that a URL does
 * not tell apart, or by another name of this machine. Null for any other resource.
 */
export function ownResource(baseUrl: string, named: string): string | null {
  const own = new URL(resourceOf(baseUrl));
  if (!URL.canParse(named)) return null;
  const url = new URL(named);
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(named) || url.username !== "" || url.password !== "")
    return null;
  const isSameHost =
    url.hostname === own.hostname || (LOOPBACK.includes(url.hostname) && LOOPBACK.includes(own.hostname));
  const isSame =
    isSameHost &&
    url.protocol === own.protocol &&
    url.port === own.port &&
    url.pathname.replace(/\/$/, "") === own.pathname;
  return isSame ? resourceOf(baseUrl) : null;
}

export const scopeOf = (isReadOnly: boolean): string => (isReadOnly ? READ_SCOPE : SCOPES.join(" "));

/** The address of a well-known document about `url` (RFC 8414, section 3.1; RFC 9728, section 3.1). */
export function wellKnown(name: string, url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}/.well-known/${name}${pathname === "/" ? "" : pathname}`;
}

/**
 * WWW-Authenticate at /mcp (RFC 6750, section 3; RFC 9728, section 5.1): where a client learns how to get a token, and what is
 * wrong with the one that it has.
 */
export function bearerChallenge(baseUrl: string, error: "invalid_token" | "insufficient_scope" | null = null): string {
  const said = error === null ? "" : `error="${error}", `;
  const metadata = wellKnown("oauth-protected-resource", resourceOf(baseUrl));
  return `Bearer ${said}resource_metadata="${metadata}", scope="${SCOPES.join(" ")}"`;
}
