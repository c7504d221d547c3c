// Takes DATABASE_URL apart. It may name several hosts with ports, which no URL parser reads.

export interface DatabaseAddress {
  /** As the URL has it: with ports, and commas between several hosts. */
  host: string;
  hasSeveralHosts: boolean;
  user: string;
  database: string;
}

const SCHEME = /^postgres(?:ql)?:\/\//i;

/** What the part before the host names, or a parameter does; another part of the address is not looked at. */
export function loginOf(url: string): { hasUser: boolean; hasPassword: boolean } {
  const [authority = ""] = url.replace(SCHEME, "").split(/[/?#]/, 1);
  const [user = "", password = ""] = authority.includes("@") ? (authority.split("@", 1)[0] as string).split(":") : [];
  return { hasUser: user !== "" || /[?&]user=[^&]/.test(url), hasPassword: password !== "" };
}

/** Null for what is no URL of a Postgres. */
export function databaseAddress(url: string): DatabaseAddress | null {
  const scheme = SCHEME.exec(url)?.[0];
  if (scheme === undefined) return null;
  const rest = url.slice(scheme.length);
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const login = authority.slice(0, authority.indexOf("@") + 1);
  const hosts = authority.slice(login.length).split(",");
  const after = rest.slice(authority.length);
  if (!hosts.every((host) => URL.canParse(`${scheme}${login}${host}${after}`))) return null;
  const { username, pathname } = new URL(`${scheme}${login}${hosts[0]}${after}`);
  const hasSeveralHosts = hosts.length > 1;
  // The driver looks for the port behind the first colon.
  if (hasSeveralHosts && hosts.some((host) => host === "" || host.includes("["))) return null;
  const user = decodeURIComponent(username) || "postgres";
  const host = hasSeveralHosts ? hosts.join(",") : new URL(url).host;
  return { host, hasSeveralHosts, user, database: decodeURIComponent(pathname.slice(1)) || user };
}
