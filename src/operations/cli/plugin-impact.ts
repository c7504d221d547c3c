// What a new version of a plugin ends among what is stored: keys, MCP grants, integrations, webhook endpoints and sources.
import type { Database } from "../../foundation/db/database.ts";
import { allows } from "../../identity/keys/permissions.ts";
import { withTodaysNames } from "../../identity/keys/renamed-permissions.ts";
import type { Provider } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { missingScopes, permissionsOf } from "../../providers/registry/scopes.ts";

/** Rows that a change breaks: how many, and the ids of the first ones. */
export interface Impact {
  kind: "api_keys" | "mcp_grants" | "disabled_services" | "scopes" | "webhook_endpoints" | "event_sources";
  /** What no longer works for them. */
  message: string;
  count: number;
  ids: string[];
}

const MAX_IDS = 5;
const BATCH = 1_000;

type Reader = Pick<Database, "query">;
interface Versions {
  old: Provider;
  now: Provider;
}

export async function impactOf(database: Reader, versions: Versions): Promise<Impact[]> {
  const found = [
    await brokenKeys(database, versions),
    await brokenGrants(database, versions),
    ...(await brokenIntegrations(database, versions)),
    await brokenEndpoints(database, versions),
    await brokenSources(database, versions),
  ];
  return found.filter(({ count }) => count > 0);
}

/** Reads a table in steps, in the order of its ids; counts the rows of which `isBroken` says so. */
async function count<Row extends { id: string }>(
  database: Reader,
  { text, values = [] }: { text: string; values?: string[] },
  impact: Pick<Impact, "kind" | "message">,
  isBroken: (row: Row) => boolean,
): Promise<Impact> {
  const broken: Impact = { ...impact, count: 0, ids: [] };
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await database.query<Row>(`${text} and id > $1::uuid order by id limit ${BATCH}`, [after, ...values]);
    for (const row of rows.filter(isBroken)) {
      broken.count++;
      if (broken.ids.length < MAX_IDS) broken.ids.push(row.id);
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return broken;
    after = last.id;
  }
}

/** Each tool of the old version with what it is in the new one; null where it is gone. */
function toolPairs({ old, now }: Versions): [RegisteredEndpoint, RegisteredEndpoint | null][] {
  const registry = buildRegistry([now]);
  return buildRegistry([old]).endpoints.map((endpoint) => [endpoint, registry.tool(endpoint.tool) ?? null]);
}

/** The permissions of the old version that the new one does not know under any name. */
function lostPermissions({ old, now }: Versions): string[] {
  const known = new Set(permissionsOf(now));
  return permissionsOf(old).filter((name) => !known.has(previousNamesOf(now).permissions.today(name)));
}

function brokenKeys(database: Reader, versions: Versions): Promise<Impact> {
  const { old, now } = versions;
  const pairs = toolPairs(versions);
  const lost = lostPermissions(versions).map((name) => `${old.id}:${name}`);
  const mayCall = (patterns: readonly string[], { permissions }: RegisteredEndpoint) =>
    permissions.every((one) => allows(patterns, one));
  const isBroken = ({ permissions }: { permissions: string[] }) => {
    const before = withTodaysNames({ providers: new Map([[old.id, old]]) }, permissions) as string[];
    const after = withTodaysNames({ providers: new Map([[now.id, now]]) }, permissions) as string[];
    // A pattern of everything names nothing that could be lost.
    const named = before.filter((pattern) => !/^(?:[a-z][a-z0-9]*:)?\*$/.test(pattern));
    if (lost.some((one) => allows(named, one))) return true;
    return pairs.some(([tool, today]) => today && mayCall(before, tool) && !mayCall(after, today));
  };
  return count<{ id: string; permissions: string[] }>(
    database,
    {
      text: `select id, permissions from api_keys where permissions is not null and revoked_at is null
        and (expires_at is null or expires_at > now())`,
    },
    { kind: "api_keys", message: "name permissions that are gone, or can no longer call what they could" },
    isBroken,
  );
}

function brokenGrants(database: Reader, versions: Versions): Promise<Impact> {
  const pairs = toolPairs(versions);
  const isGone = pairs.some(([, today]) => today === null);
  const isWritten = pairs.some(([tool, today]) => tool.effects.effect === "reads" && today?.effects.effect !== "reads");
  return count<{ id: string; read_only: boolean }>(
    database,
    {
      text: `select id, read_only from mcp_grants where revoked_at is null and expires_at > now()
        and (providers is null or $2 = any (providers))`,
      values: [versions.old.id],
    },
    { kind: "mcp_grants", message: "lose tools that are gone, or that no longer only read" },
    ({ read_only }) => isGone || (read_only && isWritten),
  );
}

async function brokenIntegrations(database: Reader, versions: Versions): Promise<Impact[]> {
  const { old, now } = versions;
  const lost = new Set(lostPermissions(versions).flatMap((name) => previousNamesOf(old).permissions.all(name)));
  const { permissions } = previousNamesOf(now);
  const remaining = permissionsOf(old).filter((name) => !lost.has(name));
  const isCovered = (provider: Provider, name: string, scopes: readonly string[]) =>
    missingScopes(provider, name, scopes).length === 0;
  const values = [old.id];
  return [
    await count<{ id: string; disabled: string[] }>(
      database,
      { text: "select id, disabled_services as disabled from connections where provider = $2", values },
      { kind: "disabled_services", message: "have permissions switched off that are gone, under any name" },
      ({ disabled }) => disabled.some((name) => lost.has(name)),
    ),
    await count<{ id: string; scopes: string[] }>(
      database,
      { text: "select id, scopes from connections where provider = $2 and status = 'active'", values },
      { kind: "scopes", message: "lack a scope that a permission of theirs needs now, until they are connected again" },
      ({ scopes }) =>
        remaining.some((name) => isCovered(old, name, scopes) && !isCovered(now, permissions.today(name), scopes)),
    ),
  ];
}

const typesOf = ({ webhook, sources }: Provider) =>
  [webhook, ...Object.values(sources ?? {})].flatMap((one) => Object.keys(one?.events ?? {}));

function brokenEndpoints(database: Reader, { old, now }: Versions): Promise<Impact> {
  const namesIn = (provider: Provider) => typesOf(provider).flatMap(previousNamesOf(provider).events.all);
  const [before, after] = [namesIn(old), namesIn(now)];
  const matches = (pattern: string) => (type: string) =>
    pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
  return count<{ id: string; types: string[] }>(
    database,
    {
      text: `select id, event_types as types from webhook_endpoints where event_types is not null
        and (providers is null or providers ? $2)`,
      values: [old.id],
    },
    { kind: "webhook_endpoints", message: "name types of events that no longer come" },
    ({ types }) => types.some((pattern) => before.some(matches(pattern)) && !after.some(matches(pattern))),
  );
}

function brokenSources(database: Reader, { old, now }: Versions): Promise<Impact> {
  const names = previousNamesOf(now).sources;
  const isKnown = (name: string) => Object.hasOwn(now.sources ?? {}, names.today(name));
  return count<{ id: string; name: string }>(
    database,
    { text: "select id, name from event_sources where provider = $2", values: [old.id] },
    { kind: "event_sources", message: "are of sources that are gone: their subscriptions and positions end" },
    ({ name }) => !isKnown(name),
  );
}
