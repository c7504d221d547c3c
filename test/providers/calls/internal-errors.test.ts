// Internal errors: a broken plugin fails its own call alone, and the response reveals nothing internal.
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "bun:test";
import github from "../../../plugins/github/index.ts";
import { endpoint, one, type Provider, path, resource, t, type UpstreamResponse } from "../../../src/plugin/index.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, generalError, rateOf } from "../../support/responses.ts";

const INSIDE = "select token from /srv/gateway/secret";
const DEADLINE_MS = 30_000;

/** Resolves when the endpoint that never ends has started. */
const entered = Promise.withResolvers<void>();
const thing = resource({ raw: t.Object({}), shape: t.Object({ ok: t.Boolean() }), map: () => ({ ok: true }) });
const brokenThing = resource({
  raw: t.Object({}),
  shape: t.Object({ ok: t.Boolean() }),
  map: () => {
    throw new TypeError(INSIDE);
  },
});
const base = { method: "GET", permission: "users.read", description: "Does something.", returns: one(thing) } as const;
const never = new Promise<UpstreamResponse>(() => {});

/** GitHub's plugin with an endpoint for each way in which plugin code can fail. */
const faulty = {
  ...github,
  endpoints: {
    fine: endpoint({ ...base, path: "/fine", upstream: () => ({ path: path`/user` }) }),
    throws: endpoint({
      ...base,
      path: "/throws",
      upstream: () => {
        throw new Error(INSIDE);
      },
    }),
    throws_text: endpoint({
      ...base,
      path: "/throws-text",
      run: () => {
        throw INSIDE;
      },
    }),
    rejects: endpoint({ ...base, path: "/rejects", run: () => Promise.reject(new Error(INSIDE)) }),
    rejects_nothing: endpoint({ ...base, path: "/rejects-nothing", run: () => Promise.reject(undefined) }),
    maps: endpoint({ ...base, path: "/maps", upstream: () => ({ path: path`/user` }), returns: one(brokenThing) }),
    gives_nothing: endpoint({ ...base, path: "/gives-nothing", run: async () => undefined as never }),
    other_host: endpoint({ ...base, path: "/other-host", upstream: () => ({ path: "@evil.example/x" as never }) }),
    never_ends: endpoint({
      ...base,
      path: "/never-ends",
      run: () => {
        entered.resolve();
        return never;
      },
    }),
  },
} as unknown as Provider;

describe("internal errors", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: ["github"], plugins: [faulty] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "github");
  }, 60_000);
  afterAll(() => gateway.close());
  afterEach(() => void jest.useRealTimers());

  const get = (name: string, id = "call-1") =>
    gateway.call("GET", `/api/v1/github/${name}`, { key, headers: { "x-request-id": id } });

  test.each(["throws", "throws-text", "rejects", "rejects-nothing", "maps", "gives-nothing"])(
    "S-74: a plugin that goes wrong (%s) is 500 with the request id and nothing else, and others are served",
    async (name) => {
      gateway.logLines.length = 0;
      const [response, fine] = await Promise.all([get(name, `quote-${name}`), get("fine")]);
      const text = `The gateway failed. Include request id quote-${name} when you report it.`;
      expect(response.json).toEqual(generalError(text, "INTERNAL_ERROR"));
      expect(codeOf(response)).toBe("500 INTERNAL_ERROR");
      expect(rateOf(response).limit).toBe(1_000);
      expect(fine.json).toEqual({ data: { ok: true } });
      const logged = gateway.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === "internal_error");
      expect(logged).toMatchObject([{ level: "error", request_id: `quote-${name}` }]);
      // The operator's log has what the caller's response lacks.
      if (["throws", "rejects", "maps"].includes(name)) expect(JSON.stringify(logged)).toContain(INSIDE);
    },
  );

  test("the usage log has the failed call with its error", async () => {
    await get("throws", "in-the-log");
    const usage = await gateway.call("GET", "/api/v1/usage?status=500&limit=1", { key });
    expect(usage.json.data.entries).toMatchObject([{ request_id: "in-the-log", action: "users.read", status: 500 }]);
  });

  test("S-31: a plugin's path to another host is refused, and nothing is sent", async () => {
    const seen = gateway.providers.github.log.length;
    expect(codeOf(await get("other-host"))).toBe("400 VALIDATION_ERROR");
    expect(gateway.providers.github.log.length).toBe(seen);
  });

  test("R-35: a plugin's promise that never settles ends at the call's deadline; other calls are served", async () => {
    jest.useFakeTimers();
    const pending = get("never-ends");
    await entered.promise;
    expect((await get("fine")).json).toEqual({ data: { ok: true } });
    jest.advanceTimersByTime(DEADLINE_MS);
    const response = await pending;
    expect(codeOf(response)).toBe("503 PROVIDER_UNAVAILABLE");
    expect(response.json).toEqual(
      generalError("GitHub did not respond in time", "PROVIDER_UNAVAILABLE", {
        provider: "github",
        reason: "timeout",
        retry_after: null,
      }),
    );
  });
});
