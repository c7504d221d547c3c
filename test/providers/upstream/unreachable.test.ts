// Unavailable providers: no connection, a broken one, half a response or none; the caller gets the right error, once.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type AcmeGateway, startAcmeGateway } from "../../support/acme.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { rejection } from "../../support/rejection.ts";
import { ownDetails } from "../../support/responses.ts";
import { always, answerOf, jsonAnswer, type Script } from "../../support/tcp-upstream.ts";
import { within } from "../../support/until.ts";

const ITEM = { id: 7, title: "A title" };
const GET = ["GET", "/api/v1/acme/items/7"] as const;
const POST = ["POST", "/api/v1/acme/items"] as const;
const DEADLINE_MS = 250;

const silent: Script = () => {};
const dripping: Script = (_, wire) => wire.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"id":`);

let it: AcmeGateway;
const call = (script: Script, [method, path]: readonly [string, string], headers: Record<string, string> = {}) =>
  it.upstream.during(script, () =>
    it.gateway.call(method, path, { key: it.key, headers, ...(method === "POST" && { body: { title: "A title" } }) }),
  );

beforeAll(async () => {
  it = await startAcmeGateway({ deadlineMs: DEADLINE_MS });
});
afterAll(() => it.close());

describe("a provider that hangs up", () => {
  for (const [how, script] of [
    ["resets", (_, wire) => wire.reset()],
    ["closes", (_, wire) => wire.end()],
    [
      "stops within its headers",
      (_, wire) => {
        wire.write("HTTP/1.1 200 OK\r\ncontent-le");
        wire.end();
      },
    ],
  ] as [string, Script][]) {
    test(`R-15: a connection that the provider ${how} after the request is 503; a read was sent at most twice`, async () => {
      const { result, requests } = await call(script, GET);
      expect(result.status).toBe(503);
      expect(ownDetails(result.json)).toEqual({ provider: "acme", reason: "reset", retry_after: null });
      expect(requests.length).toBeGreaterThanOrEqual(1);
      expect(requests.length).toBeLessThanOrEqual(2);
    });

    test(`S-70: a connection that the provider ${how} after a write is 503; the write was sent once`, async () => {
      const { result, requests } = await call(script, POST);
      expect(result.status).toBe(503);
      expect(requests.map((request) => request.method)).toEqual(["POST"]);
    });
  }

  test("S-70: a write on a kept-alive connection that the provider resets is sent once", async () => {
    await call((_, wire) => wire.write(jsonAnswer(ITEM)), GET);
    const { result, requests } = await call((_, wire) => wire.reset(), POST);
    expect(result.status).toBe(503);
    expect(requests.map((request) => request.method)).toEqual(["POST"]);
  });

  test("S-70: a write whose response is 500, 503 or 429 is not sent again", async () => {
    for (const status of [500, 503, 429]) {
      const { requests } = await call(always(jsonAnswer({}, status)), POST);
      expect(requests).toHaveLength(1);
    }
  });

  test("I-6: a write whose response is not HTTP may have happened: its Idempotency-Key does not send it again", async () => {
    it.upstream.answer(always(new TextEncoder().encode("no such protocol\r\n\r\n")));
    const before = it.upstream.requests.length;
    const write = () => {
      const headers = { "idempotency-key": "key-of-a-garbled-answer" };
      return it.gateway.call("POST", "/api/v1/acme/items", { key: it.key, body: { title: "A title" }, headers });
    };
    const first = await write();
    expect(first.status).toBe(503);
    expect(first.json.details.reason).toBe("reset");
    expect((await write()).text).toBe(first.text);
    expect(it.upstream.requests.length - before).toBe(1);
  });
});

/** Heads that announce more than is sent. */
const CUT: readonly [string, Record<string, string>, string][] = [
  ["Content-Length", { "content-length": "1000" }, JSON.stringify(ITEM)],
  ["chunks", { "transfer-encoding": "chunked" }, `1a\r\n${JSON.stringify(ITEM)}\r\n`],
  ["a broken chunk", { "transfer-encoding": "chunked" }, "xyz\r\nnot a chunk"],
];

describe("a body that is cut short", () => {
  for (const [how, headers, body] of CUT) {
    const script = always(answerOf(200, { "content-type": "application/json", ...headers }, body));

    test(`R-16: by ${how}, is 502 PROVIDER_ERROR for a read, even when what came is valid JSON`, async () => {
      const { result } = await call(script, GET);
      expect(result.status).toBe(502);
      expect(result.json.code).toBe("PROVIDER_ERROR");
      expect(result.json.details).toMatchObject({ provider: "acme", status: 200, code: "cut_short" });
    });

    test(`R-16: by ${how}, is 502 PROVIDER_ERROR for a file's JSON form`, async () => {
      const { result } = await call(script, ["GET", "/api/v1/acme/items/7/file"]);
      expect(result.status).toBe(502);
      expect(result.json.details).toMatchObject({ provider: "acme", status: 200, code: "cut_short" });
    });

    test(`R-16: by ${how}, ends a streamed file's connection before the response is complete`, async () => {
      it.upstream.answer(script);
      const headers = [`Authorization: Bearer ${it.key}`, "Accept: application/octet-stream"];
      const request = { target: "/api/v1/acme/items/7/file", headers, mayBeCut: true };
      const { encodedBody, head } = await within("the connection's end", sendRaw(it.gateway.url, request));
      expect(encodedBody.endsWith("0\r\n\r\n")).toBe(false);
      expect(head).not.toMatch(/content-length: 26\b/i);
      const pending = fetch(`${it.gateway.url}/api/v1/acme/items/7/file`, {
        headers: { authorization: `Bearer ${it.key}`, accept: "application/octet-stream" },
      });
      await rejection(pending.then((response) => response.arrayBuffer()));
    });
  }
});

