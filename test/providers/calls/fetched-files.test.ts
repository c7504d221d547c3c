// Files from one provider to another: `from` names the tool that a file comes from, and its call has every right and bound of its own.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import {
  defineProvider,
  endpoint,
  field,
  file,
  fileInput,
  one,
  type Provider,
  partsOf,
  path,
  record,
  t,
} from "../../../src/plugin/index.ts";
import { mcpSender } from "../../agents/mcp/message.ts";
import { type Connected, connected } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { MiB } from "../../support/memory.ts";

setDefaultTimeout(HOOK_MS);

const stored = record({ id: field.id(), size: field.integer() });

/** Gives files. */
const shelf = defineProvider({
  id: "shelf",
  name: "Shelf",
  docs: "https://docs.shelf.example/",
  baseUrl: "https://api.shelf.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://shelf.example/oauth/authorize",
      tokenUrl: "https://shelf.example/oauth/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: { files: { read: { scopes: ["files:read"], description: "Read files." } } },
  identity: { upstream: "/me", resource: record({ id: field.id(), name: field.text() }) },
  endpoints: {
    get_file: endpoint({
      method: "GET",
      path: "/files/{id}",
      permission: "files.read",
      description: "Download a file.",
      params: { id: "The file's id." },
      run: async ({ params }, upstream) => {
        const { body, headers } = await upstream.open({ path: path`/files/${params.id}` });
        const size = headers.get("x-size");
        const mimeType = headers.get("x-type") ?? "application/pdf";
        return { id: params.id, name: "plan.pdf", mimeType, size: size === null ? null : Number(size), body };
      },
      returns: file(),
    }),
  },
}) as unknown as Provider;

/** Takes files: several within JSON, and one of any size. */
const depot = defineProvider({
  ...shelf,
  id: "depot",
  name: "Depot",
  baseUrl: "https://api.depot.example",
  services: { files: { write: { scopes: ["files:write"], description: "Write files." } } },
  identity: { upstream: "/me", resource: record({ id: field.id(), name: field.text() }) },
  endpoints: {
    send_files: endpoint({
      method: "POST",
      path: "/files",
      permission: "files.write",
      description: "Send files.",
      reaches: false,
      maxBodyBytes: 2 * MiB,
      body: t.Object({
        files: t.Array(
          t.Object({
            ...fileInput({
              name: t.String({ maxLength: 20, description: "Name." }),
              mime_type: t.Optional(t.String({ pattern: "^[a-z]+/[a-z]+$", description: "Media type." })),
            }),
          }),
          { description: "Files." },
        ),
      }),
      run: async ({ body }, upstream) => {
        let size = 0;
        for (const { name, mime_type = "", content } of body.files) {
          size += content.byteLength;
          await upstream.request({
            method: "POST",
            path: path`/files/${name}`,
            content: { type: mime_type, data: content },
          });
        }
        return { status: 200, headers: new Headers(), json: { id: "s1", size } };
      },
      returns: one(stored),
    }),
    store_file: endpoint({
      method: "POST",
      path: "/store",
      permission: "files.write",
      description: "Store a file of any size.",
      reaches: false,
      fileFields: ["content", "encoding", "from"],
      body: t.Object({ ...fileInput({ name: t.String({ description: "Name." }) }) }),
      run: async ({ body, upload }, upstream) => {
        let size = 0;
        const parts = upload ? partsOf(upload, MiB) : [{ data: body.content, isLast: true }];
        for await (const { data, isLast } of parts) {
          size += data.byteLength;
          const content = { type: "application/octet-stream", data };
          await upstream.request({ method: "POST", path: path`/parts/${isLast ? "last" : "more"}`, content });
        }
        return { status: 200, headers: new Headers(), json: { id: body.name, size } };
      },
      returns: one(stored),
    }),
  },
} as never) as unknown as Provider;

const SEND = "/api/v1/depot/files";
const STORE = "/api/v1/depot/store";
const from = (id: string) => ({ tool: "shelf_get_file", arguments: { id } });

