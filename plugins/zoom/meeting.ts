// A Zoom meeting as callers see it. `start_url` is left out: it signs its reader in as the host.
import { entryOf, field, maybe, maybeInteger, maybeText, record, shapes, t } from "gateway/plugin";
import { kindField } from "./fields.ts";

const KINDS = { 1: "instant", 2: "scheduled", 3: "recurring_without_time", 8: "recurring", 10: "screen_share" };

/** Zoom's `approval_type`. */
const APPROVALS: Readonly<Record<string, string>> = { 0: "automatic", 1: "manual", 2: "none" };

const occurrence = record({
  id: field.id({ from: "occurrence_id" }),
  start_time: field.nullableTime(),
  duration_minutes: field.nullableInteger({ from: "duration" }),
  status: field.nonEmptyText({ description: "available or deleted." }),
});

/** Fields of a meeting in a list. */
const listed = {
  id: field.id(),
  uuid: field.nonEmptyText({ description: "Id of one occurrence of the meeting; a new one each time it is held." }),
  topic: field.nonEmptyText(),
  agenda: field.nonEmptyText(),
  kind: kindField(KINDS, "instant, scheduled, recurring, recurring_without_time or screen_share."),
  start_time: field.nullableTime(),
  duration_minutes: field.nullableInteger({ from: "duration" }),
  time_zone: field.nonEmptyText({ from: "timezone" }),
  join_url: field.nonEmptyText({ description: "URL for guests to join; may contain the passcode." }),
  host_id: field.nonEmptyText(),
  created_at: field.nullableTime(),
};
export const meetingSummary = record(listed);

export const meeting = record({
  ...listed,
  host_email: field.nonEmptyText(),
  status: field.nonEmptyText({ description: "waiting or started." }),
  passcode: field.nonEmptyText({ from: "password" }),
  registration_url: field.nonEmptyText(),
  registration: field.of({
    from: "settings.approval_type",
    raw: maybeInteger,
    shape: shapes.nullableText(
      "Whether people must register: none for no; automatic or manual is how registrations are approved.",
    ),
    map: (type) => entryOf(APPROVALS, String(type)) ?? null,
  }),
  waiting_room: field.nullableFlag({ from: "settings.waiting_room" }),
  join_before_host: field.nullableFlag({ from: "settings.join_before_host" }),
  mute_on_entry: field.nullableFlag({ from: "settings.mute_upon_entry" }),
  auto_recording: field.nonEmptyText({ from: "settings.auto_recording", description: "none, local or cloud." }),
  alternative_hosts: field.of({
    from: "settings.alternative_hosts",
    raw: maybeText,
    shape: t.Array(t.String(), { description: "Email addresses of users who may start it." }),
    map: (hosts) => (hosts ?? "").split(/[;,]/).filter(Boolean),
  }),
  invitees: field.of({
    from: "settings.meeting_invitees",
    raw: maybe(t.Array(t.Object({ email: t.String() }))),
    shape: t.Array(t.String(), { description: "Email addresses of the invited people." }),
    map: (people) => (people ?? []).map(({ email }) => email),
  }),
  occurrences: field.many(occurrence, { description: "The occurrences of a recurring meeting." }),
});

/** Upcoming, also as a guest. */
export const scheduledMeeting = record({
  id: listed.id,
  topic: listed.topic,
  start_time: listed.start_time,
  duration_minutes: listed.duration_minutes,
  time_zone: listed.time_zone,
  join_url: listed.join_url,
  is_host: field.flag({ description: "Whether the user is the host." }),
});
