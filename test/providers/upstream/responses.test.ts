// A provider's response and the caller's: statuses, waits, odd bodies, and secrets in them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { deflateSync, gzipSync } from "node:zlib";
import { type AcmeGateway, acme, connected, startAcmeGateway } from "../../support/acme.ts";
import { ownDetails } from "../../support/responses.ts";
import { always, answerOf, jsonAnswer } from "../../support/tcp-upstream.ts";

const ONE = "/api/v1/acme/items/7";
const LIST = "/api/v1/acme/items";

let it: AcmeGateway;
/** The gateway's response to a read where the provider sends `bytes`. */
const read = (bytes: Uint8Array, path = ONE) => {
  it.upstream.answer(always(bytes));
  return it.gateway.call("GET", path, { key: it.key });
};
const create = (bytes: Uint8Array) => {
  it.upstream.answer(always(bytes));
  return it.gateway.call("POST", LIST, { key: it.key, body: { title: "A title" } });
};
const refusal = { error: { message: "Not today.", code: "closed" } };

beforeAll(async () => {
  it = await startAcmeGateway();
});
afterAll(() => it.close());

describe("an upstream status", () => {
  const said = { provider: "acme", message: "Not today.", code: "closed" };
  const need = { provider: "acme", service: "items", permission: "items.read" };
  const invalid = { errors: [{ in: "query", path: "", message: "Acme: Not today." }] };
  for (const [upstream, status, code, details] of [
    [400, 400, "VALIDATION_ERROR", invalid],
    [422, 400, "VALIDATION_ERROR", invalid],
    [403, 403, "PERMISSION_DENIED", need],
    [404, 404, "NOT_FOUND", {}],
    [410, 404, "NOT_FOUND", {}],
    [402, 502, "PROVIDER_ERROR", { ...said, status: 402 }],
    [409, 409, "PROVIDER_CONFLICT", { ...said, status: 409 }],
    [424, 503, "PROVIDER_UNAVAILABLE", { ...said, status: 424, reason: "busy", retry_after: null }],
    [418, 502, "PROVIDER_ERROR", { ...said, status: 418 }],
    [500, 502, "PROVIDER_ERROR", { ...said, status: 500 }],
    [501, 502, "PROVIDER_ERROR", { ...said, status: 501 }],
    [502, 503, "PROVIDER_UNAVAILABLE", { ...said, status: 502, reason: "server_error", retry_after: null }],
    [503, 503, "PROVIDER_UNAVAILABLE", { ...said, status: 503, reason: "server_error", retry_after: null }],
    [504, 503, "PROVIDER_UNAVAILABLE", { ...said, status: 504, reason: "server_error", retry_after: null }],
    [429, 503, "PROVIDER_UNAVAILABLE", { ...said, status: 429, reason: "rate_limited", retry_after: null }],
  ] as const) {
    test(`${upstream} becomes ${status} ${code}`, async () => {
      const response = await read(jsonAnswer(refusal, upstream));
      expect(response.status).toBe(status);
      expect(response.headers.get("x-error-code")).toBe(code);
      expect(response.json.code).toBe(code);
      expect(response.json.details).toMatchObject(details);
    });
  }

  test("400 of a write is an error of the body", async () => {
    const response = await create(jsonAnswer(refusal, 422));
    expect(response.json.details.errors).toEqual([{ in: "body", path: "", message: "Acme: Not today." }]);
  });

  test("401 without a refresh token, confirmed by the identity, is 401 INTEGRATION_REVOKED and ends the integration", async () => {
    const { key } = await connected(it.gateway, acme);
    it.upstream.answer(always(jsonAnswer(refusal, 401)));
    const response = await it.gateway.call("GET", ONE, { key });
    expect(response.status).toBe(401);
    expect(response.json.code).toBe("INTEGRATION_REVOKED");
    expect(ownDetails(response.json)).toEqual({ provider: "acme", service: "items", permission: "items.read" });
    const seen = it.upstream.requests.length;
    expect((await it.gateway.call("GET", ONE, { key })).json.code).toBe("INTEGRATION_REVOKED");
    expect(it.upstream.requests).toHaveLength(seen);
  });

  test("401 that the identity does not confirm is 502 PROVIDER_ERROR and does not end the integration", async () => {
    it.upstream.answer((request, wire) => {
      wire.write(request.path === "/me" ? jsonAnswer({ id: 1, title: "Ada" }) : jsonAnswer(refusal, 401));
      wire.end();
    });
    const response = await it.gateway.call("GET", ONE, { key: it.key });
    expect([response.status, response.json.details.reason]).toEqual([502, "provider_refused"]);
    expect((await read(jsonAnswer({ id: 7, title: "A title" }))).status).toBe(200);
  });
});