describe.each(laneOf(import.meta.file))("fetched files on %s", (lane) => {
  let gateway: TestGateway;
  let ada: Connected;
  /** What the shelf has: bytes, or a response of its own. */
  const shelves = new Map<string, Uint8Array | (() => Response)>();
  let received: { path: string; type: string | null; bytes: Buffer }[] = [];
  let fetched: string[] = [];

  async function provider(href: string, init: RequestInit): Promise<Response> {
    const { hostname, pathname } = new URL(href);
    if (hostname === "api.shelf.example") {
      fetched.push(pathname);
      const found = shelves.get(pathname.split("/").at(-1) ?? "");
      if (found === undefined) return Response.json({}, { status: 404 });
      return found instanceof Uint8Array ? new Response(new Uint8Array(found)) : found();
    }
    const bytes = Buffer.from(await new Response(init.body).arrayBuffer());
    received.push({ path: pathname, type: new Headers(init.headers).get("content-type"), bytes });
    return Response.json({});
  }

  const call = (pathname: string, body: object, more: { key?: string; headers?: Record<string, string> } = {}) =>
    gateway.call("POST", pathname, { key: ada.key, body, ...more });
  const codeAndField = ({ status, json }: ApiResponse) => [status, json.code, json.details?.field];

  /** Connects the user to a provider in place of the sign-in. */
  async function connectAlso(plugin: Provider, userId: string, accountId: string | null = null) {
    const { integrationId } = await connected(gateway, plugin);
    await gateway.database.database.query("update integrations set user_id = $1, account_id = $2 where id = $3", [
      userId,
      accountId,
      integrationId,
    ]);
    await gateway.heard();
  }

  beforeAll(async () => {
    const client = { clientId: "client", clientSecret: "secret" };
    gateway = await startTestGateway({
      lane,
      plugins: [shelf, depot],
      settings: { shelf: client, depot: client },
      fetch: provider,
    });
    ada = await connected(gateway, shelf);
    await connectAlso(depot, ada.userId);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    shelves.clear();
    received = [];
    fetched = [];
  });

  test("the header of a connection is about the call itself, not about the call that gives it a file", async () => {
    shelves.set("a", Buffer.from("file"));
    const named = "update connections set name = 'archive' where user_id = $1 and provider = 'depot'";
    await gateway.database.database.query(named, [ada.userId]);
    await gateway.heard();
    const sent = await call(SEND, listOf({ from: from("a") }), { headers: { "x-connection": "archive" } });
    expect([sent.status, received.length]).toEqual([200, 1]);
    const other = { from: { ...from("a"), arguments: { id: "a", connection: "school" } } };
    const refused = await call(SEND, listOf(other), { headers: { "x-connection": "archive" } });
    expect([refused.status, received.length]).toEqual([403, 1]);
    await gateway.database.database.query(named.replace("archive", "default"), [ada.userId]);
    await gateway.heard();
  });

  const listOf = (...files: object[]) => ({ files });
  const rowsOf = async (userId: string) =>
    gateway.database.database.query<{ endpoint: string; status: number; method: string; request_id: string }>(
      "select endpoint, status, method, request_id from usage_entries where user_id = $1 order by occurred_at, endpoint",
      [userId],
    );

  test("carry any bytes, under the source's own name and type where the caller gives none", async () => {
    for (const size of [0, 1, 1000, MiB]) {
      const bytes = randomBytes(size);
      shelves.set("a", bytes);
      expect((await call(SEND, listOf({ from: from("a") }))).json).toEqual({ data: { id: "s1", size } });
      expect(received.at(-1)).toEqual({ path: "/files/plan.pdf", type: "application/pdf", bytes });
    }
    await call(
      SEND,
      listOf({ name: "mine.txt", mime_type: "text/plain", from: from("a") }, { name: "b", content: "b" }),
    );
    expect(received.slice(-2).map(({ path: at, type }) => [at, type])).toEqual([
      ["/files/mine.txt", "text/plain"],
      ["/files/b", null],
    ]);
  });

  test("come the same way in a call by name and over MCP", async () => {
    const bytes = randomBytes(100);
    shelves.set("a", bytes);
    const args = listOf({ from: from("a") });
    const byName = await call("/api/v1/tools/depot_send_files/execute", { arguments: args });
    expect(byName.json.data.size).toBe(100);
    const sent = await mcpSender(gateway, { key: ada.key })("tools/call", {
      name: "depot_send_files",
      arguments: args,
    });
    expect(sent.json.result.structuredContent.size).toBe(100);
    expect(received.every((one) => one.bytes.equals(bytes))).toBe(true);
  });

  test("a source has a usage row of its own, of the same request", async () => {
    const ben = await connected(gateway, shelf);
    await connectAlso(depot, ben.userId);
    shelves.set("a", randomBytes(5));
    const done = await call(SEND, listOf({ from: from("a") }), { key: ben.key });
    expect(done.status).toBe(200);
    await call(SEND, listOf({ from: from("none") }), { key: ben.key });
    const rows = (await rowsOf(ben.userId)).map(({ endpoint, method, status }) => [method, endpoint, status]);
    expect(rows.sort()).toEqual([
      ["GET", "/api/v1/shelf/files/{id}", 200],
      ["GET", "/api/v1/shelf/files/{id}", 404],
      ["POST", "/api/v1/depot/files", 200],
      ["POST", "/api/v1/depot/files", 404],
    ]);
  });

  test("an error of the source has its code and reason, and names the field", async () => {
    const missing = await call(SEND, listOf({ name: "a", content: "a" }, { from: from("none") }));
    expect(codeAndField(missing)).toEqual([404, "NOT_FOUND", "files.1.from"]);
    expect(missing.json.error).toStartWith('"files.1.from": Shelf did not find it');
    expect(missing.json.details.reason).toBe("provider_not_found");
    const invalid = await call(SEND, listOf({ from: { tool: "shelf_get_file", arguments: { ids: "a" } } }));
    expect(invalid.json.details.errors.map(({ path: at }: { path: string }) => at)).toContain(
      "/files/0/from/arguments/ids",
    );
    for (const tool of ["depot_send_files", "shelf_request", "nothing"]) {
      const refused = await call(SEND, listOf({ from: { tool, arguments: {} } }));
      expect([refused.status, refused.json.details.errors[0].path]).toEqual([400, "/files/0/from/tool"]);
    }
    expect(received).toEqual([]);
  });

  test("a source is read with the key's permissions, the switches and the account of the call", async () => {
    shelves.set("a", randomBytes(5));
    const narrow = await gateway.user({ permissions: ["depot:files.write"] });
    await connectAlso(depot, narrow.userId);
    await connectAlso(shelf, narrow.userId);
    const refused = await call(SEND, listOf({ from: from("a") }), { key: narrow.key });
    expect([refused.status, refused.json.error]).toEqual([403, '"files.0.from": Permission denied']);
    expect(refused.headers.get("www-authenticate")).toContain("shelf:files.read");

    const unconnected = await gateway.user();
    await connectAlso(depot, unconnected.userId);
    const lacking = await call(SEND, listOf({ from: from("a") }), { key: unconnected.key });
    expect([lacking.status, lacking.headers.get("x-error-reason")]).toEqual([403, "not_connected"]);

    const partner = await gateway.partner();
    const account = await gateway.account(partner.key, "customer-1");
    await connectAlso(depot, partner.userId, account);
    // The partner's own shelf is not the account's.
    await connectAlso(shelf, partner.userId);
    const options = { key: partner.key, headers: { "x-account-id": "customer-1" } };
    const foreign = await call(SEND, listOf({ from: from("a") }), options);
    expect([foreign.status, foreign.json.error_code, foreign.json.details.reason]).toEqual([
      403,
      "PERMISSION_DENIED",
      "not_connected",
    ]);
    await connectAlso(shelf, partner.userId, account);
    expect((await call(SEND, listOf({ from: from("a") }), options)).status).toBe(200);
    const off = { services: { "files.read": false } };
    const integration = `/api/v1/accounts/${account}/integrations/shelf`;
    const changed = await gateway.call("PATCH", integration, { key: partner.key, body: off });
    expect(changed.text).toContain('"is_enabled":false');
    await gateway.heard();
    fetched = [];
    const switchedOff = await call(SEND, listOf({ from: from("a") }), options);
    expect([switchedOff.status, switchedOff.json.details.reason]).toEqual([403, "service_off"]);
    expect(fetched).toEqual([]);
  });

  test("a connection of few tools fetches with none of the others", async () => {
    shelves.set("a", randomBytes(5));
    const send = mcpSender(gateway, { key: ada.key, query: "?providers=depot" });
    const { json } = await send("tools/call", { name: "depot_send_files", arguments: listOf({ from: from("a") }) });
    expect(json.result.isError).toBe(true);
    expect(json.result.content[0].text).toContain('"files.0.from.tool" must be a tool that returns a file.');
    expect(fetched).toEqual([]);
  });

  test("a source counts in the caller's limits", async () => {
    const { userId, key } = await gateway.user({ tier: "free" });
    await connectAlso(depot, userId);
    await connectAlso(shelf, userId);
    shelves.set("a", randomBytes(5));
    const remaining = (response: ApiResponse) => Number(response.headers.get("x-ratelimit-remaining"));
    const plain = remaining(await call(SEND, listOf({ name: "a", content: "a" }), { key }));
    expect(plain - remaining(await call(SEND, listOf({ from: from("a") }, { from: from("a") }), { key }))).toBe(1);
    const after = remaining(await call(SEND, listOf({ name: "a", content: "a" }), { key }));
    expect(plain - after).toBe(4);
    let last = await call(SEND, listOf({ from: from("a") }), { key });
    for (let left = after; left > 0 && last.status === 200; left--)
      last = await call(SEND, listOf({ from: from("a") }), { key });
    expect(last.status).toBe(429);
  });

  test("are bounded in number and in size, all together", async () => {
    shelves.set("a", randomBytes(600_000));
    const eleven = Array.from({ length: 11 }, () => ({ from: from("a") }));
    const many = await call(SEND, { files: eleven });
    expect([many.status, many.json.details.errors]).toEqual([
      400,
      [
        {
          in: "body",
          path: "/files/10/from",
          message: '"files.10.from" is one too many: a call fetches 10 files at most.',
        },
      ],
    ]);
    expect(fetched).toEqual([]);
    const large = await call(SEND, { files: eleven.slice(0, 3) });
    expect([large.status, large.json.details.errors[0].path]).toEqual([400, "/files/2/from"]);
    expect(received).toEqual([]);
  });

  test("what does not fit the endpoint is asked of the caller", async () => {
    shelves.set("a", () => new Response("x", { headers: { "x-type": "Text/Plain; charset=utf-8" } }));
    const done = await call(SEND, listOf({ from: from("a") }));
    expect([done.status, received[0]?.type]).toEqual([200, null]);
    const twice = await call(SEND, listOf({ content: "x", name: "x", from: from("a") }));
    expect(twice.json.error).toBe('"files.0.from" takes the place of "files.0.content": send only one of them.');
  });

  test("a file of any size streams to an endpoint that takes one", async () => {
    const bytes = randomBytes(12 * MiB + 3);
    shelves.set("a", () => new Response(bytes, { headers: { "x-size": String(bytes.byteLength) } }));
    const done = await call(STORE, { from: from("a") });
    expect(done.json).toEqual({ data: { id: "plan.pdf", size: bytes.byteLength } });
    expect(Buffer.concat(received.map((one) => one.bytes)).equals(bytes)).toBe(true);
    expect(received.at(-1)?.path).toBe("/parts/last");
  });

  test.each([
    ["within JSON, by a broken connection", SEND, 3000, "breaks"],
    ["within JSON, by fewer bytes than it said", SEND, 3000, "ends"],
    ["as a stream, by a broken connection", STORE, 11 * MiB, "breaks"],
    ["as a stream, by fewer bytes than it said", STORE, 11 * MiB, "ends"],
    ["as a stream, by more bytes than it said", STORE, 11 * MiB, "exceeds"],
  ] as const)("a file that stops in the middle %s never arrives as a whole one", async (_, pathname, size, how) => {
    const given = how === "exceeds" ? size + 1 : size - 1;
    shelves.set("a", () => {
      const chunks = [randomBytes(given - 10), randomBytes(10)];
      const body = new ReadableStream<Uint8Array>({
        pull(sink) {
          const chunk = chunks.shift();
          if (chunk) sink.enqueue(chunk);
          else if (how === "breaks") sink.error(new Error("reset"));
          else sink.close();
        },
      });
      return new Response(body, { headers: { "x-size": String(size) } });
    });
    const file = { from: from("a") };
    const failed = await call(pathname, pathname === SEND ? listOf(file) : file);
    const field = pathname === SEND ? "files.0.from" : "from";
    expect(codeAndField(failed)).toEqual([502, "PROVIDER_ERROR", field]);
    expect(failed.json.details.code).toBe("cut_short");
    expect(received.filter((one) => one.path !== "/parts/more")).toEqual([]);
  });

  test("a repeat under the same Idempotency-Key fetches and sends nothing", async () => {
    shelves.set("a", randomBytes(5));
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await call(SEND, listOf({ from: from("a") }), { headers });
    shelves.set("a", randomBytes(6));
    const again = await call(SEND, listOf({ from: from("a") }), { headers });
    expect([again.text, fetched.length, received.length]).toEqual([first.text, 1, 1]);
    const other = await call(SEND, listOf({ from: from("b") }), { headers });
    expect(other.status).toBe(422);
    // A source that failed has changed nothing, so the key is free.
    const free = { "idempotency-key": crypto.randomUUID() };
    expect((await call(SEND, listOf({ from: from("b") }), { headers: free })).status).toBe(404);
    shelves.set("b", randomBytes(7));
    expect((await call(SEND, listOf({ from: from("b") }), { headers: free })).status).toBe(200);
  });
});
