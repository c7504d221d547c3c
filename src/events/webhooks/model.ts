// Webhook endpoints and their delivery log on the wire.
import { type Static, Type as t } from "@sinclair/typebox";
import { accountName } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { knownPatterns } from "../log/event-types.ts";
import { DECISION_PROBLEMS } from "./decision-response.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import type { EndpointRow } from "./endpoint-store.ts";
import type { LoggedDecision } from "./message-store.ts";

const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";

const Scope = t.Union([t.Literal("all"), t.Literal("user"), t.Literal("accounts")], {
  description: "Whose events: your own (user), those of your connected accounts, or all.",
});
const EventPattern = t.String({
  maxLength: 130,
  pattern: "^(\\*|[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*(\\.\\*)?)$",
  description: "*, a type such as issues.opened, or all types with the same prefix, such as gmail.*",
});
const fields = {
  url: t.String({ maxLength: 2_048, description: "Where to deliver: https, with a host that has public addresses." }),
  description: t.Union([t.String({ maxLength: 255, pattern: NO_CONTROLS }), t.Null()]),
  event_types: t.Array(EventPattern, {
    minItems: 1,
    maxItems: 100,
    description: "Event types, as list_event_types returns them. The default is all.",
  }),
  providers: t.Union([t.Array(t.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 100 }), t.Null()], {
    description: "Only events of these providers; null for all.",
  }),
  scope: Scope,
  decides: t.Boolean({
    description:
      "Whether a signed response to approval.requested decides on the call. It takes gateway:approvals.decide to set, and to change such an endpoint.",
  }),
  account_ids: t.Union([t.Array(t.String({ format: "uuid" }), { minItems: 1, maxItems: 1_000 }), t.Null()], {
    description: "With the scope accounts: only the events of these accounts; null for all.",
  }),
};
const NamedAccounts = t.Union(
  [
    t.Array(accountName("An account's id, or external: and your external_id."), { minItems: 1, maxItems: 1_000 }),
    t.Null(),
  ],
  { description: "With the scope accounts: only the events of these accounts; null for all." },
);
const filters = {
  description: t.Optional(fields.description),
  event_types: t.Optional(fields.event_types),
  providers: t.Optional(fields.providers),
  scope: t.Optional(fields.scope),
  account_ids: t.Optional(NamedAccounts),
  decides: t.Optional(fields.decides),
};

export const CreateEndpointBody = t.Object({ url: fields.url, ...filters });
export type CreateEndpointBody = Static<typeof CreateEndpointBody>;

export const ChangeEndpointBody = t.Object(
  {
    url: t.Optional(fields.url),
    ...filters,
    enabled: t.Optional(
      t.Boolean({ description: "true starts a stopped endpoint again and resets its failure count." }),
    ),
  },
  { minProperties: 1 },
);
export type ChangeEndpointBody = Static<typeof ChangeEndpointBody>;

export const ReplayBody = t.Object(
  {
    event_id: t.Optional(t.String({ format: "uuid", description: "One event." })),
    since: t.Optional(t.String({ format: "date-time", description: "Events received at or after this time." })),
    until: t.Optional(
      t.String({
        format: "date-time",
        description: "Only events received before this time; needs since. The default is now.",
      }),
    ),
  },
  { minProperties: 1 },
);
export type ReplayBody = Static<typeof ReplayBody>;

