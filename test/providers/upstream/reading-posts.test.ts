// POSTs marked `safe`: they are retried like a GET, and their body is optional.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  endpoint,
  many,
  type Provider,
  pages,
  path,
  resource,
  t,
  type UpstreamRequest,
} from "../../../src/plugin/index.ts";
import { type AcmeGateway, acme, connected, startAcmeGateway } from "../../support/acme.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { codeOf, validationError } from "../../support/responses.ts";
import { jsonAnswer, type Script } from "../../support/tcp-upstream.ts";

const FOUND = { items: [{ id: 7, title: "A title" }], next_cursor: null };
const OK = jsonAnswer(FOUND);
const DOWN = jsonAnswer({ message: "down" }, 503);
const REFUSED = jsonAnswer({ message: "expired" }, 401);
const TOKENS = jsonAnswer({ access_token: "new-token", expires_in: 3600 });

const item = resource({
  raw: t.Object({ id: t.Integer(), title: t.String() }),
  shape: t.Object({ id: t.String(), title: t.String() }),
  map: (raw) => ({ id: String(raw.id), title: raw.title }),
});
const common = {
  method: "POST",
  permission: "items.read",
  description: "Look for items.",
  body: t.Object({ q: t.Optional(t.String({ description: "Words." })) }),
  returns: many("items", item, {
    at: "items",
    pagination: pages.cursor({ size: "limit", param: "cursor", read: "next_cursor", max: 100, in: "json" }),
  }),
} as const;
const schema: UpstreamRequest = { path: path`/schema` };
const search: UpstreamRequest = { method: "POST", path: path`/search`, json: {}, safe: true };
const write: UpstreamRequest = { method: "POST", path: path`/write`, json: {} };

/** Acme with POSTs that read, write, or do one after the other. */
const plugin: Provider = {
  ...acme,
  endpoints: {
    ...acme.endpoints,
    search_items: endpoint({ ...common, path: "/search", upstream: ({ body }) => ({ ...search, json: body }) }),
    ask_items: endpoint({ ...common, path: "/ask", upstream: ({ body }) => ({ ...write, json: body }) }),
    put_items: endpoint({
      ...common,
      method: "PUT",
      path: "/put",
      upstream: () => ({ ...search, method: "PUT", safe: true }),
    }),
    find_items: endpoint({
      ...common,
      path: "/find",
      run: async (_, upstream) => {
        await upstream.request(schema);
        return upstream.request(search);
      },
    }),
    change_items: endpoint({
      ...common,
      path: "/change",
      run: async (_, upstream) => {
        await upstream.request(schema);
        return upstream.request(write);
      },
    }),
    /** Both at once: the write is sent when the slow read has ended. */
    split_items: endpoint({
      ...common,
      path: "/split",
      run: async (_, upstream) => {
        const slow = upstream.request({ path: path`/slow` }).then(() => upstream.request(write));
        const [response] = await Promise.all([slow, upstream.request(schema)]);
        return response;
      },
    }),
  },
};

describe("a POST marked safe", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway({}, plugin);
  }, 30_000);
  afterAll(() => it.close());
  beforeEach(() => void it.gateway.clock.nextMinute());

  /** The provider's responses to the first, second, … request of each path; the last one repeats. */
  const scriptOf = (scripts: Record<string, (Buffer | "reset")[]>): Script => {
    const left = new Map(Object.entries(scripts).map(([at, list]) => [at, [...list]]));
    return (request, wire) => {
      const at = request.path.split("?")[0] as string;
      const list = left.get(at) ?? [OK];
      const next = list.length > 1 ? list.shift() : list[0];
      if (next === "reset") return wire.reset();
      wire.write(next ?? OK);
      wire.end();
    };
  };
  /** The status of the call, and the paths that the provider received. */
  const call = async (name: string, scripts: Record<string, (Buffer | "reset")[]>, key = it.key, method = "POST") => {
    const { result, requests } = await it.upstream.during(scriptOf(scripts), () =>
      it.gateway.call(method, `/api/v1/acme/${name}`, { key, body: method === "GET" ? undefined : {} }),
    );
    return [result.status, ...requests.map((request) => request.path)];
  };

  test("R-15: is retried once after a transient failure, and no more than once", async () => {
    expect(await call("search", { "/search": [DOWN, OK] })).toEqual([200, "/search", "/search"]);
    expect(await call("search", { "/search": [DOWN] })).toEqual([503, "/search", "/search"]);
  });

  test("R-15: is retried once after a broken connection, and no more than once", async () => {
    expect(await call("search", { "/search": ["reset", OK] })).toEqual([200, "/search", "/search"]);
    expect(await call("search", { "/search": ["reset"] })).toEqual([503, "/search", "/search"]);
  });

  test("R-23: is retried after one refresh where the token was refused", async () => {
    const { key } = await connected(it.gateway, plugin, "refresh-token");
    expect(await call("search", { "/search": [REFUSED, OK], "/token": [TOKENS] }, key)).toEqual([
      200,
      "/search",
      "/token",
      "/search",
    ]);
  });

  test.each(["reset", DOWN])("S-70: alone is retried: another POST, and a PUT, are sent once (%#)", async (first) => {
    expect(await call("ask", { "/write": [first, OK] })).toEqual([503, "/write"]);
    expect(await call("put", { "/search": [first, OK] }, it.key, "PUT")).toEqual([503, "/search"]);
  });

  test("R-15: alone is retried after a broken connection: the runtime has retried a GET itself", async () => {
    expect(await call("items/7", { "/items/7": ["reset"] }, it.key, "GET")).toEqual([503, "/items/7"]);
    expect(await call("find", { "/schema": ["reset"] })).toEqual([503, "/schema"]);
  });

  test("S-70: a POST that may write is not sent again after the refresh", async () => {
    const { key } = await connected(it.gateway, plugin, "refresh-token");
    expect(await call("ask", { "/write": [REFUSED, OK], "/token": [TOKENS] }, key)).toEqual([502, "/write", "/token"]);
  });

  test("takes from the host's retry budget", async () => {
    const separate = await startAcmeGateway({}, plugin);
    try {
      separate.upstream.answer(scriptOf({ "/search": ["reset"] }));
      const search = () => separate.gateway.call("POST", "/api/v1/acme/search", { key: separate.key, body: {} });
      const found = await Promise.all(Array.from({ length: 20 }, search));
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set([503]));
      // Twenty calls, ten retries at once, and a tenth of the requests after that.
      expect(separate.upstream.requests.length).toBeWithin(30, 35);
    } finally {
      await separate.close();
    }
  });

  test("is retried with the call's other reads, but not after a write", async () => {
    const both = ["/schema", "/search"];
    expect(await call("find", { "/search": ["reset", OK] })).toEqual([200, ...both, ...both]);
    expect(await call("find", { "/schema": [DOWN, OK] })).toEqual([200, "/schema", ...both]);
    // Nothing is written yet when the first read fails.
    expect(await call("change", { "/schema": [DOWN, OK] })).toEqual([200, "/schema", "/schema", "/write"]);
    expect(await call("change", { "/write": [DOWN, OK] })).toEqual([503, "/schema", "/write"]);
  });

  test("S-70: a part of a failed call that goes on writes nothing: the retry does, once", async () => {
    const retried = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const seen = { slow: 0, schema: 0 };
    const script: Script = async (request, wire) => {
      // The first slow read ends while the retry is under way, the second one after it.
      const isFirstSlow = request.path === "/slow" && ++seen.slow === 1;
      if (isFirstSlow) await retried.promise;
      else if (request.path === "/slow") await read.promise;
      wire.write(request.path === "/schema" && ++seen.schema === 1 ? DOWN : OK);
      wire.end();
      if (seen.schema === 2) retried.resolve();
      if (isFirstSlow) wire.closed.then(read.resolve);
    };
    const split = () => it.gateway.call("POST", "/api/v1/acme/split", { key: it.key, body: {} });
    const { result, requests } = await it.upstream.during(script, split);
    expect(result.status).toBe(200);
    expect(requests.map((request) => request.path).sort()).toEqual(["/schema", "/schema", "/slow", "/slow", "/write"]);
  });
});

