// A Postgres that hangs or is down: callers get 503 quickly, the gateway recovers by itself, and no usage row is lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { type DatabaseProxy, databaseProxy } from "./database-proxy.ts";
import { connectedKey, type FaultStage, faultStage, newKey, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

/** A second for the database, and half a second for a machine with few cores. */
const RESPONSE_WITHIN_MS = 1_500;
const BACK_WITHIN_MS = 5_000;
/** What docs/operate/health.md promises of a stop; a job that hangs with the database takes most of it. */
const STOPS_WITHIN_MS = 25_000;
const CALLS = 40;

describe("a gateway whose Postgres", () => {
  let stage: FaultStage;
  let wire: DatabaseProxy;
  let server: GatewayServer;
  let key: string;
  beforeAll(async () => {
    stage = await faultStage();
    wire = await databaseProxy(stage.url as string);
    server = await stage.start(wire.url);
    key = await connectedKey(server);
  });
  afterAll(async () => {
    wire.mend();
    await stage.end();
    await wire.close();
  });

  const call = async (method = "GET", path = "/thing", more: Record<string, string> = {}) => {
    const id = crypto.randomUUID();
    const start = performance.now();
    const body = method === "GET" ? undefined : { name: "one" };
    const headers = { "x-request-id": id, ...more };
    const response = await send(server, method, `/api/v1/stub${path}`, { key, headers, ...(body && { body }) });
    return { ...response, id, tookMs: performance.now() - start };
  };
  const rowsOf = (ids: readonly string[]) =>
    stage.database.query<{ id: string; state: string; status: number; call_count: number }>(
      `select request_id as id, state, status, call_count from usage_entries
       where request_id in (select jsonb_array_elements_text($1::text::jsonb))`,
      [JSON.stringify(ids)],
    );
  const isBack = async () => (await call()).status === 200;
  const callUnder = (key: string) => call("POST", "/things", { "idempotency-key": key });
  /** A read, a write and an idempotent write in flight when the outage begins, and one that claims its key during it. */
  const strickenWhileCalled = async (outage: "hang" | "cut") => {
    expect(await isBack()).toBe(true);
    stage.seen.length = 0;
    let letGo = () => {};
    const struck = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    stage.beforeResponse.wait = () => struck;
    const calls = [call(), call("POST", "/things"), callUnder(`made/${outage}`)];
    await until(() => stage.seen.length === calls.length, START_MS);
    stage.seen.sort();
    stage.beforeResponse.wait = async () => {};
    wire[outage]();
    const claiming = callUnder(`free/${outage}`);
    letGo();
    return Promise.all([...calls, claiming]);
  };
  /** Calls in successive waves: some before the outage is detected, some after. */
  const waves = async (count: number) => {
    const responses: Awaited<ReturnType<typeof call>>[] = [];
    for (let wave = 0; wave < count; wave++) {
      const reads = Array.from({ length: CALLS }, () => call());
      responses.push(...(await Promise.all([...reads, call("POST", "/things")])));
    }
    return responses;
  };

  for (const breakIt of ["hang", "cut"] as const) {
    const title = { hang: "R-07: hangs", cut: "R-06: is gone" }[breakIt];
    test(`${title} returns 503 with Retry-After within ${RESPONSE_WITHIN_MS} ms, and recovers by itself`, async () => {
      const stricken = await strickenWhileCalled(breakIt);
      const responses = await waves(3);
      // The read's row could not be written; the write had a pending row, so its caller gets the result.
      expect(stricken.map(({ status }) => status)).toEqual([503, 200, 200, 503]);
      for (const { status, headers, json, tookMs } of responses) {
        expect([status, json.code, headers.get("retry-after")]).toEqual([503, "SERVICE_UNAVAILABLE", "1"]);
        expect(tookMs).toBeLessThan(RESPONSE_WITHIN_MS);
      }
      expect(Math.max(...stricken.map(({ tookMs }) => tookMs))).toBeLessThan(RESPONSE_WITHIN_MS);
      // While rows cannot be written, the provider gets no request.
      expect(stage.seen).toEqual(["GET /thing", "POST /things", "POST /things"]);

      wire.mend();
      await until(isBack, BACK_WITHIN_MS);
      const made = stricken.slice(0, 3).map(({ id }) => id);
      const isLogged = async () => (await rowsOf(made)).filter(({ status }) => status === 200).length === made.length;
      await until(isLogged, BACK_WITHIN_MS);
      const rows = await rowsOf([...made, ...responses.map(({ id }) => id)]);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(rows.filter(({ call_count, state }) => call_count !== 1 || state !== "done")).toEqual([]);

      // The response that could not be stored is replayed, and the key of the call that was not made is free.
      const again = await callUnder(`made/${breakIt}`);
      expect([again.headers.get("idempotency-replayed"), again.json]).toEqual(["true", stricken[2]?.json]);
      await until(async () => (await callUnder(`free/${breakIt}`)).status === 200, BACK_WITHIN_MS);
    });
  }

  test("R-07: that hangs makes a call wait once, not at each step, and does not block a stop", async () => {
    // A free user's calls are leased one by one, so the first wait is for the rate limiter, before the usage row.
    const free = { key: await newKey(server, "free") };
    const path = "/api/v1/tools/names/x";
    for (let i = 0; i < 2; i++) expect((await send(server, "GET", path, free)).status).toBe(200);
    wire.hang();
    const requests = performance.now();
    expect((await send(server, "GET", path, free)).status).toBe(503);
    expect(performance.now() - requests).toBeLessThan(RESPONSE_WITHIN_MS);
    const start = performance.now();
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    expect(performance.now() - start).toBeLessThan(STOPS_WITHIN_MS);
  });
});
