// Raw requests are streamed both ways: flat memory, no end that is not the sender's, and nothing left running.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Connected, connected } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { MiB, measureGrowth } from "../../support/memory.ts";
import { always, type ProviderServer, proxied, startProviderServer } from "../../support/proxied-provider.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { codeOf } from "../../support/responses.ts";
import { type StreamingPeer, startStreamingPeer } from "../../support/streaming-peer.ts";
import { until, within } from "../../support/until.ts";

setDefaultTimeout(HOOK_MS);

const ROOT = "/api/v1/proxied/proxy";
const BYTES = 192 * MiB;
const MOST_GROWTH = 64 * MiB;
const DEADLINE_MS = 1_500;
const LONG_MS = 20_000;
/** So long nothing is sent: the caller waits. */
const STILL_MS = 500;

let gateway: TestGateway;
let api: ProviderServer;
let peer: StreamingPeer;
let ada: Connected;
let key: string;
beforeAll(async () => {
  [api, peer] = await Promise.all([startProviderServer(), startStreamingPeer()]);
  const baseUrl = { items: `${api.url}/v2`, files: peer.url };
  gateway = await startTestGateway({
    lane: "embedded",
    plugins: [proxied],
    settings: { proxied: { clientId: "client", clientSecret: "secret", baseUrl } },
    deadlineMs: DEADLINE_MS,
  });
  ada = await connected(gateway, proxied);
  key = (await gateway.admin("POST", "/keys", { user: ada.userId, permissions: ["proxy.use"] })).json.data.key;
});
afterAll(async () => {
  peer.close();
  await gateway.close();
  await api.close();
});
beforeEach(() => {
  gateway.clock.nextMinute();
  api.answer(always(200, {}, "ok"));
  api.seen.splice(0);
});

const lines = (...more: string[]) => [`Authorization: Bearer ${key}`, ...more];
const send = (method: string, headers: string[], writeBody?: (socket: Socket) => void) =>
  sendRaw(gateway.url, { method, target: `${ROOT}/x`, headers: lines(...headers), writeBody, mayBeCut: true });
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
/** Resolves with each request that reaches the provider from now on. */
const arriving = () => {
  const arrived = Promise.withResolvers<{ request: IncomingMessage; response: ServerResponse }>();
  api.answer((request, response) => arrived.resolve({ request, response }));
  return within("a request reaches the provider", arrived.promise);
};
const gone = (side: IncomingMessage | ServerResponse) =>
  within("the provider's connection is closed", new Promise<void>((done) => void side.once("close", () => done())));

describe("R-18: bodies of any size", () => {
  test.each([
    ["a download", { method: "GET" }],
    ["an upload of a known length", { method: "POST", isSized: true }],
    ["a chunked upload", { method: "POST" }],
  ] as const)("%s passes unchanged, in flat memory", async (_, how) => {
    const what = { ...how, url: `${gateway.url}${ROOT}/f`, key, host: "files.proxied.example", bytes: BYTES };
    await peer.transfer({ ...what, bytes: MiB });
    const { result, grownBytes } = await measureGrowth(() => peer.transfer(what));
    expect(result).toEqual({ status: 200, bytes: BYTES, hash: peer.hashOf(BYTES), seconds: expect.any(Number) });
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });

  test("a provider that takes nothing makes the caller wait: its bytes are not held", async () => {
    const arrived = arriving();
    let sent = 0;
    let socket: Socket | undefined;
    const { grownBytes } = await measureGrowth(async () => {
      const responded = send("POST", ["Content-Length: 1073741824"], (one) => {
        socket = one;
        const part = Buffer.alloc(MiB);
        const pour = () => {
          sent += MiB;
          if (!one.destroyed) one.write(part, () => setImmediate(pour));
        };
        pour();
      });
      const { request } = await arrived;
      request.pause();
      let [last, since] = [0, performance.now()];
      await until(() => {
        if (sent !== last) [last, since] = [sent, performance.now()];
        return performance.now() - since > STILL_MS;
      }, LONG_MS);
      // The runtime notices that a caller whose bytes it does not read has gone when the connection was idle for long.
      request.destroy();
      socket?.destroy();
      await responded;
    });
    expect(sent).toBeLessThan(64 * MiB);
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
  });
});

