// Book a meeting for an invitee, or make a link to book one.
import { endpoint, field, InvalidInput, one, path, record, t } from "gateway/plugin";
import { id, ownId, time, uriOf, utcTime } from "./fields.ts";
import { invitee } from "./invitee.ts";

const name = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 255, description }));
const email = (description: string) =>
  t.String({ minLength: 3, maxLength: 320, pattern: "^[^\\s@]+@[^\\s@]+$", description });

const schedulingLink = record({
  url: field.text({ from: "booking_url", description: "URL where one meeting can be booked." }),
  event_type_id: ownId("owner"),
});

export const bookingEndpoints = {
  create_booking: endpoint({
    method: "POST",
    recipients: ["email", "guests"],
    reaches: true,
    path: "/bookings",
    permission: "events.write",
    description:
      "Book a Calendly meeting for an invitee at a free time; calendly_list_available_times returns the times.",
    keywords: ["schedule", "appointment", "reserve", "invite", "arrange"],
    body: t.Object({
      event_type_id: id("The kind of meeting; calendly_list_event_types returns its id."),
      start_time: time("One of the free times of calendly_list_available_times."),
      email: email("Email address of the invitee."),
      name: name("Full name of the invitee. Send this, or first_name and last_name."),
      first_name: name("First name of the invitee."),
      last_name: name("Last name of the invitee."),
      time_zone: t.String({
        minLength: 1,
        maxLength: 64,
        description: "The invitee's time zone, such as Europe/Berlin.",
      }),
      phone: t.Optional(
        t.String({ maxLength: 32, description: "Phone number for reminders by text message, with country code." }),
      ),
      location: t.Optional(
        t.Object(
          {
            kind: t.String({ minLength: 1, maxLength: 64, description: "One of the event type's location_kinds." }),
            location: t.Optional(
              t.String({ maxLength: 1000, description: "Address or phone number, if the location needs one." }),
            ),
          },
          { additionalProperties: false, description: "The location, if the event type leaves it open." },
        ),
      ),
      guests: t.Optional(
        t.Array(email("Email address."), { maxItems: 10, description: "Email addresses of additional guests." }),
      ),
      answers: t.Optional(
        t.Array(
          t.Object(
            {
              question: t.String({ minLength: 1, description: "The event type's question, word for word." }),
              answer: t.String({ description: "The invitee's answer." }),
              position: t.Integer({ minimum: 0, description: "Position of the question in the event type, from 0." }),
            },
            { additionalProperties: false },
          ),
          { maxItems: 50, description: "Answers to the event type's questions." },
        ),
      ),
    }),
    readAs: {
      event_type_id: { absent: "The event has it, from calendly_get_event." },
      start_time: { absent: "The event has it, from calendly_get_event." },
      location: { absent: "The event has it, from calendly_get_event." },
      guests: { absent: "The event has them, from calendly_get_event." },
    },
    upstream: ({ body }) => {
      const { name, first_name, last_name } = body;
      if (name === undefined && first_name === undefined)
        throw new InvalidInput("Send name, or first_name and last_name.");
      return {
        path: path`/invitees`,
        json: {
          event_type: uriOf("event_types", body.event_type_id),
          start_time: utcTime(body.start_time),
          invitee: {
            name,
            first_name,
            last_name,
            email: body.email,
            timezone: body.time_zone,
            text_reminder_number: body.phone,
          },
          location: body.location,
          event_guests: body.guests,
          questions_and_answers: body.answers,
        },
      };
    },
    returns: one(invitee, { at: "resource" }),
  }),
  create_scheduling_link: endpoint({
    method: "POST",
    reaches: false,
    path: "/scheduling-links",
    permission: "scheduling_links.write",
    description: "Create a Calendly link for booking a single meeting of an event type.",
    keywords: ["booking link", "single use", "invite", "share", "send"],
    body: t.Object({ event_type_id: id("The kind of meeting; calendly_list_event_types returns its id.") }),
    // Calendly accepts no other count than 1.
    upstream: ({ body }) => ({
      path: path`/scheduling_links`,
      json: { max_event_count: 1, owner: uriOf("event_types", body.event_type_id), owner_type: "EventType" },
    }),
    returns: one(schedulingLink, { at: "resource" }),
  }),
};
