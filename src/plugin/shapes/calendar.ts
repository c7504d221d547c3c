// A calendar event, as Google Calendar and Outlook give it.
import { Type as t } from "@sinclair/typebox";
import { nullableText } from "./fields.ts";

/** A day for all-day events, else a time with its zone. */
export const EventTime = t.Object({ date: nullableText(), date_time: nullableText(), time_zone: nullableText() });

export const calendarEvent = {
  id: t.String(),
  calendar_id: t.String(),
  title: t.String(),
  description: nullableText("May hold HTML."),
  location: nullableText(),
  start: t.Union([EventTime, t.Null()]),
  end: t.Union([EventTime, t.Null()], {
    description: "When it ends; the date of an all-day event is the day after its last.",
  }),
  all_day: t.Boolean(),
  status: t.String({ description: "confirmed, tentative or cancelled." }),
  organizer: t.Union([t.Object({ name: nullableText(), email: nullableText() }), t.Null()]),
  attendees: t.Array(
    t.Object({
      email: nullableText(),
      name: nullableText(),
      response: t.String({ description: "needs_action, declined, tentative or accepted." }),
      optional: t.Boolean(),
      is_organizer: t.Boolean(),
    }),
  ),
  recurring_event_id: nullableText("The series that this is one event of."),
  meeting_url: nullableText(),
  url: nullableText("Opens it in the browser."),
  show_as: t.String({ description: "busy or free; some providers know more, such as tentative." }),
  created_at: nullableText(),
  updated_at: nullableText(),
};
