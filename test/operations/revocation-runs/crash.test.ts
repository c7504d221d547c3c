// A process that dies within a revocation run: whichever statement is its last, another one ends the rest, and each row once.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Orm, RequestDatabase } from "../../../src/foundation/db/database.ts";
import { SYSTEM_INITIATOR } from "../../../src/identity/audit/entry.ts";
import { createRevocationRuns } from "../../../src/operations/revocation-runs/runs.ts";
import type { Deps } from "../../../src/server/deps.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { recordingProvider } from "../../support/test-partners.ts";
import { inForce, KINDS, type Kind, type Party, parties, plant, type Row } from "./random-rows.ts";

setDefaultTimeout(600_000);
const LEASE_MS = 180_000;

class Died extends Error {}

/** The database as a process sees it that dies with its statement of this number: no later one is sent. */
function dying(database: RequestDatabase, at: number, count: { statements: number }): RequestDatabase {
  const next = <T>(work: () => T): T => {
    if (++count.statements >= at) throw new Died(`The process died at statement ${at}.`);
    return work();
  };
  const counted = (orm: Orm): Orm =>
    new Proxy(orm, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...passed: unknown[]) => next(() => value.apply(target, passed));
      },
    });
  return {
    ...database,
    get orm() {
      return counted(database.orm);
    },
    query: async (text, parameters) => next(() => database.query(text, parameters)),
    reports: { query: async (text, parameters) => next(() => database.reports.query(text, parameters)) },
    // What dies before the commit leaves nothing; what dies after it leaves all.
    transaction: async (work) => {
      const result = await database.transaction((tx) => work(counted(tx)));
      return next(() => result);
    },
  };
}

for (const lane of LANES) {
  describe(`a revocation run whose process dies on ${lane}`, () => {
    const revoked: string[] = [];
    const upstream = recordingProvider(({ url }) => {
      if (url.href.includes("revoke")) revoked.push(url.href);
      return Response.json({});
    });
    let gateway: TestGateway;
    let party: Party;
    beforeAll(async () => {
      const settings = { google: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, settings, fetch: upstream.fetch });
      party = (await parties(gateway))[1] as Party;
    });
    afterAll(() => gateway.close());

    const planted = async (): Promise<Row[]> => {
      const rows: Row[] = [];
      for (const kind of KINDS) {
        const needsAccount = kind === "pending_grant" || kind === "panel_session";
        const hasProvider = kind === "connection" || kind === "pending_grant" || kind === "connect_session";
        const accountId = needsAccount ? (party.accounts?.[0] ?? null) : null;
        const row: Row = {
          ...{ kind: kind as Kind, id: crypto.randomUUID(), userId: party.userId, accountId },
          ...{ provider: hasProvider ? "google" : null, madeAt: gateway.clock.now() - 1, isInForce: true },
        };
        await plant(gateway, row, party);
        rows.push(row);
      }
      return rows;
    };
    const { query } = {
      query: <T>(text: string, values: string[]) => gateway.database.database.query<T>(text, values),
    };

    test("at every statement: everything ends, each row is noted once, and no token is left", async () => {
      let deaths = 0;
      const runs: string[] = [];
      for (let at = 1; ; at++) {
        const rows = await planted();
        const count = { statements: 0 };
        const { deps } = gateway.app;
        const database = dying(deps.database, at, count);
        const victim = createRevocationRuns({ ...deps, database } as Deps);
        const begun = await victim.begin({ user: party.userId, partner: party.userId }, SYSTEM_INITIATOR).then(
          () => true,
          () => false,
        );
        await victim.stop();
        const hasDied = count.statements >= at;
        if (hasDied) deaths++;
        expect([at, begun]).toEqual([at, !hasDied]);
        // Where it died before its run was stored there is nothing to go on with, and the operator has an error.
        const known = new Set(runs);
        const ofUser = "select id from revocation_runs where selection ->> 'userId' = $1";
        const stored = (await query<{ id: string }>(ofUser, [party.userId])).find(({ id }) => !known.has(id));
        if (!stored) {
          expect((await inForce(gateway)).size).toBeGreaterThanOrEqual(rows.length);
          continue;
        }
        runs.push(stored.id);
        // The dead process's lease is over; so is the one of its attempts at providers.
        for (let i = 0; i < 3; i++) {
          gateway.clock.move(LEASE_MS);
          await deps.revocationRuns.drain();
          gateway.clock.move(20_000);
          await deps.revocationRuns.drain();
        }
        const [run] = await query<{ state: string; error: string | null }>(
          "select state, error from revocation_runs where id = $1::uuid",
          [stored.id],
        );
        expect([at, run]).toEqual([at, { state: "done", error: null }]);
        const left = await inForce(gateway);
        const expected = rows.filter(({ accountId }) => accountId === null);
        expect([at, expected.filter(({ id }) => left.has(id)).map(({ kind }) => kind)]).toEqual([at, []]);
        const items = await query<{ kind: string; end: string; items: number }>(
          `select kind, min(provider_end) as end, count(*)::int as items from revocation_items
           where id in (select i::uuid from jsonb_array_elements_text($1::text::jsonb) i) group by kind order by kind`,
          [JSON.stringify(expected.map(({ id }) => id))],
        );
        expect([at, items.map(({ items }) => items)]).toEqual([at, expected.map(() => 1)]);
        expect([at, items.find(({ kind }) => kind === "connection")?.end]).toEqual([at, "ended"]);
        expect(await query("select 1 as one from revocations where $1::text is not null", [""])).toEqual([]);
        if (!hasDied) break;
      }
      expect(deaths).toBeGreaterThan(30);
      expect(revoked.length).toBeGreaterThan(deaths / 2);
    });
  });
}
