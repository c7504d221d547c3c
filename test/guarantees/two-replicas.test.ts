// Two gateways on one Postgres: shared refreshes, one claim of a state, and changes visible to both.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Orm, RequestDatabase } from "../../src/foundation/db/database.ts";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import { integrations } from "../../src/foundation/db/schema/integrations.ts";
import {
  CONNECT,
  HOOK_MS,
  integrationOf,
  isTokenRequest,
  land,
  sessionOf,
  startAndConsent,
  TEST_MS,
  watch,
} from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/google/calendar/events?limit=1";

describe("two replicas on one database", () => {
  let first: TestGateway;
  let second: TestGateway;
  let closeSecond: () => Promise<void>;
  /** How often the second replica has tried to acquire a refresh lease. */
  let claims = 0;
  beforeAll(async () => {
    first = await startTestGateway({ lane: "postgres", emulate: ["google"] });
    const url = first.database.url as string;
    const database = await openPostgres(url);
    second = await startTestGateway({
      lane: "postgres",
      // Separate connections, as in another process.
      database: { database: { ...database, requests: counted(database.requests) }, url, close: () => database.close() },
      settings: { google: first.providers.google.settings },
      baseUrl: first.url,
      clock: first.clock,
    });
    closeSecond = () => database.close();
  }, HOOK_MS);
  afterAll(async () => {
    await second.close();
    await closeSecond();
    await first.close();
  }, HOOK_MS);
  const counted = (requests: RequestDatabase): RequestDatabase => ({
    ...requests,
    orm: counting(requests.orm),
    attempt: (work, undo) => requests.attempt(({ orm }) => work({ orm: counting(orm) }), undo),
  });
  const counting = (orm: Orm) =>
    new Proxy(orm, {
      get(target, name) {
        if (name !== "update") return Reflect.get(target, name);
        return (table: Parameters<Orm["update"]>[0]) => {
          if ((table as unknown) === integrations) claims++;
          return target.update(table);
        };
      },
    });
  afterEach(() => first.providers.google.setFailureInjector());
  const google = () => first.providers.google;
  const read = (gateway: TestGateway, key: string) => gateway.call("GET", READ, { key });
  const past = () => first.clock.move(3_601_000);
  /** A user whose integration both replicas have cached. */
  const known = async () => {
    const user = await first.user();
    await first.connect(user.key, "google");
    for (const gateway of [first, second]) expect((await read(gateway, user.key)).status).toBe(200);
    return user;
  };

  test("I-3: the other replica uses a refreshed token without an exchange of its own", async () => {
    const { key } = await known();
    past();
    const seen = watch(google());
    expect((await read(first, key)).status).toBe(200);
    expect((await read(second, key)).status).toBe(200);
    expect(seen.tokenForms()).toHaveLength(1);
  });

  test("R-20: a hundred calls on both at the token's expiry make one exchange and all succeed", async () => {
    const { key } = await known();
    past();
    const seen = watch(google());
    const before = claims;
    google().setFailureInjector(async (request) => {
      // The second replica has tried the lease twice and found it taken.
      if (isTokenRequest(google(), request)) await until(() => claims >= before + 2 || seen.tokenForms().length > 1);
      return undefined;
    });
    const firstCall = read(first, key);
    await until(() => seen.tokenForms().length === 1);
    const calls = Array.from({ length: 100 }, (_, i) => read(i % 2 ? first : second, key));
    const responses = [await firstCall, ...(await Promise.all(calls))];
    expect(responses.filter((response) => response.status !== 200).map((response) => response.text)).toEqual([]);
    expect(seen.tokenForms()).toHaveLength(1);
  });

  test("R-23: a token refused on both is refreshed once", async () => {
    const { key } = await known();
    google().expireAll();
    const seen = watch(google());
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => read(i % 2 ? first : second, key)));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(seen.tokenForms()).toHaveLength(1);
  });

  test("S-05: R-26: 50 concurrent callbacks of one state over three replicas: one exchange, one success, 49 error pages", async () => {
    const database = await openPostgres(first.database.url as string);
    const third = await startTestGateway({
      lane: "postgres",
      database: { database, url: first.database.url, close: () => database.close() },
      settings: { google: first.providers.google.settings },
      baseUrl: first.url,
    });
    const { key } = await first.partner();
    const accountId = await first.account(key);
    const { callback, sessionId } = await startAndConsent(first, key, "google", { accountId });
    const replicas = [first, second, third].map(({ url }) => new URL(callback.pathname + callback.search, url));
    const seen = watch(google());
    const landings = await Promise.all(Array.from({ length: 50 }, (_, i) => land(replicas[i % 3] as URL)));
    const replays = await Promise.all(replicas.map((url) => land(url)));
    await third.close();
    await database.close();
    expect(landings.flatMap(({ outcome }) => (outcome ? [outcome.status] : []))).toEqual(["success"]);
    expect(landings.filter(({ status }) => status === 400)).toHaveLength(49);
    expect(replays.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(seen.tokenForms()).toHaveLength(1);
    expect((await sessionOf(second, key, sessionId, accountId)).status).toBe("completed");
    expect((await integrationOf(second, key, "google", accountId)).status).toBe("active");
  });

  test("a disconnect on one ends the calls on the other within a second", async () => {
    const { key } = await known();
    expect((await first.call("DELETE", "/api/v1/integrations/google", { key })).status).toBe(200);
    await until(async () => (await read(second, key)).status === 403, 1_000);
    expect(await integrationOf(second, key, "google")).toBeNull();
  });

  test("a connect on one enables calls on the other within a second", async () => {
    const { key } = await first.user();
    expect((await read(second, key)).status).toBe(403);
    await first.connect(key, "google");
    await until(async () => (await read(second, key)).status === 200, 1_000);
  });

  test("a session started on one is visible on the other, only to its owner", async () => {
    const [{ key }, { key: stranger }] = [await first.user(), await first.user()];
    const { sessionId } = await startAndConsent(first, key, "google");
    expect((await second.call("GET", `${CONNECT}/${sessionId}`, { key })).json.data.status).toBe("pending");
    expect((await second.call("GET", `${CONNECT}/${sessionId}`, { key: stranger })).status).toBe(404);
  });

  test("R-21: a replica that finds the lease taken waits for the other's token set and sends no token request", async () => {
    const { key, userId } = await known();
    past();
    const { database } = first.database;
    const lease = "lease_owner = 'another', lease_until = now() + interval '20 seconds'";
    await database.query(`update integrations set ${lease} where user_id = $1`, [userId]);
    const seen = watch(google());
    const before = claims;
    const pending = read(second, key);
    await until(() => claims >= before + 2);
    expect(seen.all()).toEqual([]);
    // The other replica died; its lease has run out.
    await database.query("update integrations set lease_until = now() - interval '1 second' where user_id = $1", [
      userId,
    ]);
    expect((await pending).status).toBe(200);
    expect(seen.tokenForms()).toHaveLength(1);
  });
});
