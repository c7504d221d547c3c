// Zendesk's webhook events, signed with a secret of each webhook: developer.zendesk.com/documentation/webhooks/verifying.
import {
  asTime,
  asUtc,
  type CallIdentity,
  type EventDef,
  event,
  hmac,
  type InboundWebhook,
  maybe,
  maybeFlag,
  maybeText,
  type Static,
  shapes,
  t,
  textAt,
  type Webhook,
} from "gateway/plugin";
import { changeId, DESCRIPTIONS, onceId, type TicketEvent, ticketEventShape, viewOf, type What } from "./event.ts";
import { agentUrl } from "./fields.ts";

/** Ours → Zendesk's, of those that its documentation names: a webhook with an unknown one is refused. */
const TICKET_TYPES: Readonly<Record<Exclude<What, "deleted">, string>> = {
  created: "zen:event-type:ticket.created",
  status_changed: "zen:event-type:ticket.status_changed",
  priority_changed: "zen:event-type:ticket.priority_changed",
  assigned: "zen:event-type:ticket.agent_assignment_changed",
  commented: "zen:event-type:ticket.comment_added",
  updated: "zen:event-type:ticket.brand_changed",
};
const USER_CREATED = "zen:event-type:user.created";
const ORGANIZATION_CREATED = "zen:event-type:organization.created";
export const ZENDESK_TYPES: readonly string[] = [...Object.values(TICKET_TYPES), USER_CREATED, ORGANIZATION_CREATED];

/** Absent values are empty or "0". */
const textOf = (value: string | null | undefined) => (value && value !== "0" ? value : null);
/** The API's words are lower-case, those of events are not always. */
const wordOf = (value: unknown) => (typeof value === "string" ? (textOf(value)?.toLowerCase() ?? null) : null);

const raw = t.Object({
  time: maybeText,
  detail: t.Object({
    id: t.String({ minLength: 1 }),
    subject: maybeText,
    status: maybeText,
    priority: maybeText,
    type: maybeText,
    requester_id: maybeText,
    assignee_id: maybeText,
    group_id: maybeText,
    organization_id: maybeText,
    actor_id: maybeText,
    tags: maybe(t.Array(t.String())),
    updated_at: maybeText,
  }),
  event: maybe(
    t.Object({
      current: t.Optional(t.Unknown()),
      previous: t.Optional(t.Unknown()),
      comment: maybe(
        t.Object({
          id: maybeText,
          body: maybeText,
          is_public: maybeFlag,
          author: maybe(t.Object({ id: maybeText, name: maybeText, is_staff: maybeFlag })),
        }),
      ),
    }),
  ),
});
type Raw = Static<typeof raw>;

function toTicketEvent({ detail, event: change, time }: Raw, identity: CallIdentity): TicketEvent {
  const comment = change?.comment;
  return {
    id: detail.id,
    subject: textOf(detail.subject),
    status: wordOf(detail.status),
    priority: wordOf(detail.priority),
    type: wordOf(detail.type),
    requester_id: textOf(detail.requester_id),
    assignee_id: textOf(detail.assignee_id),
    group_id: textOf(detail.group_id),
    organization_id: textOf(detail.organization_id),
    tags: detail.tags ?? [],
    previous: wordOf(change?.previous),
    current: wordOf(change?.current),
    comment: comment
      ? {
          id: textOf(comment.id),
          body: comment.body ?? "",
          is_public: comment.is_public ?? false,
          author_id: textOf(comment.author?.id),
          author_name: textOf(comment.author?.name),
          is_by_agent: comment.author?.is_staff ?? false,
        }
      : null,
    actor_id: textOf(detail.actor_id),
    url: agentUrl(identity, "tickets", detail.id),
    occurred_at: asUtc(time) ?? asUtc(detail.updated_at),
  };
}

const typeOf = (item: unknown) => textAt(item, "type");

