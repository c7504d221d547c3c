// No call runs with another subject's token: a mixed run of partners, accounts and users over two replicas, with refreshes.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../support/acme.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { grant, noting, type Subject, tokenOf } from "../support/parties.ts";
import { type Replicas, testReplicas } from "../support/replicas.ts";

setDefaultTimeout(HOOK_MS);
const ITEMS = "/api/v1/acme/items";
const CALLS = 20;

interface Caller extends Subject {
  key: string;
  externalId: string | null;
}

for (const lane of LANES) {
  describe(`tokens of a mixed run on ${lane}`, () => {
    let replicas: Replicas;
    let gateways: TestGateway[];
    let refreshes = 0;
    const refused = new Set<string>();
    const subjectIn = (token: string) => token.split(".").slice(1, 3).join(".");
    const upstream = noting(({ url, token, body }) => {
      if (url.pathname === "/oauth/token") {
        const subject = subjectIn(new URLSearchParams(body).get("refresh_token") as string);
        const access_token = `token.${subject}.acme.${++refreshes}`;
        return Response.json({ access_token, expires_in: 3_600, refresh_token: `refresh.${subject}.${refreshes}` });
      }
      // Each first token is refused once, so that calls are healed while others run.
      if (!refused.has(token) && token.endsWith(".acme")) {
        refused.add(token);
        return Response.json({}, { status: 401 });
      }
      return Response.json(url.pathname === "/items" && body === "" ? { items: [] } : { id: 1, title: "one" });
    });
    beforeAll(async () => {
      replicas = await testReplicas(lane, 2);
      gateways = await Promise.all(
        replicas.databases.map((database) =>
          startTestGateway({
            lane,
            database: { database, url: null, close: async () => {} },
            plugins: [acme],
            settings: { acme: { clientId: "client", clientSecret: "secret" } },
            fetch: upstream.fetch,
          }),
        ),
      );
    });
    afterAll(async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await replicas.close();
    });

    test("I-5: S-46: each call id arrives with its own subject's token, though accounts of two partners share their names", async () => {
      const [gateway] = gateways as [TestGateway, TestGateway];
      const callers: Caller[] = [];
      for (let p = 0; p < 2; p++) {
        const { userId, key, email } = await gateway.partner({ tier: "enterprise" });
        await gateway.admin("PATCH", `/users/${email}`, { tier: "team" });
        callers.push({ userId, accountId: null, key, externalId: null });
        for (const externalId of ["one", "two", "three"]) {
          callers.push({ userId, accountId: await gateway.account(key, externalId), key, externalId });
        }
      }
      for (const [i, { userId, accountId }] of callers.entries()) {
        const refreshToken = `refresh.${userId}.${accountId ?? "own"}.0`;
        const accessExpiresAt = new Date(i % 2 === 0 ? 0 : Date.now() + 3_600_000);
        await grant(gateway, { userId, accountId }, "acme", { refreshToken, accessExpiresAt });
      }
      gateway.clock.nextMinute();
      const expected = new Map<string, string>();
      const callOnce = ({ userId, accountId, key, externalId }: Caller, i: number) => {
        const callId = crypto.randomUUID();
        expected.set(callId, subjectIn(tokenOf({ userId, accountId }, "acme")));
        const on = gateways[i % 2] as TestGateway;
        const headers: Record<string, string> = externalId === null ? {} : { "x-account-id": externalId };
        return i % 4 === 3
          ? on.call("POST", ITEMS, { key, headers, body: { title: callId } })
          : on.call("GET", `${ITEMS}?state=${callId}`, { key, headers });
      };
      // Reads first for each, since a write that meets a refused token is not sent again.
      const answers = await Promise.all(
        Array.from({ length: CALLS }, (_, i) => callers.map((caller) => callOnce(caller, i))).flat(),
      );
      const statuses = Map.groupBy(answers, ({ status }) => status);
      expect(statuses.get(200)?.length ?? 0).toBeGreaterThan(answers.length * 0.7);
      const arrived = upstream.requests.flatMap(({ url, body, token }) => {
        if (url.pathname !== "/items") return [];
        const callId = url.searchParams.get("state") ?? (JSON.parse(body) as { title: string }).title;
        return [{ callId, subject: subjectIn(token) }];
      });
      expect(arrived.filter(({ callId, subject }) => expected.get(callId) !== subject)).toEqual([]);
      expect(new Set(arrived.map(({ callId }) => callId)).size).toBe(expected.size);
      expect(new Set(arrived.map(({ subject }) => subject)).size).toBe(callers.length);
      expect(refreshes).toBeGreaterThanOrEqual(callers.length / 2);
    });
  });
}
