// Activities: calls, meetings, tasks and other types that a company defines.
import {
  asDay,
  endpoint,
  many,
  maybe,
  maybeFlag,
  maybeText,
  nullable,
  one,
  path,
  rawId,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { day, id, idOf, isoTime, leadId, maybeId, numericId, updatedSince, utcTime } from "./fields.ts";
import { fromHtml, toHtml } from "./html.ts";
import { cursorPagination } from "./pagination.ts";

const activity = resource({
  raw: t.Object({
    id: rawId,
    subject: maybeText,
    type: maybeText,
    due_date: maybeText,
    due_time: maybeText,
    duration: maybeText,
    done: maybeFlag,
    marked_as_done_time: maybeText,
    note: maybeText,
    location: maybe(t.Object({ value: maybeText })),
    conference_meeting_url: maybeText,
    owner_id: maybeId,
    deal_id: maybeId,
    lead_id: maybeId,
    person_id: maybeId,
    org_id: maybeId,
    add_time: maybeText,
    update_time: maybeText,
  }),
  shape: t.Object({
    id: t.String(),
    subject: shapes.nullableText(),
    type: nullable(
      t.String({ description: "Type of activity, such as call, meeting or task; each company defines its own." }),
    ),
    due_date: shapes.nullableDay("A day, such as 2026-01-31."),
    due_time: nullable(t.String({ description: "Time of day as HH:MM in UTC; null for a whole day." })),
    duration: nullable(t.String({ description: "Duration as HH:MM." })),
    is_done: t.Boolean(),
    done_at: shapes.nullableTime(),
    note: nullable(t.String({ description: "Plain text." })),
    location: shapes.nullableText(),
    meeting_url: shapes.nullableText(),
    owner_id: shapes.nullableText(),
    deal_id: shapes.nullableText(),
    lead_id: shapes.nullableText(),
    person_id: shapes.nullableText(),
    organization_id: shapes.nullableText(),
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw) => ({
    id: String(raw.id),
    subject: raw.subject ?? null,
    type: raw.type ?? null,
    due_date: asDay(raw.due_date),
    due_time: raw.due_time?.match(/^\d\d:\d\d/)?.[0] ?? null,
    duration: raw.duration?.slice(0, 5) || null,
    is_done: raw.done ?? false,
    done_at: isoTime(raw.marked_as_done_time),
    note: fromHtml(raw.note),
    location: raw.location?.value || null,
    meeting_url: raw.conference_meeting_url || null,
    owner_id: idOf(raw.owner_id),
    deal_id: idOf(raw.deal_id),
    lead_id: idOf(raw.lead_id),
    person_id: idOf(raw.person_id),
    organization_id: idOf(raw.org_id),
    created_at: isoTime(raw.add_time),
    updated_at: isoTime(raw.update_time),
  }),
});

const clock = (description: string) => t.String({ pattern: "^[0-2][0-9]:[0-5][0-9]$", description });
const subject = t.String({ minLength: 1, maxLength: 255, description: "What it is about." });
const values = {
  type: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 50,
      description: "Type of activity: call, meeting, task, email, or one that the company has defined.",
    }),
  ),
  due_date: t.Optional(day("A day, such as 2026-01-31.")),
  due_time: t.Optional(clock("Time of day as HH:MM in UTC.")),
  duration: t.Optional(clock("Duration as HH:MM.")),
  is_done: t.Optional(t.Boolean({ description: "true if it is done, false if it is open." })),
  note: t.Optional(t.String({ maxLength: 20_000, description: "Plain text." })),
  location: t.Optional(t.String({ maxLength: 255, description: "Where it takes place." })),
  deal_id: t.Optional(id("Id of the deal it belongs to, from pipedrive_list_deals.")),
  lead_id: t.Optional(leadId("Id of the lead it belongs to, from pipedrive_list_leads.")),
  person_id: t.Optional(id("Id of the person it is with, from pipedrive_list_persons.")),
  organization_id: t.Optional(id("Id of the organization it is with, from pipedrive_list_organizations.")),
  owner_id: t.Optional(id("Id of the assignee, from pipedrive_list_users.")),
};
const changes = t.Object({ subject: t.Optional(subject), ...values });

/** In version 2 the person is the primary participant. */
function toBody(body: Static<typeof changes>) {
  return {
    subject: body.subject,
    type: body.type,
    due_date: body.due_date,
    due_time: body.due_time,
    duration: body.duration,
    done: body.is_done,
    note: body.note === undefined ? undefined : toHtml(body.note),
    location: body.location === undefined ? undefined : { value: body.location },
    deal_id: numericId(body.deal_id),
    lead_id: body.lead_id,
    participants: body.person_id === undefined ? undefined : [{ person_id: Number(body.person_id), primary: true }],
    org_id: numericId(body.organization_id),
    owner_id: numericId(body.owner_id),
  };
}

export const activityEndpoints = {
  list_activities: endpoint({
    method: "GET",
    path: "/activities",
    permission: "activities.read",
    description:
      "List the activities in Pipedrive: calls, meetings and tasks. Open ones are sorted by due date, the next first; " +
      "others the last due first.",
    keywords: ["to-do", "tasks", "schedule", "follow-ups", "due today", "overdue"],
    query: t.Object({
      is_done: t.Optional(t.Boolean({ description: "true: only done activities; false: only open ones." })),
      owner_id: t.Optional(id("Only activities of this user, from pipedrive_list_users.")),
      deal_id: t.Optional(id("Only those of this deal.")),
      person_id: t.Optional(id("Only those with this person.")),
      organization_id: t.Optional(id("Only those with this organization.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query: { is_done, organization_id, updated_since, ...query } }) => ({
      path: path`/v2/activities`,
      query: {
        ...query,
        done: is_done,
        org_id: organization_id,
        updated_since: utcTime(updated_since),
        sort_by: "due_date",
        sort_direction: is_done === false ? "asc" : "desc",
      },
    }),
    returns: many("activities", activity, { at: "data", pagination: cursorPagination }),
  }),
  create_activity: endpoint({
    method: "POST",
    reaches: { when: ["owner_id"] },
    path: "/activities",
    permission: "activities.write",
    description:
      "Plan a call, meeting or task in Pipedrive, or log one that is done, on a deal, person or organization.",
    keywords: ["schedule call", "log call", "follow-up", "reminder", "to-do"],
    body: t.Object({ subject, ...values }),
    upstream: ({ body }) => ({ path: path`/v2/activities`, json: toBody(body) }),
    returns: one(activity, { at: "data" }),
  }),
  update_activity: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: { when: ["owner_id"] },
    path: "/activities/{id}",
    permission: "activities.write",
    description:
      "Change a Pipedrive activity: mark it as done, move it to another day, or assign it to another person.",
    keywords: ["complete task", "mark done", "reschedule"],
    params: { id: id("Id of the activity, from pipedrive_list_activities.") },
    body: t.Object(changes.properties, { minProperties: 1 }),
    upstream: ({ params, body }) => ({ path: path`/v2/activities/${params.id}`, json: toBody(body) }),
    returns: one(activity, { at: "data" }),
  }),
};