const DeliveryState = t.Union([t.Literal("pending"), t.Literal("delivered"), t.Literal("failed")]);
export const DeliveriesQuery = t.Object({
  state: t.Optional(DeliveryState),
  event_id: t.Optional(t.String({ format: "uuid", description: "Only the delivery of this event." })),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of deliveries to return." }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4_096, description: "The previous response's next_cursor." })),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

const time = t.String({ format: "date-time" });
const nullableTime = t.Union([time, t.Null()]);

const endpointFields = {
  id: t.String({ format: "uuid" }),
  ...fields,
  unknown_event_types: t.Array(t.String(), {
    description: "Entries of event_types that can no longer occur because their plugin was removed; usually empty.",
  }),
  enabled: t.Boolean(),
  disabled_reason: t.Union([t.Literal("manual"), t.Literal("gone"), t.Literal("failing"), t.Null()], {
    description: "gone: it responded with 410. failing: no success for three days.",
  }),
  disabled_at: nullableTime,
  failures: t.Integer({ description: "Failed attempts in a row." }),
  last_success_at: nullableTime,
  is_full: t.Boolean({
    description: "Whether the queue is full. New events are then not queued, and are counted as dropped.",
  }),
  dropped: t.Integer({ description: "Events that were not queued." }),
  previous_secret_expires_at: t.Union([time, t.Null()], {
    description: "The previous secret also signs until this time.",
  }),
  created_at: time,
  updated_at: time,
};
export const EndpointShape = t.Object(endpointFields);
export const EndpointWithSecret = t.Object({
  ...endpointFields,
  secret: t.String({ description: "Verifies the signatures: whsec_ and base64. It is returned only this once." }),
});

export const PutEndpointShape = t.Object({
  ...endpointFields,
  created: t.Boolean({ description: "Whether there was no endpoint with this URL." }),
  secret: t.Optional(
    t.String({ description: "Verifies the signatures: whsec_ and base64. Present only when it is created." }),
  ),
});

export const DeliveryShape = t.Object({
  event_id: t.String({ format: "uuid", description: "The webhook-id." }),
  type: t.String(),
  state: DeliveryState,
  is_test: t.Boolean(),
  is_replay: t.Boolean(),
  next_attempt_at: nullableTime,
  created_at: time,
  updated_at: time,
  attempts: t.Array(
    t.Object({
      at: time,
      status: t.Union([t.Integer(), t.Null()]),
      duration_ms: t.Integer(),
      error: t.Union([t.String(), t.Null()]),
      response: t.Union([t.String(), t.Null()], {
        description: "The first 1,024 bytes of the response, if they are text.",
      }),
      decision: t.Union(
        [
          t.Object({
            outcome: t.Union([t.Literal("approve"), t.Literal("deny"), t.Null()]),
            problem: t.Union([t.Object({ code: t.String(), message: t.String() }), t.Null()], {
              description: "Why it decided nothing.",
            }),
          }),
          t.Null(),
        ],
        { description: "What the response of an endpoint that decides has decided; null where it was not to decide." },
      ),
    }),
    { description: "The latest 20 attempts, oldest first." },
  ),
});

export const DeliveryWithBody = t.Object({
  ...DeliveryShape.properties,
  body: t.Union([t.Object({}, { additionalProperties: true }), t.Null()], {
    description: "The body that is sent; null if the event was deleted.",
  }),
});

const isoOf = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : isoOf(at));

export function endpointView(
  { registry, clock }: Pick<Deps, "registry" | "clock">,
  row: EndpointRow,
): Static<typeof EndpointShape> {
  const { previous_secret_until: until } = row;
  const types = row.event_types ?? ["*"];
  const { isKnown } = knownPatterns(registry);
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    event_types: types,
    unknown_event_types: types.filter((type) => !isKnown(type)),
    providers: row.providers,
    scope: row.scope,
    account_ids: row.account_ids,
    decides: row.decider_kind !== null,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    disabled_at: isoOrNull(row.disabled_at),
    failures: row.failures,
    last_success_at: isoOrNull(row.last_success_at),
    is_full: row.is_full,
    dropped: row.dropped,
    previous_secret_expires_at: until !== null && until > clock.now() ? isoOf(until) : null,
    created_at: isoOf(row.created_at),
    updated_at: isoOf(row.updated_at),
  };
}

function decisionView(decision: LoggedDecision | undefined) {
  if (!decision) return null;
  if ("outcome" in decision) return { outcome: decision.outcome, problem: null };
  return { outcome: null, problem: { code: decision.problem, message: DECISION_PROBLEMS[decision.problem] } };
}

export function deliveryView(row: DeliveryRow): Static<typeof DeliveryShape> {
  const state = row.state === "due" || row.state === "active" ? "pending" : row.state;
  return {
    event_id: row.event_id,
    type: row.type,
    state,
    is_test: row.is_test,
    is_replay: row.is_replay,
    next_attempt_at: row.state === "due" ? isoOf(row.next_at) : null,
    created_at: isoOf(row.created_at),
    updated_at: isoOf(row.updated_at),
    attempts: row.log.map((attempt) => ({ ...attempt, decision: decisionView(attempt.decision) })),
  };
}