describe("as it comes", () => {
  test("server-sent events arrive one by one, while the answer goes on", async () => {
    const arrived = arriving();
    const fetching = fetch(`${gateway.url}${ROOT}/events`, { headers: { authorization: `Bearer ${key}` } });
    const { response } = await arrived;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    const reader = ((await within("the head", fetching)).body as ReadableStream<Uint8Array>).getReader();
    const read = async () => Buffer.from((await within("an event", reader.read())).value ?? []).toString();
    expect(await read()).toBe("data: 1\n\n");
    response.write("data: 2\n\n");
    expect(await read()).toBe("data: 2\n\n");
    const closed = gone(response);
    await reader.cancel();
    await closed;
  });

  test("an upload's first part reaches the provider before its last is sent", async () => {
    const arrived = arriving();
    let socket: Socket | undefined;
    const responded = send("POST", ["Transfer-Encoding: chunked"], (one) => {
      socket = one;
      one.write(chunk("first"));
    });
    const { request, response } = await arrived;
    expect(request.headers["content-length"]).toBeUndefined();
    expect(String((await within("the first part", request[Symbol.asyncIterator]().next())).value)).toBe("first");
    response.end("taken");
    socket?.write(`${chunk("last")}0\r\n\r\n`);
    expect((await responded).body).toBe("taken");
  });

  test("a provider that answers before it has read the upload is heard", async () => {
    api.answer((_, response) => void response.writeHead(413, { connection: "close" }).end("too large"));
    const response = await send("POST", ["Content-Length: 100000000"], (socket) => void socket.write("a".repeat(1000)));
    expect([response.status, response.headers.get("x-upstream-status"), response.body]).toEqual([
      413,
      "413",
      "too large",
    ]);
  });
});

describe("R-14, R-16: ends that are nobody's wish", () => {
  test.each([
    ["chunked", "Transfer-Encoding: chunked", chunk("part")],
    ["of a known length", "Content-Length: 1000", "part"],
  ])("a caller that goes away during an upload %s: the provider never sees its end", async (_, header, part) => {
    const arrived = arriving();
    let socket: Socket | undefined;
    const responded = send("POST", [header], (one) => {
      socket = one;
      one.write(part);
    });
    const { request } = await arrived;
    let hasEnded = false;
    request.on("end", () => (hasEnded = true));
    request.resume();
    const closed = gone(request);
    socket?.destroy();
    await Promise.all([closed, responded]);
    expect([hasEnded, request.complete]).toEqual([false, false]);
  });

  test("a caller that goes away before the answer cancels the request", async () => {
    const arrived = arriving();
    const leaving = new AbortController();
    const fetching = fetch(`${gateway.url}${ROOT}/x`, {
      headers: { authorization: `Bearer ${key}` },
      signal: leaving.signal,
    });
    const { response } = await arrived;
    const closed = gone(response);
    expect(response.socket?.destroyed).toBe(false);
    leaving.abort();
    const [, ended] = await Promise.all([closed, fetching.catch((error: Error) => error.name)]);
    expect([ended, response.writableEnded]).toEqual(["AbortError", false]);
  });

  test.each([
    ["chunked", { "content-type": "text/plain" }],
    ["long and of a known length", { "content-length": "1000000" }],
  ])("an answer that is cut short, %s, is cut for the caller too", async (_, headers) => {
    api.answer((_, response) => {
      response.writeHead(200, headers as Record<string, string>);
      response.write("part", () => setTimeout(() => response.socket?.destroy(), 50));
    });
    const response = await send("GET", []);
    expect(response.encodedBody).not.toEndWith("0\r\n\r\n");
    expect(response.body.length).toBeLessThan(1000);
  });

  test("a short answer that is cut is no answer", async () => {
    api.answer((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("part", () => response.socket?.destroy());
    });
    const cut = await gateway.call("GET", `${ROOT}/x`, { key });
    expect([codeOf(cut), cut.headers.has("x-upstream-status")]).toEqual(["502 PROVIDER_ERROR", false]);
  });

  test("a provider that does not answer: 503 after the deadline, and its connection is closed", async () => {
    const arrived = arriving();
    const calling = gateway.call("POST", `${ROOT}/x`, { key, body: {} });
    const closed = gone((await arrived).response);
    const late = await calling;
    expect([codeOf(late), late.json.details.reason]).toEqual(["503 PROVIDER_UNAVAILABLE", "timeout"]);
    await closed;
  });

  test("a caller that stops sending: the deadline passes", async () => {
    const arrived = arriving();
    const responded = send("POST", ["Content-Length: 1000"], (socket) => void socket.write("part"));
    const { request } = await arrived;
    request.resume();
    expect((await responded).status).toBeOneOf([0, 503]);
  });

  test("an upload that goes on may take longer than the deadline", async () => {
    api.answer(async (request, response) => {
      for await (const _part of request);
      response.end("taken");
    });
    const startedAt = performance.now();
    const response = await send("POST", ["Transfer-Encoding: chunked"], async (socket) => {
      for (let i = 1; i <= 5; i++) {
        socket.write(chunk("part"));
        await until(() => performance.now() - startedAt > (i * DEADLINE_MS) / 3, LONG_MS);
      }
      socket.write("0\r\n\r\n");
    });
    expect(performance.now() - startedAt).toBeGreaterThan(DEADLINE_MS);
    expect([response.status, response.body]).toEqual([200, "taken"]);
  });
});

