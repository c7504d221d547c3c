// G-4: of approved calls none is made twice and none without a yes, wherever the process dies that makes them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LEASE_MS } from "../../src/agents/approvals/approvals.ts";
import { acme } from "../support/acme.ts";
import { crashingDatabase } from "../support/crashing-database.ts";
import { LANES, type TestDatabase, testDatabase } from "../support/database.ts";
import { BUILT_IN, type GatewayOptions, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { random } from "../support/random.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";

setDefaultTimeout(900_000);

/** Processes that die; `CRASHES=1000` tries every moment many times. */
const CRASHES = Number(process.env.CRASHES ?? 12);
const CALLS_EACH = 12;

interface Asked {
  id: string;
  item: string;
  decision: "approve" | "deny" | null;
}

for (const lane of LANES) {
  describe(`G-4 on ${lane}`, () => {
    let database: TestDatabase;
    let gateway: TestGateway;
    const upstream = recordingProvider(() => Response.json({ id: 1, title: "One" }));
    let options: GatewayOptions;
    let keys: { asker: string; decider: string };
    beforeAll(async () => {
      database = await testDatabase(lane);
      options = {
        lane,
        database,
        plugins: [...BUILT_IN, acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      };
      gateway = await startTestGateway(options);
      const { email, userId } = await gateway.user();
      await gateway.admin("PATCH", `/users/${email}`, { overrides: { minute: 1_000_000, day: 10_000_000 } });
      await insertGrant(gateway, { userId, accountId: null }, "acme");
      const keyOf = async (body: object) =>
        (await gateway.admin("POST", "/keys", { user: email, ...body })).json.data.key;
      keys = {
        asker: await keyOf({ confirm_destructive: true }),
        decider: await keyOf({ permissions: ["*", "gateway:approvals.decide"] }),
      };
    });
    afterAll(async () => {
      await gateway.close();
      await database.close();
    });

    const ask = async (item: string): Promise<string> => {
      const asked = await gateway.call("DELETE", `/api/v1/acme/items/${item}`, { key: keys.asker });
      expect(asked.status).toBe(202);
      return asked.json.approval.id;
    };
    const decide = async (at: TestGateway, { id, decision }: Asked) => {
      const body = { decision };
      if (decision) await at.call("POST", `/api/v1/approvals/${id}/decide`, { key: keys.decider, body });
    };
    const timesSent = (item: string) => upstream.requests.filter(({ url }) => url.pathname === `/items/${item}`).length;
    const stateOf = async (id: string) =>
      (
        await database.database.query<{ state: string; failure: string | null }>(
          "select state, failure from approvals where id = $1::text::uuid",
          [id],
        )
      )[0] as { state: string; failure: string | null };

    test("wherever a process dies, from the decision to the end of the call", async () => {
      const chance = random(20_261_130);
      const seen = new Map<string, number>();
      let begun = 0;
      /** Statements of the processes that have outlived theirs. */
      const crashesAt: number[] = [];
      for (let n = 0; n < CRASHES; n++) {
        const calls: Asked[] = [];
        for (let i = 0; i < CALLS_EACH; i++) {
          const item = `${n}-${i}`;
          const decision = i % 6 === 4 ? "deny" : i % 6 === 5 ? null : "approve";
          calls.push({ id: await ask(item), item, decision });
        }
        const { database: own, crash } = crashingDatabase(database);
        const sent = upstream.fetch;
        const dying = await startTestGateway({
          ...options,
          // Each listener is a connection that ends with the database alone, which all these processes share.
          database: { ...own, database: { ...own.database, listen: async () => {} } },
          clock: gateway.clock,
          // What a dead process would send, nobody gets.
          fetch: async (input, init) => {
            if (crash.isDead) throw new Error("dead");
            return sent(input, init);
          },
        });
        const when = chance.oneOf(["before", "after"] as const);
        const whileDeciding = n % 4 === 0;
        if (whileDeciding) crash.at(1 + chance.below(CALLS_EACH * 3), when);
        for (const one of calls) await decide(dying, one);
        if (!whileDeciding) crash.at(1 + chance.below(30), when);
        await dying.app.deps.approvals.drain().catch(() => {
          // It has died: another process goes on.
        });
        if (crash.isDead) begun++;
        else crashesAt.push(crash.statements);
        // Those on which the dead one has not decided.
        for (const one of calls) await decide(gateway, one);
        for (let round = 0; round < 2; round++) {
          gateway.clock.move(LEASE_MS + 1_000);
          await gateway.app.deps.approvals.drain();
        }
        for (const { id, item, decision } of calls) {
          const { state, failure } = await stateOf(id);
          const times = timesSent(item);
          const outcome = `${decision}: ${failure ?? state}`;
          seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
          expect([item, times <= 1, decision === "approve" || times === 0]).toEqual([item, true, true]);
          // Only where nobody can know does the call end without its outcome.
          if (decision === "approve") expect(["done", "outcome_unknown"]).toContain(failure ?? state);
          if (state === "done") expect([item, times]).toEqual([item, 1]);
          if (decision === "deny") expect([item, state]).toEqual([item, "denied"]);
          if (decision === null) expect([item, state]).toEqual([item, "pending"]);
        }
        upstream.requests.length = 0;
        await dying.close().catch(() => {
          // What a dead one cannot write any more is lost with it.
        });
        for (const { id, decision } of calls)
          if (decision === null) await decide(gateway, { id, item: "", decision: "deny" });
      }
      if (process.env.CRASHES) console.log(lane, begun, Object.fromEntries(seen), crashesAt);
      // Most processes died with calls under way, and some of these ended either way.
      expect(begun).toBeGreaterThan(CRASHES / 2);
      expect(seen.get("approve: outcome_unknown") ?? 0).toBeGreaterThan(0);
      expect(seen.get("approve: done") ?? 0).toBeGreaterThan(CRASHES);
    });

    test("many processes at once make each call once", async () => {
      const others = await Promise.all(
        [1, 2].map(() => startTestGateway({ ...options, clock: gateway.clock, fetch: upstream.fetch })),
      );
      const all = [gateway, ...others];
      const calls = await Promise.all(
        Array.from(
          { length: 60 },
          async (_, i): Promise<Asked> => ({ id: await ask(`many-${i}`), item: `many-${i}`, decision: "approve" }),
        ),
      );
      await Promise.all(calls.map((one, i) => decide(all[i % all.length] as TestGateway, one)));
      await Promise.all(all.map(({ app }) => app.deps.approvals.drain()));
      await Promise.all(all.map(({ app }) => app.deps.approvals.drain()));
      for (const { id, item } of calls)
        expect([item, timesSent(item), (await stateOf(id)).state]).toEqual([item, 1, "done"]);
      for (const other of others) await other.close();
    });
  });
}
