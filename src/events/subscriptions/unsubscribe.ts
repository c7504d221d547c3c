// Ends subscriptions at the provider: those of a source that ends, and those of a grant that goes.

import { fetchIdentity } from "../../connections/oauth/identity.ts";
import type { CallTokens } from "../../connections/tokens/sealed-tokens.ts";
import type { EndedSubscription } from "../../foundation/db/schema/revocations.ts";
import type { Owner } from "../../identity/owner.ts";
import type { CallIdentity } from "../../plugin/index.ts";
import { exchange, type Grant } from "../../providers/exchange/exchange.ts";
import { isRefused } from "../../providers/exchange/identity-checks.ts";
import { upstreamFor, withinDeadline } from "../../providers/upstream/upstream.ts";
import type { Deps } from "../../server/deps.ts";
import { sourceContext } from "./context.ts";
import { sourceOf } from "./planned.ts";
import type { SourceRow } from "./store.ts";

/** What a revocation needs to end the subscriptions of sources whose rows go, by their integration. */
export function endedSubscriptions(rows: readonly SourceRow[]): Map<string, EndedSubscription[]> {
  const byIntegration = new Map<string, EndedSubscription[]>();
  for (const { id, integrationId, name, resource, subscriptionId, data } of rows) {
    if (subscriptionId === null) continue;
    const ended = { sourceId: id, source: name, resource, subscriptionId, data };
    byIntegration.set(integrationId, [...(byIntegration.get(integrationId) ?? []), ended]);
  }
  return byIntegration;
}

/** A grant whose row is deleted or replaced. */
export interface FormerGrant extends Owner {
  provider: string;
  identityId: string;
  identity: Omit<CallIdentity, "tenant">;
  tenant: Record<string, string>;
}

type EndDeps = Pick<Deps, "registry" | "target" | "fetchFor" | "clock">;

const DEADLINE_MS = 10_000;

/**
 * Ends one subscription with its grant's last tokens, before those are revoked; throws where another attempt may help. One
 * that is gone at the provider, or that a dead grant cannot end any more, has ended.
 */
export async function endSubscription(
  deps: EndDeps,
  grant: FormerGrant,
  tokens: CallTokens,
  { source: name, resource, subscriptionId, data }: EndedSubscription,
): Promise<void> {
  const provider = deps.registry.provider(grant.provider);
  const source = provider && sourceOf(provider, name);
  if (!provider || !source?.push?.unsubscribe) return;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const context = {
    target: deps.target(grant.provider),
    tokens,
    fetch: deps.fetchFor(grant),
    signal,
    now: () => deps.clock.now(),
    countRequest: () => {},
  };
  const subscription = { id: subscriptionId, expiresAt: null, data };
  const request = source.push.unsubscribe(
    subscription,
    sourceContext(deps, { provider: provider.id, resource }, grant),
  );
  const upstream = upstreamFor(context, { service: source.permission.split(".")[0] ?? "", tenant: grant.tenant });
  const send = () => withinDeadline(upstream.attempt(request, ["not_found"]), signal);
  try {
    await exchange(() => formerGrant(deps, grant), tokens, { send, hasOnlyRead: () => false });
  } catch (error) {
    if (!(error instanceof GrantEnded)) throw error;
  }
}

/** Nobody can end a subscription of it any more. */
class GrantEnded extends Error {}

function formerGrant(deps: EndDeps, { provider, tenant, ...owner }: FormerGrant): Grant<CallTokens> {
  const identityDeps = { fetch: deps.fetchFor(owner), clock: deps.clock };
  return {
    coolDown: () => {},
    renew: async () => null,
    isDead: (tokens) => isRefused(() => fetchIdentity(identityDeps, deps.target(provider), tokens, tenant)),
    end: async () => new GrantEnded(),
  };
}
