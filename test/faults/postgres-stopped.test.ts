// A Postgres restarted as after a crash, or stopped by SIGSTOP, under load: waits are bounded, and no row is lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import { withDbTimeout } from "../../src/foundation/db/timeouts.ts";
import { makeKeyText } from "../../src/identity/keys/key-text.ts";
import { findCallers } from "../../src/identity/keys/store.ts";
import { type Browser, newBrowser, PASSWORD, type PageResponse } from "../dashboard/browser.ts";
import { migrated, testDatabase } from "../support/database.ts";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { ownPostgres } from "../support/postgres.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, newPartner, STUB_WEBHOOK_SECRET, send } from "./stage.ts";

setDefaultTimeout(3 * START_MS);

const USERS = 16;
const CALLS = 300;
/**
 * Once measured with 60 seconds, on 2 cores at a load of 8: of 24,000 look-ups of unknown keys the slowest got its 503 after
 * 1,090 ms, p99 534 ms; of 237,000 calls with known keys p99 was 45 ms; memory stood at 75 MB above its start from the 30th
 * second on, and calls went through 0.8 s after the wake. Memory of five seconds tells little (2 to 75 MB in the second half of
 * them), so that what waits is counted too.
 */
const HANG_MS = 5_000;
/** Requests of a volley, each with another unknown key, so that each needs a database look-up. */
const STRANGERS = 200;
const VOLLEY_EVERY_MS = 500;
const WAVE = 100;
const WAVES = 20;
/** A second for the database, and half a second for a machine with few cores. */
const RESPONSE_WITHIN_MS = 1_500;
const BACK_WITHIN_MS = 5_000;
const BACK_FOR_ALL_WITHIN_MS = 1_000;
/** Queues, buffers and the heap fill: 64 to 125 MB were seen in 5 seconds, and 104 MB in 20. */
const GROWS_AT_MOST_KB = 210_000;
/** Statements that may wait at the end of the hang: those of the requests that have no response yet. */
const MAX_QUEUED = USERS + WAVE;

interface TimedResponse {
  id: string;
  status: number;
  tookMs: number;
  retryAfter: string | null;
}

const percentile = (responses: readonly TimedResponse[], part: number): number =>
  responses.map(({ tookMs }) => tookMs).sort((a, b) => a - b)[Math.ceil(part * responses.length) - 1] as number;

