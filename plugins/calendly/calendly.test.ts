// What fixtures cannot show: ids are never URLs, and which scopes a granted one covers.
import { describe, expect, test } from "bun:test";
import { id, idOf, timeSpan } from "./fields.ts";
import plugin from "./index.ts";

describe("an id from a caller", () => {
  const pattern = new RegExp(id("").pattern ?? "");

  test("contains only letters, digits, dashes and underscores: no URL, path step or quote", () => {
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

  test("has that pattern in every path and body", () => {
    const params = Object.values(plugin.endpoints).flatMap((endpoint) => Object.values(endpoint.params ?? {}));
    const { create_booking, create_scheduling_link } = plugin.endpoints;
    const fields = [create_booking, create_scheduling_link].map((endpoint) => endpoint.body?.properties.event_type_id);
    expect(params.length).toBeGreaterThan(4);
    for (const schema of [...params, ...fields]) expect(schema).toMatchObject({ pattern: pattern.source });
  });
});

test("an id is the last segment of a URI, null without one", () => {
  expect(idOf("https://api.calendly.com/scheduled_events/E-1/invitees/I-1")).toBe("I-1");
  for (const none of ["", null, undefined, "https://api.calendly.com/users/"]) expect(idOf(none)).toBe(null);
});

test("a span of time is sent in UTC", () => {
  expect(timeSpan({ since: "2026-02-03T01:00:00+01:00", until: "2026-02-03T01:00:00Z" })).toEqual({
    start_time: "2026-02-03T00:00:00.000Z",
    end_time: "2026-02-03T01:00:00.000Z",
  });
});

test("the scope to write scheduled events covers reading them", () => {
  expect(plugin.auth.oauth2?.implies?.["scheduled_events:write"]).toEqual(["scheduled_events:read"]);
});

test("custom scopes still include the one that the identity needs", () => {
  expect(plugin.auth.oauth2?.identityScopes).toEqual(plugin.services.profile.read.scopes);
});
