// How a Zendesk help desk is set up: views, macros, groups and ticket fields, and what customers say of it.
import { asUtc, endpoint, field, InvalidInput, many, oneOf, path, record, t } from "gateway/plugin";
import { cursorPagination, zendeskId } from "./fields.ts";
import { ticket } from "./ticket.ts";

const view = record({
  id: field.id(),
  title: field.text(),
  description: field.nullableText(),
  is_active: field.flag({ from: "active" }),
  updated_at: field.nullableTime(),
});
const macro = record({
  id: field.id(),
  title: field.text(),
  description: field.nullableText(),
  changes: field.of({
    from: "actions",
    raw: t.Optional(t.Union([t.Array(t.Object({ field: t.String(), value: t.Optional(t.Unknown()) })), t.Null()])),
    shape: t.Array(t.Object({ field: t.String(), value: t.String() }), {
      description: "Changes that it makes to a ticket: each field, such as comment_value, with its value.",
    }),
    map: (actions) =>
      (actions ?? []).map(({ field: name, value }) => ({ field: name, value: [value].flat().join(" ") })),
  }),
  updated_at: field.nullableTime(),
});
const group = record({
  id: field.id(),
  name: field.text(),
  description: field.nullableText(),
  is_default: field.flag({ from: "default" }),
});
const option = record({ name: field.text(), value: field.text({ description: "Value to send for this option." }) });
const ticketField = record({
  id: field.id(),
  title: field.text(),
  type: field.text({ description: "Zendesk's field type, such as text, tagger (a drop-down), checkbox or date." }),
  description: field.nullableText(),
  is_active: field.flag({ from: "active" }),
  is_required: field.flag({ from: "required", description: "Whether a value is required to solve a ticket." }),
  options: field.many(option, { from: "custom_field_options" }),
  system_options: field.many(option, {
    from: "system_field_options",
    description: "Options of Zendesk's own fields, such as status, priority and type.",
  }),
});
const rating = record({
  id: field.id(),
  score: field.text({ description: "offered, good or bad." }),
  comment: field.nullableText(),
  reason: field.nullableText(),
  ticket_id: field.nullableId(),
  requester_id: field.nullableId(),
  assignee_id: field.nullableId(),
  group_id: field.nullableId(),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime(),
});

function unixTime(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput('"created_since" is not a time.');
  return Math.floor(Date.parse(utc) / 1_000);
}

export const deskEndpoints = {
  list_views: endpoint({
    method: "GET",
    path: "/views",
    permission: "desk.read",
    description: "List the views of the Zendesk help desk: the queues that agents work through.",
    keywords: ["ticket queues", "saved filters"],
    upstream: () => ({ path: path`/api/v2/views`, query: { active: true } }),
    returns: many("views", view, { at: "views", pagination: cursorPagination }),
  }),
  list_view_tickets: endpoint({
    method: "GET",
    path: "/views/{id}/tickets",
    permission: "desk.read",
    description: "List the tickets in a Zendesk view, in the view's order.",
    keywords: ["queue", "unassigned tickets", "backlog"],
    params: { id: zendeskId("Id of the view, from zendesk_list_views.") },
    upstream: ({ params }) => ({ path: path`/api/v2/views/${params.id}/tickets` }),
    returns: many("tickets", ticket, { at: "tickets", pagination: cursorPagination }),
  }),
  list_macros: endpoint({
    method: "GET",
    path: "/macros",
    permission: "desk.read",
    description: "List the macros of the Zendesk help desk: prepared answers and changes to tickets.",
    keywords: ["canned responses", "templates", "saved replies"],
    upstream: () => ({ path: path`/api/v2/macros`, query: { active: true } }),
    returns: many("macros", macro, { at: "macros", pagination: cursorPagination }),
  }),
  list_groups: endpoint({
    method: "GET",
    path: "/groups",
    permission: "desk.read",
    description: "List the groups of agents in Zendesk, which tickets can be assigned to.",
    keywords: ["teams", "departments"],
    upstream: () => ({ path: path`/api/v2/groups` }),
    returns: many("groups", group, { at: "groups", pagination: cursorPagination }),
  }),
  list_ticket_fields: endpoint({
    method: "GET",
    path: "/ticket-fields",
    permission: "desk.read",
    description: "List the fields of Zendesk tickets, custom ones too, with the options of drop-downs.",
    keywords: ["custom fields", "form fields"],
    upstream: () => ({ path: path`/api/v2/ticket_fields` }),
    returns: many("fields", ticketField, { at: "ticket_fields", pagination: cursorPagination }),
  }),
  list_satisfaction_ratings: endpoint({
    method: "GET",
    path: "/satisfaction-ratings",
    permission: "desk.read",
    description: "List the satisfaction ratings of solved Zendesk tickets: good or bad, with the customers' comments.",
    keywords: ["csat", "customer satisfaction", "feedback", "survey"],
    query: t.Object({
      score: t.Optional(
        oneOf(
          ["offered", "received", "good", "bad", "good_with_comment", "bad_with_comment"],
          "Only ratings with this score; received includes all that customers gave.",
        ),
      ),
      created_since: t.Optional(
        t.String({ format: "date-time", description: "Only ratings of this time or later, ISO 8601." }),
      ),
    }),
    upstream: ({ query: { score, created_since } }) => ({
      path: path`/api/v2/satisfaction_ratings`,
      query: { score, start_time: unixTime(created_since) },
    }),
    returns: many("ratings", rating, { at: "satisfaction_ratings", pagination: cursorPagination }),
  }),
};
