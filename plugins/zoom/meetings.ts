// Zoom meetings: list, read, schedule, change, delete and end.
import { deleted, endpoint, field, many, one, oneOf, pages, path, record, t } from "gateway/plugin";
import { listPagination, meetingId, sinceDay, untilDay, userOf } from "./fields.ts";
import { meeting, meetingSummary, scheduledMeeting } from "./meeting.ts";
import { kindOf, meetingBody, meetingFields } from "./meeting-input.ts";

const occurrenceId = t.Optional(
  t.String({
    pattern: "^[0-9]{6,20}$",
    description:
      "Id of one occurrence of a recurring meeting, from zoom_get_meeting; without it, the call applies to the entire series.",
  }),
);
const ended = record({ id: field.id(), is_ended: field.flag() });

export const meetingEndpoints = {
  list_meetings: endpoint({
    method: "GET",
    path: "/meetings",
    permission: "meetings.read",
    description: "List the Zoom meetings that the user hosts; by default those that are scheduled.",
    keywords: ["my meetings", "scheduled", "upcoming", "running now"],
    query: t.Object({
      type: t.Optional(
        oneOf(
          ["scheduled", "live", "upcoming", "previous_meetings"],
          "Which meetings to list; the default is scheduled. live: in progress; upcoming: not yet started.",
        ),
      ),
      since: t.Optional(sinceDay),
      until: t.Optional(untilDay),
    }),
    upstream: ({ query: { since, until, ...query }, identity }) => ({
      path: path`/v2/users/${userOf(identity)}/meetings`,
      query: { ...query, from: since, to: until },
    }),
    returns: many("meetings", meetingSummary, { at: "meetings", pagination: listPagination }),
  }),
  list_schedule: endpoint({
    method: "GET",
    path: "/schedule",
    permission: "schedule.read",
    description: "List upcoming Zoom meetings of the user, also those of others that the user is invited to.",
    keywords: ["agenda", "today", "next meetings", "invited"],
    upstream: ({ identity }) => ({ path: path`/v2/users/${userOf(identity)}/upcoming_meetings` }),
    returns: many("meetings", scheduledMeeting, { at: "meetings", pagination: pages.whole() }),
  }),
  get_meeting: endpoint({
    method: "GET",
    path: "/meetings/{id}",
    permission: "meetings.read",
    description: "Get one Zoom meeting: time, join link, passcode, and the times of a recurring one.",
    keywords: ["join link", "meeting url", "passcode", "details"],
    params: { id: meetingId() },
    query: t.Object({ occurrence_id: occurrenceId }),
    upstream: ({ params, query }) => ({ path: path`/v2/meetings/${params.id}`, query }),
    returns: one(meeting),
  }),
  create_meeting: endpoint({
    method: "POST",
    recipients: ["invitees", "alternative_hosts"],
    reaches: { when: ["invitees", "alternative_hosts"] },
    path: "/meetings",
    permission: "meetings.write",
    description: "Schedule a Zoom meeting; without start_time it begins at once. The response has the join link.",
    keywords: ["new meeting", "book", "set up", "start now", "recurring meeting"],
    body: t.Object(meetingFields),
    readAs: { recurrence: "occurrences" },
    upstream: ({ body, identity }) => ({
      path: path`/v2/users/${userOf(identity)}/meetings`,
      json: { type: kindOf(body), ...meetingBody(body) },
    }),
    returns: one(meeting),
  }),
  update_meeting: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/meetings/{id}",
    permission: "meetings.write",
    alsoNeeds: ["meetings.read"],
    description: "Change a Zoom meeting: topic, time, length, invitees or settings.",
    keywords: ["reschedule", "move", "postpone", "rename", "edit"],
    params: { id: meetingId() },
    query: t.Object({ occurrence_id: occurrenceId }),
    body: t.Object(meetingFields, { minProperties: 1 }),
    readAs: { recurrence: "occurrences" },
    run: async ({ params, query, body }, upstream) => {
      const kind = body.recurrence === undefined ? {} : { type: 8 };
      const json = { ...kind, ...meetingBody(body) };
      await upstream.request({ method: "PATCH", path: path`/v2/meetings/${params.id}`, query, json });
      return upstream.request({ path: path`/v2/meetings/${params.id}`, query });
    },
    returns: one(meeting),
  }),
  delete_meeting: endpoint({
    method: "DELETE",
    reaches: true,
    path: "/meetings/{id}",
    permission: "meetings.write",
    description: "Cancel a Zoom meeting, or one occurrence of a recurring one.",
    keywords: ["cancel", "remove"],
    params: { id: meetingId() },
    query: t.Object({
      occurrence_id: occurrenceId,
      notify: t.Optional(t.Boolean({ default: false, description: "Whether the host and registrants get an email." })),
    }),
    upstream: ({ params, query: { occurrence_id, notify } }) => ({
      method: "DELETE",
      path: path`/v2/meetings/${params.id}`,
      query: {
        occurrence_id,
        schedule_for_reminder: notify === true,
        cancel_meeting_reminder: notify === true,
      },
    }),
    returns: deleted(),
  }),
  end_meeting: endpoint({
    method: "POST",
    effect: "destroys",
    reaches: true,
    path: "/meetings/{id}/end",
    permission: "meetings.end",
    description: "End a Zoom meeting in progress for everyone in it.",
    keywords: ["stop", "close", "hang up"],
    params: { id: meetingId() },
    run: async ({ params }, upstream) => {
      const request = { method: "PUT", path: path`/v2/meetings/${params.id}/status`, json: { action: "end" } } as const;
      const response = await upstream.request(request);
      return { ...response, json: { id: params.id, is_ended: true } };
    },
    returns: one(ended),
  }),
};
