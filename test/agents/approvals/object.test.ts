// What a pending call is about: read for who looks at the approval, with their rights, and never for the agent that made the call.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(TEST_MS);

describe("the object of an approval", () => {
  let answer: () => Response;
  let isHanging = false;
  const upstream = recordingProvider(() => answer());
  let gateway: TestGateway;
  beforeAll(async () => {
    const fetch: typeof upstream.fetch = (...request) =>
      isHanging ? new Promise(() => {}) : upstream.fetch(...request);
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    gateway = await startTestGateway({ lane: "embedded", plugins: [acme], settings, fetch });
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    upstream.requests.length = 0;
    answer = () => Response.json({ id: 7, title: "Budget 2027" });
  });

  const keyOf = async (user: string, permissions: string[]) =>
    (await gateway.admin("POST", "/keys", { user, permissions })).json.data.key as string;
  /** A deletion by an agent's session that waits. */
  const waiting = async () => {
    const user = await gateway.user({ permissions: ["*", "gateway:policies.*"] });
    const grantId = await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
    const made = await gateway.call("POST", "/api/v1/agent-sessions", { key: user.key, body: { name: "tidy" } });
    const session = made.json.data as { id: string; token: string };
    const { status, json } = await gateway.call("DELETE", "/api/v1/acme/items/7", { key: session.token });
    expect(status).toBe(202);
    return { ...user, grantId, session, id: json.approval.id as string };
  };
  const read = async (key: string, id: string, query = "?include=object") => {
    const response = await gateway.call("GET", `/api/v1/approvals/${id}${query}`, { key });
    expect(response.status).toBe(200);
    return response.json.data.object;
  };
  const READ = { fields: { title: "Budget 2027" } };
  const reads = () => upstream.requests.map(({ method, url, token }) => `${method} ${url.pathname} ${token}`);

  test("it is read once a minute, by the call's connection, and only where somebody wants it", async () => {
    const { key, id, userId } = await waiting();
    expect(await read(key, id, "")).toBeNull();
    expect(reads()).toEqual([]);
    expect(await Promise.all([read(key, id), read(key, id)])).toEqual([READ, READ]);
    const one = `GET /items/7 token.${userId}.own.acme`;
    expect(reads()).toEqual([one]);
    gateway.clock.move(59_000);
    expect(await read(key, id)).toEqual(READ);
    gateway.clock.move(1_000);
    expect(await read(key, id)).toEqual(READ);
    expect(reads()).toEqual([one, one]);
    const decider = await keyOf(userId, ["*", "gateway:approvals.decide"]);
    const body = { decision: "deny" };
    expect((await gateway.call("POST", `/api/v1/approvals/${id}/decide`, { key: decider, body })).status).toBe(200);
    gateway.clock.move(60_000);
    expect(await read(key, id)).toBeNull();
    expect(reads()).toHaveLength(2);
  });

  test("an agent gets nothing of it, and its session has read nothing", async () => {
    const { key, session, id } = await waiting();
    expect(await read(session.token, id)).toBeNull();
    expect(reads()).toEqual([]);
    expect(await read(key, id)).toEqual(READ);
    const { data } = (await gateway.call("GET", `/api/v1/agent-sessions/${session.id}`, { key })).json;
    expect(data.facts).toEqual({ has_read_private: null, has_read_untrusted: null });
    const { entries } = (await gateway.call("GET", "/api/v1/usage?limit=20", { key })).json.data;
    const byMethod = entries.filter((one: { provider: string; method: string }) => one.provider === "acme");
    expect(
      byMethod.map((one: { method: string; agent_session_id: string | null }) => [one.method, one.agent_session_id]),
    ).toEqual(
      expect.arrayContaining([
        ["GET", null],
        ["DELETE", session.id],
      ]),
    );
  });

  test("a key that may not read it gets nothing, and a rule that asks about the reading stores no approval", async () => {
    const { key, id, userId } = await waiting();
    const lesser = await keyOf(userId, ["gateway:approvals.read"]);
    expect(await read(lesser, id)).toBeNull();
    const rules = [{ outcome: "ask", reason: "Reading needs a person.", when: { effect: "reads" } }];
    await gateway.call("PUT", "/api/v1/policies/user", { key, body: { version: 0, rules } });
    expect(await read(key, id)).toEqual({ fields: null });
    const { approvals } = (await gateway.call("GET", "/api/v1/approvals", { key })).json.data;
    expect([approvals.length, reads()]).toEqual([1, []]);
  });

  test("where it cannot be read, the approval is there without it", async () => {
    const failing = await waiting();
    answer = () => Response.json({ error: "no" }, { status: 500 });
    expect(await read(failing.key, failing.id)).toEqual({ fields: null });
    const hanging = await waiting();
    isHanging = true;
    expect(await read(hanging.key, hanging.id)).toEqual({ fields: null });
    isHanging = false;
    const moved = await waiting();
    answer = () => Response.json({ id: 7, title: "Another's" });
    await gateway.database.database.query(
      "update connections set identity_id = 'somebody else' where id = $1::text::uuid",
      [moved.grantId],
    );
    await gateway.heard();
    upstream.requests.length = 0;
    expect(await read(moved.key, moved.id)).toEqual({ fields: null });
    expect(reads()).toEqual([]);
  });
});
