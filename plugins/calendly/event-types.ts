// Event types (the kinds of meeting that can be booked) and their available times.
import {
  asTime,
  endpoint,
  many,
  maybe,
  maybeText,
  nullable,
  one,
  pages,
  path,
  resource,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { id, idOf, listAt, time, timeSpan, uriOf } from "./fields.ts";
import { organizationFlag, ownerQuery } from "./owner-query.ts";
import { cursorPagination } from "./pagination.ts";

const eventType = resource({
  raw: t.Object({
    uri: t.String(),
    name: maybeText,
    slug: maybeText,
    active: t.Boolean(),
    duration: maybe(t.Number()),
    kind: maybeText,
    pooling_type: maybeText,
    scheduling_url: maybeText,
    description_plain: maybeText,
    color: maybeText,
    secret: maybe(t.Boolean()),
    profile: t.Optional(t.Unknown()),
    locations: t.Optional(t.Unknown()),
    custom_questions: t.Optional(t.Unknown()),
    created_at: maybeText,
    updated_at: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText(),
    slug: shapes.nullableText(),
    description: shapes.nullableText(),
    is_active: t.Boolean(),
    is_secret: t.Boolean({ description: "Whether the owner's booking page hides it." }),
    duration_minutes: nullable(t.Number()),
    kind: shapes.nullableText("solo or group."),
    pooling_type: shapes.nullableText("How hosts are chosen: round_robin, collective or multi_pool."),
    owner_name: shapes.nullableText("Name of the person or team that owns it."),
    color: shapes.nullableText(),
    location_kinds: t.Array(t.String(), {
      description: "Kinds of location; location.kind of calendly_create_booking takes one of them.",
    }),
    questions: t.Array(t.Object({ question: t.String(), required: t.Boolean() }), {
      description: "Questions to invitees, in order.",
    }),
    url: shapes.nullableText("URL of the booking page."),
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw) => ({
    id: idOf(raw.uri) ?? raw.uri,
    name: raw.name ?? null,
    slug: raw.slug ?? null,
    description: raw.description_plain ?? null,
    is_active: raw.active,
    is_secret: raw.secret ?? false,
    duration_minutes: raw.duration ?? null,
    kind: raw.kind ?? null,
    pooling_type: raw.pooling_type ?? null,
    owner_name: textAt(raw.profile, "name"),
    color: raw.color ?? null,
    location_kinds: listAt(raw.locations).flatMap((location) => textAt(location, "kind") ?? []),
    questions: listAt(raw.custom_questions).flatMap((question) => {
      const name = textAt(question, "name");
      return name === null ? [] : [{ question: name, required: valueAt(question, "required") === true }];
    }),
    url: raw.scheduling_url ?? null,
    created_at: asTime(raw.created_at),
    updated_at: asTime(raw.updated_at),
  }),
});

const availableTime = resource({
  raw: t.Object({
    start_time: t.String({ format: "date-time" }),
    invitees_remaining: maybe(t.Integer()),
    scheduling_url: maybeText,
  }),
  shape: t.Object({
    start_time: t.String({
      format: "date-time",
      description: "Start of the free time; calendly_create_booking takes it.",
    }),
    invitees_remaining: nullable(t.Integer(), "How many more invitees can book this time."),
    url: shapes.nullableText("URL of the page where this time can be booked."),
  }),
  map: (raw) => ({
    start_time: raw.start_time,
    invitees_remaining: raw.invitees_remaining ?? null,
    url: raw.scheduling_url ?? null,
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
