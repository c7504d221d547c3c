// Streamed answers: a provider's server-sent events or JSON lines reach the caller one by one, as a stream or as one bounded list.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  defineProvider,
  endpoint,
  field,
  one,
  type Provider,
  record,
  resource,
  stream,
  t,
} from "../../../src/plugin/index.ts";
import { type Connected, connected } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type ProviderServer, startProviderServer } from "../../support/proxied-provider.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(HOOK_MS);

const DEADLINE_MS = 1_500;
const word = resource({
  raw: t.Object({ word: t.String(), skip: t.Optional(t.Boolean()) }),
  shape: t.Object({ word: t.String() }),
  map: ({ word, skip }) => (skip ? null : { word }),
});
const person = record({ id: field.id(), name: field.text() });

const spoken = defineProvider({
  id: "spoken",
  name: "Spoken",
  docs: "https://docs.spoken.example/",
  baseUrl: "https://api.spoken.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://spoken.example/authorize",
      tokenUrl: "https://spoken.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: {
    words: {
      read: { scopes: ["words:read"], description: "Hear words." },
      write: { scopes: ["words:write"], description: "Ask for words." },
    },
  },
  identity: { upstream: "/me", resource: person },
  endpoints: {
    hear: endpoint({
      method: "GET",
      path: "/words",
      permission: "words.read",
      description: "Hear words, one after the other.",
      upstream: "/words",
      returns: stream("words", word, { format: "ndjson" }),
    }),
    ask: endpoint({
      method: "POST",
      path: "/answers",
      permission: "words.write",
      description: "Ask, and hear the answer word by word.",
      body: t.Object({ question: t.String({ description: "What is asked." }) }),
      upstream: "/answers",
      returns: stream("words", word, { format: "sse", at: "delta", end: "[DONE]" }),
    }),
    get_me: endpoint({
      method: "GET",
      path: "/me",
      permission: "words.read",
      description: "Who is connected.",
      upstream: "/me",
      returns: one(person),
    }),
  },
}) as unknown as Provider;

