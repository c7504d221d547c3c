// Tool discovery: five endpoints with one shape, scores, and a connected flag that agrees with calls.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, generalError } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

interface Tool {
  type: string;
  function: { name: string; description: string; parameters: { required: string[] } };
  metadata: { provider: string; service: string; permission: string; method: string; path: string; connected: boolean };
  score?: number;
}

const TOOLS = "/api/v1/tools";
const PROVIDERS = ["github", "google", "slack"] as const;
const GMAIL_READ = "https://www.googleapis.com/auth/gmail.readonly";

describe("tools", () => {
  let gateway: TestGateway;
  /** Connected to all, to GitHub alone, to Google with a part of its scopes, and to nothing. */
  const keys = { all: "", one: "", narrow: "", none: "" };
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: PROVIDERS });
    for (const name of Object.keys(keys) as (keyof typeof keys)[]) keys[name] = (await gateway.user()).key;
    for (const provider of PROVIDERS) await gateway.connect(keys.all, provider);
    await gateway.connect(keys.one, "github");
    await gateway.connect(keys.narrow, "google", { scopes: ["openid", "email", GMAIL_READ] });
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const get = (path: string, key = keys.all) => gateway.call("GET", TOOLS + path, { key });
  const tools = async (path: string, key?: string): Promise<Tool[]> => (await get(path, key)).json.data.tools;
  const names = (list: Tool[]) => list.map((tool) => tool.function.name);

  test.each(["", "?all=true", "/search/send%20an%20email", "/names/send", "/provider/slack", "/service/gmail"])(
    "GET /tools%s responds with the tools and their number in one shape",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const { data } = response.json;
      expect(response.json).toEqual({ ok: true, data: { tools: data.tools, total: data.tools.length } });
      expect(data.total).toBeGreaterThan(0);
      for (const tool of data.tools as Tool[]) {
        const { metadata } = tool;
        expect(tool as unknown).toEqual({
          type: "function",
          function: {
            name: expect.stringMatching(/^[a-z][a-z0-9_]{1,63}$/),
            description: expect.stringMatching(/\S/),
            parameters: {
              type: "object",
              properties: expect.any(Object),
              required: expect.any(Array),
              additionalProperties: false,
            },
          },
          metadata: {
            provider: expect.stringMatching(/^(github|google|slack)$/),
            service: expect.stringMatching(/^[a-z][a-z0-9_]*$/),
            permission: expect.stringMatching(new RegExp(`^${metadata.service}\\.[a-z][a-z0-9_]*$`)),
            method: expect.stringMatching(/^(GET|POST|PUT|PATCH|DELETE)$/),
            path: expect.stringMatching(new RegExp(`^/api/v1/${metadata.provider}/`)),
            connected: expect.any(Boolean),
            is_set_up: expect.any(Boolean),
            effects: {
              effect: expect.stringMatching(/^(reads|writes|destroys)$/),
              reaches: expect.anything(),
              idempotent: expect.any(Boolean),
            },
          },
          ...(/search|names/.test(path) && { score: expect.any(Number) }),
        });
      }
    },
  );

  test("every tool is one endpoint of the gateway, under a unique name", async () => {
    const all = await tools("?all=true");
    expect(new Set(names(all)).size).toBe(all.length);
    const described = all.map(({ metadata }) => `${metadata.method} ${metadata.path}`).sort();
    const served = gateway.app.routes
      .filter((route) => PROVIDERS.some((provider) => route.path.startsWith(`/api/v1/${provider}/`)))
      .map((route) => `${route.method} ${route.path}`);
    expect(described).toEqual(served.sort());
  });

  test("only connected tools are listed, and all of them with all=true, each with its flag", async () => {
    const all = await tools("?all=true", keys.one);
    expect(all.filter(({ metadata }) => metadata.connected !== (metadata.provider === "github"))).toEqual([]);
    expect(await tools("", keys.one)).toEqual(all.filter(({ metadata }) => metadata.connected));
    expect(await tools("?all=false", keys.one)).toEqual(await tools("", keys.one));
    expect((await get("", keys.none)).json).toEqual({ ok: true, data: { tools: [], total: 0 } });
    expect(names(await tools("?all=true", keys.none))).toEqual(names(await tools("?all=true")));
  });

  test("the full list is compressed for a caller that accepts it, with the same content", async () => {
    const headers = { authorization: `Bearer ${keys.one}` };
    const ask = (coding: string) =>
      fetch(`${gateway.url}${TOOLS}?all=true`, { headers: { ...headers, "accept-encoding": coding } });
    const [plain, ...packed] = (await Promise.all(["identity", "br", "gzip"].map(ask))) as [Response, ...Response[]];
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(packed.map((response) => response.headers.get("content-encoding"))).toEqual(["br", "gzip"]);
    const text = await plain.text();
    expect(await Promise.all(packed.map((response) => response.text()))).toEqual([text, text]);
  });

  test.each(["1", "yes", "TRUE", ""])("all=%s is neither true nor false and is refused", async (value) => {
    const response = await get(`?all=${value}`);
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    expect(response.json.details.errors).toMatchObject([{ in: "query", path: "/all" }]);
  });

  test("a provider or service lists its own tools and no others, connected or not", async () => {
    for (const key of [keys.all, keys.none]) {
      const all = await tools("?all=true", key);
      expect(await tools("/provider/slack", key)).toEqual(all.filter((tool) => tool.metadata.provider === "slack"));
      expect(await tools("/service/gmail", key)).toEqual(all.filter((tool) => tool.metadata.service === "gmail"));
    }
  });

  test.each([
    ["/provider/nobody", 'There is no provider "nobody".'],
    ["/provider/Google", 'There is no provider "Google".'],
    ["/provider/__proto__", 'There is no provider "__proto__".'],
    ["/service/nothing", 'There is no service "nothing".'],
    [`/service/${"s".repeat(80)}`, `There is no service "${"s".repeat(60)}".`],
  ])("GET /tools%s is 404", async (path, text) => {
    const response = await get(path);
    expect(response.json).toEqual(generalError(text, "NOT_FOUND"));
    expect(codeOf(response)).toBe("404 NOT_FOUND");
  });

  test.each(["search", "names"])("the answers of /tools/%s have scores from 0 to 1, best first", async (kind) => {
    let found = 0;
    for (const query of ["send", "list%20repo", "calendar", "mesage", "e", "create%20issue"]) {
      const scores = (await tools(`/${kind}/${query}`)).map((tool) => tool.score as number);
      found += scores.length;
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
    expect(found).toBeGreaterThan(0);
  });

  test("a search finds partial words across providers, and a name search looks at names alone", async () => {
    const found = await tools("/search/messag");
    expect(new Set(found.map(({ metadata }) => metadata.provider)).size).toBeGreaterThan(1);
    expect(names(await tools("/names/send_mess"))[0]).toMatch(/send_message$/);
    for (const name of names(await tools("/names/issue"))) expect(name).toContain("issue");
    expect(names(await tools("/search/send%20an%20email"))[0]).toBe("google_gmail_send_message");
  });

  test("%20 and %2F in a query are a space and a slash of the text, not of the path", async () => {
    for (const query of ["send%2Femail", "%2F", "a%2F..%2Fb", "100%25", "%3Fall=true", "%23", "caf%C3%A9", "%20"]) {
      const response = await get(`/search/${query}`);
      expect([query, response.status, response.json.ok]).toEqual([query, 200, true]);
    }
    for (const query of ["send%20email", "send%2Femail"]) {
      expect(names(await tools(`/search/${query}`))).toContain("google_gmail_send_message");
    }
  });

  test.each(["search", "names"])("S-92: a /tools/%s query has at most 200 characters and no NUL", async (kind) => {
    expect((await get(`/${kind}/${"a".repeat(200)}`)).status).toBe(200);
    for (const query of ["a".repeat(201), "%00", "a%00b", "%E2%82%AC".repeat(201)]) {
      const response = await get(`/${kind}/${query}`);
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      expect(response.json.details.errors).toMatchObject([{ in: "path", path: "/query" }]);
    }
    expect(codeOf(await get(`/${kind}/`))).toBe("404 NOT_FOUND");
  });

  test("a search without a hit is an empty list, never an error", async () => {
    for (const kind of ["search", "names"]) {
      expect((await get(`/${kind}/zzzqqqxxx`)).json).toEqual({ ok: true, data: { tools: [], total: 0 } });
    }
  });

  test("S-100: a tool's description is the same for every caller, every time", async () => {
    const plain = (list: Tool[]) =>
      list.map(({ function: f, metadata: { connected: _, ...metadata } }) => [f, metadata]);
    const first = plain(await tools("?all=true"));
    for (const key of [keys.all, keys.one, keys.narrow, keys.none]) {
      expect(plain(await tools("?all=true", key))).toEqual(first);
    }
  });

  test("connected is false exactly when a call would fail without an integration or its scopes", async () => {
    let [usable, unusable] = [0, 0];
    for (const key of [keys.all, keys.one, keys.narrow, keys.none]) {
      for (const { function: f, metadata } of await tools("?all=true", key)) {
        if (metadata.method !== "GET" || f.parameters.required.length > 0) continue;
        const response = await gateway.call("GET", metadata.path, { key });
        const { error = "", code = "" } = response.json ?? {};
        const isUnconnected = /is not connected$|was connected without the scopes/.test(error);
        expect([f.name, !(code.startsWith("INTEGRATION_") || isUnconnected)]).toEqual([f.name, metadata.connected]);
        if (metadata.connected) usable++;
        else unusable++;
      }
    }
    // Both cases occurred often: the check is not empty.
    expect(Math.min(usable, unusable)).toBeGreaterThan(20);
  });

  test("S-13: a grant of some scopes connects the tools that they cover, and no others", async () => {
    const connected = await tools("", keys.narrow);
    expect(new Set(connected.map(({ metadata }) => metadata.permission))).toEqual(new Set(["gmail.read"]));
  });

  test("a revoked grant disconnects a tool, and a new one connects it again", async () => {
    const { slack } = gateway.providers;
    const before = new Set(slack.issued.map(({ token }) => token));
    const { key } = await gateway.user();
    await gateway.connect(key, "slack");
    /** Cached rows follow the database's notifications within a second. */
    const becomes = (connected: boolean) =>
      until(async () => (await tools("/provider/slack", key)).every((tool) => tool.metadata.connected === connected));
    await becomes(true);
    for (const { token } of slack.issued.filter((issued) => !before.has(issued.token))) slack.revoke(token);
    const call = await gateway.call("GET", "/api/v1/slack/users", { key });
    expect(codeOf(call)).toBe("401 INTEGRATION_REVOKED");
    await becomes(false);
    await gateway.connect(key, "slack");
    await becomes(true);
  });
});
