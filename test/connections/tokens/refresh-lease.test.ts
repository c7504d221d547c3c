// The refresh lease across three replicas, with short times: a slow token endpoint, a lease taken over, and wrong clocks.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { startGate } from "../../../emulators/gate.ts";
import type { IntegrationRow } from "../../../src/connections/integrations/model.ts";
import { findIntegration } from "../../../src/connections/integrations/store.ts";
import { REFRESH_TIMES } from "../../../src/connections/tokens/refresh.ts";
import { openTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import type { OpenDatabase, Orm } from "../../../src/foundation/db/database.ts";
import { integrations } from "../../../src/foundation/db/schema/integrations.ts";
import { defaultScopes } from "../../../src/providers/registry/scopes.ts";
import { testClock } from "../../support/clock.ts";
import { HOOK_MS, start, TEST_MS } from "../../support/connecting.ts";
import { type ApiResponse, BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type Replicas, testReplicas } from "../../support/replicas.ts";
import { type StrictOAuth, startStrictOAuth, strictSettings } from "../../support/strict-oauth.ts";
import { consentStrictly } from "../../support/strict-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/google/calendar/events?limit=1";
const LIFE_S = 3_600;
const MINUTE_MS = 60_000;
const TIMES = { deadlineMs: 2_000, leaseMs: 2_400, retryMs: 100, waitMs: 12_000 };

test("R-21: the token endpoint's deadline and the wait before the retry are shorter than the lease", () => {
  const { deadlineMs, retryMs, leaseMs } = REFRESH_TIMES;
  expect(deadlineMs + retryMs).toBeLessThan(leaseMs);
});

test("R-04: a call waits longer than the lease of a dead replica, and less than its caller", () => {
  expect(REFRESH_TIMES.waitMs).toBeGreaterThan(REFRESH_TIMES.leaseMs);
  expect(REFRESH_TIMES.waitMs).toBeLessThan(30_000);
});

describe("three replicas and a strict provider", () => {
  const clock = testClock();
  let strict: StrictOAuth;
  let replicas: Replicas;
  let gateways: TestGateway[] = [];
  /** How often each replica has updated an integration, or tried to. */
  const updates = [0, 0, 0];

  const counted = (orm: Orm, i: number): Orm =>
    new Proxy(orm, {
      get(target, name) {
        if (name !== "update") return Reflect.get(target, name);
        return (table: Parameters<Orm["update"]>[0]) => {
          if ((table as unknown) === integrations) updates[i] = (updates[i] ?? 0) + 1;
          return target.update(table);
        };
      },
    });
  const counting = (database: OpenDatabase, i: number): OpenDatabase => {
    const { requests } = database;
    const attempt: typeof requests.attempt = (work, undo) =>
      requests.attempt(({ orm }) => work({ orm: counted(orm, i) }), undo);
    return { ...database, requests: { ...requests, orm: counted(requests.orm, i), attempt } };
  };

  beforeAll(async () => {
    const gate = await startGate(() => clock.now());
    replicas = await testReplicas("postgres", 3);
    gateways = await Promise.all(
      replicas.databases.map((database, i) =>
        startTestGateway({
          lane: "postgres",
          database: { database: counting(database, i), url: null, close: async () => {} },
          settings: { google: strictSettings(gate) },
          clock,
          refreshTimes: TIMES,
        }),
      ),
    );
    const google = BUILT_IN.find(({ id }) => id === "google");
    const redirectUri = `${gateway(0).url}/api/v1/connect/callback`;
    strict = await startStrictOAuth(gate, { scopes: google ? defaultScopes(google) : [], redirectUri });
  }, HOOK_MS);
  afterAll(async () => {
    await Promise.all(gateways.map((each) => each.close()));
    await strict.close();
    await replicas.close();
  }, HOOK_MS);
  afterEach(() => strict.setTokenFault());

  const gateway = (i: number) => gateways[i % gateways.length] as TestGateway;
  const database = () => replicas.databases[0] as OpenDatabase;
  const read = (i: number, key: string) => gateway(i).call("GET", READ, { key });
  const connected = async () => {
    const user = await gateway(0).user();
    const { connectUrl } = await start(gateway(0), user.key, "google");
    const callback = await consentStrictly(connectUrl.href, connectUrl.searchParams.get("redirect_uri") ?? "");
    const landed = await fetch(callback, { redirect: "manual" });
    expect(landed.headers.get("location")).toContain("status=success");
    return user;
  };
  const stored = async (userId: string) => {
    const row = (await findIntegration(
      database().orm,
      { userId, accountId: null },
      { provider: "google" },
    )) as IntegrationRow;
    return { row, ...openTokens(gateway(0).app.deps, row) };
  };
  const past = () => clock.move(LIFE_S * 1_000 + 1);
  const leaseIsOver = async (userId: string, since: IntegrationRow) => {
    const [row] = await database().query<{ over: boolean }>(
      "select now() > $2::timestamptz as over from integrations where user_id = $1",
      [userId, since.leaseUntil?.toISOString() ?? null],
    );
    return row?.over ?? false;
  };

  test("R-21: R-20: a token endpoint slower than the first lease still gets one refresh, and a hundred calls succeed", async () => {
    const { key, userId } = await connected();
    past();
    const [tokenRequests, exchanges, ended] = [strict.asked(), strict.exchanges.length, strict.endedGrants()];
    const open = new AbortController();
    let first: IntegrationRow | null = null;
    strict.setTokenFault({
      async before() {
        if (first === null) {
          first = (await stored(userId)).row;
          // No response: the deadline ends the request.
          await new Promise((resolve) => open.signal.addEventListener("abort", resolve));
          return "reset";
        }
        // The first lease has expired and all replicas try to acquire one; the renewed lease prevents that.
        const lease = first;
        await until(() => leaseIsOver(userId, lease), TEST_MS);
        const before = [...updates];
        await until(() => updates.filter((count, i) => count >= (before[i] ?? 0) + 2).length >= 2, TEST_MS);
        return undefined;
      },
    });
    const responses = await Promise.all(Array.from({ length: 100 }, (_, i) => read(i, key)));
    open.abort();
    expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    expect(strict.asked() - tokenRequests).toBe(2);
    expect(strict.exchanges.slice(exchanges).map(({ status }) => status)).toEqual([200]);
    expect(strict.endedGrants()).toBe(ended);
    const { row, refresh } = await stored(userId);
    expect([row.status, row.statusReason, row.leaseOwner]).toEqual(["active", null, null]);
    expect(await strict.isCurrent(refresh as string)).toBe(true);
  });

  test("R-04: a call waits for the lease of a dead replica to expire, then refreshes; no token is lost", async () => {
    const { key, userId } = await connected();
    past();
    const [tokenRequests, ended] = [strict.asked(), strict.endedGrants()];
    await database().query(
      "update integrations set lease_owner = 'dead', lease_until = now() + interval '500 milliseconds' where user_id = $1",
      [userId],
    );
    expect((await read(0, key)).status).toBe(200);
    expect([strict.asked() - tokenRequests, strict.endedGrants() - ended]).toEqual([1, 0]);
    const { row, refresh } = await stored(userId);
    expect([row.status, row.statusReason, row.leaseOwner]).toEqual(["active", null, null]);
    expect(await strict.isCurrent(refresh as string)).toBe(true);
  });

  test("R-21: a replica whose lease was taken over does not overwrite the other's tokens, and uses them", async () => {
    const { key, userId } = await connected();
    past();
    const tokenRequests = strict.asked();
    const others: ApiResponse[] = [];
    strict.setTokenFault({
      async before() {
        if (strict.asked() - tokenRequests > 1) return undefined;
        await database().query("update integrations set lease_until = now() - interval '1 second' where user_id = $1", [
          userId,
        ]);
        others.push(await read(1, key));
        return Response.json({ access_token: "late", refresh_token: "late", expires_in: LIFE_S });
      },
    });
    expect((await read(0, key)).status).toBe(200);
    expect(others.map(({ status }) => status)).toEqual([200]);
    expect(strict.asked() - tokenRequests).toBe(2);
    const { row, access, refresh } = await stored(userId);
    expect([row.status, row.statusReason, row.leaseOwner]).toEqual(["active", null, null]);
    expect(access).not.toBe("late");
    expect(await strict.isCurrent(refresh as string)).toBe(true);
  });

  test.each([
    ["ahead", 10 * MINUTE_MS],
    ["behind", -10 * MINUTE_MS],
  ])(
    "R-24: with a clock ten minutes %s of the provider's, a token lives as long as expires_in says",
    async (_title, shift) => {
      clock.set(Date.now() + shift);
      const { key, userId } = await connected();
      const connectedAt = clock.now();
      expect((await stored(userId)).row.accessExpiresAt?.getTime()).toBe(connectedAt + LIFE_S * 1_000);
      const tokenRequests = strict.asked();
      clock.move(LIFE_S * 1_000 - MINUTE_MS - 1);
      expect((await read(0, key)).status).toBe(200);
      expect(strict.asked()).toBe(tokenRequests);
      clock.move(1);
      expect((await read(0, key)).status).toBe(200);
      expect(strict.asked()).toBe(tokenRequests + 1);
      expect((await stored(userId)).row.accessExpiresAt?.getTime()).toBe(clock.now() + LIFE_S * 1_000);
    },
  );

  test("R-24: a token's lifetime starts when its response arrives, however long the provider took", async () => {
    clock.set(Date.now());
    const { key, userId } = await connected();
    past();
    strict.setTokenFault({ after: async () => clock.move(5_000) });
    const requestedAt = clock.now();
    expect((await read(0, key)).status).toBe(200);
    expect((await stored(userId)).row.accessExpiresAt?.getTime()).toBe(requestedAt + 5_000 + LIFE_S * 1_000);
  });
});