describe("R-19: a rate limit is 503 PROVIDER_UNAVAILABLE, with the wait as Retry-After", () => {
  const inSeconds = (seconds: number) => () => new Date(it.gateway.clock.now() + seconds * 1000).toUTCString();
  for (const [what, value, wait] of [
    ["seconds", () => "30", 30],
    ["none at all", () => "0", 1],
    ["a huge number", () => "1000000000", 3600],
    ["a number of forty digits", () => "9".repeat(40), 3600],
    ["a date", inSeconds(90), 90],
    ["a date of the past", inSeconds(-90), 1],
    ["a date far off", inSeconds(10 ** 8), 3600],
    ["a word", () => "soon", null],
    ["a negative number", () => "-1", null],
    ["a fraction", () => "1.5", 2],
    ["a whole number with a fraction", () => "90.0", 90],
    ["a fraction without a number", () => ".5", null],
    ["two points", () => "1.5.2", null],
    ["nothing", () => undefined, null],
  ] as [string, () => string | undefined, number | null][]) {
    test(`of ${what}: ${wait === null ? "none" : `${wait} s`}`, async () => {
      it.gateway.clock.set(Date.parse("2026-03-01T10:00:00Z"));
      const retryAfter = value();
      const response = await read(jsonAnswer({}, 429, retryAfter === undefined ? {} : { "retry-after": retryAfter }));
      expect(response.status).toBe(503);
      expect(response.json.details).toMatchObject({ provider: "acme", reason: "rate_limited", retry_after: wait });
      expect(response.headers.get("retry-after")).toBe(wait === null ? null : String(wait));
    });
  }

  test("of an outage as well", async () => {
    const response = await read(jsonAnswer({}, 503, { "retry-after": "12" }));
    expect(response.headers.get("retry-after")).toBe("12");
    expect(response.json.details.retry_after).toBe(12);
  });
});

describe("R-17: a malformed success is 502 PROVIDER_ERROR with bounded details", () => {
  for (const [what, bytes, path, code] of [
    [
      "an HTML page",
      answerOf(200, { "content-type": "text/html" }, `<html>${"a".repeat(5000)}</html>`),
      ONE,
      "not_json",
    ],
    ["JSON that breaks off", jsonAnswer('{"id":7,'), ONE, "not_json"],
    ["a number that JSON lacks", jsonAnswer('{"id":NaN,"title":"A title"}'), ONE, "not_json"],
    ["bytes that are no text", answerOf(200, {}, new Uint8Array([0xff, 0xfe, 0x00])), ONE, "not_json"],
    ["nothing", answerOf(200, {}), ONE, "unexpected_shape"],
    ["204 for a list", answerOf(204, {}), LIST, "unexpected_shape"],
    ["a list where a thing belongs", jsonAnswer([]), ONE, "unexpected_shape"],
    ["null", jsonAnswer("null"), ONE, "unexpected_shape"],
    ["a thing without a field", jsonAnswer({ id: 7 }), ONE, "unexpected_shape"],
    ["a field of another type", jsonAnswer({ id: "7", title: "A title" }), ONE, "unexpected_shape"],
    [
      "an item without a field",
      jsonAnswer({ items: [{ id: 7, title: "A title" }, { id: 8 }] }),
      LIST,
      "unexpected_shape",
    ],
    ["a list that is an object", jsonAnswer({ items: {} }), LIST, "unexpected_shape"],
  ] as const) {
    test(`: ${what}`, async () => {
      const response = await read(bytes as Uint8Array, path);
      expect(response.status).toBe(502);
      expect(response.json.code).toBe("PROVIDER_ERROR");
      expect(ownDetails(response.json)).toEqual({
        provider: "acme",
        status: expect.any(Number),
        message: expect.any(String),
        code,
      });
      expect(response.text.length).toBeLessThan(500);
    });
  }
});