describe("S-94: tricks with the framing of a body", () => {
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: api\r\n\r\n";
  test.each([
    ["two lengths", ["Content-Length: 4", "Content-Length: 40"]],
    ["a length and chunks", ["Content-Length: 4", "Transfer-Encoding: chunked"]],
    ["chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: 4"]],
    ["chunks twice", ["Transfer-Encoding: chunked, chunked"]],
    ["chunks, then none", ["Transfer-Encoding: chunked, identity"]],
    ["an unknown coding", ["Transfer-Encoding: xchunked"]],
    ["a coding before chunks", ["Transfer-Encoding: gzip, chunked"]],
    ["a tab in the name", ["Transfer-Encoding\t: chunked"]],
    ["a vertical tab", ["Transfer-Encoding: \u000bchunked"]],
    ["two coding headers", ["Transfer-Encoding: identity", "Transfer-Encoding: chunked"]],
    ["a negative length", ["Content-Length: -1"]],
    ["a length with a sign", ["Content-Length: +4"]],
    ["a length of hex", ["Content-Length: 0x4"]],
    ["a length that overflows", ["Content-Length: 18446744073709551620"]],
  ])("%s never make a second request at the provider", async (_, headers) => {
    api.answer((request, response) => {
      request.resume();
      request.on("end", () => response.end("ok"));
    });
    await send("POST", headers, (socket) => {
      socket.write(`4\r\nabcd\r\n0\r\n\r\n${smuggled}`);
      socket.end();
    });
    expect(api.seen.filter(({ url }) => url !== "/x")).toEqual([]);
    expect(api.seen.length).toBeLessThanOrEqual(1);
    for (const { headers: got } of api.seen)
      expect(Number("content-length" in got) + Number("transfer-encoding" in got)).toBeLessThanOrEqual(1);
  });

  test("trailers of an upload are not passed on", async () => {
    const arrived = Promise.withResolvers<IncomingMessage>();
    api.answer(async (request, response) => {
      for await (const _part of request);
      arrived.resolve(request);
      response.end("ok");
    });
    const body = `${chunk("part")}0\r\nX-Evil: 1\r\nAuthorization: Bearer evil\r\n\r\n`;
    const response = await send(
      "POST",
      ["Transfer-Encoding: chunked", "Trailer: X-Evil"],
      (socket) => void socket.write(body),
    );
    if (response.status !== 200) return expect(response.status).toBe(400);
    const request = await arrived.promise;
    expect([request.trailers, request.headers.trailer]).toEqual([{}, undefined]);
    expect(request.headers.authorization).toBe(`Bearer ${ada.accessToken}`);
  });
});
