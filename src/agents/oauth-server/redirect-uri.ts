// Redirect URIs of MCP clients: what a client may register, and whether a request names a registered one.

const MAX_LENGTH = 2_048;
/** RFC 8252, section 7.3: a native app listens on a port that it learns when it starts. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/.*)?$/;
/** What browsers themselves act on; other schemes belong to apps. */
const BROWSER_SCHEMES = new Set(
  "about blob chrome data file filesystem ftp gopher intent javascript jar mailto resource sms tel urn vbscript view-source ws wss".split(
    " ",
  ),
);

/** Why a client cannot have a redirect URI, as a sentence; null where it can. */
export function redirectUriError(text: string): string | null {
  if (text.length > MAX_LENGTH) return `A redirect URI is longer than ${MAX_LENGTH} characters.`;
  if (!/^[\x21-\x7e]+$/.test(text) || /["'<>\\^`{|}]/.test(text))
    return "A redirect URI contains a character that URIs cannot have.";
  if (text.includes("#")) return "A redirect URI must not have a fragment.";
  if (!URL.canParse(text)) return "A redirect URI must be absolute.";
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== "" || password !== "") return "A redirect URI must not contain a user name or password.";
  if (protocol === "https:") return /^https:\/\/[^/]/i.test(text) && hostname !== "" ? null : "It must have a host.";
  if (protocol === "http:")
    return LOOPBACK.test(text) ? null : "A redirect URI must be https, except on loopback hosts.";
  const scheme = protocol.slice(0, -1);
  if (BROWSER_SCHEMES.has(scheme) || !text.toLowerCase().startsWith(`${scheme}:/`))
    return "A redirect URI must be https, on a loopback host, or have an app's own scheme.";
  return null;
}

/** Whether two URIs are the same text; on loopback hosts the port may differ. */
export function isSameRedirect(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const [, host, rest = ""] = LOOPBACK.exec(registered) ?? [];
  const [, otherHost, otherRest = ""] = LOOPBACK.exec(requested) ?? [];
  return host !== undefined && host === otherHost && rest === otherRest && redirectUriError(requested) === null;
}

/** The target of a redirect URI, for people to read. */
export function redirectHost(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (LOOPBACK.test(uri)) return "a program on your computer";
  return protocol === "https:" ? host : `an app that opens ${protocol}`;
}

/** The redirect URI with parameters of ours behind its own. */
export function withParameters(uri: string, parameters: Record<string, string | null>): string {
  const own = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) own.set(name, value);
  return `${uri}${uri.includes("?") ? "&" : "?"}${own}`;
}
