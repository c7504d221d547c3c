// Limits of units: the requests that a session and those below it send to providers, exact over replicas and held against a model.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { endpoint, one, type Provider, path, resource, t, type UpstreamResponse } from "../../../src/plugin/index.ts";
import { acme } from "../../support/acme.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { random } from "../../support/random.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { UNGUARDED } from "../../support/unguarded.ts";

setDefaultTimeout(120_000);
const SESSIONS = "/api/v1/agent-sessions";

const sum = resource({
  raw: t.Object({ id: t.Integer() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => ({ id: String(raw.id) }),
});

/** Acme with an endpoint whose calls send as many requests as they say. */
const plugin = {
  ...acme,
  endpoints: {
    ...acme.endpoints,
    get_many: endpoint({
      method: "GET",
      path: "/many/{count}",
      permission: "items.read",
      description: "Get some items one by one.",
      params: { count: "How many." },
      run: async ({ params }, upstream) => {
        let last = { status: 200, headers: new Headers(), json: { id: 1 } } as UpstreamResponse;
        for (let i = 0; i < Number(params.count); i++)
          last = await upstream.request({ path: path`/items/${params.count}` });
        return last;
      },
      returns: one(sum),
    }),
  },
} as unknown as Provider;

interface Session {
  id: string;
  token: string;
  limits: Record<string, number>;
}

for (const lane of LANES) {
  describe(`units of agent sessions on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ items: [], id: 1, title: "one" }));
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    const replicas: TestGateway[] = [];
    beforeAll(async () => {
      const first = await startTestGateway({ lane, plugins: [plugin], settings, fetch: upstream.fetch });
      const { database, clock } = first;
      const second = { lane, database, clock, plugins: [plugin], settings, fetch: upstream.fetch };
      replicas.push(await startTestGateway(second), first);
    }, 60_000);
    afterAll(async () => {
      for (const replica of replicas) await replica.close();
    });
    beforeEach(() => {
      upstream.requests.length = 0;
      gateway().clock.nextMinute();
    });

    const gateway = () => replicas[1] as TestGateway;
    const owner = async () => {
      const user = await gateway().user({ tier: "team" });
      await gateway().admin("PATCH", `/users/${user.email}`, { overrides: { minute: 100_000, day: 1_000_000 } });
      await insertGrant(gateway(), { userId: user.userId, accountId: null }, "acme");
      return user;
    };
    const make = async (key: string, limits: object, parent?: Session): Promise<Session> => {
      const path = parent ? `${SESSIONS}/${parent.id}/sessions` : SESSIONS;
      const response = await gateway().call("POST", path, { key, body: { ...UNGUARDED, limits } });
      if (response.status !== 200) throw new Error(response.text);
      return response.json.data;
    };
    /** The status, and the reason of an error. */
    const send = async ({ token }: Pick<Session, "token">, count: number, replica = gateway()) => {
      const response = await replica.call("GET", `/api/v1/acme/many/${count}`, { key: token });
      return response.status === 200 ? "200" : `${response.status} ${response.headers.get("x-error-reason")}`;
    };

    test("a call takes the requests that it sends, one that sends none takes nothing, and a refused one nothing", async () => {
      const { key } = await owner();
      const session = await make(key, { units: 6 });
      for (let i = 0; i < 10; i++) {
        // Neither a list of tools nor a call that is refused sends anything.
        expect((await gateway().call("GET", "/api/v1/tools", { key: session.token })).status).toBe(200);
        expect(
          (
            await gateway().call("GET", "/api/v1/acme/items/1", {
              key: session.token,
              headers: { "x-connection": "none" },
            })
          ).status,
        ).toBe(403);
      }
      expect(await send(session, 3)).toBe("200");
      expect(await send(session, 2)).toBe("200");
      // One is left: a call that has begun is not cut.
      expect(await send(session, 3)).toBe("200");
      expect(await send(session, 1)).toBe("429 session_used_up");
      expect((await gateway().call("GET", "/api/v1/tools", { key: session.token })).status).toBe(429);
      expect(upstream.requests.length).toBe(8);
      const text = (await gateway().call("GET", "/api/v1/acme/many/1", { key: session.token })).json.error;
      expect(text).toBe("The agent session has used all its units.");
    });

    test("what is used is what the usage log says, by random calls at two replicas, as the model counts it", async () => {
      const of = random(lane === "postgres" ? 11 : 12);
      for (let run = 0; run < 12; run++) {
        const { key, userId } = await owner();
        const limit = of.oneOf([1, 4, 30, 400]);
        const parent = await make(key, { units: limit });
        const child = await make(parent.token, { units: Math.max(1, limit - of.below(3)) }, parent);
        const used = new Map([
          [parent.id, 0],
          [child.id, 0],
        ]);
        const wrong: string[] = [];
        for (let i = 0; i < 25; i++) {
          const session = of.oneOf([parent, child]);
          const chain = session === child ? [child, parent] : [parent];
          const count = of.oneOf([0, 1, 1, 2, 5, Math.ceil(limit / 8)]);
          const isLeft = chain.every(({ id, limits }) => (used.get(id) as number) < (limits.units as number));
          const outcome = await send(session, count, of.oneOf(replicas));
          if (outcome !== (isLeft ? "200" : "429 session_used_up"))
            wrong.push(`${i}: ${count} of ${limit} after ${[...used.values()]}: ${outcome}`);
          if (isLeft) for (const { id } of chain) used.set(id, (used.get(id) as number) + count);
        }
        // Blocks of more than a hundred are shared out: with them a replica can have none before the end.
        if (limit <= 100) expect([limit, wrong]).toEqual([limit, []]);
        else expect(wrong.filter((one) => one.endsWith("200"))).toEqual([]);
        const [row] = await gateway().database.database.query<{ units: number }>(
          "select coalesce(sum(units), 0)::int as units from usage_entries where user_id = $1::uuid",
          [userId],
        );
        expect(row?.units).toBe(used.get(parent.id));
      }
    });

    test("of calls at once, over two replicas and a child, exactly as many are sent as there are units", async () => {
      const { key } = await owner();
      const parent = await make(key, { units: 20 });
      const child = await make(parent.token, {}, parent);
      const outcomes = await Promise.all(
        Array.from({ length: 80 }, (_, i) => send(i % 3 === 0 ? child : parent, 1, replicas[i % 2])),
      );
      expect(outcomes.filter((one) => one === "200")).toHaveLength(20);
      expect(upstream.requests).toHaveLength(20);
    });

    test("units of a minute come back with the next, and calls have a count of their own", async () => {
      const { key } = await owner();
      const session = await make(key, { units_per_minute: 3, calls: 5 });
      expect(await send(session, 2)).toBe("200");
      expect(await send(session, 1)).toBe("200");
      expect(await send(session, 1)).toBe("429 limited");
      gateway().clock.nextMinute();
      for (const replica of replicas) expect(await send(session, 1, replica)).toBe("200");
      expect(await send(session, 0)).toBe("200");
      expect(await send(session, 0)).toBe("429 session_used_up");
    });

    test("they are only made fewer, show in the session, and their count goes with its row", async () => {
      const { key } = await owner();
      const session = await make(key, { units: 10, units_per_minute: 8 });
      expect(session.limits).toEqual({ units: 10, units_per_minute: 8 });
      const change = (limits: object) =>
        gateway().call("PATCH", `${SESSIONS}/${session.id}`, { key, body: { limits } });
      for (const limits of [{ units: 11 }, { units_per_minute: 9 }, { units: 0 }, { unit: 1 }])
        expect([limits, (await change(limits)).status]).toEqual([limits, 400]);
      expect(await send(session, 4)).toBe("200");
      expect((await change({ units: 5 })).json.data.limits).toEqual({ units: 5, units_per_minute: 8 });
      expect(await send(session, 1)).toBe("200");
      expect(await send(session, 1)).toBe("429 session_used_up");
      const { database } = gateway().database;
      const windows = () => database.query("select * from limit_windows where key = $1", [`units:${session.id}`]);
      expect((await windows()).length).toBeGreaterThan(0);
      await database.query("delete from agent_sessions where id = $1::uuid", [session.id]);
      expect(await windows()).toEqual([]);
    });
  });
}
