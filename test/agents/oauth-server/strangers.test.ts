// Registrations of strangers: no network uses up what others need, whatever it sends, and nobody is turned away for a day.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { trimClients } from "../../../src/agents/oauth-server/client-store.ts";
import { MAX_UNUSED, MAX_UNUSED_OF_SITE } from "../../../src/agents/oauth-server/clients.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { REDIRECT } from "./mcp-client.ts";

setDefaultTimeout(120_000);

for (const lane of laneOf(import.meta.file)) {
  describe(`unknown MCP clients that register on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      gateway.clock.nextMinute();
    }, 60_000);
    afterAll(() => gateway.close());

    const register = async (address: string) => {
      const request = new Request(`${gateway.url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: [REDIRECT] }),
      });
      const response = await gateway.app.handle(request, address);
      return { status: response.status, id: (await response.json()).client_id as string | undefined };
    };
    const isThere = async (id: string | undefined) => {
      const query = "select 1 from mcp_clients where client_id = $1";
      return (await gateway.database.database.query(query, [id ?? ""])).length > 0;
    };
    const count = async () => {
      const [row] = await gateway.database.database.query<{ n: number }>("select count(*)::int as n from mcp_clients");
      return row?.n ?? 0;
    };

    test("S-112: while 10,000 strangers of one /48 register, everybody else does, and stays registered", async () => {
      const others: (string | undefined)[] = [];
      let refused = 0;
      for (let wave = 0; wave < 100; wave++) {
        const flood = Array.from({ length: 100 }, (_, i) => register(`2001:db8:1:${(wave * 100 + i).toString(16)}::1`));
        const other = await register(`2001:db8:${(0x100 + wave).toString(16)}::1`);
        expect(other.status).toBe(201);
        others.push(other.id);
        for (const { status } of await Promise.all(flood)) if (status === 429) refused++;
      }
      expect(refused).toBeGreaterThan(8_000);
      expect(await count()).toBeLessThanOrEqual(MAX_UNUSED_OF_SITE + others.length);
      for (const id of others) expect(await isThere(id)).toBe(true);
    });

    test("S-112: a client of a service with one address for many registers as the 100th of a minute", async () => {
      gateway.clock.nextMinute();
      for (let i = 0; i < 100; i++) expect((await register("198.51.100.7")).status).toBe(201);
    });

    test("S-112: a full table gives up the oldest of the networks that have most, none of those that have one", async () => {
      const { database } = gateway.database;
      const now = new Date(gateway.clock.now()).toISOString();
      await database.query("delete from mcp_clients");
      // Twenty networks with 600 clients each, the newest of all; one network with the oldest client.
      await database.query(
        `insert into mcp_clients (client_id, name, redirect_uris, created_at, site_mac)
         select 'flood ' || site || ' ' || i, '', '{}', $1::timestamptz + i * interval '1 second', 'site ' || site
         from generate_series(1, 20) as site, generate_series(1, 600) as i`,
        [now],
      );
      await database.query(
        `insert into mcp_clients (client_id, name, redirect_uris, created_at, site_mac)
         values ('only one', '', '{}', $1::timestamptz - interval '1 hour', 'alone')`,
        [now],
      );
      expect(await trimClients(database, MAX_UNUSED)).toBe(12_001 - MAX_UNUSED);
      expect(await isThere("only one")).toBe(true);
      expect([await isThere("flood 1 1"), await isThere("flood 1 600")]).toEqual([false, true]);
    });
  });
}