describe("a compressed response", () => {
  const packed = (format: string, bytes: Uint8Array) => answerOf(200, { "content-encoding": format }, bytes);
  const json = JSON.stringify({ id: 7, title: "A title" });

  test("by gzip or deflate is decompressed", async () => {
    for (const bytes of [packed("gzip", gzipSync(json)), packed("deflate", deflateSync(json))]) {
      expect((await read(bytes)).json.data).toEqual({ id: "7", title: "A title" });
    }
  });

  test("that is cut short, or coded otherwise than it says, is 502 PROVIDER_ERROR", async () => {
    for (const bytes of [packed("gzip", gzipSync(json).subarray(0, 20)), packed("gzip", Buffer.from(json))]) {
      expect((await read(bytes)).json.details.code).toBe("cut_short");
    }
    expect((await read(packed("rot13", Buffer.from("wfba")))).json.details.code).toBe("not_json");
  });
});

describe("S-63: a provider's JSON", () => {
  test("with __proto__ and constructor keys gives clean data and changes no prototype", async () => {
    const text =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":7,"title":"A title"}';
    const response = await read(jsonAnswer(text));
    expect(response.json.data).toEqual({ id: "7", title: "A title" });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("with a duplicate key has the last value", async () => {
    expect((await read(jsonAnswer('{"id":7,"id":8,"title":"A title"}'))).json.data.id).toBe("8");
  });

  test("nested very deeply, where it is not read, gives clean data", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect((await read(jsonAnswer(`{"id":7,"title":"A title","more":${deep}}`))).json.data).toEqual({
      id: "7",
      title: "A title",
    });
  });

  test("nested very deeply, where the caller wants the raw object, is 502 PROVIDER_ERROR", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const response = await read(
      jsonAnswer(`{"items":[{"id":7,"title":"A title","more":${deep}}]}`),
      `${LIST}?raw=true`,
    );
    expect(response.status).toBe(502);
    expect(response.json.details.code).toBe("too_deep");
  });

  test("that never closes its brackets is 502 PROVIDER_ERROR", async () => {
    expect((await read(jsonAnswer("[".repeat(200_000)))).json.details.code).toBe("not_json");
    expect((await read(jsonAnswer("[".repeat(1_000_000)))).json.details.code).toBe("too_large");
  });
});

describe("S-66: a provider's error text", () => {
  test("never carries the token that it echoes", async () => {
    const echo = `Token ${it.accessToken} is bad, Bearer ${it.accessToken}.`;
    for (const status of [400, 403, 404, 409, 500]) {
      const response = await read(jsonAnswer({ error: { message: echo, code: `code-${it.accessToken}` } }, status));
      expect(response.text).toContain("[redacted]");
      expect(response.text).not.toContain(it.accessToken);
    }
    expect(it.gateway.logLines.join("\n")).not.toContain(it.accessToken);
  });

  test("is bounded, on one line and without its body's other parts", async () => {
    const message = `Line one\r\nLine two\u0000 ${"a".repeat(10_000)}`;
    const { json, text } = await read(
      jsonAnswer({ error: { message, code: "c".repeat(500), internal: "10.0.0.7" } }, 500),
    );
    expect(json.details.message).toStartWith("Line one Line two ");
    expect(json.details.message.length).toBeLessThanOrEqual(300);
    expect(json.details.code.length).toBeLessThanOrEqual(80);
    expect(text).not.toContain("10.0.0.7");
  });

  test("that is a page of HTML is not passed on", async () => {
    const { json } = await read(answerOf(500, { "content-type": "text/html" }, "<h1>stack at /srv/app</h1>"));
    expect(ownDetails(json)).toEqual({
      provider: "acme",
      status: 500,
      message: "The provider answered 500.",
      code: null,
    });
  });
});

test("an integer that JavaScript would round is exact or refused, never another one", async () => {
  const [long, other] = ["1152921504606846977", "12345678901234567890"];
  const readList = (body: string) =>
    read(answerOf(200, { "content-type": "application/json" }, body), `${LIST}?raw=true`);
  const exact = await readList(
    `{"items":[{"id":7,"title":"a 1152921504606846977","more":[${long},-${other},1.5e300]}]}`,
  );
  expect(exact.json.data.items[0].raw).toEqual({
    id: 7,
    title: "a 1152921504606846977",
    more: [long, `-${other}`, 1.5e300],
  });
  const refused = await readList(`{"items":[{"id":${long},"title":"a"}]}`);
  expect([refused.status, refused.json.code]).toEqual([502, "PROVIDER_ERROR"]);
});
