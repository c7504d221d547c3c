// An invitee: who booked a meeting, with their answers.
import { asTime, maybeFlag, maybeText, resource, type Static, shapes, t, textAt } from "gateway/plugin";
import { cancellation, toCancellation } from "./event.ts";
import { idOf, listAt } from "./fields.ts";

const TRACKING = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "salesforce_uuid"];

export const rawInvitee = t.Object({
  uri: t.String(),
  event: maybeText,
  email: maybeText,
  name: maybeText,
  first_name: maybeText,
  last_name: maybeText,
  status: maybeText,
  timezone: maybeText,
  text_reminder_number: maybeText,
  questions_and_answers: t.Optional(t.Unknown()),
  tracking: t.Optional(t.Unknown()),
  rescheduled: maybeFlag,
  old_invitee: maybeText,
  new_invitee: maybeText,
  cancel_url: maybeText,
  reschedule_url: maybeText,
  cancellation: t.Optional(t.Unknown()),
  no_show: t.Optional(t.Unknown()),
  created_at: maybeText,
  updated_at: maybeText,
});

export const inviteeShape = t.Object({
  ...shapes.person,
  event_id: shapes.nullableText("Id of the meeting."),
  first_name: shapes.nullableText(),
  last_name: shapes.nullableText(),
  status: shapes.nullableText("active or canceled."),
  time_zone: shapes.nullableText(),
  phone: shapes.nullableText("Phone number for reminders by text message."),
  answers: t.Array(t.Object({ question: t.String(), answer: t.String() })),
  tracking: t.Record(t.String(), t.String(), {
    description: "Tracking parameters of the booking link, such as utm_source.",
  }),
  is_rescheduled: t.Boolean({ description: "Whether it was cancelled because it was moved to another time." }),
  previous_invitee_id: shapes.nullableText("Id of the invitee of the earlier time that this booking replaces."),
  next_invitee_id: shapes.nullableText("Id of the invitee of the later time that replaces this booking."),
  is_no_show: t.Boolean(),
  cancellation,
  cancel_url: shapes.nullableText("URL where the invitee can cancel."),
  reschedule_url: shapes.nullableText("URL where the invitee can choose another time."),
  created_at: shapes.nullableTime(),
  updated_at: shapes.nullableTime(),
});

export function toInvitee(raw: Static<typeof rawInvitee>): Static<typeof inviteeShape> {
  return {
    id: idOf(raw.uri) ?? raw.uri,
    event_id: idOf(raw.event),
    email: raw.email ?? null,
    name: raw.name ?? null,
    avatar_url: null,
    first_name: raw.first_name ?? null,
    last_name: raw.last_name ?? null,
    status: raw.status ?? null,
    time_zone: raw.timezone ?? null,
    phone: raw.text_reminder_number ?? null,
    answers: listAt(raw.questions_and_answers).map((entry) => ({
      question: textAt(entry, "question") ?? "",
      answer: textAt(entry, "answer") ?? "",
    })),
    tracking: Object.fromEntries(TRACKING.flatMap((name) => trackingEntry(raw.tracking, name))),
    is_rescheduled: raw.rescheduled ?? false,
    // Both are URIs below a meeting's: …/scheduled_events/{id}/invitees/{id}.
    previous_invitee_id: idOf(raw.old_invitee),
    next_invitee_id: idOf(raw.new_invitee),
    is_no_show: raw.no_show !== null && raw.no_show !== undefined,
    cancellation: toCancellation(raw.cancellation),
    cancel_url: raw.cancel_url ?? null,
    reschedule_url: raw.reschedule_url ?? null,
    created_at: asTime(raw.created_at),
    updated_at: asTime(raw.updated_at),
  };
}
function trackingEntry(json: unknown, name: string): [string, string][] {
  const value = textAt(json, name);
  return value === null ? [] : [[name, value]];
}

export const invitee = resource({ raw: rawInvitee, shape: inviteeShape, map: toInvitee });