const ticketEvent = (what: keyof typeof TICKET_TYPES): EventDef =>
  event({
    description: DESCRIPTIONS[what],
    match: (_, item) => typeOf(item) === TICKET_TYPES[what],
    raw,
    shape: ticketEventShape,
    map: (item, _, __, identity) => toTicketEvent(item, identity),
    view: (payload) => viewOf(payload, what),
  });

const newcomerUrl = (what: string) => shapes.nullableText(`Opens the ${what} in the browser.`);
const newcomerView = (
  title: string,
  { name, url, occurred_at }: { name: string | null; url: string | null; occurred_at: string | null },
  summary: string | null = null,
) => ({
  title: name === null ? title : `${title}: ${name}`,
  summary,
  url,
  occurredAt: occurred_at,
});

const userCreated = event({
  description: "A customer or an agent was created in Zendesk.",
  match: (_, item) => typeOf(item) === USER_CREATED,
  raw: t.Object({
    time: maybeText,
    detail: t.Object({ id: t.String({ minLength: 1 }), name: maybeText, email: maybeText, role: maybeText }),
  }),
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText(),
    email: shapes.nullableText(),
    role: shapes.nullableText("end-user, agent or admin."),
    url: newcomerUrl("person"),
    occurred_at: shapes.nullableTime(),
  }),
  map: ({ detail, time }, _, __, identity) => ({
    id: detail.id,
    name: textOf(detail.name),
    email: textOf(detail.email),
    role: wordOf(detail.role),
    url: agentUrl(identity, "users", detail.id),
    occurred_at: asUtc(time),
  }),
  view: ({ name, email, ...rest }) =>
    newcomerView("New person in Zendesk", { ...rest, name: name ?? email }, name === null ? null : email),
});

const organizationCreated = event({
  description: "An organization was created in Zendesk.",
  match: (_, item) => typeOf(item) === ORGANIZATION_CREATED,
  raw: t.Object({ time: maybeText, detail: t.Object({ id: t.String({ minLength: 1 }), name: maybeText }) }),
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText(),
    url: newcomerUrl("organization"),
    occurred_at: shapes.nullableTime(),
  }),
  map: ({ detail, time }, _, __, identity) => ({
    id: detail.id,
    name: textOf(detail.name),
    url: agentUrl(identity, "organizations", detail.id),
    occurred_at: asUtc(time),
  }),
  view: (payload) => newcomerView("New organization in Zendesk", payload),
});

/** The poll beside the webhook finds new and changed tickets too, under the same id. A retry has the body's id again. */
function eventId(item: unknown): string | null {
  const [type, id, changedAt] = [typeOf(item), textAt(item, "detail.id"), asUtc(textAt(item, "detail.updated_at"))];
  if (id && type === TICKET_TYPES.created) return onceId(id, "created");
  if (id && changedAt && type === TICKET_TYPES.updated) return changeId(id, changedAt);
  return textAt(item, "id");
}

const signedTime = ({ headers }: InboundWebhook) => headers.get("x-zendesk-webhook-signature-timestamp") ?? "";

export const webhook: Webhook = {
  verify: hmac({
    secret: "subscription",
    encoding: "base64",
    read: (inbound) => {
      const [signature, time] = [inbound.headers.get("x-zendesk-webhook-signature"), asTime(signedTime(inbound))];
      return signature && time ? { signature, time: Date.parse(time) / 1_000 } : null;
    },
    message: (inbound) => [signedTime(inbound), inbound.body],
  }),
  eventId: (_, item) => eventId(item),
  // Each integration's webhook has an address and a secret of its own.
  events: {
    "tickets.created": ticketEvent("created"),
    "tickets.updated": ticketEvent("updated"),
    "tickets.status_changed": ticketEvent("status_changed"),
    "tickets.priority_changed": ticketEvent("priority_changed"),
    "tickets.assigned": ticketEvent("assigned"),
    "tickets.commented": ticketEvent("commented"),
    "users.created": userCreated,
    "organizations.created": organizationCreated,
  },
};
