// The client's calls for a customer, by the partner's own id, and of endpoints by name.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { requestOf } from "../../client/src/endpoint.ts";
import { REQUESTS } from "../../client/src/endpoints.ts";
import {
  type CallOptions,
  type CustomerClient,
  createClient,
  type GatewayClient,
  GatewayError,
  type Providers,
} from "../../client/src/index.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { rejection } from "../support/rejection.ts";

setDefaultTimeout(HOOK_MS);
const ID = "café ☕/9";

describe("a customer", () => {
  let gateway: TestGateway;
  let client: GatewayClient;
  let customer: CustomerClient;
  const sent: Request[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["github", "google", "slack"] });
    const { key } = await gateway.partner();
    client = createClient({
      baseUrl: gateway.url,
      apiKey: key,
      fetch: (request) => {
        sent.push(request.clone());
        return fetch(request);
      },
    });
    customer = client.customer(ID);
    expect(await customer.integrations()).toEqual([]);
    const started = await customer.connect("google", { redirect_url: `${gateway.url}/done` });
    expect([started.status, typeof started.connect_url]).toEqual(["pending", "string"]);
    expect((await customer.connectSession(started.session_id)).status).toBe("pending");
    const accountId: string = started.account_id;
    for (const provider of ["google", "github", "slack"] as const) await gateway.connect(key, provider, { accountId });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    sent.length = 0;
  });

  test("connects, calls, counts and goes by the partner's own id alone", async () => {
    expect(customer.externalId).toBe(ID);
    expect((await customer.integrations()).map(({ provider }) => provider).sort()).toEqual([
      "github",
      "google",
      "slack",
    ]);
    const page = await customer.connect({ redirect_url: `${gateway.url}/done` });
    expect(page.connect_url).toStartWith(`${gateway.url}/connect/`);
    expect((await customer.usage()).calls).toBeGreaterThan(0);
    await customer.disconnect("slack");
    const error = await rejection(customer.slack.channels.listChannels());
    expect(error instanceof GatewayError && [error.reason, error.remedy]).toEqual(["not_connected", "connect"]);
    const unknown = await rejection(client.customer("nobody yet").github.repos.listRepos());
    expect(unknown instanceof GatewayError && [unknown.reason, unknown.remedy]).toEqual([
      "account_not_found",
      "connect",
    ]);
    // A provider of the catalogue fits what takes one, also that of a plugin which the types do not know.
    const { providers } = await client.get("/api/v1/providers");
    const id: string = providers.find(({ name }) => name === "Google")?.id ?? "";
    const chosen = await client.customer("catalogue").connect(id, { redirect_url: `${gateway.url}/done` });
    expect(chosen.status).toBe("pending");
    const gone = client.customer("leaving");
    await gone.connect("github", { redirect_url: `${gateway.url}/done` });
    expect(await gone.erase()).toEqual({ deleted: true });
  });

  test("an endpoint by name sends each argument where its path, query and body have it", async () => {
    const issue = await customer.github.issues.createIssue({ owner: "ada", repo: "engine", title: "Moth" });
    const title: string = issue.title;
    expect(title).toBe("Moth");
    const [start, end] = ["10", "11"].map((hour) => ({ date_time: `2026-12-01T${hour}:00:00`, time_zone: "UTC" }));
    if (start && end) await customer.google.calendar.createEvent({ title: "Tea", start, end, send_updates: "none" });
    const [first, second] = sent;
    expect(new URL(first?.url ?? "").pathname).toBe("/api/v1/github/repos/ada/engine/issues");
    expect(await first?.json()).toEqual({ title: "Moth" });
    expect(first?.headers.get("x-account-id*")).toBe("UTF-8''caf%C3%A9%20%E2%98%95%2F9");
    expect(new URL(second?.url ?? "").search).toBe("?send_updates=none");
    // @ts-expect-error No such argument.
    await rejection(customer.github.issues.createIssue({ owner: "ada", repo: "engine", title: "x", colour: 1 }));
    // @ts-expect-error No such endpoint.
    expect(customer.github.issues.paintIssue).toBeUndefined();
  });

  test("a list is its page when awaited, and all its items in a loop", async () => {
    const { messages } = await customer.google.gmail.listMessages({ limit: 100 });
    sent.length = 0;
    const ids: string[] = [];
    for await (const message of customer.google.gmail.listMessages({ limit: 1 })) ids.push(message.id);
    expect(ids).toEqual(messages.map(({ id }) => id));
    expect(sent.length).toBe(messages.length);
  });

  test("options of one call are its own, and a write under a key of any characters happens once", async () => {
    const options: CallOptions = {
      idempotencyKey: "log nº 1 → a.txt",
      headers: { "x-request-id": "mine" },
      retries: 0,
    };
    const args = { owner: "ada", repo: "engine", title: "Once" };
    const first = await customer.github.issues.createIssue(args, options);
    const again = await customer.github.issues.createIssue(args, options);
    expect(again.number).toBe(first.number);
    expect(sent.map(({ headers }) => headers.get("x-request-id"))).toEqual(["mine", "mine"]);
    let attempts = 0;
    const failing = createClient({
      baseUrl: gateway.url,
      apiKey: "sk_live_x",
      retries: 3,
      fetch: async () => {
        attempts++;
        throw new TypeError("The network is gone.");
      },
    });
    await rejection(failing.get("/api/v1/github/repos", { retries: 0 }));
    expect(attempts).toBe(1);
    await rejection(failing.github.repos.listRepos({}, { retries: 0 }));
    expect(attempts).toBe(2);
  });
});