describe("a provider that is slow", () => {
  const seen: { wire?: Parameters<Script>[1] } = {};
  const holding =
    (script: Script): Script =>
    (request, wire) => {
      seen.wire = wire;
      return script(request, wire);
    };

  for (const [how, script] of [
    ["says nothing", silent],
    ["stops within its body", dripping],
  ] as const) {
    for (const route of [GET, POST, ["GET", "/api/v1/acme/items/7/file"]] as const) {
      test(`R-14: one that ${how} ends ${route.join(" ")} at the deadline: 503 with the reason timeout, and its socket is freed`, async () => {
        const { result, requests } = await call(holding(script), route);
        expect(result.status).toBe(503);
        expect(ownDetails(result.json)).toEqual({ provider: "acme", reason: "timeout", retry_after: null });
        expect(requests).toHaveLength(1);
        await within("the connection's end", seen.wire?.closed ?? Promise.reject());
      });
    }
  }

  test("a streamed file may take longer than the deadline once its bytes flow", async () => {
    it.upstream.answer(async (_, wire) => {
      wire.write("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\na");
      await new Promise((resolve) => setTimeout(resolve, DEADLINE_MS * 1.5));
      wire.write("bc");
    });
    const response = await fetch(`${it.gateway.url}/api/v1/acme/items/7/file`, {
      headers: { authorization: `Bearer ${it.key}`, accept: "application/octet-stream" },
    });
    expect(await response.text()).toBe("abc");
  });
});

describe("without a deadline", () => {
  let far: AcmeGateway;
  beforeAll(async () => {
    far = await startAcmeGateway();
  });
  afterAll(() => far.gateway.close());

  for (const [how, script] of [
    ["before the response", silent],
    ["within it", dripping],
  ] as const) {
    test(`a caller who goes away ${how} closes the provider's connection at once`, async () => {
      const abort = new AbortController();
      const received = Promise.withResolvers<void>();
      const closed = Promise.withResolvers<void>();
      far.upstream.answer((request, wire) => {
        void wire.closed.then(closed.resolve);
        received.resolve();
        return script(request, wire);
      });
      const headers = { authorization: `Bearer ${far.key}` };
      const pending = fetch(far.gateway.url + GET[1], { headers, signal: abort.signal });
      await within("the provider's request", received.promise);
      abort.abort();
      await rejection(pending);
      await within("the connection's end", closed.promise);
    });
  }

  test("R-13: a provider that refuses connections is 503 PROVIDER_UNAVAILABLE with the reason connect", async () => {
    await far.upstream.close();
    for (const [method, path] of [GET, POST]) {
      const body = method === "POST" ? { title: "A title" } : undefined;
      const response = await far.gateway.call(method, path, { key: far.key, body });
      expect(response.status).toBe(503);
      expect(response.json.code).toBe("PROVIDER_UNAVAILABLE");
      expect(ownDetails(response.json)).toEqual({ provider: "acme", reason: "connect", retry_after: null });
    }
  });
});
