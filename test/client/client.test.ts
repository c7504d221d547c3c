// The client against a real gateway over HTTP, with emulated providers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  AuthenticationError,
  ConnectionAmbiguousError,
  createClient,
  type GatewayClient,
  GatewayError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitedError,
  ValidationError,
} from "../../client/src/index.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { rejection } from "../support/rejection.ts";
import { insertGrant } from "../support/test-partners.ts";

describe("the client", () => {
  let gateway: TestGateway;
  let key: string;
  let client: GatewayClient;
  const sent: Request[] = [];
  const recorded = (request: Request) => {
    sent.push(request);
    return fetch(request);
  };
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["github", "google"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "github");
    await gateway.connect(key, "google");
    client = createClient({ baseUrl: `${gateway.url}/`, apiKey: () => key, fetch: recorded });
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    sent.length = 0;
  });

  test("reads with typed parameters, and unwraps the envelope", async () => {
    const query = { limit: 2, label: ["INBOX"] };
    const { messages, next_cursor } = await client.get("/api/v1/google/gmail/messages", { params: { query } });
    expect(messages.length).toBeGreaterThan(0);
    const subject: string | undefined = messages[0]?.subject;
    expect(typeof subject).toBe("string");
    expect(next_cursor === null || typeof next_cursor === "string").toBe(true);
    // @ts-expect-error No such parameter.
    const wrong = client.get("/api/v1/google/gmail/messages", { params: { query: { colour: 1 } } });
    expect(await rejection(wrong)).toBeInstanceOf(ValidationError);
  });

  test("iterates over all items, with a page for each request", async () => {
    const ids: string[] = [];
    const params = { query: { limit: 1 } };
    for await (const message of client.items("/api/v1/google/gmail/messages", { params })) ids.push(message.id);
    const all = await client.get("/api/v1/google/gmail/messages", { params: { query: { limit: 100 } } });
    expect(ids).toEqual(all.messages.map(({ id }) => id));
    let pages = 0;
    for await (const page of client.pages("/api/v1/google/gmail/messages", { params })) pages += page.messages.length;
    expect(pages).toBe(ids.length);
  });

  test("writes with an Idempotency-Key, its own or yours, and a repetition is made once", async () => {
    const path = "/api/v1/github/repos/{owner}/{repo}/issues";
    const params = { path: { owner: "ada", repo: "engine" }, header: { "Idempotency-Key": "mine-1" } };
    const first = await client.post(path, { params, body: { title: "Moth" } });
    const again = await client.post(path, { params, body: { title: "Moth" } });
    expect(again.number).toBe(first.number);
    const other = await client.post(path, { params: { path: params.path }, body: { title: "Moth" } });
    expect(other.number).not.toBe(first.number);
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual([
      "mine-1",
      "mine-1",
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  test("a response lost on the way is repeated under the same key, and the write happens once", async () => {
    let lost = 0;
    const losing = createClient({
      baseUrl: gateway.url,
      apiKey: key,
      fetch: async (request) => {
        const response = await fetch(request);
        if (lost++ === 0) throw new TypeError("The connection broke.");
        return response;
      },
    });
    const init = { params: { path: { owner: "ada", repo: "engine" } }, body: { title: "Once" } };
    const made = await losing.post("/api/v1/github/repos/{owner}/{repo}/issues", init);
    const titles: string[] = [];
    const list = { params: { path: init.params.path, query: { limit: 100 } } };
    for await (const one of client.items("/api/v1/github/repos/{owner}/{repo}/issues", list)) titles.push(one.title);
    expect(lost).toBe(2);
    expect(made.title).toBe("Once");
    expect(titles.filter((title) => title === "Once").length).toBe(1);
  });

  test("streams a file with its name and type", async () => {
    const params = { path: { id: "file-1" } };
    const file = await client.file("/api/v1/google/drive/files/{id}/content", { params });
    expect(file).toMatchObject({ name: "notes.md", mimeType: "text/markdown" });
    expect(await new Response(file.body).text()).toStartWith("# Engine notes");
    const missing = client.file("/api/v1/google/drive/files/{id}/content", { params: { path: { id: "none" } } });
    expect(await rejection(missing)).toBeInstanceOf(NotFoundError);
  });

  test("an export is a file, with its name, and no list", async () => {
    const { json } = await gateway.admin("POST", "/users", { email: "exporting@example.com", tier: "team" });
    const made = await gateway.admin("POST", "/keys", { user: json.data.id, permissions: ["gateway:export.read"] });
    const exporting = createClient({ baseUrl: gateway.url, apiKey: made.json.data.key });
    const { name, mimeType, body } = await exporting.file("/api/v1/export");
    expect([name, mimeType]).toEqual([`${json.data.id}.jsonl`, "application/x-ndjson"]);
    expect((await new Response(body).text()).endsWith('{"kind":"end"}\n')).toBe(true);
    // @ts-expect-error Its lines are no items of pages.
    exporting.pages("/api/v1/export");
  });

  test("throws by code, with status, request id and details", async () => {
    const stranger = createClient({ baseUrl: gateway.url, apiKey: "sk_live_wrong" });
    expect(await rejection(stranger.get("/api/v1/integrations"))).toBeInstanceOf(AuthenticationError);
    const error = await client.get("/api/v1/slack/channels").catch((error: unknown) => error);
    expect(error).toBeInstanceOf(PermissionDeniedError);
    expect(error).toMatchObject({ code: "PERMISSION_DENIED", status: 403, details: { provider: "slack" } });
    expect((error as GatewayError).requestId).toMatch(/./);
    const elsewhere = createClient({ baseUrl: `${gateway.url}/elsewhere`, apiKey: key });
    expect(await rejection(elsewhere.get("/api/v1/integrations"))).toBeInstanceOf(GatewayError);
    const page = async () => new Response("<html>");
    const proxied = createClient({ baseUrl: gateway.url, apiKey: key, fetch: page });
    expect(await rejection(proxied.get("/api/v1/integrations"))).toMatchObject({ code: "INVALID_RESPONSE" });
  });

  test("a limit is thrown with the time to wait", async () => {
    const { key: free } = await gateway.user({ tier: "free" });
    const limited = createClient({ baseUrl: gateway.url, apiKey: free, retries: 0 });
    const calls = Array.from({ length: 61 }, () =>
      limited.get("/api/v1/integrations").catch((error: unknown) => error),
    );
    const refused = (await Promise.all(calls)).filter((result) => result instanceof RateLimitedError);
    expect(refused.length).toBe(1);
    expect(refused[0]?.retryAfter).toBeGreaterThan(0);
  });

  test("calls for one of several connections, and says which there are", async () => {
    const { key: other, userId } = await gateway.user();
    for (const name of ["work", "private"]) await insertGrant(gateway, { userId, accountId: null }, "github", { name });
    const several = createClient({ baseUrl: gateway.url, apiKey: other, fetch: recorded, retries: 0 });
    const unnamed = await rejection(several.github.users.getUser());
    expect(unnamed).toBeInstanceOf(ConnectionAmbiguousError);
    expect(unnamed).toMatchObject({ reason: "connection_unnamed", remedy: "change" });
    await rejection(several.connection("work").github.users.getUser());
    expect(sent.map((request) => request.headers.get("x-connection"))).toEqual([null, "work"]);
    const { integrations } = await several.get("/api/v1/integrations");
    expect(integrations.map(({ name }) => name)).toEqual(["private", "work"]);
  });

  test.each(["cust-1", "café ☕", " padded ", "a*b'(c)%", "日本"])("calls for the account %p", async (externalId) => {
    const partner = createClient({ baseUrl: gateway.url, apiKey: (await gateway.partner()).key });
    await partner.post("/api/v1/accounts", { body: { external_id: externalId } });
    await partner.post("/api/v1/accounts", { body: { external_id: "another" } });
    // The account is found: what it lacks is a connection.
    const unconnected = partner.account(externalId).get("/api/v1/github/repos");
    expect(await rejection(unconnected)).toMatchObject({ name: "PermissionDeniedError", status: 403 });
    const names: string[] = [];
    const params = { query: { limit: 1 } };
    for await (const account of partner.items("/api/v1/accounts", { params })) names.push(account.external_id);
    expect(names).toEqual(["another", externalId]);
    const unknown = partner.account("nobody").get("/api/v1/github/repos");
    expect(await rejection(unknown)).toMatchObject({ name: "AccountNotFoundError", status: 404 });
  });
});
