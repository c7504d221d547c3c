// What fixtures cannot show: the forms of typed values, token responses, scopes, UUIDs, spans of days, and recurrences.
import { describe, expect, test } from "bun:test";
import { type InboundWebhook, InvalidInput } from "gateway/plugin";
import { heldSegment, monthOf, zoomTime } from "./fields.ts";
import plugin from "./index.ts";
import { kindOf, meetingBody } from "./meeting-input.ts";
import { clientCredentials, oauth, tokenError } from "./oauth.ts";
import { webhook } from "./webhook.ts";

const isUser = (text: string) => clientCredentials.fields.user?.pattern?.test(text);

describe("the user whom a server-to-server app acts for", () => {
  test.each(["ada@example.com", "ada.b+mill@mail.example.com", "KdYKjnimFR5Td8KKdQt9FQ", "_Ab-cdefghijklmnopqrst"])(
    "may be %p",
    (text) => {
      expect([isUser(text), plugin.tenant?.user instanceof RegExp && plugin.tenant.user.test(text)]).toEqual([
        true,
        true,
      ]);
    },
  );

  test.each([
    "me",
    "",
    "ada",
    "ada@example",
    "../x@example.com",
    "a/b@example.com",
    "ada@exa mple.com",
    "@example.com",
  ])("is never %p", (text) => {
    expect(isUser(text)).toBe(false);
  });
});

describe("a token response", () => {
  const response = { access_token: "eyJ", refresh_token: "r", expires_in: 3_599, scope: "a:b c:d" };

  test("of a person acts for them, in the region that it names", () => {
    expect(oauth.tokens?.({ ...response, api_url: "https://api-in.zoom.us" })).toEqual({
      accessToken: "eyJ",
      refreshToken: "r",
      expiresIn: 3_599,
      refreshExpiresIn: 7_776_000,
      scopes: ["a:b", "c:d"],
      tenant: { host: "api-in.zoom.us", user: "me" },
    });
    expect(oauth.tokens?.(response).tenant).toEqual({ host: "api.zoom.us", user: "me" });
  });

  test("of an account's client leaves the user to what was typed", () => {
    expect(clientCredentials.tokens?.({ ...response, api_url: "https://api-us.zoom.us" }).tenant).toEqual({
      host: "api-us.zoom.us",
    });
  });

  test.each([
    [{ code: 4717, error: "invalid_request" }, "4717"],
    [{ reason: "4711: Refresh token invalid.", error: "invalid_request" }, "4711"],
    [{ reason: "Invalid Token!", error: "invalid_grant" }, undefined],
    [{ reason: "The meeting 4711 is over", error: "invalid_request" }, undefined],
    [{}, undefined],
  ])("%j has the code %p", (json, code) => {
    expect(tokenError(json)).toBe(code as string);
  });
});

test("an administrator's scope, and one of an older app, covers the narrow one", () => {
  const covers = (scope: string, narrow: string): boolean =>
    (oauth.implies?.[scope] ?? []).some((next) => next === narrow || covers(next, narrow));
  for (const scope of ["meeting:read:meeting:admin", "meeting:read", "meeting:read:admin"])
    expect(covers(scope, "meeting:read:meeting")).toBe(true);
  expect(covers("meeting:read", "meeting:write:meeting")).toBe(false);
  expect(covers("meeting:read:meeting", "meeting:read:meeting:admin")).toBe(false);
});

test("every scope of a person's permissions has an administrator's form", () => {
  const scopes = Object.values(plugin.services).flatMap((actions) =>
    Object.values(actions as Record<string, { scopes: readonly string[] }>).flatMap((action) => action.scopes),
  );
  const own = scopes.filter((scope) => !scope.endsWith(":admin"));
  expect(own.filter((scope) => !oauth.implies?.[`${scope}:admin`]?.includes(scope))).toEqual([]);
});

test.each([
  ["Vg8IdgluR5WDeWIkpJlElQ==", "Vg8IdgluR5WDeWIkpJlElQ=="],
  ["aj/Xp112QmuoKj4854875w==", "aj/Xp112QmuoKj4854875w=="],
  ["/ajXp112QmuoKj4854875==", "%2FajXp112QmuoKj4854875%3D%3D"],
  ["ab//112QmuoKj4854875w==", "ab%2F%2F112QmuoKj4854875w%3D%3D"],
  ["82119364001", "82119364001"],
])("%s stands in a path as %s, encoded once more", (uuid, segment) => {
  expect(heldSegment(uuid)).toBe(segment);
});

test("a span of days is a month unless said, and never longer", () => {
  expect(monthOf({ since: "2026-01-01" })).toEqual({ from: "2026-01-01", to: "2026-01-31" });
  expect(monthOf({ since: "2026-01-01", until: "2026-02-01" }).to).toBe("2026-02-01");
  expect(() => monthOf({ since: "2026-01-01", until: "2026-02-02" })).toThrow(InvalidInput);
  expect(() => monthOf({ since: "2026-01-02", until: "2026-01-01" })).toThrow(InvalidInput);
});

test("a time is sent in UTC, without parts of a second", () => {
  expect(zoomTime("2026-05-01T10:00:00.25+02:00")).toBe("2026-05-01T08:00:00Z");
  expect(() => zoomTime("2026-05-01T10:00:00")).toThrow(InvalidInput);
});

describe("a recurrence", () => {
  const start_time = "2026-05-01T10:00:00Z";
  test.each([
    { repeats: "weekly", count: 2 },
    { repeats: "monthly", count: 2 },
    { repeats: "monthly", count: 2, week_of_month: 1 },
    { repeats: "monthly", count: 2, week_of_month: 1, weekdays: ["monday", "friday"] },
    { repeats: "daily", count: 2, until: start_time },
    { repeats: "daily" },
  ] as const)("%j is refused", (recurrence) => {
    expect(() => meetingBody({ start_time, recurrence } as never)).toThrow(InvalidInput);
  });

  test("needs a time to begin, and makes the kind", () => {
    const recurrence = { repeats: "daily", count: 2 } as const;
    expect([kindOf({}), kindOf({ start_time }), kindOf({ start_time, recurrence })]).toEqual([1, 2, 8]);
    expect(() => kindOf({ recurrence })).toThrow(InvalidInput);
  });
});

describe("an inbound webhook", () => {
  const text = '{"event":"meeting.started","event_ts":1789999999000}';
  const secrets = { webhook: "test_zoom_secret_token", client: null };
  const signature = "c8a16614541cbb6846efd75ba4add816a72a8066c417490bbe0e0bbbe99cfe8e";
  const verify = (headers: Record<string, string>, now = 1_790_000_000_000) =>
    webhook.verify(
      { headers: new Headers(headers), body: new TextEncoder().encode(text) } as InboundWebhook,
      secrets,
      now,
    );

  test("is signed over its time and body, and good for five minutes", () => {
    const headers = { "x-zm-signature": `v0=${signature}`, "x-zm-request-timestamp": "1790000000" };
    expect(verify(headers)).toBe(true);
    expect([verify(headers, 1_790_000_301_000), verify(headers, 1_789_999_699_000)]).toEqual([false, false]);
    expect(verify({ ...headers, "x-zm-request-timestamp": "1790000001" })).toBe(false);
    expect(verify({ ...headers, "x-zm-signature": signature })).toBe(false);
    expect(verify({ "x-zm-signature": `v0=${signature}` })).toBe(false);
  });
});
