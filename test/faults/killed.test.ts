// kill -9 of gateway processes under load: the usage log holds what was acknowledged, and no write is run twice.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connectedKey, type FaultStage, faultStage, send } from "../support/fault-stage.ts";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(2 * START_MS);

const KILLS = 4;
const CALLS_BEFORE_KILL = 1_300;
const USERS = 16;
const AT_ONCE = 48;
/** Longer than any call: then a pending row is one that nobody will end. */
const LONG_AGO = "11 minutes";

describe("a gateway that is killed", () => {
  let stage: FaultStage;
  let server: GatewayServer;
  let keys: string[];
  beforeAll(async () => {
    stage = await faultStage();
    server = await stage.start();
    keys = await Promise.all(Array.from({ length: USERS }, () => connectedKey(server)));
  });
  afterAll(() => stage.end());

  /** Calls without a pause until the connection breaks; notes ids that were sent and those that were answered. */
  async function callUntilKilled(key: string, sent: Set<string>, answered: Map<string, number>) {
    for (;;) {
      const id = crypto.randomUUID();
      sent.add(id);
      try {
        const { status, headers } = await send(server, "GET", "/api/v1/stub/thing", {
          key,
          headers: { "x-request-id": id },
        });
        answered.set(headers.get("x-request-id") ?? "", status);
      } catch {
        return;
      }
    }
  }

  test(`I-1: of ${KILLS * CALLS_BEFORE_KILL} acknowledged calls over ${KILLS} kills none is missing from the log or twice in it`, async () => {
    const sent = new Set<string>();
    const answered = new Map<string, number>();
    for (let kill = 1; kill <= KILLS; kill++) {
      const workers = Array.from({ length: AT_ONCE }, (_, i) =>
        callUntilKilled(keys[i % USERS] as string, sent, answered),
      );
      await until(() => answered.size >= kill * CALLS_BEFORE_KILL, START_MS);
      server.kill("SIGKILL");
      await Promise.all(workers);
      await server.ended;
      server = await stage.start();
    }
    const rows = await stage.database.query<{ id: string; count: number }>(
      "select request_id as id, count(*)::int as count from usage_entries where provider = 'stub' group by 1",
    );
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    expect(answered.size).toBeGreaterThanOrEqual(KILLS * CALLS_BEFORE_KILL);
    expect(new Set(answered.values())).toEqual(new Set([200]));
    expect([...answered.keys()].filter((id) => !counts.has(id))).toEqual([]);
    expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
    expect(rows.filter(({ id }) => !sent.has(id))).toEqual([]);
    // Some calls were cut off, or the kills came when nothing was under way and have proved nothing.
    expect(sent.size - answered.size).toBeGreaterThanOrEqual(KILLS);
  });

  test("R-02: a write whose process is killed before our answer is in the log, and its Idempotency-Key runs nothing again", async () => {
    const [key = ""] = keys;
    const other = await stage.start();
    const post = (on: GatewayServer, id: string) =>
      send(on, "POST", "/api/v1/stub/things", {
        key,
        body: { name: "one" },
        headers: { "x-request-id": id, "idempotency-key": "once" },
      });
    const rowOf = () =>
      stage.database.query("select state, status from usage_entries where request_id = 'killed-write'");
    const writesSeen = () => stage.seen.filter((line) => line === "POST /things").length;
    stage.beforeAnswer.wait = async () => {
      server.kill("SIGKILL");
      await server.ended;
    };
    const cut = post(server, "killed-write").then(
      () => "answered",
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
    const { json } = await send(server, "GET", `/api/v1/usage?until=${until10MinutesAgo}`, { key });
    expect(json.data.entries).toMatchObject([{ request_id: "killed-write", method: "POST", status: null }]);
  });
});
