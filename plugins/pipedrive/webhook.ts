// Pipedrive's webhook events, which HTTP Basic authenticates: pipedrive.readme.io, "Guide for Webhooks v2".
import {
  basicAuth,
  type EventDef,
  type EventView,
  event,
  maybe,
  maybeText,
  nullable,
  rawId,
  type Static,
  shapes,
  sharedToken,
  t,
  textAt,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { changeId, creationId, customFields, idOf, isoTime, webUrl } from "./fields.ts";
import { DOMAIN } from "./oauth.ts";

/** The id of the source that made the webhook. */
const USER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const raw = t.Object({
  meta: t.Object({
    entity_id: rawId,
    user_id: t.Optional(t.Unknown()),
    timestamp: maybeText,
    host: maybeText,
    change_source: maybeText,
  }),
  data: maybe(t.Record(t.String(), t.Unknown())),
  previous: maybe(t.Record(t.String(), t.Unknown())),
});
/** Of an event about an object, whether it was pushed or found by a poll. */
export const changeShape = t.Object({
  id: t.String(),
  type: t.String({ description: "deal, person, organization, activity or lead." }),
  name: nullable(t.String({ description: "Name, title or subject." })),
  changes: customFields(
    "Changed fields, by Pipedrive's field names: { from, to } of each. Empty if a poll found the change.",
  ),
  user_id: nullable(t.String({ description: "Id of the user who made the change; null if a poll found it." })),
  is_by_api: nullable(
    t.Boolean({
      description:
        "Whether the change was made over Pipedrive's API, perhaps through this gateway; null if a poll found it.",
    }),
  ),
  url: shapes.nullableText(),
  occurred_at: shapes.nullableText(),
});

const PAST_TENSE = { create: "created", change: "changed", delete: "deleted" } as const;

export function nameOf(entity: unknown): string | null {
  const name = valueAt(entity, "title") ?? valueAt(entity, "name") ?? valueAt(entity, "subject");
  return typeof name === "string" ? name : null;
}

function recordEvent(type: string, action: keyof typeof PAST_TENSE): EventDef {
  return event({
    description: `A Pipedrive ${type} was ${PAST_TENSE[action]}.`,
    match: (_, item) => valueAt(item, "meta.entity") === type && valueAt(item, "meta.action") === action,
    raw,
    shape: changeShape,
    map: ({ meta, data, previous }) => {
      const id = String(meta.entity_id);
      const host = DOMAIN.test(meta.host ?? "") ? meta.host : null;
      const changed = action === "change" ? Object.entries(previous ?? {}) : [];
      return {
        id,
        type,
        name: nameOf(data) ?? nameOf(previous),
        changes: Object.fromEntries(changed.map(([name, from]) => [name, { from, to: data?.[name] ?? null }])),
        user_id: idOf(meta.user_id),
        is_by_api: meta.change_source === "api",
        url: action === "delete" ? null : webUrl(host, type, id),
        occurred_at: isoTime(meta.timestamp),
      };
    },
    view: (payload) => viewOf(payload, action),
  });
}

/** An event in the inbox. */
export function viewOf(payload: Static<typeof changeShape>, action: keyof typeof PAST_TENSE): EventView {
  const { type, name } = payload;
  return {
    title: `${type[0]?.toUpperCase()}${type.slice(1)} was ${PAST_TENSE[action]}${name ? `: ${name}` : ""}`,
    summary: Object.keys(payload.changes).slice(0, 10).join(", ") || null,
    actor: payload.user_id,
    url: payload.url,
    occurredAt: payload.occurred_at,
  };
}

/** The poll beside the webhook finds created and changed objects too, under the same id; leads are only pushed. */
function eventId(item: unknown): string | null {
  const [type, action, own] = ["entity", "action", "id"].map((name) => valueAt(item, `meta.${name}`));
  const id = idOf(valueAt(item, "meta.entity_id"));
  const changedAt = isoTime(textAt(item, "data.update_time"));
  if (typeof type === "string" && type !== "lead" && id !== null) {
    if (action === "create") return creationId(type, id);
    if (action === "change" && changedAt !== null) return changeId(type, id, changedAt);
  }
  return typeof own === "string" ? own : null;
}

export const webhook: Webhook = {
  // Each webhook has an address and a password of its own; whoever may read them may see that company's data already.
  verify: sharedToken((inbound) => basicAuth(inbound, USER)?.password ?? null, { secret: "subscription" }),
  // Pipedrive sends the webhook's password and signs nothing.
  signsBody: false,
  eventId: (_, item) => eventId(item),
  events: {
    "deals.created": recordEvent("deal", "create"),
    "deals.updated": recordEvent("deal", "change"),
    "deals.deleted": recordEvent("deal", "delete"),
    "contacts.person_created": recordEvent("person", "create"),
    "contacts.person_updated": recordEvent("person", "change"),
    "contacts.person_deleted": recordEvent("person", "delete"),
    "contacts.organization_created": recordEvent("organization", "create"),
    "contacts.organization_updated": recordEvent("organization", "change"),
    "contacts.organization_deleted": recordEvent("organization", "delete"),
    "activities.created": recordEvent("activity", "create"),
    "activities.updated": recordEvent("activity", "change"),
    "activities.deleted": recordEvent("activity", "delete"),
    "leads.created": recordEvent("lead", "create"),
    "leads.updated": recordEvent("lead", "change"),
    "leads.deleted": recordEvent("lead", "delete"),
  },
};
