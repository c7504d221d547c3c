// Who registered for a Zoom meeting: list, register, approve or deny.
import { endpoint, field, many, one, oneOf, path, record, t } from "gateway/plugin";
import { listPagination, meetingId } from "./fields.ts";

const registrant = record({
  id: field.id(),
  email: field.nonEmptyText(),
  first_name: field.nonEmptyText(),
  last_name: field.nonEmptyText(),
  organization: field.nonEmptyText({ from: "org" }),
  job_title: field.nonEmptyText(),
  phone: field.nonEmptyText(),
  status: field.nonEmptyText({ description: "approved, pending or denied." }),
  join_url: field.nonEmptyText({ description: "URL to join, only for this person." }),
  registered_at: field.nullableTime({ from: "create_time" }),
});

const registration = record({
  id: field.id({ from: "registrant_id" }),
  meeting_id: field.id({ from: "id" }),
  topic: field.nonEmptyText(),
  start_time: field.nullableTime(),
  join_url: field.nonEmptyText({
    description: "URL to join, only for this person; null until the registration is approved.",
  }),
});
const decision = record({ id: field.id(), status: field.text() });

/** Status → Zoom's action. */
const ACTIONS = { approved: "approve", denied: "deny", cancelled: "cancel" } as const;
const text = (maxLength: number, description: string) => t.Optional(t.String({ maxLength, description }));
const needsRegistration = "Id of a meeting with registration.";

export const registrantEndpoints = {
  list_registrants: endpoint({
    method: "GET",
    path: "/meetings/{id}/registrants",
    permission: "registrants.read",
    description: "List who registered for a Zoom meeting; by default the approved ones.",
    keywords: ["registrations", "sign-ups", "attendees", "who is coming"],
    params: { id: meetingId(needsRegistration) },
    query: t.Object({
      status: t.Optional(
        oneOf(["approved", "pending", "denied"], "Only registrants with this status; the default is approved."),
      ),
    }),
    upstream: "/v2/meetings/{id}/registrants",
    returns: many("registrants", registrant, { at: "registrants", pagination: listPagination }),
  }),
  add_registrant: endpoint({
    method: "POST",
    recipients: ["email"],
    reaches: true,
    path: "/meetings/{id}/registrants",
    permission: "registrants.write",
    description: "Register a person for a Zoom meeting. Zoom sends the person an email with their own join link.",
    keywords: ["sign up", "invite", "enrol", "add attendee"],
    params: { id: meetingId(needsRegistration) },
    body: t.Object({
      email: t.String({ format: "email", maxLength: 128, description: "Email address." }),
      first_name: t.String({ minLength: 1, maxLength: 64, description: "First name." }),
      last_name: text(64, "Last name."),
      organization: text(128, "Company."),
      job_title: text(128, "Job title."),
      phone: text(32, "Phone number."),
    }),
    upstream: ({ params, body: { organization, ...body } }) => ({
      path: path`/v2/meetings/${params.id}/registrants`,
      json: { ...body, ...(organization !== undefined && { org: organization }) },
    }),
    returns: one(registration),
  }),
  set_registrant_status: endpoint({
    method: "PUT",
    reaches: true,
    // Denied and cancelled people lose their place.
    effect: "destroys",
    path: "/meetings/{id}/registrants/{registrant_id}/status",
    permission: "registrants.write",
    description: "Approve, deny or cancel a registration for a Zoom meeting.",
    keywords: ["accept", "reject", "registration", "sign-up"],
    params: {
      id: meetingId(needsRegistration),
      registrant_id: t.String({
        pattern: "^[A-Za-z0-9_=+-]{2,64}$",
        description: "Id of the registrant, from zoom_list_registrants.",
      }),
    },
    body: t.Object({ status: oneOf(["approved", "denied", "cancelled"], "New status of the registration.") }),
    run: async ({ params, body }, upstream) => {
      const response = await upstream.request({
        method: "PUT",
        path: path`/v2/meetings/${params.id}/registrants/status`,
        json: { action: ACTIONS[body.status], registrants: [{ id: params.registrant_id }] },
      });
      return { ...response, json: { id: params.registrant_id, status: body.status } };
    },
    returns: one(decision),
  }),
};
