// Meetings that have been held: the times of one, its details, and who took part.
import { endpoint, field, many, one, pages, path, record } from "gateway/plugin";
import { heldId, heldSegment, listPagination, meetingId } from "./fields.ts";

const instance = record({ uuid: field.text(), start_time: field.nullableTime() });

const pastMeeting = record({
  id: field.id(),
  uuid: field.nonEmptyText(),
  topic: field.nonEmptyText(),
  host_id: field.nonEmptyText(),
  host_name: field.nonEmptyText({ from: "user_name" }),
  host_email: field.nonEmptyText({ from: "user_email" }),
  start_time: field.nullableTime(),
  end_time: field.nullableTime(),
  duration_minutes: field.nullableInteger({ from: "duration" }),
  participants_count: field.nullableInteger(),
  has_summary: field.flag({
    from: "has_meeting_summary",
    description: "Whether there is a summary, which zoom_get_summary returns.",
  }),
});

const participant = record({
  name: field.nonEmptyText(),
  email: field.nonEmptyText({
    from: "user_email",
    description: "Email address; null for guests who did not register or sign in.",
  }),
  user_id: field.nonEmptyText({ from: "id", description: "Id of the user, if it is one of the same account." }),
  registrant_id: field.nonEmptyText(),
  joined_at: field.nullableTime({ from: "join_time" }),
  left_at: field.nullableTime({ from: "leave_time" }),
  duration_seconds: field.nullableInteger({ from: "duration" }),
  is_internal: field.flag({ from: "internal_user", description: "Whether it is a user of the account." }),
});

export const pastMeetingEndpoints = {
  list_past_instances: endpoint({
    method: "GET",
    path: "/meetings/{id}/instances",
    permission: "past_meetings.read",
    description: "List the past occurrences of a Zoom meeting, each with its uuid.",
    keywords: ["history", "occurrences", "earlier meetings", "recurring"],
    params: { id: meetingId() },
    upstream: "/v2/past_meetings/{id}/instances",
    returns: many("instances", instance, { at: "meetings", pagination: pages.whole() }),
  }),
  get_past_meeting: endpoint({
    method: "GET",
    path: "/past-meetings/{id}",
    permission: "past_meetings.read",
    description: "Get a Zoom meeting that has ended: when it began and ended, and how many took part.",
    keywords: ["history", "held", "how long", "length"],
    params: { id: heldId },
    upstream: ({ params }) => ({ path: path`/v2/past_meetings/${heldSegment(params.id)}` }),
    returns: one(pastMeeting),
  }),
  list_participants: endpoint({
    method: "GET",
    path: "/past-meetings/{id}/participants",
    permission: "participants.read",
    description: "List who took part in a Zoom meeting that has ended, one entry for each time that a person joined.",
    keywords: ["attendees", "attendance", "who was there", "joined", "left"],
    params: { id: heldId },
    upstream: ({ params }) => ({ path: path`/v2/past_meetings/${heldSegment(params.id)}/participants` }),
    returns: many("participants", participant, { at: "participants", pagination: listPagination }),
  }),
};
