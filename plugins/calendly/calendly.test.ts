// Proves what recorded exchanges cannot: ids are no addresses, and what a granted scope covers.
import { describe, expect, test } from "bun:test";
import plugin from "./index.ts";
import { id, idOf, timeSpan } from "./fields.ts";

describe("an id from a caller", () => {
  const pattern = new RegExp(id("").pattern ?? "");

  test("is letters, digits, dashes and underscores alone: no address, no path step, no quote", () => {
    expect("a0000000-0000-4000-8000-000000000001").toMatch(pattern);
    for (const bad of [
      "https://api.calendly.com/users/a",
      "a/b",
      "..",
      "",
      "a\\b",
      "a'b",
      'a"b',
      "a%2Fb",
      "a?b",
      "a\n",
    ])
      expect(bad).not.toMatch(pattern);
  });

  test("stands in every path and body that names a thing", () => {
    const params = Object.values(plugin.endpoints).flatMap((endpoint) => Object.values(endpoint.params ?? {}));
    const { create_booking, create_scheduling_link } = plugin.endpoints;
    const fields = [create_booking, create_scheduling_link].map((endpoint) => endpoint.body?.properties.event_type_id);
    expect(params.length).toBeGreaterThan(4);
    for (const schema of [...params, ...fields]) expect(schema).toMatchObject({ pattern: pattern.source });
  });
});

test("an id is the last part of Calendly's URI, and none where there is no URI", () => {
  expect(idOf("https://api.calendly.com/scheduled_events/E-1/invitees/I-1")).toBe("I-1");
  for (const none of ["", null, undefined, "https://api.calendly.com/users/"]) expect(idOf(none)).toBe(null);
});

test("a span is sent in UTC", () => {
  expect(timeSpan({ from: "2026-02-03T01:00:00+01:00", to: "2026-02-03T01:00:00Z" })).toEqual({
    start_time: "2026-02-03T00:00:00.000Z",
    end_time: "2026-02-03T01:00:00.000Z",
  });
});

test("who granted to write scheduled events granted to read them", () => {
  expect(plugin.oauth.implies?.["scheduled_events:write"]).toEqual(["scheduled_events:read"]);
});

test("whoever asks for scopes of their own is asked for the one that tells who granted, too", () => {
  expect(plugin.oauth.identityScopes).toEqual(plugin.services.profile.read.scopes);
});
