// No call uses another owner's token: concurrent calls of partners, accounts and users over two replicas, with refreshes.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../support/acme.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Replicas, testReplicas } from "../support/replicas.ts";
import { insertGrant, recordingProvider, type TokenOwner, tokenOf } from "../support/test-partners.ts";

setDefaultTimeout(HOOK_MS);
const ITEMS = "/api/v1/acme/items";
const CALLS = 20;

interface Caller extends TokenOwner {
  key: string;
  externalId: string | null;
}

for (const lane of LANES) {
  describe(`tokens of a mixed run on ${lane}`, () => {
    let replicas: Replicas;
    let gateways: TestGateway[];
    let refreshes = 0;
    const refused = new Set<string>();
    const ownerOf = (token: string) => token.split(".").slice(1, 3).join(".");
    const upstream = recordingProvider(({ url, token, body }) => {
      if (url.pathname === "/oauth/token") {
        const owner = ownerOf(new URLSearchParams(body).get("refresh_token") as string);
        const access_token = `token.${owner}.acme.${++refreshes}`;
        return Response.json({ access_token, expires_in: 3_600, refresh_token: `refresh.${owner}.${refreshes}` });
      }
      // The first token of each owner gets one 401, so that calls recover while others run.
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

    test("I-5: S-46: each call carries its owner's token, though two partners' accounts share their names", async () => {
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
        await insertGrant(gateway, { userId, accountId }, "acme", { refreshToken, accessExpiresAt });
      }
      gateway.clock.nextMinute();
      const expected = new Map<string, string>();
      const callOnce = ({ userId, accountId, key, externalId }: Caller, i: number) => {
        const callId = crypto.randomUUID();
        expected.set(callId, ownerOf(tokenOf({ userId, accountId }, "acme")));
        const on = gateways[i % 2] as TestGateway;
        const headers: Record<string, string> = externalId === null ? {} : { "x-account-id": externalId };
        return i % 4 === 3
          ? on.call("POST", ITEMS, { key, headers, body: { title: callId } })
          : on.call("GET", `${ITEMS}?state=${callId}`, { key, headers });
      };
      // Each owner reads first, since a write is not retried after a 401.
      const responses = await Promise.all(
        Array.from({ length: CALLS }, (_, i) => callers.map((caller) => callOnce(caller, i))).flat(),
      );
      const statuses = Map.groupBy(responses, ({ status }) => status);
      expect(statuses.get(200)?.length ?? 0).toBeGreaterThan(responses.length * 0.7);
      const arrived = upstream.requests.flatMap(({ url, body, token }) => {
        if (url.pathname !== "/items") return [];
        const callId = url.searchParams.get("state") ?? (JSON.parse(body) as { title: string }).title;
        return [{ callId, owner: ownerOf(token) }];
      });
      expect(arrived.filter(({ callId, owner }) => expected.get(callId) !== owner)).toEqual([]);
      expect(new Set(arrived.map(({ callId }) => callId)).size).toBe(expected.size);
      expect(new Set(arrived.map(({ owner }) => owner)).size).toBe(callers.length);
      expect(refreshes).toBeGreaterThanOrEqual(callers.length / 2);
    });
  });
}
