// Webhook events that a flow or trigger in the org sends, since Salesforce has none: records created, changed or deleted.
import {
  basicAuth,
  type Delivery,
  type EventDef,
  event,
  hmac,
  maybe,
  maybeText,
  nullable,
  t,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { isoTime, nonEmptyTextAt } from "./fields.ts";

/** HTTP Basic with the org's id and its HMAC under the operator's secret, so that a password is valid for one org only. */
const credentials = (delivery: Delivery) => basicAuth(delivery, /^00D[A-Za-z0-9]{15}$/);

const raw = t.Object({
  objectType: t.String(),
  recordId: t.String(),
  timestamp: maybeText,
  userId: maybeText,
  changedFields: maybe(t.Array(t.String())),
});
const shape = t.Object({
  object: t.String({ description: "The API name, such as Opportunity." }),
  id: t.String({ description: "The record; get_record reads it." }),
  user_id: nullable(t.String({ description: "Who did it." })),
  changed_fields: t.Array(t.String()),
  occurred_at: nullable(t.String()),
});

/** Events have no content: users fetch the record with their own rights. */
function recordEvent(type: string, what: string): EventDef {
  return event({
    description: `A Salesforce record was ${what}.`,
    match: (_, item) => valueAt(item, "eventType") === type,
    raw,
    shape,
    map: (item) => ({
      object: item.objectType,
      id: item.recordId,
      user_id: item.userId ?? null,
      changed_fields: item.changedFields ?? [],
      occurred_at: isoTime(item.timestamp),
    }),
    view: (payload) => ({
      title: `${payload.object} was ${what}`,
      summary: payload.changed_fields.join(", ") || null,
      actor: payload.user_id,
      url: null,
      occurredAt: payload.occurred_at,
    }),
  });
}

export const webhook: Webhook = {
  verify: hmac({
    read: (delivery) => {
      const claim = credentials(delivery);
      return claim && { signature: claim.password };
    },
    message: (delivery) => credentials(delivery)?.user ?? "",
  }),
  // A named credential sends its password and signs nothing.
  signsBody: false,
  deliveryId: (delivery, item) => {
    const parts = ["objectType", "recordId", "eventType", "timestamp"].map((name) => nonEmptyTextAt(item, name));
    return parts.includes(null) ? null : [credentials(delivery)?.user, ...parts].join("/");
  },
  // The org that the password authenticates, never one that the body names.
  subject: (delivery) => {
    const id = credentials(delivery)?.user;
    return id === undefined ? null : { matches: "workspace", id };
  },
  events: {
    "records.created": recordEvent("record_created", "created"),
    "records.updated": recordEvent("record_updated", "changed"),
    "records.deleted": recordEvent("record_deleted", "deleted"),
  },
};
