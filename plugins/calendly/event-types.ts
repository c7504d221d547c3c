// Event types (the kinds of meeting that can be booked) and their available times.
import { endpoint, field, many, one, pages, path, record, t, textAt, valueAt } from "gateway/plugin";
import { id, listAt, ownId, time, timeSpan, uriOf } from "./fields.ts";
import { organizationFlag, ownerQuery } from "./owner-query.ts";
import { cursorPagination } from "./pagination.ts";

const eventType = record({
  id: ownId(),
  name: field.nullableText(),
  slug: field.nullableText(),
  description: field.nullableText({ from: "description_plain" }),
  is_active: field.of({ from: "active", raw: t.Boolean(), shape: t.Boolean(), map: (active) => active }),
  is_secret: field.flag({ from: "secret", description: "Whether the owner's booking page hides it." }),
  duration_minutes: field.nullableNumber({ from: "duration" }),
  kind: field.nullableText({ description: "solo or group." }),
  pooling_type: field.nullableText({ description: "How hosts are chosen: round_robin, collective or multi_pool." }),
  owner_name: field.nullableText({ from: "profile.name", description: "Name of the person or team that owns it." }),
  color: field.nullableText(),
  location_kinds: field.of({
    from: "locations",
    raw: t.Optional(t.Unknown()),
    shape: t.Array(t.String(), {
      description: "Kinds of location; location.kind of calendly_create_booking takes one of them.",
    }),
    map: (locations) => listAt(locations).flatMap((location) => textAt(location, "kind") ?? []),
  }),
  questions: field.of({
    from: "custom_questions",
    raw: t.Optional(t.Unknown()),
    shape: t.Array(t.Object({ question: t.String(), required: t.Boolean() }), {
      description: "Questions to invitees, in order.",
    }),
    map: (questions) =>
      listAt(questions).flatMap((question) => {
        const name = textAt(question, "name");
        return name === null ? [] : [{ question: name, required: valueAt(question, "required") === true }];
      }),
  }),
  url: field.nullableText({ from: "scheduling_url", description: "URL of the booking page." }),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
});

const availableTime = record({
  start_time: field.time({ description: "Start of the free time; calendly_create_booking takes it." }),
  invitees_remaining: field.nullableInteger({ description: "How many more invitees can book this time." }),
  url: field.nullableText({
    from: "scheduling_url",
    description: "URL of the page where this time can be booked.",
  }),
});

const eventTypeParam = id("Id of the event type, from calendly_list_event_types.");

export const eventTypeEndpoints = {
  list_event_types: endpoint({
    method: "GET",
    path: "/event-types",
    permission: "event_types.read",
    description: "List the Calendly event types: the kinds of meeting that others can book, with their booking pages.",
    keywords: ["booking page", "meeting type", "appointment", "link", "duration"],
    query: t.Object({
      active: t.Optional(
        t.Boolean({ description: "true: only active event types, which can be booked; false: only inactive ones." }),
      ),
      whole_organization: organizationFlag,
    }),
    upstream: ({ query, identity }) => ({
      path: path`/event_types`,
      query: { ...ownerQuery(query.whole_organization, identity), active: query.active, sort: "name:asc" },
    }),
    returns: many("event_types", eventType, { at: "collection", pagination: cursorPagination }),
  }),
  get_event_type: endpoint({
    method: "GET",
    path: "/event-types/{id}",
    permission: "event_types.read",
    description: "Get one Calendly event type, with its questions and the places it can be held at.",
    keywords: ["booking page", "meeting type", "details"],
    params: { id: eventTypeParam },
    upstream: "/event_types/{id}",
    returns: one(eventType, { at: "resource" }),
  }),
  list_available_times: endpoint({
    method: "GET",
    path: "/event-types/{id}/available-times",
    permission: "availability.read",
    description: "List the free times at which a Calendly event type can be booked.",
    keywords: ["slots", "openings", "free", "availability", "when can people book"],
    params: { id: eventTypeParam },
    query: t.Object({
      since: {
        ...time("Start of the time range, such as 2026-01-31T09:00:00Z; it must lie in the future."),
        previousNames: ["from"],
      },
      until: { ...time("End of the time range, at most 31 days later."), previousNames: ["to"] },
    }),
    upstream: ({ params, query }) => ({
      path: path`/event_type_available_times`,
      query: { event_type: uriOf("event_types", params.id), ...timeSpan(query) },
    }),
    returns: many("times", availableTime, { at: "collection", pagination: pages.whole() }),
  }),
};
