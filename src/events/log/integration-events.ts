// Events about integrations themselves: what happened to one, and what its owner can do about it.
import type { NewEvent } from "./event.ts";
import type { OwnEventType, OwnPayload } from "./own-events.ts";

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
} as const satisfies { [Kind in KindIn<OwnEventType>]: { title: string; action: OwnPayload<TypeOf<Kind>>["action"] } };

export type IntegrationEventKind = keyof typeof KINDS;
type KindIn<Type> = Type extends `integration.${infer Kind}` ? Kind : never;
type TypeOf<Kind extends string> = Extract<OwnEventType, `integration.${Kind}`>;
/** What only the caller knows of the payload. */
export type IntegrationEventDetails<Kind extends IntegrationEventKind> = Omit<
  OwnPayload<TypeOf<Kind>>,
  "integration_id" | "provider" | "connection" | "identity" | "action"
>;

export interface EventfulIntegration {
  id: string;
  userId: string;
  accountId: string | null;
  provider: string;
  name: string;
  identity: { id: string; name: string };
}

/** An event of the service `integration`; `key` tells it from others of its kind on the same integration. */
export function integrationEvent<Kind extends IntegrationEventKind>(
  kind: Kind,
  row: EventfulIntegration,
  { key, now, details }: { key: string; now: number; details: IntegrationEventDetails<Kind> },
): NewEvent {
  const { title, action } = KINDS[kind];
  const { id, provider, name, identity } = row;
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
      connection: name,
      identity: { id: identity.id, name: identity.name },
      action,
      ...details,
    },
    receivedAt: now,
  };
}
