// Tests an event's request body where a fixture cannot: a Meet link's id is new each time.
import { expect, test } from "bun:test";
import { eventBody } from "./calendar-event.ts";

test("each Meet link is requested under a new id, and only when the caller asks for one", () => {
  const times = { start: { date_time: "2026-02-01T10:00:00Z" }, end: { date_time: "2026-02-01T11:00:00Z" } };
  const requestOf = (body: Record<string, unknown>) =>
    (body.conferenceData as { createRequest: { requestId: string; conferenceSolutionKey: object } }).createRequest;
  const [first, second] = [eventBody({ ...times, add_meet: true }, false), eventBody({ add_meet: true }, true)];
  expect(requestOf(first).conferenceSolutionKey).toEqual({ type: "hangoutsMeet" });
  expect(requestOf(first).requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(requestOf(second).requestId).not.toBe(requestOf(first).requestId);
  expect(eventBody({ ...times, add_meet: false }, false)).not.toHaveProperty("conferenceData");
});

test("a change leaves out the fields that the caller omitted", () => {
  expect(JSON.parse(JSON.stringify(eventBody({ location: "" }, true)))).toEqual({ location: "" });
});

test("an empty list of reminders turns reminders off, the calendar's own included", () => {
  expect(eventBody({ reminders: [] }, true).reminders).toEqual({ useDefault: false, overrides: [] });
});
