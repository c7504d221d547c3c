// Calendly's webhook events: developer.calendly.com, "Webhook signatures" and "Webhook payloads".
import {
  type EventDef,
  type EventView,
  entryOf,
  event,
  hmac,
  type InboundWebhook,
  maybeText,
  type Static,
  shapes,
  t,
  textAt,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { idOf } from "./fields.ts";
import { invitee } from "./invitee.ts";

/** The header is `t=<Unix seconds>,v1=<hex>`. */
function claimOf({ headers }: InboundWebhook) {
  const parts = headers.get("calendly-webhook-signature")?.split(",") ?? [];
  const partOf = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const [time, signature] = [partOf("t"), partOf("v1")];
  return signature && time && /^\d+$/.test(time) ? { signature, time: Number(time) } : null;
}

/** Of an event about an invitee, whether it was pushed or found by a poll. */
export const inviteeShape = t.Object({
  ...invitee.shape.properties,
  title: shapes.nullableText("Name of the meeting."),
  start_time: shapes.nullableTime("When it begins."),
  end_time: shapes.nullableTime("When it ends."),
  occurred_at: shapes.nullableTime(),
});
type Payload = Static<typeof inviteeShape>;

export function toPayload(raw: Static<typeof invitee.raw>, meeting: unknown, occurredAt: string | null): Payload {
  return {
    ...invitee.map(raw),
    title: textAt(meeting, "name"),
    start_time: textAt(meeting, "start_time"),
    end_time: textAt(meeting, "end_time"),
    occurred_at: occurredAt,
  };
}

/** Makes a title from the invitee, the meeting, and whether it was moved. */
type TitleOf = (who: string, what: string, isMove: boolean) => string;

/** An event in the inbox. */
export function viewOf(payload: Payload, titleOf: TitleOf): EventView {
  const who = payload.name || payload.email || "Someone";
  const isMove = payload.is_rescheduled || payload.previous_invitee_id !== null;
  return {
    title: titleOf(who, payload.title || "a meeting", isMove),
    summary: payload.cancellation?.reason || payload.start_time,
    actor: payload.email,
    occurredAt: payload.occurred_at,
  };
}

export const bookedTitle: TitleOf = (who, what, isMove) =>
  isMove ? `${who} moved ${what} to another time` : `${who} booked ${what}`;
export const canceledTitle: TitleOf = (who, what, isMove) =>
  isMove ? `The old time of ${what} with ${who} is free again` : `${what} with ${who} was cancelled`;

function inviteeEvent(name: string, description: string, titleOf: TitleOf): EventDef {
  return event({
    description,
    match: (_, item) => valueAt(item, "event") === name,
    raw: t.Object({
      created_at: maybeText,
      payload: t.Object({ ...invitee.raw.properties, scheduled_event: t.Optional(t.Unknown()) }),
    }),
    shape: inviteeShape,
    map: ({ created_at, payload }) => toPayload(payload, payload.scheduled_event, created_at ?? null),
    view: (payload) => viewOf(payload, titleOf),
  });
}

/** Signed over the time and the body; inbound webhooks older than 3 minutes are refused. */
const signedWith = (secret: "webhook" | "subscription") =>
  hmac({ secret, read: claimOf, message: ({ body }, { time }) => [`${time}.`, body], toleranceS: 180 });
const [bySubscription, byApp] = [signedWith("subscription"), signedWith("webhook")];

/** Events that an invitee has once. */
const ONCE: Readonly<Record<string, string>> = { "invitee.created": "booked", "invitee.canceled": "canceled" };

/** Calendly sends no delivery id; a mark of not coming can be set and removed again, each time at another time. */
function eventId(item: unknown): string | null {
  const [name, invitee, time] = [textAt(item, "event"), idOf(textAt(item, "payload.uri")), textAt(item, "created_at")];
  if (name === null || invitee === null) return null;
  const once = entryOf(ONCE, name);
  if (once !== undefined) return `${once}/${invitee}`;
  return time === null ? null : `${name}/${invitee}/${time}`;
}

export const webhook: Webhook = {
  // The subscription's key where the gateway has made it, the app's signing key otherwise.
  verify: async (inbound, secrets, now) =>
    (await bySubscription(inbound, secrets, now)) || (await byApp(inbound, secrets, now)),
  eventId: (_, item) => eventId(item),
  // The user whose token made the subscription.
  subject: ({ json }) => {
    const id = idOf(textAt(json, "created_by"));
    return id === null ? null : { matches: "identity", id };
  },
  events: {
    "events.booked": inviteeEvent("invitee.created", "Someone booked a Calendly meeting.", bookedTitle),
    "events.canceled": inviteeEvent("invitee.canceled", "A Calendly meeting was cancelled or moved.", canceledTitle),
    "events.no_show": inviteeEvent(
      "invitee_no_show.created",
      "Someone did not come to a Calendly meeting.",
      (who, what) => `${who} did not come to ${what}`,
    ),
    "events.no_show_undone": inviteeEvent(
      "invitee_no_show.deleted",
      "The no-show mark of a Calendly invitee was removed.",
      (who, what) => `${who} counts as having come to ${what} again`,
    ),
  },
};
