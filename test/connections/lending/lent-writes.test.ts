// What a provider gets with writes by a lent connection: never another owner's idempotency key.

import { expect, setDefaultTimeout, test } from "bun:test";
import { endpoint, type one, type Provider, path, t } from "../../../src/plugin/index.ts";
import { acme } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway } from "../../support/gateway.ts";
import { insertGrant } from "../../support/test-partners.ts";

setDefaultTimeout(HOOK_MS);
const create = (acme as unknown as { endpoints: Record<string, { returns: ReturnType<typeof one> }> }).endpoints
  .create_item;
const repeating = {
  ...acme,
  endpoints: {
    create_item: endpoint({
      method: "POST",
      path: "/items",
      permission: "items.write",
      description: "Make an item once.",
      body: t.Object({ title: t.String({ description: "Title." }) }),
      upstream: ({ body, idempotencyKey }) => ({
        path: path`/items`,
        json: { title: body.title },
        headers: { "idempotency-key": idempotencyKey },
      }),
      returns: create?.returns as never,
    }),
  },
} as unknown as Provider;

for (const lane of laneOf(import.meta.file)) {
  test(`lender and borrowers with one Idempotency-Key repeat nothing of each other's on ${lane}`, async () => {
    const sent: (string | null)[] = [];
    const fetch = async (_url: string, init: { headers: ConstructorParameters<typeof Headers>[0] }) => {
      sent.push(new Headers(init.headers).get("idempotency-key"));
      return Response.json({ id: 1, title: "one" });
    };
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    const gateway = await startTestGateway({ lane, plugins: [repeating], settings, fetch: fetch as never });
    try {
      const { key, userId } = await gateway.partner({ permissions: ["*", "gateway:shares.manage"] });
      const accounts = ["lender", "first", "second"];
      const [lender] = await Promise.all(accounts.map((name) => gateway.account(key, name)));
      await insertGrant(gateway, { userId, accountId: lender as string }, "acme");
      for (const to of ["first", "second"]) {
        const body = { to: { account: `external:${to}` }, permissions: ["items.write"], name: "team" };
        await gateway.call("POST", "/api/v1/accounts/external:lender/integrations/acme/shares", { key, body });
      }
      const write = (account: string, connection: string) =>
        gateway.call("POST", "/api/v1/acme/items", {
          key,
          body: { title: "one" },
          headers: { "x-account-id": account, "x-connection": connection, "idempotency-key": "the-same" },
        });
      for (const [account, name] of [
        ["lender", "default"],
        ["first", "shared:team"],
        ["second", "shared:team"],
      ] as const)
        expect((await write(account, name)).status).toBe(200);
      expect([sent.length, new Set(sent).size]).toEqual([3, 3]);
    } finally {
      await gateway.close();
    }
  });
}