describe("names of endpoints", () => {
  const declared = Object.values(REQUESTS).flatMap((services) =>
    Object.values(services).flatMap(Object.values<string>),
  );

  test("every argument goes to one place, whatever the endpoint", () => {
    const client = createClient({ baseUrl: "http://127.0.0.1", apiKey: "sk_live_x" });
    for (const request of declared) {
      const names = [...request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const args = Object.fromEntries([...names, "other"].map((name) => [name, name]));
      const { init, path } = requestOf(request, args);
      expect(Object.keys(init.params.path)).toEqual(names);
      expect(Object.keys({ ...init.params.query, ...init.body })).toEqual(["other"]);
      expect(path).toStartWith("/api/v1/");
    }
    for (const provider of Object.keys(REQUESTS))
      expect(Object.keys(client).filter((one) => one === provider)).toEqual([provider]);
  });

  test("only a read is a list that can be looped over", () => {
    const client = createClient({
      baseUrl: "http://127.0.0.1",
      apiKey: "sk_live_x",
      fetch: async () => Response.json({ data: { variants: [], next_cursor: "more" } }),
    });
    const looped: AsyncIterable<unknown> = client.google.gmail.listMessages();
    expect(Symbol.asyncIterator in looped).toBe(true);
    const write = client.shopify.products.updateVariants({ id: "1", variants: [] });
    expect(Symbol.asyncIterator in write).toBe(false);
    // @ts-expect-error The pages of its response would be further writes.
    const none: AsyncIterable<unknown> = write;
    expect(none).toBeDefined();
  });

  test("no provider takes the name of something that the client has itself", () => {
    const own: (keyof CustomerClient)[] = [
      "get",
      "post",
      "raw",
      "pages",
      "items",
      "file",
      "connect",
      "customer",
      "usage",
      "erase",
    ];
    const providers: (keyof Providers)[] = Object.keys(REQUESTS) as (keyof Providers)[];
    expect(providers.filter((provider) => (own as string[]).includes(provider))).toEqual([]);
  });
});

describe("a client's settings", () => {
  const good = { baseUrl: "http://127.0.0.1:3000", apiKey: "sk_live_x" };
  test.each([
    ["baseUrl", undefined, "baseUrl is missing"],
    ["baseUrl", "", "baseUrl is missing"],
    ["baseUrl", "localhost:3000", "must be an address"],
    ["baseUrl", "http://", "must be an address"],
    ["baseUrl", "https://gateway.example.com/api/v1/", "before /api/v1"],
    ["baseUrl", "https://gateway.example.com/?key=1", "no query"],
    ["apiKey", undefined, "apiKey is missing"],
    ["apiKey", "", "apiKey is missing"],
    ["apiKey", "sk_live_secret\n", "character that no key has"],
  ])("%s %p is named when the client is made, without the key", (name, value, expected) => {
    let text = "";
    try {
      createClient({ ...good, [name]: value });
    } catch (error) {
      text = String(error);
    }
    expect(text).toContain(expected);
    expect(text).not.toContain("secret");
  });

  test("a key that a function gives is checked at the call", async () => {
    const client = createClient({
      ...good,
      apiKey: () => undefined as unknown as string,
      fetch: async () => Response.json({}),
    });
    expect(String(await rejection(client.get("/api/v1/integrations")))).toContain("apiKey is missing");
  });

  test("different idempotency keys stay different when they are encoded", async () => {
    const keys: (string | null)[] = [];
    const fetch = async (request: Request) => {
      keys.push(request.headers.get("idempotency-key"));
      return Response.json({ data: {} });
    };
    const client = createClient({ ...good, fetch });
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        keys.length = 0;
        for (const idempotencyKey of [one, other])
          await client.post("/api/v1/github/user/repos" as never, { idempotencyKey } as never);
        expect(keys.every((key) => key !== null && /^[\x21-\x7e]+$/.test(key))).toBe(true);
        expect(keys[0] === keys[1]).toBe(one === other);
      }),
    );
  });
});
