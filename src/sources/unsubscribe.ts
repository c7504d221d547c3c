// Ends subscriptions at the provider: those of a source that ends, and those of a grant that goes.
import type { Deps } from "../deps.ts";
import type { Owner } from "../owner.ts";
import type { CallIdentity, Provider, SourceContext, UpstreamRequest } from "../plugin/index.ts";
import type { CallTokens } from "../tokens/sealed-tokens.ts";
import { upstreamFor, withinDeadline } from "../upstream/upstream.ts";
import { sourceContext, subscriptionOf } from "./context.ts";
import { sourceOf } from "./planned.ts";
import { failureOf } from "./provider-access.ts";
import type { SourceRow } from "./store.ts";

/** What the end of a subscription needs of its source, whose row may be gone. */
export type SubscribedSource = Pick<
  SourceRow,
  "id" | "provider" | "name" | "resource" | "subscriptionId" | "expiresAt" | "data"
>;

export interface UnsubscribeRequest {
  request: UpstreamRequest;
  source: string;
  /** The base URL's name for a request without `base`. */
  service: string;
}

/** The requests that end these sources' subscriptions; none for those that the provider lets expire by themselves. */
export function unsubscribeRequests(
  provider: Provider,
  rows: readonly SubscribedSource[],
  contextOf: (row: SubscribedSource) => SourceContext,
): UnsubscribeRequest[] {
  return rows.flatMap((row) => {
    const source = sourceOf(provider, row.name);
    const subscription = subscriptionOf(row);
    if (!source?.push?.unsubscribe || !subscription) return [];
    const request = source.push.unsubscribe(subscription, contextOf(row));
    return [{ request, source: row.name, service: source.permission.split(".")[0] ?? "" }];
  });
}

/** A grant whose row is deleted or replaced. */
export interface FormerGrant extends Owner {
  id: string;
  provider: string;
  identityId: string;
  identity: Omit<CallIdentity, "tenant">;
  tenant: Record<string, string>;
}

/** Of all requests for one grant together. */
const DEADLINE_MS = 10_000;

/** Ends the subscriptions of a grant with its last tokens, before those are revoked; logs errors and returns false for them. */
export async function endSubscriptions(
  deps: Pick<Deps, "registry" | "target" | "fetchFor" | "clock" | "log">,
  grant: FormerGrant,
  tokens: CallTokens,
  rows: readonly SubscribedSource[],
): Promise<boolean> {
  const provider = deps.registry.provider(grant.provider);
  if (!provider || rows.length === 0) return true;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const target = deps.target(grant.provider);
  const fetch = deps.fetchFor(grant);
  const context = { target, tokens, fetch, signal, now: () => deps.clock.now(), countRequest: () => {} };
  const requestsOf = (row: SubscribedSource) =>
    unsubscribeRequests(provider, [row], (source) => sourceContext(deps, source, grant));
  const end = async (row: SubscribedSource) => {
    try {
      for (const { request, service } of requestsOf(row)) {
        const upstream = upstreamFor(context, { service, tenant: grant.tenant });
        await withinDeadline(upstream.attempt(request, ["not_found"]), signal);
      }
      return true;
    } catch (error) {
      const fields = { source_id: row.id, integration_id: grant.id, provider: grant.provider, source: row.name };
      deps.log.warn("unsubscribe_failed", { ...fields, reason: failureOf(error)?.failure ?? null });
      return false;
    }
  };
  return (await Promise.all(rows.map(end))).every(Boolean);
}
