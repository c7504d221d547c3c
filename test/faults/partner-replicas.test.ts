// The partner API over three gateway processes on one database: changes on one apply to all, and limits are exact.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { codeOf, partnerRateOf } from "../support/responses.ts";
import { until } from "../support/until.ts";
import { type FaultStage, faultStage, type NewPartner, newPartner, type StageResponse, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

const ACCOUNTS = "/api/v1/accounts";
const READ = "/api/v1/stub/thing";
const WRITE = "/api/v1/stub/things";
const BASE_URL = "http://127.0.0.1:8999";
/** Longest time until a change applies on every replica. */
const CHANGE_MS = 1_000;
const LOOPS = 9;
const CALLS_BEFORE = 60;
/** The provider's latency under continuous calls, so that they stay below a minute's limit. */
const PROVIDER_MS = 10;

describe("three gateway processes that serve partners", () => {
  let stage: FaultStage;
  let replicas: [GatewayServer, GatewayServer, GatewayServer];
  beforeAll(async () => {
    stage = await faultStage();
    // One public URL, as behind a load balancer: a provider knows one callback.
    const start = () => stage.start(undefined, { BASE_URL });
    replicas = await Promise.all([start(), start(), start()]);
  });
  afterAll(() => stage.end());

  const replica = (i: number) => replicas[i % replicas.length] as GatewayServer;
  const admin = (i: number, method: string, path: string, body?: object) =>
    send(replica(i), method, `/admin/v1${path}`, { key: replica(i).adminToken, body });
  const named = (account: string) => ({ "x-account-id": account });
  /** Repeats a call on each replica until all agree; returns their responses. */
  const onAll = async (
    ask: (at: GatewayServer) => Promise<StageResponse>,
    expected: string,
  ): Promise<StageResponse[]> => {
    let responses: StageResponse[] = [];
    await until(async () => {
      responses = await Promise.all(replicas.map(ask));
      return responses.every((response) => codeOf(response) === expected);
    }, CHANGE_MS);
    return responses;
  };

  describe("an account created on one, connected on another, with its callback on the third", () => {
    let key: string;
    let path: string;
    const of = (at: GatewayServer, method: string, rest: string, body?: object) =>
      send(at, method, path + rest, { key, body });
    const read = (at: GatewayServer) => send(at, "GET", READ, { key, headers: named("acme") });
    const write = (at: GatewayServer) =>
      send(at, "POST", WRITE, { key, headers: named("acme"), body: { name: crypto.randomUUID() } });
    /** A session on the second, its callback on the third: the redirect's parameters. */
    const connect = async (code: string, confirm: boolean) => {
      const body = { provider: "stub", redirect_url: "http://localhost/done", confirm };
      const started = await of(replicas[1], "POST", "/connect", body);
      const url = new URL(started.json.data.connect_url);
      expect(url.searchParams.get("redirect_uri")).toBe(`${BASE_URL}/api/v1/connect/callback`);
      const callback = `/api/v1/connect/callback?code=${code}&state=${url.searchParams.get("state")}`;
      const back = await send(replicas[2], "GET", callback, { key: "" });
      const session = await of(replicas[0], "GET", `/connect/${started.json.data.session_id}`);
      expect(session.json.data.status).toBe("completed");
      return Object.fromEntries(new URL(back.headers.get("location") ?? "about:blank").searchParams);
    };
    const exchangedFor = (wanted: string) => stage.exchanged.find(({ code }) => code === wanted);
    beforeAll(async () => {
      ({ key } = await newPartner(replicas[0], "enterprise"));
    });

    test("can be called on all with its own token, although all had cached it as missing", async () => {
      await onAll(read, "404 ACCOUNT_NOT_FOUND");
      const created = await send(replicas[0], "POST", ACCOUNTS, { key, body: { external_id: "acme" } });
      path = `${ACCOUNTS}/${created.json.data.id}`;
      await onAll(read, "403 PERMISSION_DENIED");
      const { status, account_id } = await connect("first", false);
      expect([status, account_id]).toEqual(["success", created.json.data.id]);
      const responses = await onAll(read, "200 null");
      expect(responses.map(({ json }) => json.data.id)).toEqual(Array(3).fill(exchangedFor("first")?.thing));
    });

    test("a service switched on one is switched on all", async () => {
      const service = (at: GatewayServer) => of(at, "GET", "/integrations");
      for (const [isOn, expected] of [
        [false, "403 PERMISSION_DENIED"],
        [true, "200 null"],
      ] as const) {
        const body = { services: { "things.write": isOn } };
        expect((await of(replicas[1], "PATCH", "/integrations/stub", body)).status).toBe(200);
        await onAll(write, expected);
        await onAll(read, "200 null");
        for (const { json } of await onAll(service, "200 null")) {
          const [integration] = json.data.integrations;
          expect(integration).toMatchObject({ provider: "stub", status: "active" });
          expect(integration.enabled_services).toContainEqual({ service_name: "things.write", is_enabled: isOn });
        }
      }
    });

    test("an own client saved on one is used by all, and its pending grant can be confirmed on another", async () => {
      const app = { client_id: "acme-client", client_secret: "acme-secret" };
      expect((await send(replicas[0], "PUT", "/api/v1/oauth-apps/stub", { key, body: app })).status).toBe(200);
      expect((await of(replicas[2], "DELETE", "/integrations/stub")).status).toBe(200);
      await onAll(read, "403 PERMISSION_DENIED");
      const { confirm_token } = await connect("second", true);
      expect(exchangedFor("second")?.clientId).toBe("acme-client");
      for (const { json } of await onAll(read, "403 PERMISSION_DENIED")) {
        expect(json.error).toContain("is waiting to be confirmed");
      }
      const confirmed = await of(replicas[0], "POST", "/integrations/stub/confirm", { confirm_token });
      expect(confirmed.json.data.status).toBe("active");
      for (const { json } of await onAll(read, "200 null")) expect(json.data.id).toBe(exchangedFor("second")?.thing);
      const remove = (at: GatewayServer) => send(at, "DELETE", "/api/v1/oauth-apps/stub", { key });
      await onAll(remove, "409 CONFLICT");
    });

    test("an account deleted on one is deleted on all", async () => {
      expect((await of(replicas[1], "DELETE", "")).status).toBe(200);
      await onAll(read, "404 ACCOUNT_NOT_FOUND");
      await onAll((at) => of(at, "GET", ""), "404 ACCOUNT_NOT_FOUND");
    });
  });

  interface Called {
    at: number;
    startMs: number;
    endMs: number;
    response: StageResponse;
  }

  /**
   * Calls all three continuously and makes a change meanwhile; returns all responses. Responses to calls that began more
   * than a second after the change, or after a new response on the same replica, must be new.
   */
  async function changeUnderLoad(
    { key }: NewPartner,
    change: () => Promise<StageResponse>,
    isNew: (response: StageResponse) => boolean,
  ): Promise<StageResponse[]> {
    const body = { external_id: "acme" };
    const { id } = (await send(replicas[0], "POST", ACCOUNTS, { key, body })).json.data;
    const session = { provider: "stub", redirect_url: "http://localhost/done" };
    const started = await send(replicas[0], "POST", `${ACCOUNTS}/${id}/connect`, { key, body: session });
    const state = new URL(started.json.data.connect_url).searchParams.get("state");
    await send(replicas[0], "GET", `/api/v1/connect/callback?code=${id}&state=${state}`, { key: "" });

    stage.beforeResponse.wait = () => new Promise((resolve) => setTimeout(resolve, PROVIDER_MS));
    const calls: Called[] = [];
    let changedMs = Number.POSITIVE_INFINITY;
    const loops = Array.from({ length: LOOPS }, async (_, at) => {
      for (;;) {
        const startMs = performance.now();
        const response = await send(replica(at), "GET", READ, { key, headers: named("acme") });
        calls.push({ at: at % replicas.length, startMs, endMs: performance.now(), response });
        if (isNew(response) || startMs > changedMs + 2 * CHANGE_MS) return;
      }
    });
    await until(() => calls.length >= CALLS_BEFORE, START_MS);
    expect((await change()).status).toBe(200);
    changedMs = performance.now();
    await Promise.all(loops);
    stage.beforeResponse.wait = async () => {};

    const old = calls.filter(({ response }) => !isNew(response));
    expect(Math.max(...old.map(({ startMs }) => startMs)) - changedMs).toBeLessThan(CHANGE_MS);
    for (const at of replicas.keys()) {
      const firstNewMs = Math.min(
        ...calls.filter((call) => call.at === at && isNew(call.response)).map((c) => c.endMs),
      );
      expect(old.filter((call) => call.at === at && call.startMs > firstNewMs)).toEqual([]);
    }
    return calls.map(({ response }) => response);
  }
  /** A response's code with its surface's two limits; fails on a header of the other surface. */
  const logged = (response: StageResponse) => {
    const { limit, minuteLimit } = partnerRateOf(response);
    expect(response.json.ok).toBe(response.status === 200);
    return `${codeOf(response)}: ${limit}, ${minuteLimit}`;
  };
  const kinds = (responses: readonly StageResponse[], tell: (response: StageResponse) => string) =>
    [...new Set(responses.map(tell))].sort();

  test("R-32: a key revoked under load stops working on all within a second", async () => {
    const partner = await newPartner(replicas[0], "enterprise");
    const revoke = () => admin(1, "DELETE", `/keys/${partner.keyId}`);
    const responses = await changeUnderLoad(partner, revoke, ({ status }) => status === 401);
    expect(kinds(responses, codeOf)).toEqual(["200 null", "401 AUTH_REQUIRED"]);
  });

  test("R-33: a partner suspended under load is refused within a second, with partner headers", async () => {
    const partner = await newPartner(replicas[0], "enterprise");
    const suspend = () => admin(1, "PATCH", `/partners/${partner.email}`, { status: "suspended" });
    const responses = await changeUnderLoad(partner, suspend, ({ status }) => status === 403);
    expect(kinds(responses, logged)).toEqual(["200 null: unlimited, 1000", "403 PARTNER_SUSPENDED: unlimited, 1000"]);
  });

  test("R-33: past due under load blocks within a second, with the partner's headers", async () => {
    const partner = await newPartner(replicas[0], "enterprise");
    const pastDue = () => admin(2, "PATCH", `/users/${partner.email}`, { payment_state: "past_due" });
    const responses = await changeUnderLoad(partner, pastDue, ({ status }) => status === 402);
    expect(kinds(responses, logged)).toEqual(["200 null: unlimited, 1000", "402 PAYMENT_REQUIRED: unlimited, 1000"]);
  });

  test("R-33: a tier changed under load applies within a second, never mixed with the old tier", async () => {
    const partner = await newPartner(replicas[0], "enterprise");
    const lower = () => admin(0, "PATCH", `/partners/${partner.email}`, { tier: "pro" });
    const responses = await changeUnderLoad(
      partner,
      lower,
      ({ headers }) => headers.get("x-ratelimit-limit") !== "unlimited",
    );
    // By then the calls may exceed pro's minute.
    const seen = kinds(responses, logged).filter((kind) => kind !== "429 RATE_LIMITED: 100000, 300");
    expect(seen.filter((kind) => kind !== "200 null: 100000, 300")).toEqual(["200 null: unlimited, 1000"]);
  });

  /** Starts a partner with calls of this month, in limits and usage log. */
  async function monthBegun({ userId }: NewPartner, count: number): Promise<void> {
    const month = "date_trunc('month', now() at time zone 'utc') at time zone 'utc'";
    await stage.database.query(
      `insert into limit_windows (key, kind, starts_at, used) values ($1, 'month', ${month}, $2::int)`,
      [`partner:${userId}`, String(count)],
    );
    await stage.database.query(
      `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, state, status, units, duration_ms, surface)
       select gen_random_uuid(), ${month}, $1, 'before', 'GET', '/api/v1/accounts', 'done', 200, 0, 0, 'partner'
       from generate_series(1, $2::int)`,
      [userId, String(count)],
    );
  }
  const atOnce = (key: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => send(replica(i), "GET", ACCOUNTS, { key })));
  const monthOf = async (key: string, i: number) =>
    (await send(replica(i), "GET", "/api/v1/usage/summary", { key })).json.data.partner;
  const used = async ({ userId }: NewPartner) => {
    const [row] = await stage.database.query<{ used: number }>(
      "select used::int as used from limit_windows where key = $1 and kind = 'month'",
      [`partner:${userId}`],
    );
    return row?.used;
  };

  test("I-2: free: of concurrent calls exactly the month's remaining quota is admitted", async () => {
    const partner = await newPartner(replicas[0], "free");
    await monthBegun(partner, 985);
    // Below the minute's limit, so that only the month refuses.
    const responses = await atOnce(partner.key, 27);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(15);
    const after = await atOnce(partner.key, 9);
    for (const refused of [...responses.filter(({ status }) => status !== 200), ...after]) {
      expect(logged(refused)).toBe("429 QUOTA_EXCEEDED: 1000, 30");
      expect(partnerRateOf(refused).remaining).toBe(0);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await used(partner)).toBe(1_000);
    for (const i of replicas.keys()) {
      expect(await monthOf(partner.key, i)).toMatchObject({ calls: 1_000, quota: 1_000, overage_calls: 0 });
    }
  });

  test("I-2: pro continues past its month, and the summary counts the overage exactly on all", async () => {
    const partner = await newPartner(replicas[0], "pro");
    await monthBegun(partner, 99_990);
    const responses = await atOnce(partner.key, 60);
    expect(kinds(responses, logged)).toEqual(["200 null: 100000, 300"]);
    const last = await send(replicas[2], "GET", ACCOUNTS, { key: partner.key });
    expect(partnerRateOf(last).remaining).toBe(0);
    for (const i of replicas.keys()) {
      const month = { tier: "pro", calls: 100_051, quota: 100_000, overage_calls: 51, overage_usd: 0.0255 };
      expect(await monthOf(partner.key, i)).toMatchObject(month);
    }
  });
});
