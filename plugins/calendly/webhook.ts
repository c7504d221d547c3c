// Calendly's webhook events: developer.calendly.com, "Webhook signatures" and "Webhook payloads".
import {
  type Delivery,
  type EventDef,
  event,
  hmac,
  maybeText,
  shapes,
  t,
  textAt,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { idOf } from "./fields.ts";
import { inviteeShape, rawInvitee, toInvitee } from "./invitee.ts";

/** The header is `t=<Unix seconds>,v1=<hex>`. */
function claimOf({ headers }: Delivery) {
  const parts = headers.get("calendly-webhook-signature")?.split(",") ?? [];
  const partOf = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const [time, signature] = [partOf("t"), partOf("v1")];
  return signature && time && /^\d+$/.test(time) ? { signature, time: Number(time) } : null;
}

const shape = t.Object({
  ...inviteeShape.properties,
  title: shapes.nullableText("Name of the meeting."),
  start_time: shapes.nullableTime("When it begins."),
  end_time: shapes.nullableTime("When it ends."),
  occurred_at: shapes.nullableTime(),
});

/** An event about an invitee; `titleOf` makes its title from the invitee, the meeting, and whether it was moved. */
function inviteeEvent(
  name: string,
  description: string,
  titleOf: (who: string, what: string, isMove: boolean) => string,
): EventDef {
  return event({
    description,
    match: (_, item) => valueAt(item, "event") === name,
    raw: t.Object({
      created_at: maybeText,
      payload: t.Object({ ...rawInvitee.properties, scheduled_event: t.Optional(t.Unknown()) }),
    }),
    shape,
    map: ({ created_at, payload }) => ({
      ...toInvitee(payload),
      title: textAt(payload.scheduled_event, "name"),
      start_time: textAt(payload.scheduled_event, "start_time"),
      end_time: textAt(payload.scheduled_event, "end_time"),
      occurred_at: created_at ?? null,
    }),
    view: (payload) => {
      const who = payload.name || payload.email || "Somebody";
      const isMove = payload.is_rescheduled || payload.previous_invitee_id !== null;
      return {
        title: titleOf(who, payload.title || "a meeting", isMove),
        summary: payload.cancellation?.reason || payload.start_time,
        actor: payload.email,
        url: null,
        occurredAt: payload.occurred_at,
      };
    },
  });
}

export const webhook: Webhook = {
  // Signed with the app's signing key, which Calendly shows once; deliveries older than 3 minutes are refused.
  verify: hmac({ read: claimOf, message: ({ text }, { time }) => `${time}.${text}`, toleranceS: 180 }),
  // Calendly sends no delivery id; a retry has the same body.
  deliveryId: () => null,
  // The user whose token made the subscription.
  subject: ({ json }) => {
    const id = idOf(textAt(json, "created_by"));
    return id === null ? null : { matches: "identity", id };
  },
  events: {
    "events.booked": inviteeEvent("invitee.created", "Somebody booked a Calendly meeting.", (who, what, isMove) =>
      isMove ? `${who} moved ${what} to another time` : `${who} booked ${what}`,
    ),
    "events.canceled": inviteeEvent(
      "invitee.canceled",
      "A Calendly meeting was cancelled or moved.",
      (who, what, isMove) =>
        isMove ? `The old time of ${what} with ${who} is free again` : `${what} with ${who} was cancelled`,
    ),
    "events.no_show": inviteeEvent(
      "invitee_no_show.created",
      "Somebody did not come to a Calendly meeting.",
      (who, what) => `${who} did not come to ${what}`,
    ),
    "events.no_show_undone": inviteeEvent(
      "invitee_no_show.deleted",
      "A mark of not coming was taken back.",
      (who, what) => `${who} counts as having come to ${what} again`,
    ),
  },
};
