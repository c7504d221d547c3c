// A Postgres that hangs or is gone: callers get 503 soon, nothing needs a restart, and no row of a call is lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { type DatabaseProxy, databaseProxy } from "./database-proxy.ts";
import { connectedKey, type FaultStage, faultStage, newKey, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

/** A second for the database, and half a second for a machine with few cores. */
const ANSWERED_WITHIN_MS = 1_500;
const BACK_WITHIN_MS = 5_000;
const STOPS_WITHIN_MS = 15_000;
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
    const answer = await send(server, method, `/api/v1/stub${path}`, { key, headers, ...(body && { body }) });
    return { ...answer, id, tookMs: performance.now() - start };
  };
  const rowsOf = (ids: readonly string[]) =>
    stage.database.query<{ id: string; state: string; status: number; call_count: number }>(
      `select request_id as id, state, status, call_count from usage_entries
       where request_id in (select jsonb_array_elements_text($1::text::jsonb))`,
      [JSON.stringify(ids)],
    );
  const isBack = async () => (await call()).status === 200;
  const callUnder = (key: string) => call("POST", "/things", { "idempotency-key": key });
  /** A read, a write and a write under a key that are at the provider when the fault comes; and one that claims its key in it. */
  const strickenWhileCalled = async (fault: "hang" | "cut") => {
    expect(await isBack()).toBe(true);
    stage.seen.length = 0;
    let letGo = () => {};
    const struck = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    stage.beforeAnswer.wait = () => struck;
    const calls = [call(), call("POST", "/things"), callUnder(`made/${fault}`)];
    await until(() => stage.seen.length === calls.length, START_MS);
    stage.seen.sort();
    stage.beforeAnswer.wait = async () => {};
    wire[fault]();
    const claiming = callUnder(`free/${fault}`);
    letGo();
    return Promise.all([...calls, claiming]);
  };
  /** Calls in waves, one after the other, so that some come when the outage is new and others when it is known. */
  const waves = async (count: number) => {
    const answers: Awaited<ReturnType<typeof call>>[] = [];
    for (let wave = 0; wave < count; wave++) {
      const reads = Array.from({ length: CALLS }, () => call());
      answers.push(...(await Promise.all([...reads, call("POST", "/things")])));
    }
    return answers;
  };

  for (const fault of ["hang", "cut"] as const) {
    const title = { hang: "R-07: hangs", cut: "R-06: is gone" }[fault];
    test(`${title} answers 503 with Retry-After within ${ANSWERED_WITHIN_MS} ms, and works again by itself`, async () => {
      const stricken = await strickenWhileCalled(fault);
      const answers = await waves(3);
      // The read's row could not be written; a write had its pending row, so its caller learns what happened.
      expect(stricken.map(({ status }) => status)).toEqual([503, 200, 200, 503]);
      for (const { status, headers, json, tookMs } of answers) {
        expect([status, json.code, headers.get("retry-after")]).toEqual([503, "SERVICE_UNAVAILABLE", "1"]);
        expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS);
      }
      expect(Math.max(...stricken.map(({ tookMs }) => tookMs))).toBeLessThan(ANSWERED_WITHIN_MS);
      // While rows cannot be written, nothing is asked of the provider.
      expect(stage.seen).toEqual(["GET /thing", "POST /things", "POST /things"]);

      wire.mend();
      await until(isBack, BACK_WITHIN_MS);
      const made = stricken.slice(0, 3).map(({ id }) => id);
      const isTold = async () => (await rowsOf(made)).filter(({ status }) => status === 200).length === made.length;
      await until(isTold, BACK_WITHIN_MS);
      const rows = await rowsOf([...made, ...answers.map(({ id }) => id)]);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(rows.filter(({ call_count, state }) => call_count !== 1 || state !== "done")).toEqual([]);

      // The answer that could not be stored is given again, and the key of a call that was not made is free.
      const again = await callUnder(`made/${fault}`);
      expect([again.headers.get("idempotency-replayed"), again.json]).toEqual(["true", stricken[2]?.json]);
      await until(async () => (await callUnder(`free/${fault}`)).status === 200, BACK_WITHIN_MS);
    });
  }

  test("R-07: that hangs lets a call wait once, not at each step, and does not keep a gateway from stopping", async () => {
    // Calls of a free user are leased one by one, so the first wait is for the limits, before the usage row.
    const free = { key: await newKey(server, "free") };
    const path = "/api/v1/tools/names/x";
    for (let i = 0; i < 2; i++) expect((await send(server, "GET", path, free)).status).toBe(200);
    wire.hang();
    const asked = performance.now();
    expect((await send(server, "GET", path, free)).status).toBe(503);
    expect(performance.now() - asked).toBeLessThan(ANSWERED_WITHIN_MS);
    const start = performance.now();
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    expect(performance.now() - start).toBeLessThan(STOPS_WITHIN_MS);
  });
});
