// What a call did at its provider: requests, waits and refreshes are in its entry, its inputs by name alone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { REFRESH_TIMES } from "../../../src/connections/tokens/refresh.ts";
import { newRequestId } from "../../../src/foundation/request-id.ts";
import { createStepLog } from "../../../src/metering/usage/steps.ts";
import { DEFAULT_RESILIENCE } from "../../../src/providers/upstream/resilience.ts";
import { answerTokens } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

const REPO = "/api/v1/github/repos/ada/engine";
const json = { "content-type": "application/json" };

describe("the steps of a call", () => {
  const now = () => performance.now();

  test("are those of a call that failed, or that did not succeed at once", () => {
    const log = createStepLog();
    expect([log.of(false), log.of(true)]).toEqual([null, null]);
    log.note({ kind: "request", startedAt: now(), method: "GET", status: 200 });
    log.note({ kind: "request", startedAt: now(), method: "GET", status: 204 });
    expect(log.of(false)).toBeNull();
    expect(log.of(true)).toHaveLength(2);
    log.note({ kind: "wait", startedAt: now(), reason: "slot" });
    expect(log.of(false)).toHaveLength(3);
  });

  test("are in the order in which they began, the first ten and the last ten of many", () => {
    const log = createStepLog();
    const from = now();
    for (let i = 0; i < 1_000; i++) log.note({ kind: "request", startedAt: from + i, method: "GET", status: 500 });
    const steps = log.of(true) ?? [];
    expect(steps.map(({ at_ms }) => at_ms - (steps[0]?.at_ms ?? 0))).toEqual([
      ...Array.from({ length: 10 }, (_, i) => i),
      ...Array.from({ length: 10 }, (_, i) => 990 + i),
    ]);
    const crossing = createStepLog();
    crossing.note({ kind: "request", startedAt: from + 20, method: "GET", status: 500 });
    crossing.note({ kind: "wait", startedAt: from + 10, reason: "slot" });
    expect(crossing.of(true)?.map(({ kind }) => kind)).toEqual(["wait", "request"]);
  });
});

for (const lane of LANES) {
  describe(`the steps of calls on ${lane}`, () => {
    let gateway: TestGateway;
    /** What the provider answers to the next requests, in place of its own responses. */
    let answers: (() => Response)[] = [];
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        emulate: ["github"],
        fetch: async (url, init) => {
          const answer = String(url).includes("login/oauth") ? undefined : answers.shift();
          return answer ? answer() : fetch(url, init);
        },
      });
    }, 60_000);
    afterAll(() => gateway.close());

    const connected = async () => {
      const user = await gateway.user();
      await gateway.connect(user.key, "github");
      return user;
    };
    const status = (code: number) => () => new Response("{}", { status: code, headers: json });
    const stepsOf = async (key: string, response: Pick<Response, "headers">) => {
      const id = response.headers.get("x-request-id");
      const { json } = await gateway.call("GET", `/api/v1/requests/${id}`, { key });
      return json.data.calls[0];
    };
    const call = async (key: string, path: string, next: (() => Response)[]) => {
      answers = next;
      const response = await gateway.call("GET", path, { key });
      answers = [];
      return { response, entry: await stepsOf(key, response) };
    };
    const kinds = (entry: { steps: { kind: string; status: number | null; reason: string | null }[] | null }) =>
      entry.steps?.map(({ kind, status, reason }) => [kind, status ?? reason]) ?? null;

    test("a call that succeeded at once has none, and names its inputs without their values", async () => {
      const { key } = await connected();
      const { entry } = await call(key, `${REPO}/issues?limit=7&state=closed`, []);
      expect([entry.status, entry.steps]).toEqual([200, null]);
      expect(entry.inputs.toSorted()).toEqual(["path.owner", "path.repo", "query.limit", "query.state"]);
      expect(JSON.stringify(entry)).not.toContain("closed");
      const { json: list } = await gateway.call("GET", "/api/v1/integrations", { key });
      expect(entry.integration_id).toBe(list.data.integrations[0].id);
      expect(entry.person_id).toBeNull();
    });

    test("a retry has both requests and the wait between them", async () => {
      const { key } = await connected();
      const { entry } = await call(key, `${REPO}/issues`, [status(503)]);
      expect([entry.status, kinds(entry)]).toEqual([
        200,
        [
          ["request", 503],
          ["wait", "retry"],
          ["request", 200],
        ],
      ]);
      expect(entry.steps[2].at_ms).toBeGreaterThanOrEqual(entry.steps[1].at_ms + entry.steps[1].duration_ms - 1);
    });

    test("a refused token has the look at the identity that followed", async () => {
      const { key } = await connected();
      const { entry } = await call(key, `${REPO}/issues`, [status(401)]);
      expect(entry.status).toBe(502);
      expect(kinds(entry)?.slice(0, 2)).toEqual([
        ["request", 401],
        ["identity_check", null],
      ]);
    });

    test("a request without a response says why", async () => {
      const { key } = await connected();
      const refuse = () => {
        throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      };
      const { entry } = await call(key, `${REPO}/issues`, [refuse, refuse, refuse]);
      expect([entry.status, kinds(entry)?.[0]]).toEqual([503, ["request", "connect"]]);
    });

    test("a request is found by the id of its response, the caller's own too, and by nobody else", async () => {
      const { key } = await connected();
      const own = await gateway.call("GET", `${REPO}/issues`, { key, headers: { "x-request-id": "deploy-7" } });
      expect((await stepsOf(key, own)).request_id).toBe("deploy-7");
      const { json: listed } = await gateway.call("GET", "/api/v1/usage?request_id=deploy-7", { key });
      expect(listed.data.entries).toHaveLength(1);
      const { key: stranger } = await gateway.user();
      expect((await gateway.call("GET", "/api/v1/requests/deploy-7", { key: stranger })).status).toBe(404);
    });

    test("a caller's own id may say a time beyond every calendar's, found or not", async () => {
      const { key, userId } = await gateway.user();
      const [found, unknown] = ["ffffffff-ffff-7fff-8fff-ffffffffffff", "ffffffff-ffff-7fff-8fff-fffffffffffe"];
      await gateway.call("GET", "/api/v1/usage", { key, headers: { "x-request-id": found } });
      const status = async (path: string) => (await gateway.call("GET", path, { key })).status;
      expect([await status(`/api/v1/requests/${found}`), await status(`/api/v1/requests/${unknown}`)]).toEqual([
        200, 404,
      ]);
      expect((await gateway.admin("GET", `/requests/${found}`)).json.data.user_id).toBe(userId);
    });

    test("a caller's own id that says another time is found as well, and so is a call with 41,000 others after it", async () => {
      const { key, userId } = await gateway.user();
      const old = newRequestId(Date.UTC(2020, 0, 1));
      await gateway.call("GET", "/api/v1/usage", { key, headers: { "x-request-id": old } });
      const { json: found } = await gateway.call("GET", `/api/v1/requests/${old}`, { key });
      expect(found.data.calls[0].request_id).toBe(old);
      const searched = await gateway.call("GET", "/api/v1/integrations", { key });
      // More than one search reads, within the minutes in which its call may stand.
      await gateway.database.database.query(
        `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, state, units, duration_ms)
         select gen_random_uuid(), to_timestamp($2::float8 / 1000), $1::uuid, 'other', 'GET', '/api/v1/usage', 'done', 0, 1
         from generate_series(1, 41000)`,
        [userId, gateway.clock.now() + 120_000],
      );
      expect((await stepsOf(key, searched)).endpoint).toBe("/api/v1/integrations");
    });
  });
}

