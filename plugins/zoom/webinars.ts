// Zoom webinars: list and read.
import { endpoint, field, many, one, oneOf, path, record, t } from "gateway/plugin";
import { kindField, listPagination, meetingId, userOf } from "./fields.ts";

const KINDS = { 5: "webinar", 6: "recurring_without_time", 9: "recurring" };

const webinar = record({
  id: field.id(),
  uuid: field.nonEmptyText(),
  topic: field.nonEmptyText(),
  agenda: field.nonEmptyText(),
  kind: kindField(KINDS, "webinar, recurring or recurring_without_time."),
  start_time: field.nullableTime(),
  duration_minutes: field.nullableInteger({ from: "duration" }),
  time_zone: field.nonEmptyText({ from: "timezone" }),
  join_url: field.nonEmptyText(),
  registration_url: field.nonEmptyText(),
  host_id: field.nonEmptyText(),
  is_simulive: field.flag({ description: "Whether it plays a recording instead of a live broadcast." }),
  created_at: field.nullableTime(),
});

export const webinarEndpoints = {
  list_webinars: endpoint({
    method: "GET",
    path: "/webinars",
    permission: "webinars.read",
    description: "List the user's Zoom webinars; all scheduled ones, or only those still to come.",
    keywords: ["online events", "broadcasts"],
    query: t.Object({
      type: t.Optional(
        oneOf(
          ["scheduled", "upcoming"],
          "Which webinars to list; the default is scheduled. upcoming: not yet started.",
        ),
      ),
    }),
    upstream: ({ query, identity }) => ({ path: path`/v2/users/${userOf(identity)}/webinars`, query }),
    returns: many("webinars", webinar, { at: "webinars", pagination: listPagination }),
  }),
  get_webinar: endpoint({
    method: "GET",
    path: "/webinars/{id}",
    permission: "webinars.read",
    description: "Get one Zoom webinar: time, join link and registration link.",
    keywords: ["online event", "broadcast", "details"],
    params: { id: meetingId("Id of the webinar, from zoom_list_webinars.") },
    upstream: "/v2/webinars/{id}",
    returns: one(webinar),
  }),
};
