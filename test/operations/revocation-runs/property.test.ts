// Over random rows and choices, a revocation run ends what the plain reference says, and nothing else; a second one finds nothing.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type Random, random } from "../../support/random.ts";
import { recordingProvider } from "../../support/test-partners.ts";
import {
  type Choice,
  falls,
  inForce,
  OF_CHOICE,
  type Party,
  parties,
  plant,
  type Row,
  randomRow,
} from "./random-rows.ts";

setDefaultTimeout(300_000);
const CASES = Number(process.env.REVOCATION_CASES ?? 12);
const ROWS = 60;
const MINUTES = 20;
const MINUTE_MS = 60_000;

for (const lane of LANES) {
  describe(`what a revocation run ends on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ ok: true }));
    let gateway: TestGateway;
    let all: Party[];
    beforeAll(async () => {
      const settings = Object.fromEntries(
        ["google", "github", "slack"].map((id) => [id, { clientId: "client", clientSecret: "secret" }]),
      );
      gateway = await startTestGateway({ lane, settings, fetch: upstream.fetch });
      all = await parties(gateway);
    });
    afterAll(() => gateway.close());

    const randomChoice = (of: Random, now: number): Choice => {
      const names = Object.keys(OF_CHOICE);
      const choice: Choice = {
        ...(of.below(3) === 0 && { provider: of.oneOf(["google", "github", "slack"]) }),
        ...(of.below(3) === 0 && { partner: of.oneOf(all.filter(({ accounts }) => accounts !== null)) }),
        ...(of.below(3) === 0 && { user: of.oneOf(all) }),
        ...(of.below(2) === 0 && { before: now - of.below(MINUTES) * MINUTE_MS }),
      };
      const what = names.filter(() => of.below(2) === 0);
      return choice.provider !== undefined || what.length === 0 ? choice : { ...choice, what };
    };
    const bodyOf = ({ provider, partner, user, before, what }: Choice) => ({
      ...(provider && { provider }),
      ...(partner && { partner: partner.email }),
      ...(user && { user: user.userId }),
      ...(before !== undefined && { before: new Date(before).toISOString() }),
      ...(what && { what }),
      everything: true,
    });
    const countOf = async (choice: Choice) => {
      const { what, ...body } = bodyOf(choice);
      const query = new URLSearchParams({
        ...body,
        everything: "true",
        ...(what && { what: what.join(",") }),
      } as never);
      return (await gateway.admin("GET", `/revocation-counts?${query}`)).json.data.total as number;
    };
    const settle = async (id: string) => {
      for (let i = 0; i < 50; i++) {
        await gateway.app.deps.revocationRuns.drain();
        const { data } = (await gateway.admin("GET", `/revocation-runs/${id}`)).json;
        if (data.state === "done") return data;
        gateway.clock.move(16_000);
      }
      throw new Error("The run does not end.");
    };

    test(`0 beyond, 0 within left, over ${CASES} random cases`, async () => {
      for (let seed = 1; seed <= CASES; seed++) {
        const of = random(seed);
        const now = gateway.clock.now();
        const rows: Row[] = [];
        while (rows.length < ROWS) {
          const party = of.oneOf(all);
          const row = randomRow(of, party, now, MINUTES);
          if (row.accountId === undefined) continue;
          await plant(gateway, row, party);
          rows.push(row);
        }
        const choice = randomChoice(of, now);
        const known = new Set(rows.map(({ id }) => id));
        const expected = rows.filter((row) => falls(row, choice)).map(({ id }) => id);
        const others = [...(await inForce(gateway))].filter((id) => !known.has(id));
        const before = await gateway.database.database.query<{ id: string }>("select id from revocation_items");
        const counted = await countOf(choice);
        const run = await gateway.admin("POST", "/revocation-runs", bodyOf(choice));
        expect([seed, run.status, run.text]).toMatchObject([seed, 200, expect.any(String)]);
        const done = await settle(run.json.data.id);
        const left = await inForce(gateway);
        const ended = rows.filter(({ id, isInForce }) => isInForce && !left.has(id)).map(({ id }) => id);
        const noted = await gateway.database.database.query<{ id: string }>(
          "select id from revocation_items where run_id = $1::uuid",
          [run.json.data.id],
        );
        const sorted = (ids: Iterable<string>) => [...ids].sort();
        const isKnown = (id: string) => known.has(id);
        expect([seed, sorted(ended)]).toEqual([seed, sorted(expected)]);
        expect([seed, sorted(noted.map(({ id }) => id).filter(isKnown))]).toEqual([seed, sorted(expected)]);
        expect([seed, noted.length]).toEqual([seed, counted]);
        expect(before.length + noted.length).toBe(
          (await gateway.database.database.query("select 1 from revocation_items")).length,
        );
        // The rows of former cases are in force as before, unless this run's choices are about them.
        for (const id of others) if (!noted.some((item) => item.id === id)) expect(left.has(id)).toBe(true);
        expect(done.at_providers.trying).toBe(0);
        expect([seed, await countOf(choice)]).toEqual([seed, 0]);
        const again = await gateway.admin("POST", "/revocation-runs", bodyOf(choice));
        expect((await settle(again.json.data.id)).ended).toEqual({});
      }
    });
  });
}
