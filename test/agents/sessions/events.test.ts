// Events of agent sessions: made, changed and ended, each once over two replicas, without a token or a word of the person.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { publishEnds } from "../../../src/agents/sessions/ended.ts";
import { acme } from "../../support/acme.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { createTestPartner, insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(60_000);
const SESSIONS = "/api/v1/agent-sessions";
const SECRET = "ada-at-home@acme.example";

interface InboxEvent {
  type: string;
  account_id: string | null;
  payload: Record<string, unknown>;
}

for (const lane of LANES) {
  describe(`events of agent sessions on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ items: [] }));
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    let gateway: TestGateway;
    let replica: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      const { database, clock } = gateway;
      replica = await startTestGateway({ lane, database, clock, plugins: [acme], settings, fetch: upstream.fetch });
    }, 60_000);
    afterAll(async () => {
      await replica.close();
      await gateway.close();
    });
    beforeEach(() => void gateway.clock.nextMinute());

    /** The job, on both replicas at once. */
    const sweep = () =>
      Promise.all(
        [gateway, replica].map(({ app, database }) =>
          publishEnds(app.deps, database.database, AbortSignal.timeout(30_000)),
        ),
      );
    const make = async (key: string, body: object = {}, path = SESSIONS) => {
      const response = await gateway.call("POST", path, { key, body });
      if (response.status !== 200) throw new Error(response.text);
      return response.json.data as { id: string; token: string };
    };
    const below = (key: string, id: string) => make(key, {}, `${SESSIONS}/${id}/sessions`);
    const eventsOf = async (key: string, headers: Record<string, string> = {}) => {
      const page = await gateway.call("GET", "/api/v1/inbox/events?limit=100", { key, headers });
      const events = page.json.data.events as InboxEvent[];
      return events.filter(({ type }) => type.startsWith("agent_session."));
    };
    const endsOf = async (key: string) =>
      (await eventsOf(key))
        .filter(({ type }) => type === "agent_session.ended")
        .map(({ payload }) => `${payload.agent_session_id} ${payload.reason}`)
        .sort();
    const read = async (key: string, id: string) => (await gateway.call("GET", `${SESSIONS}/${id}`, { key })).json.data;
    const sorted = (...lines: string[]) => lines.sort();

    test("making, changing and ending one are an event each, and none has its token, constraints or input", async () => {
      const { key, keyId, userId } = await gateway.user();
      await insertGrant(gateway, { userId, accountId: null }, "acme");
      const constraints = { acme_create_item: { title: { equals: SECRET } } };
      const session = await make(key, { name: "ticket 4711", agent: "triage", constraints, input: [SECRET] });
      await gateway.call("PATCH", `${SESSIONS}/${session.id}`, { key, body: { read_only: true, deny: ["acme"] } });
      for (let i = 0; i < 2; i++) await gateway.call("DELETE", `${SESSIONS}/${session.id}`, { key });
      const events = await eventsOf(key);
      expect(events.map(({ type }) => type).sort()).toEqual([
        "agent_session.changed",
        "agent_session.created",
        "agent_session.ended",
      ]);
      const payloadOf = (type: string) => events.find((event) => event.type === `agent_session.${type}`)?.payload;
      const common = { agent_session_id: session.id, key_id: keyId, parent_id: null };
      expect(payloadOf("created")).toMatchObject({ ...common, name: "ticket 4711", agent: "triage" });
      expect(payloadOf("changed")).toMatchObject({ ...common, fields: ["read_only", "deny"] });
      expect(payloadOf("ended")).toMatchObject({ ...common, reason: "revoked" });
      for (const secret of [SECRET, session.token]) expect(JSON.stringify(events)).not.toContain(secret);
      await sweep();
      expect(await endsOf(key)).toEqual([`${session.id} revoked`]);
      expect(await read(key, session.id)).toMatchObject({ status: "revoked", end_reason: "revoked" });
    });

    test("what nobody ended is published once over two replicas, with why, and never lives again", async () => {
      const { key, userId, email } = await gateway.user();
      await insertGrant(gateway, { userId, accountId: null }, "acme");
      const other = (await gateway.admin("POST", "/keys", { user: email })).json.data as { id: string; key: string };
      const [short, idle, long] = [
        await make(key, { expires_in: 60 }),
        await make(key, { idle_in: 60 }),
        await make(key, { idle_in: 86_400 }),
      ];
      const ofKey = await make(other.key);
      const child = await below(other.key, ofKey.id);
      const [top, middle] = [await make(key), await make(key)];
      const [low, lowest] = [await below(key, top.id), await below(key, middle.id)];
      const leaf = await below(key, low.id);
      await gateway.admin("DELETE", `/keys/${other.id}`);
      await gateway.call("DELETE", `${SESSIONS}/${top.id}`, { key });
      await sweep();
      const soon = [
        `${ofKey.id} key_ended`,
        `${child.id} key_ended`,
        `${top.id} revoked`,
        `${low.id} parent_ended`,
        `${leaf.id} parent_ended`,
      ];
      expect(await endsOf(key)).toEqual(sorted(...soon));
      gateway.clock.move(85_000);
      await sweep();
      expect(await endsOf(key)).toEqual(sorted(...soon, `${short.id} expired`));
      gateway.clock.move(10_000);
      await sweep();
      await sweep();
      const all = [...soon, `${short.id} expired`, `${idle.id} idle`];
      expect(await endsOf(key)).toEqual(sorted(...all));
      expect(await read(key, idle.id)).toMatchObject({ status: "idle", end_reason: "idle" });
      expect(await read(key, short.id)).toMatchObject({ status: "expired", end_reason: "expired" });
      const extended = await gateway.call("PATCH", `${SESSIONS}/${idle.id}`, { key, body: { idle_in: 86_400 } });
      expect([extended.status, extended.json.code]).toEqual([409, "CONFLICT"]);
      for (const { id } of [long, middle, lowest]) expect((await read(key, id)).end_reason).toBeNull();
    });

    test("a session that is extended in time is not published as ended", async () => {
      const { key } = await gateway.user();
      const { id } = await make(key, { expires_in: 60 });
      await gateway.call("PATCH", `${SESSIONS}/${id}`, { key, body: { expires_in: 600 } });
      gateway.clock.move(120_000);
      await sweep();
      expect(await endsOf(key)).toEqual([]);
    });

    test("more than a step are all published, also after a revocation run of the operator's", async () => {
      const { key, email } = await gateway.user({ tier: "team" });
      const first = await make(key);
      await gateway.database.database.query(
        `insert into agent_sessions (id, user_id, key_id, hash, created_at, expires_at)
         select gen_random_uuid(), user_id, key_id, 'made-' || id || i, created_at, expires_at
         from agent_sessions, generate_series(1, 249) i where id = $1::uuid`,
        [first.id],
      );
      const { id: userId } = (await gateway.admin("GET", `/users/${email}`)).json.data;
      await gateway.database.database.query("update agent_sessions set revoked_at = now() where user_id = $1::uuid", [
        userId,
      ]);
      const totals = await sweep();
      expect(totals.reduce((sum, one) => sum + one)).toBe(250);
      const [row] = await gateway.database.database.query<{ events: number }>(
        "select count(*)::int as events from inbox_events where user_id = $1::uuid and type = 'agent_session.ended'",
        [userId],
      );
      expect(row?.events).toBe(250);
    });

    test("the events of an account's session are the account's", async () => {
      const party = await createTestPartner(gateway, { account: ["acme"], other: [], own: [] });
      const { id } = await make(party.key, { account: party.account.externalId });
      await gateway.call("DELETE", `${SESSIONS}/${id}`, { key: party.key });
      const isAbout = ({ payload }: InboxEvent) => payload.agent_session_id === id;
      expect((await eventsOf(party.key)).filter(isAbout)).toEqual([]);
      const own = (await eventsOf(party.key, { "x-account-id": party.account.externalId })).filter(isAbout);
      expect(own.map(({ account_id }) => account_id)).toEqual([party.account.id, party.account.id]);
    });
  });
}