describe("the steps of a call to a provider that is down", () => {
  let gateway: TestGateway;
  let isDown = false;
  beforeAll(async () => {
    gateway = await startTestGateway({
      lane: "embedded",
      emulate: ["github"],
      resilience: DEFAULT_RESILIENCE,
      fetch: async (url, init) => {
        if (isDown) throw Object.assign(new Error("The connection broke."), { code: "ECONNRESET" });
        return fetch(url, init);
      },
    });
  }, 60_000);
  afterAll(() => gateway.close());

  test("name a broken connection first, and then the open circuit that held the request back", async () => {
    const { key } = await gateway.user();
    await gateway.connect(key, "github");
    isDown = true;
    for (let i = 0; i < 8; i++) await gateway.call("GET", `${REPO}/issues`, { key });
    const { json } = await gateway.call("GET", "/api/v1/usage?errors=true", { key });
    const reasons = json.data.entries.map(({ steps }: { steps: { reason: string }[] }) => steps.map((s) => s.reason));
    expect(reasons[0]).toEqual(["circuit_open"]);
    expect(reasons.at(-1)).toContain("reset");
  });
});

describe("the refreshes of calls", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const refreshTimes = { ...REFRESH_TIMES, retryMs: 0 };
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"], refreshTimes });
  }, 60_000);
  afterAll(() => gateway.close());

  const HOUR_MS = 3_600_000;
  const down = () => new Response("down", { status: 503 });
  const dead = () => Response.json({ error: "invalid_grant" }, { status: 400 });
  const otherClient = () => Response.json({ error: "invalid_client" }, { status: 401 });
  type Responder = Parameters<typeof answerTokens>[1];
  const cases: [name: string, movedMs: number, Responder, status: number, reason: string | null][] = [
    ["that gives a new token has no reason", HOUR_MS, () => undefined, 200, null],
    ["ahead of time that fails says that the old token still works", HOUR_MS - 30_000, down, 200, "not_renewed"],
    ["that is due and gets no usable response says so", HOUR_MS + 1_000, down, 503, "connect"],
    ["of a dead grant is refused", HOUR_MS + 1_000, dead, 401, "refused"],
    ["of an OAuth app that the provider does not know is refused", HOUR_MS + 1_000, otherClient, 502, "refused"],
  ];
  test.each(cases)("one %s", async (_name, movedMs, respond, status, reason) => {
    const { key } = await gateway.user();
    await gateway.connect(key, "google");
    answerTokens(gateway.providers.google, respond);
    gateway.clock.move(movedMs);
    const response = await gateway.call("GET", "/api/v1/google/calendar/events?limit=1", { key });
    gateway.providers.google.setFailureInjector();
    const path = `/api/v1/requests/${response.headers.get("x-request-id")}`;
    const [entry] = (await gateway.call("GET", path, { key })).json.data.calls;
    expect(response.status).toBe(status);
    const refreshes = entry.steps.filter(({ kind }: { kind: string }) => kind === "refresh");
    expect(refreshes.map((step: { reason: string | null }) => step.reason)).toEqual([reason]);
  });

  test("one after a refused token that fails stands between the request and its error", async () => {
    const { key } = await gateway.user();
    await gateway.connect(key, "google");
    gateway.providers.google.expireAll();
    answerTokens(gateway.providers.google, down);
    const response = await gateway.call("GET", "/api/v1/google/calendar/events?limit=1", { key });
    gateway.providers.google.setFailureInjector();
    const path = `/api/v1/requests/${response.headers.get("x-request-id")}`;
    const [entry] = (await gateway.call("GET", path, { key })).json.data.calls;
    expect(entry.steps.map(({ kind, status, reason }: Record<string, unknown>) => [kind, status ?? reason])).toEqual([
      ["request", 401],
      ["refresh", "not_renewed"],
    ]);
  });
});
