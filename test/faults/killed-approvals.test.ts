// G-4: kill -9 of replicas that make approved calls: none is made twice, and none without a yes.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, send, sendUntilTaken } from "./stage.ts";

setDefaultTimeout(8 * START_MS);

/** The full run has KILLS=20 and APPROVALS=3000. */
const KILLS = Number(process.env.KILLS ?? 2);
const APPROVALS = Number(process.env.APPROVALS ?? 60);
const REPLICAS = 3;
const AT_ONCE = 10;

interface Waiting {
  id: string;
  name: string;
  isApproved: boolean;
}

describe("replicas that are killed while they make approved calls", () => {
  let stage: FaultStage;
  let replicas: GatewayServer[];
  let keys: { asker: string; decider: string };
  beforeAll(async () => {
    stage = await faultStage();
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => stage.start()));
    const [server] = replicas as [GatewayServer];
    const key = server.adminToken;
    const email = `${crypto.randomUUID()}@example.com`;
    await send(server, "POST", "/admin/v1/users", { key, body: { email, tier: "team" } });
    const overrides = { minute: 1_000_000, day: 10_000_000 };
    await send(server, "PATCH", `/admin/v1/users/${email}`, { key, body: { overrides } as never });
    const keyWith = async (permissions: string[]): Promise<string> =>
      (await send(server, "POST", "/admin/v1/keys", { key, body: { user: email, permissions } })).json.data.key;
    keys = {
      asker: await keyWith(["*", "gateway:policies.*"]),
      decider: await keyWith(["*", "gateway:approvals.decide"]),
    };
    await connectedKey(server, keys.asker);
    const rules = [{ outcome: "ask", reason: "Making needs a person.", when: { effect: "writes" } }];
    const put = await send(server, "PUT", "/api/v1/policies/user", { key: keys.asker, body: { version: 0, rules } });
    expect(put.status).toBe(200);
  }, 4 * START_MS);
  afterAll(() => stage.end());

  const one = (i: number) => replicas[i % REPLICAS] as GatewayServer;
  /** On another replica where this one is killed meanwhile. */
  const sent = async (
    i: number,
    ...request: Parameters<typeof send> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await sendUntilTaken(one(i + attempt), ...request);
      } catch (error) {
        if (attempt > 10) throw error;
      }
    }
  };

  test(`${KILLS} kills while ${APPROVALS} calls are decided and made`, async () => {
    const waiting: Waiting[] = [];
    const ask = async (i: number) => {
      const name = `thing-${i}`;
      const headers = { "idempotency-key": name };
      const asked = await sent(i, "POST", "/api/v1/stub/things", { key: keys.asker, body: { name }, headers });
      expect(asked.status).toBe(202);
      waiting.push({ id: asked.json.approval.id, name, isApproved: i % 5 !== 0 });
    };
    for (let i = 0; i < APPROVALS; i += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, j) => ask(i + j)));
    expect(stage.made).toEqual([]);

    let killed = 0;
    const next = waiting.values();
    const decideAll = async (lane: number) => {
      let i = lane;
      for (const { id, isApproved } of next) {
        if (!isApproved) continue;
        const decision = { key: keys.decider, body: { decision: "approve" } };
        // One whose reply was lost with its replica is decided already.
        const { status } = await sent(i++, "POST", `/api/v1/approvals/${id}/decide`, decision);
        expect([200, 409]).toContain(status);
      }
    };
    // The provider holds each response a little, so that kills hit calls whose outcome nobody has.
    const held = new Set<() => void>();
    stage.beforeResponse.wait = () => new Promise<void>((resolve) => void held.add(resolve));
    const release = () => {
      for (const resolve of held) resolve();
      held.clear();
    };
    const deciding = Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => decideAll(lane)));
    for (; killed < KILLS; killed++) {
      await until(() => held.size > 0, START_MS);
      const victim = one(killed);
      victim.kill("SIGKILL");
      await victim.ended;
      release();
      replicas[killed % REPLICAS] = await stage.start();
    }
    stage.beforeResponse.wait = async () => {};
    release();
    await deciding;
    const open = async () => {
      // Nobody renews the claims of the dead, which a minute would end.
      await stage.database.query(
        "update approvals set next_at = now() - interval '1 second' where state in ('approved', 'running') and next_at > now() + interval '20 seconds' and started_at < now() - interval '20 seconds'",
      );
      const [row] = await stage.database.query<{ open: number }>(
        "select count(*)::int as open from approvals where state in ('approved', 'running')",
      );
      return row?.open === 0;
    };
    await until(open, 4 * START_MS);

    const states = new Map(
      (
        await stage.database.query<{ id: string; outcome: string }>(
          "select id, coalesce(failure, state) as outcome from approvals",
        )
      ).map(({ id, outcome }) => [id, outcome]),
    );
    const times = (name: string) => stage.made.filter((made) => made.name === name).length;
    const wrong = waiting.filter(({ id, name, isApproved }) => {
      const outcome = states.get(id);
      if (!isApproved) return times(name) > 0 || outcome !== "pending";
      return times(name) > 1 || (outcome === "done" ? times(name) !== 1 : outcome !== "outcome_unknown");
    });
    expect(wrong.map(({ id, name }) => `${name}: ${states.get(id)}, ${times(name)} times`)).toEqual([]);
    const outcomes = Map.groupBy(states.values(), (outcome) => outcome);
    console.log([...outcomes].map(([outcome, { length }]) => `${outcome}: ${length}`).join(", "));
    // The kills hit calls in flight.
    expect(outcomes.get("outcome_unknown")?.length ?? 0).toBeGreaterThan(0);
  });
});
