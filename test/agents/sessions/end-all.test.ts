// Ends all agent sessions of a key's user at once, or those of one account or agent, and within a second at another replica.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { acme } from "../../support/acme.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);
const SESSIONS = "/api/v1/agent-sessions";
const settings = { acme: { clientId: "client", clientSecret: "secret" } };
const upstream = recordingProvider(() => Response.json({ items: [] }));

interface Session {
  id: string;
  token: string;
}

const make = async (gateway: TestGateway, key: string, body: object = {}): Promise<Session> => {
  const response = await gateway.call("POST", SESSIONS, { key, body });
  if (response.status !== 200) throw new Error(response.text);
  return response.json.data;
};

for (const lane of LANES) {
  describe(`the end of all agent sessions on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
    });
    afterAll(() => gateway.close());
    const endAll = async (key: string, query = "") =>
      (await gateway.call("DELETE", `${SESSIONS}${query}`, { key })).json.data;
    const living = async (key: string) =>
      (await gateway.call("GET", `${SESSIONS}?limit=200`, { key })).json.data.agent_sessions
        .map(({ id }: Session) => id)
        .sort();

    test("all, those of one agent, and those of one account, never another user's", async () => {
      const { key, email } = await gateway.partner();
      const other = await gateway.user();
      const foreign = await make(gateway, other.key, { agent: "triage" });
      for (const externalId of ["one", "two"]) await gateway.account(key, externalId);
      const [triage, mail, one, two] = [
        await make(gateway, key, { agent: "triage" }),
        await make(gateway, key, { agent: "mail" }),
        await make(gateway, key, { account: "one", agent: "triage" }),
        await make(gateway, key, { account: "two", agent: "mail" }),
      ];
      const [child] = [await gateway.call("POST", `${SESSIONS}/${mail.id}/sessions`, { key, body: { agent: "x" } })];
      expect(await endAll(key, "?agent=nobody")).toEqual({ revoked: 0 });
      expect(await endAll(key, "?agent=triage&account_id=external:one")).toEqual({ revoked: 1 });
      expect(await living(key)).toEqual([triage.id, mail.id, two.id, child.json.data.id].sort());
      expect(await endAll(key, "?agent=triage")).toEqual({ revoked: 1 });
      const unknown = await gateway.call("DELETE", `${SESSIONS}?account_id=external:none`, { key });
      expect([unknown.status, unknown.json.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
      const body = { user: email, partner_only: true };
      const partnerOnly = (await gateway.admin("POST", "/keys", body)).json.data.key;
      expect(await endAll(partnerOnly)).toEqual({ revoked: 1 });
      expect(await living(key)).toEqual([mail.id, child.json.data.id].sort());
      expect(await endAll(key)).toEqual({ revoked: 2 });
      expect(await endAll(key)).toEqual({ revoked: 0 });
      expect(await living(other.key)).toEqual([foreign.id]);
      for (const { token } of [triage, mail, one, two])
        expect((await gateway.call("GET", "/api/v1/tools", { key: token })).status).toBe(401);
      expect((await gateway.call("DELETE", SESSIONS, { key: foreign.token })).status).toBe(403);
    });
  });
}

describe("the end of an agent session at another replica", () => {
  let first: TestGateway;
  let second: TestGateway;
  let close: () => Promise<void>;
  beforeAll(async () => {
    first = await startTestGateway({ lane: "postgres", plugins: [acme], settings, fetch: upstream.fetch });
    const url = first.database.url as string;
    // Connections of its own, as in another process.
    const database = await openPostgres(url);
    close = () => database.close();
    second = await startTestGateway({
      ...{ lane: "postgres", plugins: [acme], settings, fetch: upstream.fetch, clock: first.clock },
      database: { database, url, close },
    });
  });
  afterAll(async () => {
    await second.close();
    await close();
    await first.close();
  });

  test("S-39, R-32: each of 50 that end at one is refused at the other within a second", async () => {
    const { key, userId, email } = await first.user({ tier: "team" });
    await first.admin("PATCH", `/users/${email}`, { overrides: { minute: 1_000_000, day: 10_000_000 } });
    await insertGrant(first, { userId, accountId: null }, "acme");
    const took: number[] = [];
    for (let i = 0; i < 50; i++) {
      const { id, token } = await make(first, key);
      const call = async () => (await second.call("GET", "/api/v1/acme/items", { key: token })).status;
      expect(await call()).toBe(200);
      await first.call("DELETE", i % 2 === 0 ? `${SESSIONS}/${id}` : SESSIONS, { key });
      const endedAt = performance.now();
      await until(async () => (await call()) === 401, 5_000);
      took.push(performance.now() - endedAt);
    }
    if (process.env.SHOW_TIMES) console.log(`greatest ${Math.max(...took).toFixed(1)} ms`);
    expect(Math.max(...took)).toBeLessThan(1_000);
  });
});