describe("a body whose fields are all optional", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway({}, plugin);
    it.upstream.answer((_, wire) => {
      wire.write(OK);
      wire.end();
    });
  }, 30_000);
  afterAll(() => it.close());
  beforeEach(() => void it.gateway.clock.nextMinute());
  const SEARCH = "/api/v1/acme/search";
  const raw = (headers: string[], body = "", target = SEARCH) =>
    sendRaw(it.gateway.url, {
      method: "POST",
      target,
      headers: [`Authorization: Bearer ${it.key}`, ...headers],
      writeBody: (socket) => void socket.write(body),
    });
  const CHUNKED = "Transfer-Encoding: chunked";
  const JSON_TYPE = "Content-Type: application/json";

  test.each([
    ["no body", [], ""],
    ["a body of no bytes", ["Content-Length: 0"], ""],
    ["a chunked body of no bytes", [CHUNKED], "0\r\n\r\n"],
  ])("counts as {} where %s comes without a content type", async (_, headers, body) => {
    const before = it.upstream.requests.length;
    expect((await raw(headers, body)).status).toBe(200);
    expect(it.upstream.requests.slice(before).map((request) => JSON.parse(request.body))).toEqual([{ limit: 25 }]);
  });

  test.each([
    ["bytes without a content type", ["Content-Length: 2"], "{}", 415],
    ["chunks without a content type", [CHUNKED], "2\r\n{}\r\n0\r\n\r\n", 415],
    ["no body of another type", ["Content-Type: text/plain", "Content-Length: 0"], "", 415],
    ["an empty type", ["Content-Type:", "Content-Length: 2"], "{}", 415],
    ["no JSON", [JSON_TYPE, "Content-Length: 1"], "{", 400],
    ["an empty text that says it is JSON", [JSON_TYPE, "Content-Length: 0"], "", 400],
  ])("S-67: is refused where %s comes", async (_, headers, body, status) => {
    const before = it.upstream.requests.length;
    expect((await raw(headers, body)).status).toBe(status);
    expect(it.upstream.requests.length).toBe(before);
  });

  test("S-67: a body with a required field is required", async () => {
    expect((await raw(["Content-Length: 0"], "", "/api/v1/acme/items")).status).toBe(415);
    const response = await it.gateway.call("POST", "/api/v1/acme/items", { key: it.key, body: {} });
    expect(response.json).toEqual(validationError("body", "/title", '"title" is required.'));
  });

  test("no body and {} are one request under an Idempotency-Key", async () => {
    const headers = { "idempotency-key": "one" };
    const bare = await it.gateway.call("POST", SEARCH, { key: it.key, headers });
    const same = await it.gateway.call("POST", SEARCH, { key: it.key, headers, body: {} });
    expect([bare.status, same.status, same.headers.get("idempotency-replayed")]).toEqual([200, 200, "true"]);
    const other = await it.gateway.call("POST", SEARCH, { key: it.key, headers, body: { q: "a" } });
    expect(codeOf(other)).toBe("422 IDEMPOTENCY_CONFLICT");
  });
});
