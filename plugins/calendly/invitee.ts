// An invitee: who booked a meeting, with their answers.
import { field, record, shapes, t, textAt } from "gateway/plugin";
import { cancellation, toCancellation } from "./event.ts";
import { linkedId, listAt, ownId } from "./fields.ts";

const TRACKING = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "salesforce_uuid"];

export const invitee = record({
  id: ownId(),
  name: field.nullableText({ description: "Display name." }),
  email: field.nullableText(),
  // Calendly has none; every person of the gateway has the field.
  avatar_url: field.derived({ reads: t.Object({}), shape: shapes.nullableText(), map: () => null }),
  event_id: linkedId("event", "Id of the meeting."),
  first_name: field.nullableText(),
  last_name: field.nullableText(),
  status: field.nullableText({ description: "active or canceled." }),
  time_zone: field.nullableText({ from: "timezone" }),
  phone: field.nullableText({
    from: "text_reminder_number",
    description: "Phone number for reminders by text message.",
  }),
  answers: field.of({
    from: "questions_and_answers",
    raw: t.Optional(t.Unknown()),
    shape: t.Array(t.Object({ question: t.String(), answer: t.String() })),
    map: (entries) =>
      listAt(entries).map((entry) => ({
        question: textAt(entry, "question") ?? "",
        answer: textAt(entry, "answer") ?? "",
      })),
  }),
  tracking: field.of({
    raw: t.Optional(t.Unknown()),
    shape: t.Record(t.String(), t.String(), {
      description: "Tracking parameters of the booking link, such as utm_source.",
    }),
    map: (values) => Object.fromEntries(TRACKING.flatMap((name) => trackingEntry(values, name))),
  }),
  is_rescheduled: field.flag({
    from: "rescheduled",
    description: "Whether it was cancelled because it was moved to another time.",
  }),
  // Both are URIs below a meeting's: …/scheduled_events/{id}/invitees/{id}.
  previous_invitee_id: linkedId("old_invitee", "Id of the invitee of the earlier time that this booking replaces."),
  next_invitee_id: linkedId("new_invitee", "Id of the invitee of the later time that replaces this booking."),
  is_no_show: field.of({
    from: "no_show",
    raw: t.Optional(t.Unknown()),
    shape: t.Boolean(),
    map: (mark) => mark !== null && mark !== undefined,
  }),
  cancellation: field.of({ raw: t.Optional(t.Unknown()), shape: cancellation, map: toCancellation }),
  cancel_url: field.nullableText({ description: "URL where the invitee can cancel." }),
  reschedule_url: field.nullableText({ description: "URL where the invitee can choose another time." }),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
});

function trackingEntry(json: unknown, name: string): [string, string][] {
  const value = textAt(json, name);
  return value === null ? [] : [[name, value]];
}
