// The list of a user's integrations: its owner, its fields, and the services that the grants enable.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import github from "../../../plugins/github/index.ts";
import { GRACE, HOOK_MS, integrationOf, start, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);

for (const lane of LANES) {
  describe(`the list of integrations on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
      key = (await gateway.user()).key;
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const list = (as: string) => gateway.call("GET", "/api/v1/integrations", { key: as });
    const enabledOf = (integration: { enabled_services: { service_name: string; is_enabled: boolean }[] }) =>
      integration.enabled_services.filter((service) => service.is_enabled).map((service) => service.service_name);

    test("is empty before the first connect; a pending session adds nothing", async () => {
      await start(gateway, key, "google");
      const response = await list(key);
      expect(response.status).toBe(200);
      expect(response.json).toEqual({ data: { integrations: [] } });
    });

    test("has one entry per provider, with exactly the documented fields", async () => {
      for (const provider of ["slack", "google", "github"] as const) await gateway.connect(key, provider);
      const { integrations } = (await list(key)).json.data;
      expect(integrations.map((one: { provider: string }) => one.provider)).toEqual(["github", "google", "slack"]);
      for (const integration of integrations) {
        expect(Object.keys(integration).sort()).toEqual([
          "connected_at",
          "enabled_services",
          "id",
          "identity",
          "is_default",
          "name",
          "provider",
          "sources",
          "status",
        ]);
        expect(integration.id).toMatch(/^[0-9a-f-]{36}$/);
        expect(integration.status).toBe("active");
        expect(integration.connected_at).toBe(new Date(integration.connected_at).toISOString());
        for (const service of integration.enabled_services) {
          expect(service).toEqual({
            service_name: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
            is_enabled: expect.any(Boolean),
          });
        }
      }
    });

    test("names every permission of the provider, all enabled by a full grant", async () => {
      const integration = await integrationOf(gateway, key, "github");
      const declared = Object.entries(github.services).flatMap(([service, actions]) =>
        Object.keys(actions).map((action) => `${service}.${action}`),
      );
      expect(integration.enabled_services.map((one: { service_name: string }) => one.service_name)).toEqual(declared);
      expect(enabledOf(integration)).toEqual(declared);
    });

    test("enables by a broader scope what its narrower scopes would", async () => {
      const { key: own } = await gateway.user();
      await gateway.connect(own, "google", { scopes: ["openid", "https://mail.google.com/"] });
      expect(enabledOf(await integrationOf(gateway, own, "google"))).toEqual([
        "gmail.read",
        "gmail.send",
        "gmail.modify",
        "gmail.drafts",
      ]);
    });

    test("shows each user only their own", async () => {
      const { key: other } = await gateway.user();
      expect((await list(other)).json.data.integrations).toEqual([]);
      await gateway.connect(other, "google", { person: GRACE.google });
      const [mine, theirs] = [
        await integrationOf(gateway, key, "google"),
        await integrationOf(gateway, other, "google"),
      ];
      expect(theirs.id).not.toBe(mine.id);
      expect([mine.identity.name, theirs.identity.name]).toEqual(["ada@example.com", "grace@example.com"]);
    });

    test("drops a disconnected provider at once", async () => {
      const { key: own } = await gateway.user();
      await gateway.connect(own, "github");
      await gateway.call("DELETE", "/api/v1/integrations/github", { key: own });
      expect((await list(own)).json.data.integrations).toEqual([]);
    });

    test("requires a key", async () => {
      expect((await gateway.call("GET", "/api/v1/integrations")).status).toBe(401);
    });
  });
}
