// What /metrics counts of agent sessions: made, ended, refused and asked about, under labels from short lists.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { publishEnds } from "../../../src/agents/sessions/ended.ts";
import { readScrape, sumOf } from "../../foundation/metrics/scrape.ts";
import { acme } from "../../support/acme.ts";
import { laneOf } from "../../support/database.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(60_000);
const SESSIONS = "/api/v1/agent-sessions";
const AGENT = "agent-named-by-its-maker";

for (const lane of laneOf(import.meta.file)) {
  describe(`metrics of agent sessions on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ items: [], id: 1, title: "one" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
    });
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const scrape = async () => {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      const { text } = await gateway.call("GET", "/metrics", { headers });
      return { ...readScrape(text), text };
    };
    const make = async (key: string, body: object) =>
      (await gateway.call("POST", SESSIONS, { key, body: { agent: AGENT, ...body } })).json.data as {
        id: string;
        token: string;
      };

    test("counters go up by what happened, and say neither who nor whose agent", async () => {
      const { key, userId } = await gateway.user();
      await insertGrant(gateway, { userId, accountId: null }, "acme");
      const before = await scrape();
      const [bounded, counted, brief] = [
        await make(key, { allow: ["acme:items.read"] }),
        await make(key, { limits: { calls: 1 } }),
        await make(key, { limits: { calls_per_minute: 1 }, expires_in: 60 }),
      ];
      const asked = await make(key, {});
      const call = async (method: string, token: string) =>
        (
          await gateway.call(method, `/api/v1/acme/items${method === "DELETE" ? "/1" : ""}`, {
            key: token,
            body: method === "POST" ? { title: "x" } : undefined,
          })
        ).status;
      expect(await call("POST", bounded.token)).toBe(403);
      const calls = [counted.token, counted.token, counted.token, brief.token, brief.token];
      const statuses: number[] = [];
      for (const token of calls) statuses.push(await call("GET", token));
      expect(statuses).toEqual([200, 429, 429, 200, 429]);
      expect(await call("DELETE", asked.token)).toBe(202);
      await gateway.call("DELETE", `${SESSIONS}/${bounded.id}`, { key });
      gateway.clock.move(61_000);
      await publishEnds(gateway.app.deps, gateway.database.database, AbortSignal.timeout(30_000));
      const after = await scrape();
      const more = (name: string, labels: Record<string, string> = {}) =>
        sumOf(after, `gateway_${name}`, labels) - sumOf(before, `gateway_${name}`, labels);
      expect({
        created: more("agent_sessions_created_total"),
        revoked: more("agent_sessions_ended_total", { reason: "revoked" }),
        expired: more("agent_sessions_ended_total", { reason: "expired" }),
        bounds: more("agent_session_refusals_total", { reason: "session_bounds" }),
        usedUp: more("agent_session_refusals_total", { reason: "session_used_up" }),
        limited: more("agent_session_refusals_total", { reason: "limited" }),
        asked: more("confirmations_wanted_total", { caller: "agent_session", by: "safeguard_destroys" }),
      }).toEqual({ created: 4, revoked: 1, expired: 1, bounds: 1, usedUp: 2, limited: 1, asked: 1 });
      for (const secret of [AGENT, bounded.id, userId]) expect(after.text).not.toContain(secret);
    });
  });

  test(`sessions that have not ended and approvals are counted for a scrape on ${lane}`, async () => {
    const upstream = recordingProvider(() => Response.json({}));
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    const own = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
    const { key, userId } = await own.user();
    await insertGrant(own, { userId, accountId: null }, "acme");
    const made = [];
    for (let i = 0; i < 3; i++) made.push((await own.call("POST", SESSIONS, { key, body: {} })).json.data);
    await own.call("DELETE", `${SESSIONS}/${made[0].id}`, { key });
    await own.call("DELETE", "/api/v1/acme/items/1", { key: made[1].token });
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const seen = readScrape((await own.call("GET", "/metrics", { headers })).text);
    expect(sumOf(seen, "gateway_agent_sessions")).toBe(2);
    expect(sumOf(seen, "gateway_approvals", { state: "pending" })).toBe(1);
    expect(sumOf(seen, "gateway_approvals")).toBe(1);
    await own.close();
  });
}
