// kill -9 of gateway processes under load: the usage log contains every acknowledged call, and no write runs twice.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, newKey, send, sendUntilTaken } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

/** The full run has KILLS=20 and CALLS=10000: test/README.md. */
const KILLS = Number(process.env.KILLS ?? 6);
const CALLS = Number(process.env.CALLS ?? 3_000);
const REPLICAS = 2;
/** Enough that no user reaches a minute's limit, even with the leases lost by killed replicas. */
const USERS = 48;
const LIMIT_OF_FREE = 60;
/** One second on a dedicated machine; the bound is wide because load and tests share the cores. */
const READY_MS = 5_000;
/** Longer than any call: an older pending row is orphaned. */
const LONG_AGO = "11 minutes";

interface Called {
  /** Ids of the calls that were sent. */
  sent: Set<string>;
  /** Acknowledged calls, with the thing returned to each. */
  acknowledged: Map<string, string>;
  /** Calls with 503: on a busy machine the database can exceed a caller's one second. */
  refused: Set<string>;
  /** Calls of the free user: the minute, and whether it was admitted. */
  limited: { minute: string; status: number }[];
}

describe("a killed gateway", () => {
  let stage: FaultStage;
  let server: GatewayServer;
  let keys: string[];
  beforeAll(async () => {
    stage = await faultStage();
    server = await stage.start();
    keys = await Promise.all(Array.from({ length: USERS }, () => connectedKey(server)));
  });
  afterAll(() => stage.end());

  /** Calls without a pause until the connection breaks. */
  async function callUntilKilled(at: GatewayServer, key: string, called: Called, things: Set<string>) {
    const { sent, acknowledged, refused } = called;
    let lastTakenAt = performance.now();
    for (;;) {
      const id = crypto.randomUUID();
      sent.add(id);
      try {
        const response = await send(at, "GET", "/api/v1/stub/thing", { key, headers: { "x-request-id": id } });
        const isRefused = response.status === 503 && performance.now() - lastTakenAt < START_MS;
        if (isRefused) {
          refused.add(id);
          continue;
        }
        if (response.status !== 200) throw new Error(`The call returned ${response.status}.`);
        lastTakenAt = performance.now();
        acknowledged.set(response.headers.get("x-request-id") ?? "", response.json.data.id);
        things.add(response.json.data.id);
      } catch (error) {
        if (/The call returned/.test(String(error))) throw error;
        return;
      }
    }
  }

  async function askUntilKilled(at: GatewayServer, key: string, { limited }: Called) {
    for (;;) {
      try {
        const { status, headers } = await send(at, "GET", "/api/v1/tools/names/x", { key });
        limited.push({ minute: headers.get("x-ratelimit-reset") ?? "", status });
      } catch {
        return;
      }
    }
  }

  test(`R-01: I-1: I-2: I-5: ${KILLS} kills under load: of ${CALLS} acknowledged calls none is missing or duplicated in the log, past a limit or with another's token`, async () => {
    const called: Called = { sent: new Set(), acknowledged: new Map(), refused: new Set(), limited: [] };
    const thingsOf = new Map(keys.map((key) => [key, new Set<string>()]));
    const free = await newKey(server, "free");
    const load = (at: GatewayServer, directory: number) =>
      Promise.all([
        askUntilKilled(at, free, called),
        ...keys
          .filter((_, i) => i % REPLICAS === directory)
          .map((key) => callUntilKilled(at, key, called, thingsOf.get(key) as Set<string>)),
      ]);
    const replicas = [server, await stage.start()];
    const loads = replicas.map(load);
    const readyMs: number[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(() => called.acknowledged.size >= (kill * CALLS) / KILLS, START_MS);
      const directory = kill % REPLICAS;
      const victim = replicas[directory] as GatewayServer;
      victim.kill("SIGKILL");
      await Promise.all([victim.ended, loads[directory]]);
      const start = performance.now();
      const next = await stage.start();
      readyMs.push(performance.now() - start);
      replicas[directory] = next;
      loads[directory] = load(next, directory);
    }
    const cutOff = called.sent.size - called.acknowledged.size - called.refused.size;
    for (const replica of replicas) replica.kill("SIGKILL");
    await Promise.all(loads);
    server = await stage.start();

    const rows = await stage.database.query<{ id: string; count: number }>(
      "select request_id as id, count(*)::int as count from usage_entries where provider = 'stub' group by 1",
    );
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    expect(called.acknowledged.size).toBeGreaterThanOrEqual(CALLS);
    expect([...called.acknowledged.keys()].filter((id) => !counts.has(id))).toEqual([]);
    expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
    expect(rows.filter(({ id }) => !called.sent.has(id))).toEqual([]);
    // Control: some calls were interrupted, so the kills hit calls in flight.
    expect(cutOff).toBeGreaterThanOrEqual(KILLS);

    const minutes = [...Map.groupBy(called.limited, ({ minute }) => minute).values()];
    const admitted = minutes.map((of) => of.filter(({ status }) => status === 200).length);
    expect(Math.max(...admitted)).toBeLessThanOrEqual(LIMIT_OF_FREE);
    expect(called.limited.some(({ status }) => status === 429)).toBe(true);
    // The thing's id identifies the token's owner.
    expect([...thingsOf.values()].map((things) => things.size)).toEqual(keys.map(() => 1));
    expect(new Set([...thingsOf.values()].flatMap((things) => [...things])).size).toBe(USERS);

    readyMs.sort((a, b) => a - b);
    const [fastest = 0, median = 0, slowest = 0] = [0, Math.floor(KILLS / 2), KILLS - 1].map((i) =>
      Math.round(readyMs[i] ?? 0),
    );
    if (called.refused.size > 0) console.log(`${called.refused.size} calls got 503`);
    console.log(`Start to ready under load: ${fastest} ms at best, ${median} ms at the median, ${slowest} ms at worst`);
    expect(fastest).toBeLessThan(READY_MS);
  });

  test("R-02: a write whose process is killed before its response is in the log, and its Idempotency-Key never runs it again", async () => {
    const [key = ""] = keys;
    const other = await stage.start();
    const post = (on: GatewayServer, id: string) =>
      sendUntilTaken(on, "POST", "/api/v1/stub/things", {
        key,
        body: { name: "one" },
        headers: { "x-request-id": id, "idempotency-key": "once" },
      });
    const rowOf = () =>
      stage.database.query("select state, status from usage_entries where request_id = 'killed-write'");
    const writesSeen = () => stage.seen.filter((line) => line === "POST /things").length;
    stage.beforeResponse.wait = async () => {
      server.kill("SIGKILL");
      await server.ended;
    };
    const cut = post(server, "killed-write").then(
      () => "completed",
      () => "cut off",
    );
    expect(await cut).toBe("cut off");
    expect(writesSeen()).toBe(1);
    expect(await rowOf()).toEqual([{ state: "pending", status: null }]);

    const again = await post(other, "repeated-write");
    expect([again.status, again.headers.get("x-error-code")]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
    expect(writesSeen()).toBe(1);

    await stage.database.query(
      `update usage_entries set occurred_at = occurred_at - interval '${LONG_AGO}' where state = 'pending'`,
    );
    server = await stage.start();
    const stateOf = async () => JSON.stringify(await rowOf());
    await until(async () => (await stateOf()).includes("interrupted"), START_MS);
    const until10MinutesAgo = new Date(Date.now() - 600_000).toISOString();
    const { json } = await sendUntilTaken(server, "GET", `/api/v1/usage?until=${until10MinutesAgo}`, { key });
    expect(json.data.entries).toMatchObject([{ request_id: "killed-write", method: "POST", status: null }]);
  });
});