describe("a gateway under load whose Postgres", () => {
  let server: Awaited<ReturnType<typeof ownPostgres>>;
  let stage: FaultStage;
  let gateway: GatewayServer;
  let keys: string[];
  beforeAll(async () => {
    server = await ownPostgres();
    const url = await server.createDatabase();
    await migrated(url);
    const database = await openPostgres(url);
    stage = await faultStage({ database, url, close: () => database.close() });
    gateway = await stage.start();
    keys = await Promise.all(Array.from({ length: USERS }, () => connectedKey(gateway)));
  });
  afterAll(async () => {
    await stage.end();
    await server.end();
  });

  const call = async (key: string, isWrite: boolean, replica = gateway): Promise<TimedResponse> => {
    const id = crypto.randomUUID();
    const start = performance.now();
    const input = { key, headers: { "x-request-id": id }, ...(isWrite && { body: { name: "one" } }) };
    const response = await send(replica, isWrite ? "POST" : "GET", `/api/v1/stub/thing${isWrite ? "s" : ""}`, input);
    const retryAfter = response.headers.get("retry-after");
    return { id, status: response.status, tookMs: performance.now() - start, retryAfter };
  };
  /** Every user reads and writes continuously until `stop`. */
  const load = () => {
    const responses: TimedResponse[] = [];
    let isOn = true;
    const workers = keys.map(async (key, i) => {
      while (isOn) responses.push(await call(key, i % 4 === 0));
    });
    return {
      answers: responses,
      made: () => responses.filter(({ status }) => status === 200).length,
      async stop() {
        isOn = false;
        await Promise.all(workers);
        return responses;
      },
    };
  };
  /** Volleys of requests with unknown keys, until the end of the hang. */
  const strangersCall = async () => {
    const responses: TimedResponse[] = [];
    const start = performance.now();
    for (let at = 0; at < HANG_MS; at += VOLLEY_EVERY_MS) {
      await until(() => performance.now() - start >= at, HANG_MS + START_MS);
      responses.push(...(await Promise.all(Array.from({ length: STRANGERS }, () => call(makeKeyText(), false)))));
    }
    return responses;
  };
  /** What as many calls take on this machine, at its load, while the database answers. */
  const slowestOfVolley = async (userKeys = keys, replica = gateway) =>
    percentile(
      await Promise.all(
        Array.from({ length: STRANGERS }, (_, i) => call(userKeys[i % USERS] as string, false, replica)),
      ),
      1,
    );
  /** The same during the hang, with a second gateway whose database answers: the machine is not as busy all the time. */
  const volleysBeside = async () => {
    const database = await testDatabase("postgres");
    const replica = await stage.start(database.url as string);
    const userKeys = await Promise.all(Array.from({ length: USERS }, () => connectedKey(replica)));
    await slowestOfVolley(userKeys, replica);
    return {
      async slowest() {
        const start = performance.now();
        const slowest: number[] = [];
        for (let due = 0; due < HANG_MS; due += VOLLEY_EVERY_MS) {
          await until(() => performance.now() - start >= due, HANG_MS + START_MS);
          slowest.push(await slowestOfVolley(userKeys, replica));
        }
        return Math.max(...slowest);
      },
      async end() {
        replica.kill("SIGTERM");
        await replica.ended;
        await database.close();
      },
    };
  };
  const expectSound = async (responses: readonly TimedResponse[], usual: number) => {
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(["503 1"]));
    const slowest = Math.max(...responses.map(({ tookMs }) => tookMs));
    expect(percentile(responses, 0.99)).toBeLessThan(RESPONSE_WITHIN_MS + usual);
    expect(slowest).toBeLessThan(RESPONSE_WITHIN_MS + 3 * usual);
    const rows = await stage.database.query<{ id: string; count: number }>(
      "select request_id as id, count(*)::int as count from usage_entries where status = 200 group by 1",
    );
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    const acknowledged = responses.filter(({ status }) => status === 200);
    expect(acknowledged.filter(({ id }) => counts.get(id) !== 1)).toEqual([]);
    return Math.round(slowest);
  };
  /** Statements that wait for a connection, of all pools. */
  const queuedStatements = async () => {
    const headers = { authorization: `Bearer ${gateway.adminToken}` };
    const text = await (await fetch(`${gateway.url}/metrics`, { headers })).text();
    const samples = [...text.matchAll(/^gateway_database_pool_queued\{.*\} (\d+)$/gm)];
    expect(samples.length).toBeGreaterThan(0);
    return samples.reduce((sum, [, value]) => sum + Number(value), 0);
  };
  /** Waits until calls succeed again; returns the milliseconds. */
  const back = async (running: ReturnType<typeof load>) => {
    const [start, before] = [performance.now(), running.made()];
    await until(() => running.made() > before, BACK_WITHIN_MS);
    return Math.round(performance.now() - start);
  };

  test("R-06: restarts immediately: calls get 503 quickly or succeed, recover by themselves, and every acknowledged one is logged once", async () => {
    const running = load();
    await until(() => running.made() >= CALLS, START_MS);
    const usual = await slowestOfVolley();
    server.restart();
    await until(() => running.answers.some(({ status }) => status === 503), START_MS);
    await until(
      () =>
        stage.database.query("select 1").then(
          () => true,
          () => false,
        ),
      START_MS,
    );
    const backMs = await back(running);
    const before = running.made();
    await until(() => running.made() >= before + CALLS, START_MS);
    const slowest = await expectSound(await running.stop(), usual);
    console.log(`Restart: calls go through ${backMs} ms after Postgres answers, the slowest answer took ${slowest} ms`);
  });

  /** Stops every process of the server; returns the function that resumes them. */
  const stopServer = async () => {
    const backends = await stage.database.query<{ pid: number }>("select pid from pg_stat_activity");
    const master = Number(readFileSync(join(server.folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
    const pids = [master, ...backends.map(({ pid }) => pid)];
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    return () => {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    };
  };

  test(`R-07: is stopped for ${HANG_MS} ms: calls get 503 within ${RESPONSE_WITHIN_MS} ms, memory stays bounded, and then they succeed`, async () => {
    const kilobytes = () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(gateway.pid)], { encoding: "utf8" }));
    const beside = await volleysBeside();
    const running = load();
    await until(() => running.made() >= CALLS, START_MS);
    const memory = kilobytes();
    const wake = await stopServer();
    const [unknown, usual] = await Promise.all([strangersCall(), beside.slowest()]);
    const [grown, queued] = [kilobytes() - memory, await queuedStatements()];
    wake();
    const backMs = await back(running);
    await beside.end();
    const slowest = await expectSound(await running.stop(), usual);
    expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([503]));
    expect(percentile(unknown, 0.99)).toBeLessThan(RESPONSE_WITHIN_MS + usual);
    expect(percentile(unknown, 1)).toBeLessThan(RESPONSE_WITHIN_MS + 3 * usual);
    expect(grown).toBeLessThan(GROWS_AT_MOST_KB);
    expect(queued).toBeLessThan(MAX_QUEUED);
    const refused = `${unknown.length} look-ups of unknown keys refused, answered ones took ${Math.round(usual)} ms at most`;
    console.log(
      `Stopped: back after ${backMs} ms, slowest ${slowest} ms, memory grew by ${grown} kB, ${queued} statements waited, ${refused}`,
    );
  });

  test(`R-07: is stopped while idle: every kind of request gets 503 within ${RESPONSE_WITHIN_MS} ms`, async () => {
    // Neither has opened its connections for reports yet.
    const idle = [await stage.start(), await stage.start()];
    const partner = await newPartner(gateway, "enterprise");
    const account = { external_id: crypto.randomUUID() };
    const asPartner = { key: partner.key };
    const made = await send(gateway, "POST", "/api/v1/accounts", { ...asPartner, body: account });
    const accountPath = `/api/v1/accounts/${made.json.data.id}`;
    const connect = { provider: "stub", redirect_url: "http://localhost/done" };
    const admin = (at: GatewayServer) => ({ key: at.adminToken });
    const email = () => `${crypto.randomUUID()}@example.com`;
    type Asked = [method: string, path: string, given: (at: GatewayServer) => Parameters<typeof send>[3]];
    const requests: Asked[] = [
      ["GET", "/api/v1/integrations", () => asPartner],
      ["POST", "/api/v1/integrations/connect", () => ({ ...asPartner, body: connect })],
      ["GET", `/api/v1/integrations/connect/${crypto.randomUUID()}`, () => asPartner],
      ["DELETE", "/api/v1/integrations/stub", () => asPartner],
      ["GET", "/api/v1/accounts", () => asPartner],
      ["POST", "/api/v1/accounts", () => ({ ...asPartner, body: { external_id: email() } })],
      ["GET", accountPath, () => asPartner],
      ["PATCH", accountPath, () => ({ ...asPartner, body: { display_name: "Ada" } })],
      ["DELETE", accountPath, () => asPartner],
      ["POST", `${accountPath}/connect`, () => ({ ...asPartner, body: connect })],
      ["GET", "/api/v1/usage", () => asPartner],
      ["GET", "/api/v1/usage/summary", () => asPartner],
      ["GET", "/api/v1/stub/thing", () => asPartner],
      ["POST", "/admin/v1/users", (at) => ({ ...admin(at), body: { email: email() } })],
      ["GET", "/admin/v1/users", admin],
      ["POST", "/admin/v1/keys", (at) => ({ ...admin(at), body: { user: partner.email } })],
      ["GET", "/admin/v1/partners", admin],
      ["GET", "/admin/v1/secrets", admin],
      ["GET", "/health/ready", admin],
    ];
    const states: string[] = [];
    for (const at of idle) {
      expect((await send(at, "GET", "/api/v1/tools/service/things", asPartner)).status).toBe(200);
      const started = await send(at, "POST", "/api/v1/integrations/connect", { ...asPartner, body: connect });
      states.push(new URL(started.json.data.connect_url).searchParams.get("state") as string);
    }
    const usual = await slowestOfVolley();
    const wake = await stopServer();
    const slow: string[] = [];
    try {
      for (const [i, at] of idle.entries()) {
        const calls = requests.map(([method, path, input]) => ({ method, path, input: input(at) }));
        calls.push({ method: "GET", path: `/api/v1/connect/callback?code=c&state=${states[i]}`, input: admin(at) });
        const responses = calls.map(async ({ method, path, input: body }) => {
          const start = performance.now();
          const { status } = await send(at, method, path, body);
          const tookMs = performance.now() - start;
          if (status !== 503 || tookMs > RESPONSE_WITHIN_MS + usual)
            slow.push(`${method} ${path}: ${status}, ${tookMs} ms`);
        });
        await Promise.all(responses);
      }
    } finally {
      wake();
    }
    expect(slow).toEqual([]);
    await until(async () => (await send(gateway, "GET", "/api/v1/accounts", asPartner)).status === 200, START_MS);
  });

  /** A person with a session; the sign-in form of another browser; both of any replica, with the tokens of their forms. */
  const signedUp = async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { email, name: "Ada", role: "owner", user: (await newPartner(gateway)).email };
    const invited = await send(gateway, "POST", "/admin/v1/people", { key: gateway.adminToken, body });
    const browser = newBrowser(gateway);
    await browser.submit(new URL(invited.json.data.setup_link).pathname, { password: PASSWORD });
    const visitor = newBrowser(gateway);
    const tokenIn = ({ text }: PageResponse) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const at = (from: Browser) => (replica: GatewayServer) => {
      const other = newBrowser(replica);
      for (const [name, value] of from.cookies) other.cookies.set(name, value);
      return other;
    };
    return {
      at: at(browser),
      visitorAt: at(visitor),
      keyForm: { form_token: tokenIn(await browser.get("/settings/keys/new")) },
      signInForm: { form_token: tokenIn(await visitor.get("/sign-in")), email, password: PASSWORD },
    };
  };
  const deliver = (at: GatewayServer, content: object) => {
    const body = JSON.stringify(content);
    const signature = createHmac("sha256", STUB_WEBHOOK_SECRET).update(body).digest("hex");
    const headers = { "x-stub-signature": signature, "content-type": "application/json" };
    return fetch(`${at.url}/api/v1/webhooks/stub`, { method: "POST", headers, body });
  };

  test(`R-07: is stopped: a request that comes alone has one deadline, of ${RESPONSE_WITHIN_MS} ms, for all that it asks`, async () => {
    const person = await signedUp();
    const delivery = { id: crypto.randomUUID(), user: "nobody", name: "one" };
    const isStored = async () =>
      (await stage.database.query("select 1 from inbound_webhooks where webhook_key = $1", [delivery.id])).length > 0;
    const api = (method: string, path: string, options: Parameters<typeof send>[3]) => (at: GatewayServer) =>
      send(at, method, path, { ...options, key: options.key || at.adminToken });
    const alone: [name: string, ask: (at: GatewayServer) => Promise<Pick<Response, "status" | "headers">>][] = [
      [
        "admin write",
        api("POST", "/admin/v1/users", { key: "", body: { email: `${crypto.randomUUID()}@example.com` } }),
      ],
      ["admin read", api("GET", "/admin/v1/users", { key: "" })],
      ["call", api("GET", "/api/v1/stub/thing", { key: makeKeyText() })],
      ["mcp", api("POST", "/mcp", { key: makeKeyText(), body: { jsonrpc: "2.0", id: 1, method: "ping" } })],
      ["page", (at) => person.at(at).get("/settings/keys")],
      ["form", (at) => person.at(at).post("/settings/keys/new", { ...person.keyForm, name: "one" })],
      ["sign-in page", (at) => newBrowser(at).get("/sign-in")],
      ["sign-in", (at) => person.visitorAt(at).post("/sign-in", person.signInForm)],
      ["inbound webhook", (at) => deliver(at, delivery)],
    ];
    // All at one time, and each at a replica of its own, which has not noticed yet that the database is gone.
    const replicas = await Promise.all(alone.map(() => stage.start()));
    // The first use of a token writes an entry beside the act, so that the waits of a later act come one after another.
    for (const at of replicas) await send(at, "GET", "/admin/v1/users", { key: at.adminToken });
    const usual = await slowestOfVolley();
    const wake = await stopServer();
    const slow: string[] = [];
    try {
      const asked = alone.map(async ([name, ask], i) => {
        const start = performance.now();
        const { status, headers } = await ask(replicas[i] as GatewayServer);
        const tookMs = performance.now() - start;
        const got = `${status} ${headers.get("retry-after")}`;
        if (got !== "503 1" || tookMs > RESPONSE_WITHIN_MS + usual) slow.push(`${name}: ${got}, ${tookMs} ms`);
      });
      await Promise.all(asked);
      // What no plugin knows needs no row, so that it is accepted; only such a delivery is.
      const unknown = { id: crypto.randomUUID(), user: "nobody" };
      expect((await deliver(replicas.at(-1) as GatewayServer, unknown)).status).toBe(200);
    } finally {
      wake();
    }
    expect(slow).toEqual([]);
    // The provider repeats what was not accepted.
    await until(async () => (await deliver(gateway, delivery)).status === 200, START_MS);
    expect(await isStored()).toBe(true);
    for (const replica of replicas) replica.kill("SIGTERM");
    await Promise.all(replicas.map(({ ended }) => ended));
  });

  test("R-07: is stopped: the driver queues only the first second's statements, and calls succeed within a second after", async () => {
    const own = await openPostgres(stage.url as string);
    // As a gateway does before its first call.
    await own.openConnections();
    let underWay = 0;
    const ask = async () => {
      underWay++;
      const settled = () => void underWay--;
      const raw = own.query("select 1");
      raw.then(settled, settled);
      underWay++;
      const throughDrizzle = findCallers(own, [crypto.randomUUID()]);
      throughDrizzle.then(settled, settled);
      return Promise.allSettled([withDbTimeout(raw), withDbTimeout(throughDrizzle)]);
    };
    const wave = async () => (await Promise.all(Array.from({ length: WAVE }, ask))).flat();
    const codes = (outcomes: Awaited<ReturnType<typeof wave>>) =>
      new Set(outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "completed")));
    try {
      expect(codes(await wave())).toEqual(new Set(["completed"]));
      const wake = await stopServer();
      try {
        expect(codes(await wave())).toEqual(new Set(["SERVICE_UNAVAILABLE"]));
        expect(underWay).toBe(2 * WAVE);
        // Timeouts of the first wave can end slightly early and admit a few more.
        await wave();
        const blocked = underWay;
        expect(blocked).toBeLessThan(4 * WAVE);
        // A wave that waited would take a second, and timers fire meanwhile, however slow the machine is.
        let waited = 0;
        for (let i = 0; i < WAVES; i++) {
          const timer = setTimeout(() => void waited++, 500);
          expect(codes(await wave())).toEqual(new Set(["SERVICE_UNAVAILABLE"]));
          clearTimeout(timer);
        }
        expect(waited).toBe(0);
        expect(underWay).toBe(blocked);
      } finally {
        wake();
      }
      await until(async () => !codes(await ask()).has("SERVICE_UNAVAILABLE"), BACK_FOR_ALL_WITHIN_MS);
      await until(() => underWay === 0);
      expect(codes(await wave())).toEqual(new Set(["completed"]));
    } finally {
      await own.close();
    }
  });
});
