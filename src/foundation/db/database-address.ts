// Takes DATABASE_URL apart. It may name several hosts with ports, which no URL parser reads.

export interface DatabaseAddress {
  /** As the URL has it: with ports, and commas between several hosts. */
  host: string;
  hasSeveralHosts: boolean;
  user: string;
  database: string;
}

const SCHEME = /^postgres(?:ql)?:\/\//i;

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
