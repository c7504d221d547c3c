// What a flow or trigger in the org sends, since Salesforce itself pushes nothing: that a record was created, changed or deleted.
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

/**
 * HTTP Basic: the org's id, and a password made of it with the operator's secret. So no org's password speaks for another.
 */
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

/** Events hold no content: whoever may read the record fetches it with their own rights. */
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
  // A named credential repeats its password, and signs nothing.
  signsBody: false,
  deliveryId: (delivery, item) => {
    const parts = ["objectType", "recordId", "eventType", "timestamp"].map((name) => nonEmptyTextAt(item, name));
    return parts.includes(null) ? null : [credentials(delivery)?.user, ...parts].join("/");
  },
  // Who called is what the password vouches for; the body's word on it is not asked.
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
