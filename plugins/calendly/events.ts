// Booked meetings: list, read, list invitees, cancel, mark who did not come.
import {
  asTime,
  deleted,
  endpoint,
  field,
  many,
  maybeText,
  one,
  oneOf,
  path,
  Refusal,
  record,
  resource,
  shapes,
  t,
  textAt,
} from "gateway/plugin";
import { event } from "./event.ts";
import { id, idOf, inviteeUri, time, utcTime } from "./fields.ts";
import { invitee } from "./invitee.ts";
import { organizationFlag, ownerQuery } from "./owner-query.ts";
import { cursorPagination } from "./pagination.ts";

const eventParam = id("Id of the meeting, from calendly_list_events.");
/** Status of a meeting → Calendly's. Invitees keep Calendly's own. */
const STATUSES = { confirmed: "active", cancelled: "canceled" } as const;

const cancellation = resource({
  raw: t.Object({ canceled_by: maybeText, reason: maybeText, canceler_type: maybeText, created_at: maybeText }),
  shape: t.Object({
    event_id: t.String(),
    canceled_by: shapes.nullableText("Name of the person who cancelled."),
    reason: shapes.nullableText(),
    canceled_at: shapes.nullableTime(),
  }),
  map: (raw, { params }) => ({
    event_id: params.id ?? "",
    canceled_by: raw.canceled_by ?? null,
    reason: raw.reason ?? null,
    canceled_at: asTime(raw.created_at),
  }),
});

const noShow = record({
  invitee_id: field.of({ from: "invitee", raw: t.String(), shape: t.String(), map: (uri) => idOf(uri) ?? uri }),
  is_no_show: field.of({ from: "uri", raw: t.String(), shape: t.Boolean(), map: () => true }),
  marked_at: field.nullableTime({ from: "created_at" }),
});
const noShowEndpoint = {
  path: "/events/{id}/invitees/{invitee_id}/no-show",
  permission: "events.write",
  params: { id: eventParam, invitee_id: id("Id of the invitee, from calendly_list_invitees.") },
} as const;

export const eventEndpoints = {
  list_events: endpoint({
    method: "GET",
    path: "/events",
    permission: "events.read",
    description: "List the meetings booked with Calendly, past and upcoming, sorted by start.",
    keywords: ["appointments", "bookings", "scheduled", "upcoming", "agenda", "calendar"],
    query: t.Object({
      since: t.Optional({
        ...time("Only meetings that start at this time or later, such as 2026-01-31T09:00:00Z."),
        previousNames: ["from"],
      }),
      until: t.Optional({ ...time("Only meetings that start before this time."), previousNames: ["to"] }),
      status: t.Optional(oneOf(["confirmed", "cancelled"], "Only active meetings, or only cancelled ones.")),
      invitee_email: t.Optional(
        t.String({ minLength: 3, maxLength: 320, description: "Only meetings with the person of this email address." }),
      ),
      order: t.Optional(
        t.Union([t.Literal("asc"), t.Literal("desc")], {
          default: "asc",
          previousNames: ["sort"],
          description: "Earliest or latest start first.",
        }),
      ),
      whole_organization: organizationFlag,
    }),
    upstream: ({ query, identity }) => ({
      path: path`/scheduled_events`,
      query: {
        ...ownerQuery(query.whole_organization, identity),
        min_start_time: query.since && utcTime(query.since),
        max_start_time: query.until && utcTime(query.until),
        status: query.status && STATUSES[query.status],
        invitee_email: query.invitee_email,
        sort: `start_time:${query.order ?? "asc"}`,
      },
    }),
    returns: many("events", event, { at: "collection", pagination: cursorPagination }),
  }),
  get_event: endpoint({
    method: "GET",
    path: "/events/{id}",
    permission: "events.read",
    description: "Get one meeting booked with Calendly: time, place or link, hosts and guests.",
    keywords: ["appointment", "booking", "details", "where"],
    params: { id: eventParam },
    upstream: "/scheduled_events/{id}",
    returns: one(event, { at: "resource" }),
  }),
  list_invitees: endpoint({
    method: "GET",
    path: "/events/{id}/invitees",
    permission: "events.read",
    description: "List who booked a Calendly meeting, with their answers and the links to cancel or reschedule.",
    keywords: ["attendees", "participants", "guests", "customer", "who", "reschedule"],
    params: { id: eventParam },
    query: t.Object({
      status: t.Optional(oneOf(["active", "canceled"], "Only active ones, or only cancelled ones.")),
      email: t.Optional(
        t.String({ minLength: 3, maxLength: 320, description: "Only the person of this email address." }),
      ),
    }),
    upstream: "/scheduled_events/{id}/invitees",
    returns: many("invitees", invitee, { at: "collection", pagination: cursorPagination }),
  }),
  cancel_event: endpoint({
    method: "POST",
    effect: "destroys",
    idempotent: true,
    reaches: true,
    path: "/events/{id}/cancel",
    permission: "events.write",
    description: "Cancel a Calendly meeting; Calendly emails its guests, with the reason if one is given.",
    keywords: ["delete", "remove", "appointment", "booking"],
    params: { id: eventParam },
    body: t.Object({
      reason: t.Optional(
        t.String({ maxLength: 10_000, description: "Reason for cancelling; the invitees receive it." }),
      ),
    }),
    upstream: "/scheduled_events/{id}/cancellation",
    returns: one(cancellation, { at: "resource" }),
  }),
  mark_no_show: endpoint({
    ...noShowEndpoint,
    method: "POST",
    reaches: false,
    description: "Mark an invitee of a past Calendly meeting as a no-show: the person did not come.",
    keywords: ["missed", "absent", "did not show up", "ghosted", "attendance"],
    upstream: ({ params }) => ({ path: path`/invitee_no_shows`, json: { invitee: inviteeUri(params) } }),
    returns: one(noShow, { at: "resource" }),
  }),
  unmark_no_show: endpoint({
    ...noShowEndpoint,
    method: "DELETE",
    effect: "writes",
    reaches: false,
    description: "Remove the no-show mark from an invitee of a Calendly meeting.",
    keywords: ["undo", "did come after all", "attended", "attendance"],
    run: async ({ params }, upstream) => {
      const invitee = await upstream.request({
        path: path`/scheduled_events/${params.id}/invitees/${params.invitee_id}`,
      });
      const mark = idOf(textAt(invitee.json, "resource.no_show.uri"));
      if (mark === null) throw new Refusal("not_found", "This invitee is not marked as a no-show.");
      return upstream.request({ method: "DELETE", path: path`/invitee_no_shows/${mark}` });
    },
    returns: deleted(),
  }),
};
