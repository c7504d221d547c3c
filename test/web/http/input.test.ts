// Validation of bodies and query parameters: every error is reported, and no invalid input is sent upstream.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type RawResponse, sendRaw } from "../../support/raw-http.ts";
import { codeOf, generalError, rateOf, validationError } from "../../support/responses.ts";

const ISSUES = "/api/v1/github/repos/ada/engine/issues";
const EVENTS = "/api/v1/google/calendar/events";
const CONNECT = "/api/v1/integrations/connect";
const NOT_JSON = validationError("body", "", "The body is not valid JSON.");
const NOT_AN_OBJECT = validationError("body", "", "The body must be a JSON object.");
const WRONG_TYPE = generalError(
  "The body must be JSON, with Content-Type: application/json.",
  "UNSUPPORTED_MEDIA_TYPE",
);
const TOO_LARGE = generalError("The body is larger than 1048576 bytes.", "PAYLOAD_TOO_LARGE");

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

describe("input", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: ["github"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "github");
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const post = (body: unknown, path = ISSUES, headers?: Record<string, string>) =>
    gateway.call("POST", path, { key, body, headers });
  const positions = (response: { json: { details: { errors: { in: string; path: string }[] } } }) =>
    response.json.details.errors.map((error) => `${error.in} ${error.path}`);
  /** Expects that the work sends the provider nothing. */
  const unseen = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = gateway.providers.github.log.length;
    const result = await work();
    expect(gateway.providers.github.log.length).toBe(before);
    return result;
  };

  test.each([
    ["broken JSON", '{"title": "a"', NOT_JSON],
    ["an empty body", "", NOT_JSON],
    ["two values", "{} {}", NOT_JSON],
    ["a comment", '{"title": "a" /* b */}', NOT_JSON],
    ["NaN", '{"title": NaN}', NOT_JSON],
    [
      "half a million brackets",
      "[".repeat(500_000),
      validationError("body", "", "The body is nested deeper than 64 levels."),
    ],
    ["an array", "[]", NOT_AN_OBJECT],
    ["null", "null", NOT_AN_OBJECT],
    ["a text", '"title"', NOT_AN_OBJECT],
    ["33 levels", nested(33), validationError("body", "", "The body is nested deeper than 32 levels.")],
  ])("S-67: %s is 400, and nothing is sent", async (_, body, expected) => {
    const response = await unseen(() => post(body));
    expect(response.json).toEqual(expected);
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
  });

  test("32 levels of nesting are accepted", async () => {
    const response = await post(nested(32));
    expect(positions(response)).toEqual(["body /a", "body /title"]);
  });

  test("S-67: a body of invalid UTF-8 is refused", async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const response = await sendRaw(gateway.url, {
      method: "POST",
      target: ISSUES,
      headers: [`Authorization: Bearer ${key}`, "Content-Type: application/json", `Content-Length: ${bytes.length}`],
      writeBody: (socket) => void socket.write(bytes),
    });
    expect(JSON.parse(response.body)).toEqual(NOT_JSON);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "multipart/form-data; boundary=a",
    "",
  ])("S-67: the content type %j is 415", async (type) => {
    const response = await unseen(() => post('{"title":"a"}', ISSUES, { "content-type": type }));
    expect(response.json).toEqual(WRONG_TYPE);
    expect(codeOf(response)).toBe("415 UNSUPPORTED_MEDIA_TYPE");
  });

  test("a body without any content type is 415", async () => {
    const response = await sendRaw(gateway.url, {
      method: "POST",
      target: ISSUES,
      headers: [`Authorization: Bearer ${key}`, "Content-Length: 2"],
      writeBody: (socket) => void socket.write("{}"),
    });
    expect(JSON.parse(response.body)).toEqual(WRONG_TYPE);
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", "application/json ;a=b"])(
    "the content type %j is JSON",
    async (type) => {
      expect((await post('{"title":"Typed"}', ISSUES, { "content-type": type })).status).toBe(200);
    },
  );

  test("S-67: a body of 100 MB is refused by its Content-Length, before it arrives", async () => {
    const response = await unseen(() => upload(["Content-Length: 104857600"], (socket) => void socket.write("{")));
    expectTooLarge(response);
  });

  test("S-67: a chunked body is refused as soon as it is too large, without waiting for its end", async () => {
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const writeBody = (socket: Socket) => {
      for (let sent = 0; sent < 2 * 1024 * 1024; sent += 0x10000) socket.write(chunk);
    };
    expectTooLarge(await unseen(() => upload(["Transfer-Encoding: chunked"], writeBody)));
    expect((await gateway.call("GET", "/api/v1/tools", { key })).status).toBe(200);
  });

  const upload = (headers: string[], writeBody: (socket: Socket) => void) =>
    sendRaw(gateway.url, {
      method: "POST",
      target: ISSUES,
      headers: [`Authorization: Bearer ${key}`, "Content-Type: application/json", ...headers],
      writeBody,
    });
  const expectTooLarge = (response: RawResponse) => {
    expect(JSON.parse(response.body)).toEqual(TOO_LARGE);
    expect(codeOf(response)).toBe("413 PAYLOAD_TOO_LARGE");
    expect(rateOf(response).limit).toBe(1_000);
  };

  test("wrong types, missing and unknown fields are reported together, at any depth", async () => {
    const response = await unseen(() =>
      post(
        {
          title: 7,
          start: { date_time: "2030-01-02T10:00:00Z", hour: 1 },
          attendees: [{ email: "ada@example.com" }, { email: "nobody", rank: 1 }, "grace"],
          colour: "red",
          __proto__x: 1,
        },
        `${EVENTS}?send_updates=some&nothing=1&calendar_id=`,
      ),
    );
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    expect(positions(response).sort()).toEqual([
      "body /__proto__x",
      "body /attendees/1/email",
      "body /attendees/1/rank",
      "body /attendees/2",
      "body /colour",
      "body /end",
      "body /start/hour",
      "body /title",
      "query /calendar_id",
      "query /nothing",
      "query /send_updates",
    ]);
    for (const error of response.json.details.errors) expect(error.message).toMatch(/^".+" .+\.$/);
    expect(response.json.error).toBe(`${response.json.details.errors[0].message} (and 10 more)`);
  });

  test("errors in path, query and body are reported in one response, also with a body of invalid JSON", async () => {
    const response = await unseen(() => post("{", "/api/v1/github/repos/a%20b/a%20b/issues?nothing=1"));
    expect(positions(response)).toEqual(["path /owner", "path /repo", "query /nothing", "body "]);
  });

  test("S-63: names of JavaScript's built-in properties are unknown fields", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const body = `{"title":"a",${names.map((name) => `"${name}":{"polluted":1}`).join(",")}}`;
    expect(positions(await unseen(() => post(body)))).toEqual(names.map((name) => `body /${name}`));
    const query = await gateway.call("GET", `${ISSUES}?${names.map((name) => `${name}=1`).join("&")}`, { key });
    expect(positions(query)).toEqual(names.map((name) => `query /${name}`));
  });

  test("a response reports at most twenty errors for each part of the request", async () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field_${i}`, i]));
    const query = Array.from({ length: 200 }, (_, i) => `q${i}=1`).join("&");
    const response = await unseen(() => post(body, `${ISSUES}?${query}`));
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    expect(positions(response).filter((position) => position.startsWith("body"))).toHaveLength(20);
    expect(positions(response).filter((position) => position.startsWith("query"))).toHaveLength(20);
  });

  test("a name with / or ~ is reported as a JSON pointer, and a long one is truncated", async () => {
    const response = await post({ title: "a", "x/y~z": 1, ["n".repeat(1_000)]: 1 });
    expect(positions(response)).toEqual(["body /x~1y~0z", `body /${"n".repeat(60)}`]);
  });

  test.each(["0", "101", "abc", "1e1", "-1", "1.5", "", "+5", "05", " 5", "5 ", "0x10", "٣", "99999999999999999999"])(
    "limit=%j is refused",
    async (limit) => {
      const query = `limit=${encodeURIComponent(limit)}`;
      const response = await unseen(() => gateway.call("GET", `${ISSUES}?${query}`, { key }));
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      expect(positions(response)).toEqual(["query /limit"]);
      expect(response.json.error).toBe('"limit" must be a whole number from 1 to 100.');
    },
  );

  test("limit=1 and limit=100 are accepted, and up to 200 for the gateway's own lists", async () => {
    for (const limit of [1, 100]) {
      expect((await gateway.call("GET", `${ISSUES}?limit=${limit}`, { key })).status).toBe(200);
    }
    expect((await gateway.call("GET", "/api/v1/usage?limit=200", { key })).status).toBe(200);
    expect(positions(await gateway.call("GET", "/api/v1/usage?limit=201", { key }))).toEqual(["query /limit"]);
  });

  test("S-59: a repeated query parameter is refused by name, even with equal values", async () => {
    const response = await unseen(() => gateway.call("GET", `${ISSUES}?limit=5&state=open&limit=5`, { key }));
    expect(response.json).toEqual(validationError("query", "/limit", '"limit" must not be repeated.'));
  });

  test("S-59: all unknown query parameters are refused by name", async () => {
    const query = "access_token=t&Limit=5&per_page=1&limit%5B%5D=1&=1";
    const response = await unseen(() => gateway.call("GET", `${ISSUES}?${query}`, { key }));
    expect(positions(response)).toEqual(
      ["access_token", "Limit", "per_page", "limit[]", ""].map((name) => `query /${name}`),
    );
  });

  test("a NUL character in a query is refused, since the database cannot store it", async () => {
    for (const path of [
      "/api/v1/usage?provider=%00",
      "/api/v1/usage?action=a%00b",
      "/api/v1/usage/summary?provider=%00",
    ]) {
      const response = await gateway.call("GET", path, { key });
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      expect(response.json.error).toMatch(/^"(provider|action)" contains a NUL character\.$/);
    }
  });

  test("a connect without a known provider and a redirect_url reports both", async () => {
    expect(positions(await post({}, CONNECT))).toEqual(["body /redirect_url", "body /provider"]);
    const unknown = await post({ provider: "nobody", redirect_url: "https://example.com" }, CONNECT);
    expect(unknown.json).toEqual(
      validationError("body", "/provider", "provider must be one of github, google, slack."),
    );
  });
});
