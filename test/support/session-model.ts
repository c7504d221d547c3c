// The reference model of agent sessions: what one may call, told again from its documents alone, and random sessions for it.
import type { Random } from "./random.ts";

/** A call, as far as a session decides it. */
export interface ModelCall {
  tool: string;
  provider: string;
  /** `<provider>:<service>.<action>`. */
  permissions: readonly string[];
  effect: "reads" | "writes" | "destroys";
  /** The name of the connection that it gives; null for none. */
  connection: string | null;
  /** Of a raw request. */
  raw?: { method: string; path: string; host: string | null };
}

export interface ModelSession {
  allow: readonly string[] | null;
  deny: readonly string[];
  raw: readonly string[];
  readOnly: boolean;
  /** `provider:name` of each; null for all. */
  connections: readonly string[] | null;
}

export type ModelOutcome = "admitted" | "refused" | "ambiguous";

/** Whether an entry of a list, or of a key's permissions, covers a permission. */
function covers(entry: string, permission: string): boolean {
  const [provider = "", rest = ""] = permission.split(":");
  const [service = "", action = ""] = rest.split(".");
  if (rest === "proxy.use") return entry === "proxy.use" || entry === `${provider}:proxy.use`;
  if (entry === "*" || entry === `${provider}:*`) return true;
  const own = entry.startsWith(`${provider}:`) ? entry.slice(provider.length + 1) : entry;
  if (own.includes(":")) return false;
  return own === `${service}.*` || own === `${service}.${action}`;
}

const names = (entry: string, { tool, provider }: ModelCall) => entry === "*" || entry === provider || entry === tool;

function listAllows(list: readonly string[] | null, call: ModelCall): boolean {
  if (list === null || list.some((entry) => names(entry, call))) return true;
  return call.permissions.every((one) => list.some((entry) => covers(entry, one)));
}

const listDenies = (list: readonly string[], call: ModelCall) =>
  list.some(
    (entry) =>
      names(entry, call) || entry === `${call.provider}:*` || call.permissions.some((one) => covers(entry, one)),
  );

/** A pattern as an expression over the whole request; `*` takes what is in a segment, and a last `**` one or more of them. */
export function rawExpression(pattern: string): RegExp {
  const [head = "", path = ""] = pattern.split(" ");
  const [provider = "", method = ""] = head.split(":");
  const segments = path
    .slice(1)
    .split("/")
    .map((segment, i, all) => {
      if (segment === "**" && i === all.length - 1) return "[^/]+(?:/[^/]+)*";
      if (segment === "*") return "[^/]+";
      return segment
        .split("*")
        .map((part) => RegExp.escape(part))
        .join("[^/]*");
    });
  return new RegExp(`^${provider} ${method === "*" ? "[A-Z]+" : method} /${segments.join("/")}$`);
}

function rawAdmits(list: readonly string[], { provider, raw }: ModelCall): boolean {
  if (!raw) return list.some((pattern) => pattern.startsWith(`${provider}:`));
  if (raw.host !== null || ["%2f", "%5c", "%25", "%3f", "%23"].some((one) => raw.path.toLowerCase().includes(one)))
    return false;
  return list.some((pattern) => rawExpression(pattern).test(`${provider} ${raw.method} ${raw.path}`));
}

/** Whether the session itself, without what is connected, admits the call; its own level first, then those above it. */
export function mayCallTool(chain: readonly ModelSession[], key: readonly string[], call: ModelCall): boolean {
  const isRaw = call.permissions.some((one) => one.endsWith(":proxy.use"));
  if (isRaw && !chain.every(({ raw }) => rawAdmits(raw, call))) return false;
  if (isRaw && call.raw && call.raw.method !== "GET" && chain.some(({ readOnly }) => readOnly)) return false;
  if (!call.permissions.every((one) => key.some((entry) => covers(entry, one)))) return false;
  return chain.every(
    ({ allow, deny, readOnly }) =>
      (!readOnly || call.effect === "reads") && listAllows(allow, call) && !listDenies(deny, call),
  );
}

/** What becomes of the call, with the connections that the owner has of its provider. */
export function modelOutcome(
  chain: readonly ModelSession[],
  key: readonly string[],
  call: ModelCall,
  connected: readonly string[],
): ModelOutcome {
  if (!mayCallTool(chain, key, call)) return "refused";
  const seen = connected.filter((name) =>
    chain.every(({ connections }) => connections === null || connections.includes(`${call.provider}:${name}`)),
  );
  if (call.connection !== null) return seen.includes(call.connection) ? "admitted" : "refused";
  if (seen.length > 1) return "ambiguous";
  return seen.length === 1 ? "admitted" : "refused";
}

/** Random lists out of these entries: often few, so that calls are admitted as well as refused. */
export function randomSession(
  { below, oneOf, listOf }: Random,
  entries: readonly string[],
  connections: readonly string[],
  rawPatterns: readonly string[] = [],
): ModelSession {
  return {
    allow: below(3) === 0 ? null : [oneOf(entries), ...listOf(5, () => oneOf(entries))],
    deny: below(2) === 0 ? [] : listOf(2, () => oneOf(entries)),
    raw: rawPatterns.length === 0 || below(3) === 0 ? [] : listOf(4, () => oneOf(rawPatterns)),
    readOnly: below(5) === 0,
    connections: below(2) === 0 ? null : listOf(connections.length, () => oneOf(connections)),
  };
}
