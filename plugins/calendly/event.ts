// A booked meeting as callers see it, in the shared shape of calendar events.
import { asTime, maybe, maybeText, nullable, resource, type Static, shapes, t, textAt, valueAt } from "gateway/plugin";
import { idOf, listAt } from "./fields.ts";

export const cancellation = nullable(
  t.Object({
    by: shapes.nullableText("Name of the person who cancelled."),
    by_type: shapes.nullableText("host or invitee."),
    reason: shapes.nullableText(),
    at: shapes.nullableTime(),
  }),
);
export function toCancellation(json: unknown): Static<typeof cancellation> {
  if (typeof json !== "object" || json === null) return null;
  return {
    by: textAt(json, "canceled_by"),
    by_type: textAt(json, "canceler_type"),
    reason: textAt(json, "reason"),
    at: asTime(valueAt(json, "created_at")),
  };
}

const raw = t.Object({
  uri: t.String(),
  name: maybeText,
  status: t.String(),
  start_time: t.String({ format: "date-time" }),
  end_time: t.String({ format: "date-time" }),
  event_type: maybeText,
  location: t.Optional(t.Unknown()),
  invitees_counter: maybe(t.Object({ active: t.Integer(), total: t.Integer(), limit: t.Integer() })),
  event_memberships: t.Optional(t.Unknown()),
  event_guests: t.Optional(t.Unknown()),
  cancellation: t.Optional(t.Unknown()),
  meeting_notes_plain: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
});

export const event = resource({
  raw,
  shape: t.Object({
    ...shapes.calendarEvent,
    event_type_id: shapes.nullableText("Id of the event type that was booked."),
    location_kind: shapes.nullableText(
      "Calendly's kind of location, such as physical, zoom_conference or outbound_call.",
    ),
    invitees_count: nullable(
      t.Object(
        { active: t.Integer(), total: t.Integer(), limit: t.Integer() },
        { description: "Numbers of invitees." },
      ),
    ),
    cancellation,
  }),
  map: (raw, { identity }) => {
    const hosts = listAt(raw.event_memberships).map((host) => ({
      id: idOf(textAt(host, "user")),
      email: textAt(host, "user_email"),
      name: textAt(host, "user_name"),
    }));
    const attendee = { response: "accepted", optional: false };
    const [host] = hosts;
    const isCanceled = raw.status === "canceled";
    return {
      id: idOf(raw.uri) ?? raw.uri,
      // Calendly names no calendar; the first host's stands for it.
      calendar_id: host?.id ?? identity.id,
      title: raw.name ?? "",
      description: raw.meeting_notes_plain ?? null,
      location: textAt(raw.location, "location"),
      start: inUtc(raw.start_time),
      end: inUtc(raw.end_time),
      all_day: false,
      status: isCanceled ? "cancelled" : "confirmed",
      organizer: host ? { name: host.name, email: host.email } : null,
      attendees: [
        ...hosts.map(({ email, name }) => ({ ...attendee, email, name, is_organizer: true })),
        ...listAt(raw.event_guests).map((guest) => ({
          ...attendee,
          email: textAt(guest, "email"),
          name: null,
          is_organizer: false,
        })),
      ],
      recurring_event_id: null,
      meeting_url: textAt(raw.location, "join_url"),
      url: null,
      show_as: isCanceled ? "free" : "busy",
      created_at: asTime(raw.created_at),
      updated_at: asTime(raw.updated_at),
      event_type_id: idOf(raw.event_type),
      location_kind: textAt(raw.location, "type"),
      invitees_count: raw.invitees_counter ?? null,
      cancellation: toCancellation(raw.cancellation),
    };
  },
});

const inUtc = (time: string) => ({ date: null, date_time: time, time_zone: "UTC" });
