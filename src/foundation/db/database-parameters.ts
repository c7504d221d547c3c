// The parameters of DATABASE_URL: most go to the server as they are, and some cannot work.

/** What libpq knows by these names; the driver takes any other text for a demand of a verified certificate. */
const TLS_MODES: readonly string[] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
/** What the driver knows of these, and a gateway can serve on; it goes to the primary of several hosts by itself. */
const TARGETS: readonly string[] = ["primary", "read-write"];
/** Parts of an address that other clients take as parameters, and this driver only before the path. */
const OF_ADDRESS: readonly string[] = ["host", "hostaddr", "port", "password", "dbname", "service", "passfile"];
/** Files that libpq reads, and this driver would pass to the server. */
const TLS_FILES: readonly string[] = ["sslrootcert", "sslcert", "sslkey", "sslcrl", "sslpassword"];
const MAX_PORT = 65_535;

function parametersOf(url: string): [name: string, value: string][] {
  const at = url.indexOf("?");
  return at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))];
}

export const parameterNames = (url: string): string[] => parametersOf(url).map(([name]) => name);

const afterScheme = (url: string) => url.replace(/^[a-z]{1,20}:\/\//i, "");

/** An @ after it would be the end of a password. */
export function hasSlashAtEnd(url: string): boolean {
  const [location = ""] = afterScheme(url).split(/[?#]/, 1);
  return /^[^/]+\/[^/@]+\/+$/.test(location);
}

/** Why the driver cannot use a well encoded URL as it is meant, as a sentence without its secrets; null where it can. */
export function unusableAddress(url: string): string | null {
  const [authority = ""] = afterScheme(url).split(/[/?#]/, 1);
  const hosts = authority.slice(authority.lastIndexOf("@") + 1).split(",");
  if (hosts.some((host) => Number(/:(\d{1,9})$/.exec(host)?.[1] ?? 0) > MAX_PORT))
    return `DATABASE_URL has a port above ${MAX_PORT}.`;
  if (hosts.some((host) => /^%2f/i.test(host)))
    return "DATABASE_URL names a Unix socket, which is not supported: name the server's host, such as 127.0.0.1.";
  for (const [name, value] of parametersOf(url)) {
    if (OF_ADDRESS.includes(name))
      return `DATABASE_URL has the parameter ${name}, which is not supported: write postgres://user:password@host:5432/database, with a host name or an address and not a socket.`;
    if (TLS_FILES.includes(name))
      return `DATABASE_URL has the parameter ${name}, which is not used: remove it, and name the file of your certificate authority in NODE_EXTRA_CA_CERTS; a client's own certificate is not supported.`;
    if (name === "sslmode" && !TLS_MODES.includes(value))
      return `DATABASE_URL has an sslmode that is none of ${TLS_MODES.join(", ")}.`;
    if (name === "target_session_attrs" && !TARGETS.includes(value))
      return `DATABASE_URL has a target_session_attrs that is neither ${TARGETS.join(" nor ")}: remove it.`;
  }
  return null;
}
