// Scopes and permissions: what granted scopes cover, and what a permission lacks.
import { entryOf, type Provider } from "../../plugin/index.ts";

/** Keyed by the list object: an integration's row stays in memory over many calls. */
const cache = new WeakMap<Iterable<string>, Coverage>();

interface Coverage {
  provider: Provider;
  covered: Set<string>;
  /** Keyed by permission. */
  missing: Map<string, readonly string[]>;
}

/** The granted scopes and every narrower scope that they imply. */
export function coveredScopes(provider: Provider, granted: Iterable<string>): Set<string> {
  return coverageOf(provider, granted).covered;
}

function coverageOf(provider: Provider, granted: Iterable<string>): Coverage {
  const cached = Array.isArray(granted) ? cache.get(granted) : undefined;
  if (cached?.provider === provider) return cached;
  const covered = new Set<string>();
  const visit = (scope: string) => {
    if (covered.has(scope)) return;
    covered.add(scope);
    for (const narrower of entryOf(provider.auth.oauth2?.implies ?? {}, scope) ?? []) visit(narrower);
  };
  for (const scope of granted) visit(scope);
  const coverage = { provider, covered, missing: new Map() };
  if (Array.isArray(granted)) cache.set(granted, coverage);
  return coverage;
}

/** The permission's scopes that the grant does not cover. */
export function missingScopes(provider: Provider, permission: string, granted: Iterable<string>): readonly string[] {
  const { covered, missing } = coverageOf(provider, granted);
  const known = missing.get(permission) ?? scopesOf(provider, permission).filter((scope) => !covered.has(scope));
  missing.set(permission, known);
  return known;
}

/** The scopes behind `<service>.<action>`. */
export function scopesOf(provider: Provider, permission: string): readonly string[] {
  const [service = "", action = ""] = permission.split(".");
  return provider.services[service]?.[action]?.scopes ?? [];
}

/** Every permission of a provider as `<service>.<action>`, in declared order. */
export function permissionsOf(provider: Provider): string[] {
  return Object.entries(provider.services).flatMap(([service, actions]) =>
    Object.keys(actions).map((action) => `${service}.${action}`),
  );
}

/**
 * What is left of granted scopes after a token response that covers less (RFC 6749, section 6): those that it covers, and those
 * that no permission needs, such as `openid`, which many responses leave out. A broad scope gives way to the narrower ones of it
 * that are left. The same list where nothing is lost.
 */
export function narrowedScopes(
  provider: Provider,
  granted: readonly string[],
  returned: readonly string[],
): readonly string[] {
  const named = new Set(permissionsOf(provider).flatMap((permission) => scopesOf(provider, permission)));
  const left = coveredScopes(provider, returned);
  const neededOf = (scope: string) => [...coveredScopes(provider, [scope])].filter((one) => named.has(one));
  const isLost = (scope: string) => !left.has(scope) && neededOf(scope).length > 0;
  if (!granted.some(isLost)) return granted;
  const rest = granted.flatMap((scope) => (isLost(scope) ? neededOf(scope).filter((one) => left.has(one)) : scope));
  return [...new Set(rest)];
}

/** Requested when the caller names no scopes: identity, every service, and the operator's own. */
export function defaultScopes(provider: Provider, extra: readonly string[] = []): string[] {
  const wanted = permissionsOf(provider).flatMap((permission) => scopesOf(provider, permission));
  return [...new Set([...(provider.auth.oauth2?.identityScopes ?? []), ...wanted, ...extra])];
}

/** Credentials that are not a named token of the integration's. */
const OTHER_CREDENTIALS: readonly (string | undefined)[] = [undefined, "grant", "bot", "none"];
const tokensOf = new WeakMap<Provider, Map<string, string | undefined>>();

/** The token beside the main one that every endpoint of the permission presents; undefined where there is no such. */
export function tokenOfPermission(provider: Provider, permission: string): string | undefined {
  let known = tokensOf.get(provider);
  if (!known) {
    known = new Map();
    for (const endpoint of Object.values(provider.endpoints)) {
      const name = OTHER_CREDENTIALS.includes(endpoint.credential) ? undefined : endpoint.credential;
      const isOne = !known.has(endpoint.permission) || known.get(endpoint.permission) === name;
      known.set(endpoint.permission, isOne ? name : undefined);
    }
    tokensOf.set(provider, known);
  }
  return known.get(permission);
}
