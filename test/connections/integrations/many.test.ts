// As many connections as an owner may have with a provider, and a name that changes while a call runs.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { MAX_CONNECTIONS } from "../../../src/connections/integrations/choice.ts";
import { type Provider, resource, t } from "../../../src/plugin/index.ts";
import { acme } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant } from "../../support/test-partners.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(HOOK_MS);
const ITEM = "/api/v1/acme/items/1";
const identity = resource({
  raw: t.Object({ id: t.Integer(), title: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: (raw) => ({ id: String(raw.id), name: raw.title }),
});
const named = { ...acme, identity: { upstream: "/me", resource: identity } } as unknown as Provider;

for (const lane of laneOf(import.meta.file)) {
  describe(`connections of one owner on ${lane}`, () => {
    const tokens: string[] = [];
    let waiting: PromiseWithResolvers<void> | null = null;
    let gateway: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      const fetch = async (url: string, init: { headers: ConstructorParameters<typeof Headers>[0] }) => {
        if (url.endsWith("/oauth/token"))
          return Response.json({ access_token: "new", token_type: "Bearer", scope: "items:read items:write" });
        tokens.push(new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "");
        await waiting?.promise;
        return Response.json({ id: 1, title: "one" });
      };
      gateway = await startTestGateway({ lane, plugins: [named], settings, fetch: fetch as never });
    });
    afterAll(() => gateway.close());

    const get = (key: string, name?: string) =>
      gateway.call("GET", ITEM, { key, headers: name === undefined ? {} : { "x-connection": name } });

    test("a thousand stand beside each other: each is reached by its name, and no error lists all", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      for (let i = 0; i < MAX_CONNECTIONS; i++) await insertGrant(gateway, owner, "acme", { name: `n${i}` });
      await gateway.heard();
      for (const name of ["n0", "n500", `n${MAX_CONNECTIONS - 1}`]) expect((await get(key, name)).status).toBe(200);
      expect(new Set(tokens.slice(-3)).size).toBe(3);
      const unnamed = await get(key);
      expect([unnamed.status, unnamed.json.details.connections.length]).toEqual([400, 20]);
      expect(unnamed.json.error).toContain(`and ${MAX_CONNECTIONS - 20} more`);
      const { integrations } = (await gateway.call("GET", "/api/v1/integrations", { key })).json.data;
      expect(integrations.length).toBe(MAX_CONNECTIONS);
      const tools = await gateway.call("GET", "/api/v1/tools/provider/acme", { key });
      const [{ function: tool, metadata }] = tools.json.data.tools;
      expect(metadata.connections.length).toBe(50);
      expect(tool.parameters.properties.connection.enum).toBeUndefined();
      const connect = async (connection: string) => {
        const body = { provider: "acme", connection, redirect_url: "http://localhost/done" };
        const started = await gateway.call("POST", "/api/v1/integrations/connect", { key, body });
        const state = new URL(started.json.data.connect_url).searchParams.get("state") as string;
        const back = new URLSearchParams({ code: "c", state });
        const { headers } = await gateway.call("GET", `/api/v1/connect/callback?${back}`);
        return new URL(headers.get("location") as string).searchParams;
      };
      expect((await connect("one-more")).get("error")).toBe("too_many_connections");
      await gateway.call("DELETE", `/api/v1/integrations/${integrations[0].id}`, { key });
      expect((await connect("one-more")).get("status")).toBe("success");
    });

    test("a call ends with the connection that it began with, whoever gets its name meanwhile", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      const [work, other] = [
        await insertGrant(gateway, owner, "acme", { name: "work" }),
        await insertGrant(gateway, owner, "acme", { name: "other" }),
      ];
      const from = tokens.length;
      waiting = Promise.withResolvers();
      const running = get(key, "work");
      await until(() => tokens.length > from, 10_000);
      const rename = (id: string, name: string) =>
        gateway.call("PUT", `/api/v1/integrations/${id}`, { key, body: { name } });
      expect((await rename(work, "old")).status).toBe(200);
      expect((await rename(other, "work")).status).toBe(200);
      waiting.resolve();
      waiting = null;
      expect((await running).status).toBe(200);
      expect((await get(key, "work")).status).toBe(200);
      const [first, second] = tokens.slice(from);
      expect([first?.endsWith(work), second?.endsWith(other)]).toEqual([true, true]);
      const { entries } = (await gateway.call("GET", "/api/v1/usage?provider=acme", { key })).json.data;
      expect(
        entries.map((one: { integration_id: string; connection: string }) => [one.integration_id, one.connection]),
      ).toEqual([
        [other, "work"],
        [work, "old"],
      ]);
    });
  });
}
