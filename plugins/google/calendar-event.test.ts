// Tests an event's request body where a fixture cannot.
import { expect, test } from "bun:test";
import { eventBody } from "./calendar-event.ts";

test("a Meet link is requested only when the caller asks for one", () => {
  const times = { start: { date_time: "2026-02-01T10:00:00Z" }, end: { date_time: "2026-02-01T11:00:00Z" } };
  expect(eventBody({ ...times, add_meet: true }, false, "key")).toMatchObject({
    conferenceData: { createRequest: { requestId: "key", conferenceSolutionKey: { type: "hangoutsMeet" } } },
  });
  expect(eventBody({ ...times, add_meet: false }, false, "key")).not.toHaveProperty("conferenceData");
});

test("a change leaves out the fields that the caller omitted", () => {
  expect(JSON.parse(JSON.stringify(eventBody({ location: "" }, true, "key")))).toEqual({ location: "" });
});

test("an empty list of reminders turns reminders off, the calendar's own included", () => {
  expect(eventBody({ reminders: [] }, true, "key").reminders).toEqual({ useDefault: false, overrides: [] });
});
