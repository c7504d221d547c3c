// Events about integrations themselves: what happened to one, and what its owner can do about it.
import type { NewEvent } from "./event.ts";
import type { OwnEventType } from "./event-types.ts";

const KINDS = {
  connected: { title: "was connected", action: null },
  expired: {
    title: "has expired",
    action: "Connect it again: start a connect session, and send its link to the person who granted access.",
  },
  revoked: {
    title: "was revoked at the provider",
    action: "Connect it again, if the person who granted access still wants it.",
  },
  disconnected: { title: "was disconnected", action: null },
  subscription_failed: {
    title: "cannot get events pushed",
    action:
      "See `error` of the integration's source. Grant what is missing and connect it again, or continue without its events.",
  },
  events_missed: {
    title: "may have missed events",
    action: "List what has changed since `since` with the provider's endpoints.",
  },
} as const;

export type IntegrationEventKind = keyof typeof KINDS;

export interface EventfulIntegration {
  id: string;
  userId: string;
  accountId: string | null;
  provider: string;
  identity: { id: string; name: string };
}

/** An event of the service `integration`; `key` tells it from others of its kind on the same integration. */
export function integrationEvent(
  kind: IntegrationEventKind,
  row: EventfulIntegration,
  {
    key,
    now,
    reason = null,
    details = {},
  }: {
    key: string;
    now: number;
    /** A stable code. */
    reason?: string | null;
    details?: Record<string, unknown>;
  },
): NewEvent {
  const { title, action } = KINDS[kind];
  const { id, provider, identity } = row;
  return {
    owner: { userId: row.userId, accountId: row.accountId },
    integrationId: id,
    provider,
    type: `integration.${kind}` satisfies OwnEventType,
    key: `integration.${kind}:${key}`,
    view: {
      title: `The integration "${provider}" of ${identity.name} ${title}`,
      summary: action,
      actor: null,
      url: null,
      occurredAt: new Date(now).toISOString(),
    },
    payload: {
      integration_id: id,
      provider,
      identity: { id: identity.id, name: identity.name },
      reason,
      action,
      ...details,
    },
    receivedAt: now,
  };
}
