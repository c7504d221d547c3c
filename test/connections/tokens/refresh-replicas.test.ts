// Three gateway processes on one Postgres against a strict authorization server: one refresh for all, and crashes within it.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startGate } from "../../../emulators/gate.ts";
import type { IntegrationRow } from "../../../src/connections/integrations/model.ts";
import { findIntegration } from "../../../src/connections/integrations/store.ts";
import { openTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { defaultScopes } from "../../../src/providers/registry/scopes.ts";
import { BUILT_IN, TEST_KEY_RING } from "../../support/gateway.ts";
import {
  endProcesses,
  type GatewayServer,
  newDataDir,
  newFolder,
  START_MS,
  startServer,
} from "../../support/gateway-process.ts";
import { testPostgres } from "../../support/postgres.ts";
import { type StrictOAuth, startStrictOAuth, strictSettings } from "../../support/strict-oauth.ts";
import { consentStrictly } from "../../support/strict-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(2 * START_MS);

/** Any loopback address: the tests send the callback to a process themselves. */
const BASE_URL = "http://127.0.0.1:8999";
const REDIRECT_URI = `${BASE_URL}/api/v1/connect/callback`;
const READ = "/api/v1/google/calendar/events?limit=1";
const ADMIN_TOKEN = "admin-token-for-tests";
const LOST = "refresh_outcome_unknown";

interface User {
  key: string;
  userId: string;
}

describe("three processes and a strict provider", () => {
  const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);
  let strict: StrictOAuth;
  let databaseUrl: string;
  let database: OpenDatabase;
  let env: Record<string, string>;
  let servers: GatewayServer[] = [];
  let users = 0;

  const start = () => startServer({ ...env, DATA_DIR: newDataDir() });
  beforeAll(async () => {
    const gate = await startGate(() => Date.now());
    const google = BUILT_IN.find(({ id }) => id === "google");
    strict = await startStrictOAuth(gate, { scopes: google ? defaultScopes(google) : [], redirectUri: REDIRECT_URI });
    databaseUrl = await (await testPostgres()).createDatabase();
    const file = join(newFolder(), "providers.json");
    writeFileSync(file, JSON.stringify({ google: { ...strictSettings(gate), events: "off" } }));
    env = {
      BASE_URL,
      DATABASE_URL: databaseUrl,
      GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
      GATEWAY_SECRET_KEYS: TEST_KEY_RING,
      GATEWAY_PROVIDERS_FILE: file,
    };
    servers = await Promise.all([start(), start(), start()]);
    database = await openPostgres(databaseUrl);
  });
  afterAll(async () => {
    await endProcesses();
    await database.close();
    await strict.close();
    await (await testPostgres()).dropDatabase(databaseUrl);
  });
  afterEach(() => {
    strict.setTokenFault();
    strict.setLife(3_600);
  });

  const server = (i: number) => servers[i % servers.length] as GatewayServer;
  const send = async (at: GatewayServer, method: string, path: string, key: string, body?: object) => {
    const response = await fetch(at.url + path, {
      method,
      redirect: "manual",
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = response.status === 303 ? null : await response.json();
    return {
      status: response.status,
      json,
      outcome: `${response.status} ${json?.code ?? ""}`.trim(),
      headers: response.headers,
    };
  };
  const read = (at: GatewayServer, { key }: User) => send(at, "GET", READ, key);
  const readAll = (count: number, user: User) =>
    Promise.all(Array.from({ length: count }, (_, i) => read(server(i), user)));
  const outcomesOf = async (calls: ReturnType<typeof readAll>) => [
    ...new Set((await calls).map(({ outcome }) => outcome)),
  ];

  /** A connected user, whose integration all three processes have cached. */
  const connected = async (): Promise<User> => {
    const admin = (path: string, body: object) => send(server(0), "POST", `/admin/v1${path}`, ADMIN_TOKEN, body);
    const email = `user-${++users}@example.com`;
    const userId = (await admin("/users", { email, tier: "team" })).json.data.id;
    const { key } = (await admin("/keys", { user: email })).json.data;
    const body = { provider: "google", redirect_url: "http://localhost/done" };
    const { json } = await send(server(0), "POST", "/api/v1/integrations/connect", key, body);
    const callback = await consentStrictly(json.data.connect_url, REDIRECT_URI);
    const landed = await send(server(0), "GET", callback.pathname + callback.search, key);
    expect(landed.headers.get("location")).toContain("status=success");
    await Promise.all(servers.map((at) => send(at, "GET", "/api/v1/tools?all=true", key)));
    return { key, userId };
  };
  const stored = async ({ userId }: User) => {
    const row = (await findIntegration(
      database.orm,
      { userId, accountId: null },
      { provider: "google" },
    )) as IntegrationRow;
    const { access, refresh } = openTokens({ vault }, row);
    return { row, access, refresh: refresh as string };
  };
  /** A user whose access token the provider refuses early, so that the next call refreshes it. */
  const refused = async (): Promise<User> => {
    const user = await connected();
    await strict.endAccess((await stored(user)).access);
    return user;
  };
  /** Requests at the provider from now on. */
  const watch = () => {
    const before = { tokenRequests: strict.asked(), exchanges: strict.exchanges.length, calls: strict.calls.length };
    return {
      tokenRequests: () => strict.asked() - before.tokenRequests,
      tokenResponses: () => strict.exchanges.slice(before.exchanges).map(({ error, status }) => error ?? status),
      calls: () => strict.calls.slice(before.calls),
    };
  };
  const expectCurrent = async (user: User) => {
    const { row, refresh } = await stored(user);
    expect([row.status, row.statusReason, row.leaseOwner]).toEqual(["active", null, null]);
    expect(await strict.isCurrent(refresh)).toBe(true);
  };
  const expectEnded = async (user: User, status: string, reason: string) => {
    const { row } = await stored(user);
    expect([row.status, row.statusReason]).toEqual([status, reason]);
    // Once every process knows, the provider gets no requests any more.
    await until(async () => {
      const seen = watch();
      await readAll(3, user);
      return seen.calls().length === 0 && seen.tokenRequests() === 0;
    }, START_MS);
  };

  test("R-20: I-3: a hundred calls at a token's expiry make one refresh, and all succeed", async () => {
    // The connect itself must fit in, on a busy machine too.
    strict.setLife(3);
    const user = await connected();
    const { row, access, refresh } = await stored(user);
    await until(async () => !(await strict.isLive(access)) && Number(row.accessExpiresAt) < Date.now(), START_MS);
    strict.setLife(3_600);
    const [seen, ended] = [watch(), strict.endedGrants()];
    let resume = () => {};
    const open = new Promise<void>((resolve) => {
      resume = resolve;
    });
    strict.setTokenFault({ before: () => open.then(() => undefined) });
    const calls = readAll(100, user);
    // Every process has received calls before the provider responds to the refresh.
    await until(() => seen.tokenRequests() > 0, START_MS);
    await Promise.all(servers.map(({ url }) => fetch(`${url}/health/ready`)));
    resume();
    expect(await outcomesOf(calls)).toEqual(["200"]);
    expect([seen.tokenRequests(), seen.tokenResponses()]).toEqual([1, [200]]);
    expect(seen.calls()).toEqual(Array.from({ length: 100 }, () => 200));
    expect(strict.endedGrants()).toBe(ended);
    expect((await stored(user)).refresh).not.toBe(refresh);
    await expectCurrent(user);
  });

  test("R-23: a token that is refused to all three processes is refreshed once", async () => {
    const user = await refused();
    const seen = watch();
    expect(await outcomesOf(readAll(30, user))).toEqual(["200"]);
    expect(seen.tokenResponses()).toEqual([200]);
    await expectCurrent(user);
  });

  test("R-23: a grant that the user withdrew ends by one refresh, however many calls are refused at once", async () => {
    const user = await connected();
    await strict.withdraw((await stored(user)).refresh);
    const seen = watch();
    expect(await outcomesOf(readAll(30, user))).toEqual(["401 INTEGRATION_REVOKED"]);
    expect([seen.tokenRequests(), seen.tokenResponses()]).toEqual([1, ["invalid_grant"]]);
    // Each call at most once, never a retry.
    expect(seen.calls().length).toBeLessThanOrEqual(30);
    expect(new Set(seen.calls())).toEqual(new Set([401]));
    await expectEnded(user, "revoked", "invalid_grant");
  });

  test("R-04: a token request that was lost before the provider acted is retried, and every call succeeds", async () => {
    const user = await refused();
    const seen = watch();
    strict.setTokenFault({ before: () => (seen.tokenRequests() === 1 ? "reset" : undefined) });
    expect(await outcomesOf(readAll(9, user))).toEqual(["200"]);
    expect([seen.tokenRequests(), seen.tokenResponses()]).toEqual([2, [200]]);
    await expectCurrent(user);
  });

  test(`R-04: a response lost after a rotation ends the integration as expired, reason ${LOST}, and is logged`, async () => {
    const user = await refused();
    const seen = watch();
    strict.setTokenFault({ before: () => (seen.tokenRequests() === 1 ? "lose-response" : undefined) });
    expect(await outcomesOf(readAll(9, user))).toEqual(["401 INTEGRATION_EXPIRED"]);
    expect([seen.tokenRequests(), seen.tokenResponses()]).toEqual([2, [200, "invalid_grant"]]);
    await expectEnded(user, "expired", LOST);
    const { row } = await stored(user);
    const lines = servers.flatMap(({ written }) => written.stderr.trim().split("\n")).filter(Boolean);
    const events = lines.map((line) => JSON.parse(line)).filter((line) => line.integration_id === row.id);
    expect(events.map(({ event, reason }) => [event, reason])).toEqual([
      ["token_refresh_no_response", undefined],
      ["integration_ended", LOST],
    ]);
  });

  /** Kills the refreshing process before or after the provider acts, and expires its lease; returns the provider's requests. */
  const killDuringRefresh = async (user: User, moment: "before" | "after") => {
    const seen = watch();
    let resume = () => {};
    const open = new Promise<void>((resolve) => {
      resume = resolve;
    });
    strict.setTokenFault({
      before: () => (moment === "before" ? open.then(() => "reset" as const) : undefined),
      after: () => open,
    });
    const victim = server(0);
    const call = read(victim, user).catch(() => null);
    await until(() => (moment === "before" ? seen.tokenRequests() : seen.tokenResponses().length) === 1, START_MS);
    victim.kill("SIGKILL");
    await victim.ended;
    expect(await call).toBeNull();
    resume();
    strict.setTokenFault();
    servers[0] = await start();
    const over =
      "update integrations set lease_until = now() - interval '1 second' where user_id = $1 and lease_until > now() returning id";
    expect(await database.query(over, [user.userId])).toHaveLength(1);
    return seen;
  };

  test("R-04: kill -9 during a refresh, before the provider acted: the next call refreshes, no token is lost", async () => {
    const user = await refused();
    const seen = await killDuringRefresh(user, "before");
    expect((await read(server(1), user)).outcome).toBe("200");
    expect(seen.tokenResponses()).toEqual([200]);
    await expectCurrent(user);
  });

  test(`R-04: kill -9 during a refresh, after the provider rotated: expired at the next call, reason ${LOST}`, async () => {
    const user = await refused();
    const seen = await killDuringRefresh(user, "after");
    expect(seen.tokenResponses()).toEqual([200]);
    expect((await read(server(1), user)).outcome).toBe("401 INTEGRATION_EXPIRED");
    expect([seen.tokenRequests(), seen.tokenResponses()]).toEqual([2, [200, "invalid_grant"]]);
    await expectEnded(user, "expired", LOST);
  });
});
