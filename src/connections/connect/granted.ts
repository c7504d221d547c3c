// What a person allowed of what was asked for, and when the access ends: the outcome of a session, with the next step.

import { entryOf, type Provider } from "../../plugin/index.ts";
import { coveredScopes, permissionsOf, scopesOf } from "../../providers/registry/scopes.ts";
import type { SessionRow } from "./store.ts";

/** The permissions that `requested` scopes allow and `granted` ones do not, in declared order. */
export function missingPermissions(
  provider: Provider,
  requested: readonly string[],
  granted: readonly string[],
): string[] {
  const [isRequested, isGranted] = [allowedBy(provider, requested), allowedBy(provider, granted)];
  return permissionsOf(provider).filter((permission) => isRequested(permission) && !isGranted(permission));
}

/** Tells whether scopes allow a permission. */
export function allowedBy(provider: Provider, scopes: readonly string[]): (permission: string) => boolean {
  const covered = coveredScopes(provider, scopes);
  return (permission) => scopesOf(provider, permission).every((scope) => covered.has(scope));
}

/**
 * Whether nothing of what was asked for was granted: no permission, and no scope that stands for none. What only says who the
 * person is counts for neither side.
 */
export function isNothingGranted(
  provider: Provider,
  requested: readonly string[],
  granted: readonly string[],
): boolean {
  const identity = coveredScopes(provider, provider.auth.oauth2?.identityScopes ?? []);
  const isRequested = allowedBy(provider, requested);
  const isMore = (permission: string) => scopesOf(provider, permission).some((scope) => !identity.has(scope));
  const permissions = permissionsOf(provider).filter((permission) => isRequested(permission) && isMore(permission));
  const named = new Set(permissions.flatMap((permission) => scopesOf(provider, permission)));
  const covered = coveredScopes(provider, granted);
  const others = requested.filter((scope) => !identity.has(scope) && !named.has(scope));
  return (
    permissions.length + others.length > 0 &&
    !permissions.some(allowedBy(provider, granted)) &&
    !others.some((scope) => covered.has(scope))
  );
}

/** The next step after `nothing_granted`, for the partner and for the person. */
export const allowSomething = ({ name }: Provider): string =>
  `Nothing that was asked for was allowed at ${name}. Connect again, and allow at least one of the permissions there.`;

const connectAnother = ({ name }: Provider): string =>
  `${name} did not name an account of the kind that can be connected here. Connect again, and choose another account there.`;

/** The next step after each error for which there is one. */
const STEPS_AFTER: Readonly<Record<string, (provider: Provider) => string>> = {
  nothing_granted: allowSomething,
  invalid_tenant: connectAnother,
};

/** What a person can still do for a session that has ended; undefined where nothing is left to do. */
export function nextStepOf(provider: Provider, session: SessionRow, missing: readonly string[]): string | undefined {
  if (session.status === "failed") return entryOf(STEPS_AFTER, session.error ?? "")?.(provider);
  const { name } = provider;
  const steps = [
    missing.length > 0 && `Not everything was allowed at ${name}. Connect again to allow the missing permissions.`,
    session.accessExpiresAt &&
      `${name} gave nothing to renew the access with, so it ends at access_expires_at. Connect again before then.`,
  ].filter((step) => typeof step === "string");
  return steps.length > 0 ? steps.join(" ") : undefined;
}
