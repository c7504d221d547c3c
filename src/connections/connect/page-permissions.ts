// What a set of scopes allows: the permissions that a provider's plugin has sentences for, by service.
import type { Provider } from "../../plugin/index.ts";
import { coveredScopes, permissionsOf, scopesOf } from "../../providers/registry/scopes.ts";
import { allowedBy } from "./granted.ts";

export interface ServicePermissions {
  service: string;
  permissions: string[];
  scopes: string[];
}

/**
 * The permissions that `requested` scopes allow, keyed by service. With `granted`, each one says whether it is granted.
 */
export function permissionsBy(
  provider: Provider,
  requested: readonly string[],
  granted?: { scopes: readonly string[]; isAllowed: boolean },
): ServicePermissions[] {
  const isRequested = allowedBy(provider, requested);
  const isGranted = granted === undefined ? () => true : allowedBy(provider, granted.scopes);
  const wanted = permissionsOf(provider).filter(
    (permission) => isRequested(permission) && isGranted(permission) === (granted?.isAllowed ?? true),
  );
  const byService = Map.groupBy(wanted, (permission) => permission.split(".")[0] as string);
  return [...byService].map(([service, permissions]) => ({
    service,
    permissions,
    scopes: [...new Set(permissions.flatMap((permission) => scopesOf(provider, permission)))],
  }));
}

/** Asked scopes that no sentence covers, and that are not about who the person is. */
export function otherScopes(provider: Provider, requested: readonly string[]): string[] {
  const described = new Set(permissionsBy(provider, requested).flatMap(({ scopes }) => scopes));
  const isOther = (scope: string) => !described.has(scope) && !provider.auth.oauth2?.identityScopes?.includes(scope);
  return requested.filter((scope) => isOther(scope) && !isImplied(provider, scope, described));
}

/** A broader scope that was asked for in place of those that the sentences name. */
function isImplied(provider: Provider, scope: string, described: ReadonlySet<string>): boolean {
  const narrower = coveredScopes(provider, [scope]);
  return narrower.size > 1 && [...narrower].every((one) => one === scope || described.has(one));
}
