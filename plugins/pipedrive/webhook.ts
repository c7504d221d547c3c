// Pipedrive's webhook events, which HTTP Basic authenticates: pipedrive.readme.io, "Guide for Webhooks v2".
import {
  basicAuth,
  type Delivery,
  type EventDef,
  type EventSubject,
  event,
  hmac,
  maybe,
  maybeText,
  nullable,
  shapes,
  t,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { customFields, idOf, isoTime, webUrl } from "./fields.ts";
import { DOMAIN, grantorId } from "./oauth.ts";

/**
 * HTTP Basic with the company's id and its HMAC under the operator's secret. A company's administrators can read the password
 * of their webhooks; it is valid for no other company.
 */
const credentials = (delivery: Delivery) => basicAuth(delivery, /^[1-9][0-9]{0,14}$/);

const raw = t.Object({
  meta: t.Object({
    entity_id: t.Union([t.String(), t.Integer()]),
    user_id: t.Optional(t.Unknown()),
    timestamp: maybeText,
    host: maybeText,
    change_source: maybeText,
  }),
  data: maybe(t.Record(t.String(), t.Unknown())),
  previous: maybe(t.Record(t.String(), t.Unknown())),
});
const shape = t.Object({
  id: t.String(),
  type: t.String({ description: "deal, person, organization, activity or lead." }),
  name: nullable(t.String({ description: "Name, title or subject." })),
  changes: customFields("What changed, by Pipedrive's own field names: { from, to } of each."),
  user_id: nullable(t.String({ description: "Who did it." })),
  is_by_api: t.Boolean({ description: "Whether a program did it, perhaps through this gateway." }),
  url: shapes.nullableText(),
  occurred_at: shapes.nullableText(),
});

const PAST_TENSE = { create: "created", change: "changed", delete: "deleted" } as const;

function nameOf(entity: unknown): string | null {
  const name = valueAt(entity, "title") ?? valueAt(entity, "name") ?? valueAt(entity, "subject");
  return typeof name === "string" ? name : null;
}

function recordEvent(type: string, action: keyof typeof PAST_TENSE): EventDef {
  return event({
    description: `A Pipedrive ${type} was ${PAST_TENSE[action]}.`,
    match: (_, item) => valueAt(item, "meta.entity") === type && valueAt(item, "meta.action") === action,
    raw,
    shape,
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
    view: (payload) => ({
      title: `${type[0]?.toUpperCase()}${type.slice(1)} was ${PAST_TENSE[action]}${payload.name ? `: ${payload.name}` : ""}`,
      summary: Object.keys(payload.changes).slice(0, 10).join(", ") || null,
      actor: payload.user_id,
      url: payload.url,
      occurredAt: payload.occurred_at,
    }),
  });
}

/** The users who may see the object, by Pipedrive's list, in the company that the password authenticates. */
function subject(delivery: Delivery, item: unknown): EventSubject[] {
  const company = credentials(delivery)?.user;
  const permitted = valueAt(item, "meta.permitted_user_ids");
  if (company === undefined || !Array.isArray(permitted)) return [];
  const users = permitted.flatMap((user) => idOf(user) ?? []);
  return users.map((user) => ({ matches: "identity", id: grantorId(company, user) }));
}

export const webhook: Webhook = {
  verify: hmac({
    read: (delivery) => {
      const claim = credentials(delivery);
      return claim && { signature: claim.password };
    },
    message: (delivery) => credentials(delivery)?.user ?? "",
  }),
  // Pipedrive sends the webhook's password and signs nothing.
  signsBody: false,
  deliveryId: (delivery, item) => {
    const id = valueAt(item, "meta.id");
    return typeof id === "string" ? `${credentials(delivery)?.user}/${id}` : null;
  },
  subject,
  events: {
    "deals.created": recordEvent("deal", "create"),
    "deals.updated": recordEvent("deal", "change"),
    "deals.deleted": recordEvent("deal", "delete"),
    "contacts.person_created": recordEvent("person", "create"),
    "contacts.person_updated": recordEvent("person", "change"),
    "contacts.organization_created": recordEvent("organization", "create"),
    "contacts.organization_updated": recordEvent("organization", "change"),
    "activities.created": recordEvent("activity", "create"),
    "activities.updated": recordEvent("activity", "change"),
    "leads.created": recordEvent("lead", "create"),
    "leads.updated": recordEvent("lead", "change"),
  },
};