describe.each(laneOf(import.meta.file))("streamed answers on %s", (lane) => {
  let gateway: TestGateway;
  let api: ProviderServer;
  let ada: Connected;
  beforeAll(async () => {
    api = await startProviderServer();
    const settings = { spoken: { clientId: "client", clientSecret: "secret", baseUrl: api.url } };
    gateway = await startTestGateway({ lane, plugins: [spoken], settings, deadlineMs: DEADLINE_MS });
    ada = await connected(gateway, spoken);
  });
  afterAll(async () => {
    await gateway.close();
    await api.close();
  });
  beforeEach(() => gateway.clock.nextMinute());

  type Answer = (response: ServerResponse, request: IncomingMessage) => void;
  const answer = (how: Answer) => api.answer((request, response) => how(response, request));
  const hear = (accept: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}/api/v1/spoken/words`, { ...init, headers: { authorization: `Bearer ${ada.key}`, accept } });
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/api/v1/spoken/answers`, {
      method: "POST",
      headers: { authorization: `Bearer ${ada.key}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ question: "Who is there?" }),
    });
  const reading = (response: Response) => {
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    return { reader, next: async () => decoder.decode((await reader.read()).value, { stream: true }) };
  };

  test("each item goes out as it comes, mapped, before the provider has ended", async () => {
    let provider: ServerResponse | undefined;
    answer((response) => {
      provider = response;
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      response.write('{"word":"one","raw":1}\n{"wo');
    });
    const response = await hear("application/x-ndjson");
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const { next } = reading(response);
    expect(await next()).toBe('{"data":{"word":"one"}}\n');
    provider?.write('rd":"two"}\n\n{"word":"left out","skip":true}\n');
    expect(await next()).toBe('{"data":{"word":"two"}}\n');
    provider?.end('{"word":"three"}');
    let rest = "";
    for (let text = await next(); text !== ""; text = await next()) rest += text;
    expect(rest).toBe('{"data":{"word":"three"}}\n{"end":true}\n');
  });

  test("events of the provider become events of ours; its end mark, comments and names are none", async () => {
    answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(': hello\n\nevent: token\nid: 1\ndata: {"delta":{"word":"grüß"}}\n\n');
      response.end('data: {"delta":\ndata: {"word":"dich"}}\n\ndata: [DONE]\n\ndata: {"delta":{"word":"late"}}\n\n');
    });
    const response = await ask({ accept: "text/event-stream" });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await response.text()).toBe('data: {"word":"grüß"}\n\ndata: {"word":"dich"}\n\nevent: end\ndata: {}\n\n');
  });

  test("a caller that takes no stream gets one list, and so does a call by name", async () => {
    answer((response) => void response.writeHead(200).end('data: {"delta":{"word":"a"}}\n\ndata: [DONE]\n\n'));
    expect(await (await ask()).json()).toEqual({ data: { words: [{ word: "a" }], is_complete: true } });
    const byName = await gateway.call("POST", "/api/v1/tools/spoken_ask/execute", {
      key: ada.key,
      body: { arguments: { question: "?" } },
    });
    expect(byName.json).toEqual({ data: { words: [{ word: "a" }], is_complete: true } });
  });

  test("what is still to come at the deadline is left out, says so, and ends the request", async () => {
    let hasEnded = false;
    answer((response) => {
      response.on("close", () => {
        hasEnded = true;
      });
      response.writeHead(200).write('{"word":"one"}\n');
    });
    const response = await hear("application/json");
    expect(await response.json()).toEqual({ data: { words: [{ word: "one" }], is_complete: false } });
    await until(() => hasEnded);
  });

  test("a list holds a thousand items at most", async () => {
    answer((response) => void response.writeHead(200).end('{"word":"x"}\n'.repeat(1_001)));
    const { data } = (await (await hear("application/json")).json()) as {
      data: { words: unknown[]; is_complete: boolean };
    };
    expect([data.words.length, data.is_complete]).toEqual([1_000, false]);
  });

  test("a caller that goes away ends the provider's request", async () => {
    const closed = Promise.withResolvers<void>();
    answer((response) => {
      response.on("close", closed.resolve);
      response.writeHead(200).write('{"word":"one"}\n');
    });
    const leave = new AbortController();
    const { next } = reading(await hear("application/x-ndjson", { signal: leave.signal }));
    await next();
    leave.abort();
    await closed.promise;
  });

  test("a refusal before the first item is the usual error", async () => {
    answer((response) => void response.writeHead(429, { "retry-after": "7" }).end("{}"));
    const response = await hear("text/event-stream");
    expect([response.status, response.headers.get("x-error-code")]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
  });

  const BROKEN: [string, string, string][] = [
    ["is no JSON", "{broken\n", "An item of the provider's stream is not JSON."],
    ["lacks a field", '{"name":1}\n', "The provider's response lacks a required field, at /word."],
    [
      "is larger than a MiB",
      `{"word":"${"x".repeat(1024 * 1024)}"}\n`,
      "An item of the provider's stream is too large.",
    ],
  ];
  test.each(BROKEN)("an item that %s ends the stream with an error in place of its end", async (_, line, message) => {
    gateway.clock.nextMinute();
    answer((response) => void response.writeHead(200).end(`{"word":"one"}\n${line}`));
    const lines = (await (await hear("application/x-ndjson")).text()).trim().split("\n");
    expect(lines[0]).toBe('{"data":{"word":"one"}}');
    const error = JSON.parse(lines[1] ?? "");
    expect([error.code, lines.length]).toEqual(["PROVIDER_ERROR", 2]);
    expect(error.details.message).toBe(message);
    answer((response) => void response.writeHead(200).end(`{"word":"one"}\n${line}`));
    const asList = await hear("application/json");
    expect([asList.status, asList.headers.get("x-error-code")]).toEqual([502, "PROVIDER_ERROR"]);
  });

  test("a connection that breaks ends the stream with an error", async () => {
    let provider: ServerResponse | undefined;
    answer((response) => {
      provider = response;
      response.writeHead(200).write('{"word":"one"}\n');
    });
    const { next } = reading(await hear("text/event-stream"));
    expect(await next()).toBe('data: {"word":"one"}\n\n');
    provider?.destroy();
    let rest = "";
    for (let text = await next(); text !== ""; text = await next()) rest += text;
    expect(rest).toStartWith("event: error\ndata: {");
    expect(rest).not.toContain("event: end");
  });

  test("no Idempotency-Key can bring a stream back, so it is refused and nothing is sent", async () => {
    api.seen.splice(0);
    const refused = await ask({ accept: "text/event-stream", "idempotency-key": `stream-${lane}` });
    expect([refused.status, api.seen.length]).toEqual([400, 0]);
    answer((response) => void response.writeHead(200).end('data: {"delta":{"word":"a"}}\n\n'));
    const first = await (await ask({ "idempotency-key": `stream-${lane}` })).text();
    expect(await (await ask({ "idempotency-key": `stream-${lane}` })).text()).toBe(first);
    expect(api.seen.length).toBe(1);
  });

  test("a stream that the usage log cannot take is refused before the provider is asked", async () => {
    api.seen.splice(0);
    answer((response) => void response.writeHead(200).end('{"word":"one"}\n'));
    const constraint = "no_words check (endpoint <> '/api/v1/spoken/words') not valid";
    await gateway.database.database.query(`alter table usage_entries add constraint ${constraint}`);
    const refused = await hear("application/x-ndjson");
    await gateway.database.database.query("alter table usage_entries drop constraint no_words");
    expect([refused.status, api.seen.length]).toEqual([500, 0]);
  });

  test("a stream is in the usage log", async () => {
    answer((response) => void response.writeHead(200).end('{"word":"one"}\n'));
    const response = await hear("application/x-ndjson");
    const id = response.headers.get("x-request-id");
    await response.text();
    await until(async () => {
      const { json } = await gateway.call("GET", "/api/v1/usage?provider=spoken&limit=50", { key: ada.key });
      const row = json.data.entries.find((entry: { request_id: string }) => entry.request_id === id);
      return row?.status === 200 && row.units === 1;
    });
  });
});
