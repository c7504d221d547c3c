// HubSpot's webhook events: batches of record changes, for all accounts of the app, signed with the client secret.
import { type EventDef, event, hmac, rawId, shapes, t, timeOfMs, valueAt, type Webhook } from "gateway/plugin";
import { companies } from "./companies.ts";
import { contacts } from "./contacts.ts";
import { deals } from "./deals.ts";
import { webUrl } from "./record.ts";
import { tickets } from "./tickets.ts";

/** Service → the object's name in event types, and its object type id. */
const OBJECTS = {
  contacts: ["contact", contacts.typeId],
  companies: ["company", companies.typeId],
  deals: ["deal", deals.typeId],
  tickets: ["ticket", tickets.typeId],
} as const;
type Service = keyof typeof OBJECTS;

const maybeScalar = t.Optional(t.Union([t.String(), t.Number(), t.Boolean(), t.Null()]));
const textOrNull = (value: unknown) => (value == null ? null : String(value));

const raw = t.Object({
  portalId: rawId,
  objectId: t.Optional(rawId),
  occurredAt: t.Integer(),
  changeSource: maybeScalar,
  sourceId: maybeScalar,
  propertyName: maybeScalar,
  propertyValue: maybeScalar,
  newObjectId: t.Optional(rawId),
  primaryObjectId: t.Optional(rawId),
  mergedObjectIds: t.Optional(t.Array(rawId)),
});
/** Of an event about a record, whether it was pushed or found by a poll. */
export const changeShape = t.Object({
  id: t.String({ description: "Id of the record; after a merge, of the record that remains." }),
  portal_id: t.String({ description: "Id of the HubSpot account." }),
  property: shapes.nullableText("Name of the changed property; null if a poll found the change."),
  value: shapes.nullableText("New value of the property; REDACTED if HubSpot treats it as sensitive."),
  merged_ids: t.Array(t.String(), { description: "Ids of the records that were merged into it." }),
  source: shapes.nullableText("What made the change, such as CRM_UI or INTEGRATION."),
  source_id: shapes.nullableText("Who or which app made it, such as userId:123."),
  occurred_at: t.String(),
});

/** The event of one change: `contact.creation`, or in newer apps `object.creation` with the object type id. */
function recordEvent(service: Service, change: string, what: string): EventDef {
  const [word, typeId] = OBJECTS[service];
  const isGone = change === "deletion" || change === "privacyDeletion";
  return event({
    description: `A HubSpot ${word} was ${what}.`,
    match: (_, item) => {
      const type = valueAt(item, "subscriptionType");
      return type === `${word}.${change}` || (type === `object.${change}` && valueAt(item, "objectTypeId") === typeId);
    },
    raw,
    shape: changeShape,
    map: (raw) => {
      const id = raw.newObjectId || raw.primaryObjectId || raw.objectId;
      const occurredAt = timeOfMs(raw.occurredAt);
      // An import changes thousands of records at once.
      if (!id || occurredAt === null || raw.changeSource === "IMPORT") return null;
      return {
        id: String(id),
        portal_id: String(raw.portalId),
        property: textOrNull(raw.propertyName),
        value: textOrNull(raw.propertyValue),
        merged_ids: (raw.mergedObjectIds ?? []).map(String),
        source: textOrNull(raw.changeSource),
        source_id: textOrNull(raw.sourceId),
        occurred_at: occurredAt,
      };
    },
    view: ({ id, portal_id, property, value, source, source_id, occurred_at }) => ({
      title: `A HubSpot ${word} was ${what}`,
      summary: property === null ? null : `${property}: ${value ?? ""}`,
      actor: source_id ?? source,
      url: isGone ? null : webUrl(portal_id, typeId, id),
      occurredAt: occurred_at,
    }),
  });
}

const recordEvents = (service: Service): Record<string, EventDef> => ({
  [`${service}.created`]: recordEvent(service, "creation", "created"),
  [`${service}.updated`]: recordEvent(service, "propertyChange", "changed"),
  [`${service}.deleted`]: recordEvent(service, "deletion", "deleted"),
  [`${service}.restored`]: recordEvent(service, "restore", "restored"),
  [`${service}.merged`]: recordEvent(service, "merge", "merged with another"),
});

const TIME = "x-hubspot-request-timestamp";

export const webhook: Webhook = {
  // Signature version 3 only, since older ones sign no time and could be replayed for ever:
  // developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/request-validation
  verify: hmac({
    secret: "client",
    encoding: "base64",
    read: ({ headers }) => {
      const [signature, time] = [headers.get("x-hubspot-signature-v3"), headers.get(TIME) ?? ""];
      return signature && /^\d+$/.test(time) ? { signature, time: Number(time) / 1_000 } : null;
    },
    message: ({ method, url, body, headers }) => [method, url, body, headers.get(TIME) ?? ""],
  }),
  items: "",
  // `eventId` alone is not unique.
  eventId: (_, item) => {
    const names = ["portalId", "subscriptionId", "eventId", "objectId", "occurredAt"];
    return names.map((name) => valueAt(item, name) ?? "").join(":");
  },
  // Any grant reads every record of the account, so all integrations of the account get the event.
  subject: (_, item) => ({ matches: "workspace", id: String(valueAt(item, "portalId")) }),
  events: {
    ...recordEvents("contacts"),
    "contacts.erased": recordEvent("contacts", "privacyDeletion", "erased for privacy"),
    ...recordEvents("companies"),
    ...recordEvents("deals"),
    ...recordEvents("tickets"),
  },
};
