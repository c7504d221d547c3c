// A Postgres with a full disk accepts reads and rejects writes: the gateway acknowledges nothing and loses nothing.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, newKey, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

const BACK_WITHIN_MS = 5_000;
const CALLS = 40;
const WAVES = 3;
const USERS = 4;

describe("a gateway whose Postgres has a full disk", () => {
  let stage: FaultStage;
  let server: GatewayServer;
  let keys: string[];
  /** Unused keys, whose time of last use is written at their first call. */
  let unused: string[];
  let tables: string[];
  beforeAll(async () => {
    stage = await faultStage();
    const names = await stage.database.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    );
    tables = names.map(({ name }) => name);
    // Postgres's error when it cannot extend a file (SQLSTATE 53100, disk_full).
    await stage.database.script(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    server = await stage.start();
    keys = await Promise.all(Array.from({ length: USERS }, () => connectedKey(server)));
    unused = await Promise.all(Array.from({ length: USERS }, () => newKey(server, "team")));
  });
  afterAll(() => stage.end());

  const fill = () =>
    stage.database.script(
      tables
        .map((table) => `create trigger full_disk before insert or update on "${table}" execute function refuse();`)
        .join("\n"),
    );
  const clear = () => stage.database.script(tables.map((table) => `drop trigger full_disk on "${table}";`).join("\n"));

  const call = async (method: "GET" | "POST", key: string, headers: Record<string, string> = {}) => {
    const id = crypto.randomUUID();
    const path = `/api/v1/stub/${method === "GET" ? "thing" : "things"}`;
    const body = method === "GET" ? undefined : { name: "one" };
    const response = await send(server, method, path, {
      key,
      ...(body && { body }),
      headers: { ...headers, "x-request-id": id },
    });
    return { ...response, id };
  };
  const readiness = async () => (await fetch(`${server.url}/health/ready`)).status;
  const wave = () =>
    Promise.all([
      ...Array.from({ length: CALLS }, (_, i) => call("GET", keys[i % USERS] as string)),
      ...keys.map((key) => call("POST", key)),
      ...keys.map((key) => call("POST", key, { "idempotency-key": crypto.randomUUID() })),
      ...keys.map((key) => send(server, "GET", "/api/v1/usage", { key })),
    ]);
  const logged = () =>
    server.written.stderr
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  const events = () => logged().map(({ event }) => event as string);

  test("R-08: returns 503 to every call, is not ready, sends no write to the provider, logs one line, and recovers by itself", async () => {
    const acknowledged = await wave();
    expect(new Set(acknowledged.map(({ status }) => status))).toEqual(new Set([200]));
    stage.seen.length = 0;
    expect(await readiness()).toBe(200);
    await fill();
    // Without calls the readiness probe detects it. Its result is cached for a second.
    await until(async () => (await readiness()) === 503, BACK_WITHIN_MS);
    const refused: Awaited<ReturnType<typeof wave>> = [];
    for (let i = 0; i < WAVES; i++) refused.push(...(await wave()));
    refused.push(...(await Promise.all(unused.map((key) => send(server, "GET", "/api/v1/usage", { key })))));
    for (const { status, headers, json } of refused) {
      expect([status, json.code, headers.get("retry-after")]).toEqual([503, "SERVICE_UNAVAILABLE", "1"]);
    }
    // A read may have been in flight before the gateway knew; its result was not returned.
    expect(stage.seen.filter((line) => line !== "GET /thing")).toEqual([]);
    expect(stage.seen.length).toBeLessThanOrEqual(CALLS);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect(await readiness()).toBe(503);
    await until(() => events().includes("key_touch_failed"), START_MS);

    await clear();
    await until(async () => (await call("GET", keys[0] as string)).status === 200, BACK_WITHIN_MS);
    expect(new Set((await wave()).map(({ status }) => status))).toEqual(new Set([200]));
    await until(async () => (await readiness()) === 200, BACK_WITHIN_MS);
    const rows = await stage.database.query<{ id: string; count: number; status: number }>(
      "select request_id as id, count(*)::int as count, max(status) as status from usage_entries where provider = 'stub' group by 1",
    );
    const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
    expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
    const calls = acknowledged.flatMap((response) => ("id" in response ? [response.id] : []));
    expect(calls.map((id) => statusOf.get(id))).toEqual(calls.map(() => 200));
    // One line for each queue, however many calls were refused and however often a queue looked.
    const others = [
      "idempotency_behind",
      "idempotency_refused",
      "key_touch_failed",
      "queue_unavailable",
      "readiness_probe_failed",
    ];
    expect(events().filter((event) => !others.includes(event))).toEqual(["usage_log_behind"]);
    const lines = logged().map(({ event, queue = "" }) => `${event} ${queue}`);
    expect(new Set(lines).size).toBe(lines.length);
    // On a busy machine a queue's statement may reach its second before the database refuses it.
    const codes = new Set(logged().map(({ error }) => error.code as string));
    expect(codes.has("53100")).toBe(true);
    expect([...codes].filter((code) => code !== "53100" && code !== "SERVICE_UNAVAILABLE")).toEqual([]);
  });
});
