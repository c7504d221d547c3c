// Subscriptions to Graph's change notifications: learn.microsoft.com/graph/api/resources/subscription.
import { checked, type Push, path, t } from "gateway/plugin";
import { isoTime, MINUTE_MS } from "./delta.ts";

const RawSubscription = t.Object({ id: t.String(), expirationDateTime: t.String() });

/** Minutes that a subscription lasts: a little less than Graph allows. */
export const LIFE = { outlook: 10_000, drive: 42_000 } as const;

/**
 * A subscription to changes of `resource`. The ids in its notifications are immutable ones by the provider's Prefer header.
 * Graph takes the address of lifecycle notifications at the creation only, and validates it by a request of its own.
 */
export function subscriptionTo(resource: string, changeType: string, lifeMinutes: number): Push {
  const expiry = (now: number) => isoTime(now + lifeMinutes * MINUTE_MS);
  return {
    deliversTo: "source",
    subscribe: ({ address, secret, now }) => ({
      method: "POST",
      path: path`/subscriptions`,
      json: {
        changeType,
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        resource,
        expirationDateTime: expiry(now),
        clientState: secret,
      },
    }),
    subscribed: ({ json }) => {
      const { id, expirationDateTime } = checked(RawSubscription, json);
      return { id, expiresAt: Date.parse(expirationDateTime) };
    },
    // It also renews Graph's authorization to deliver.
    renew: ({ id }, { now }) => ({
      method: "PATCH",
      path: path`/subscriptions/${id}`,
      json: { expirationDateTime: expiry(now) },
    }),
    unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/subscriptions/${id}` }),
    check: ({ id }) => ({ path: path`/subscriptions/${id}` }),
  };
}
