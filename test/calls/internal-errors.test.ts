// Our own faults: whatever a plugin does wrong, its call alone fails, and the answer tells nothing of the inside.
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "bun:test";
import github from "../../plugins/github/index.ts";
import { endpoint, one, type Provider, path, resource, t, type UpstreamResponse } from "../../src/plugin/index.ts";
import { codeOf, generalError, rateOf } from "../support/answers.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

const INSIDE = "select token from /srv/gateway/secret";
const DEADLINE_MS = 30_000;

/** Resolves when the endpoint that never ends was entered. */
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

/** GitHub's plugin with endpoints that go wrong in every place where a plugin's code runs. */
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
      const [answer, fine] = await Promise.all([get(name, `quote-${name}`), get("fine")]);
      const text = `Something went wrong on our side. Quote request quote-${name} when you report it.`;
      expect(answer.json).toEqual(generalError(text, "INTERNAL_ERROR"));
      expect(codeOf(answer)).toBe("500 INTERNAL_ERROR");
      expect(rateOf(answer).limit).toBe(1_000);
      expect(fine.json).toEqual({ data: { ok: true } });
      const logged = gateway.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === "internal_error");
      expect(logged).toMatchObject([{ level: "error", request_id: `quote-${name}` }]);
      // What the caller is not told, the operator is.
      if (["throws", "rejects", "maps"].includes(name)) expect(JSON.stringify(logged)).toContain(INSIDE);
    },
  );

  test("a failed call of ours stands in the usage log as what it was", async () => {
    await get("throws", "in-the-log");
    const usage = await gateway.call("GET", "/api/v1/usage?status=500&limit=1", { key });
    expect(usage.json.data.entries).toMatchObject([{ request_id: "in-the-log", action: "users.read", status: 500 }]);
  });

  test("S-31: a plugin's path that leads to another host is refused, and nothing is sent", async () => {
    const seen = gateway.providers.github.log.length;
    expect(codeOf(await get("other-host"))).toBe("400 VALIDATION_ERROR");
    expect(gateway.providers.github.log.length).toBe(seen);
  });

  test("R-35: a plugin's promise that never settles ends with the call's deadline, and others are served", async () => {
    jest.useFakeTimers();
    const waiting = get("never-ends");
    await entered.promise;
    expect((await get("fine")).json).toEqual({ data: { ok: true } });
    jest.advanceTimersByTime(DEADLINE_MS);
    const answer = await waiting;
    expect(codeOf(answer)).toBe("503 PROVIDER_UNAVAILABLE");
    expect(answer.json).toEqual(
      generalError("GitHub did not answer in time", "PROVIDER_UNAVAILABLE", {
        provider: "github",
        reason: "timeout",
        retry_after: null,
      }),
    );
  });
});
