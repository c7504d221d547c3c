// The raw proxy: any path of a provider's API with the stored credentials, as it was sent and as it was answered.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";

setDefaultTimeout(HOOK_MS);

describe.each(laneOf(import.meta.file))("the raw proxy at an emulated provider, on %s", (lane) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane, emulate: ["github"] });
  });
  afterAll(() => gateway.close());

  test("a GET gets the provider's own answer, for the user and for a connected account", async () => {
    const { key } = await gateway.partner({ permissions: ["*", "proxy.use"] });
    await gateway.connect(key, "github");
    const accountId = await gateway.account(key, "shop-1");
    await gateway.connect(key, "github", { accountId });
    for (const headers of [{}, { "x-account-id": "shop-1" }] as Record<string, string>[]) {
      const response = await gateway.call("GET", "/api/v1/github/proxy/user", { key, headers });
      expect([response.status, response.headers.get("x-upstream-status")]).toEqual([200, "200"]);
      expect(response.json.login).toBeString();
      const missing = await gateway.call("GET", "/api/v1/github/proxy/repos/no/such", { key, headers });
      expect([missing.status, missing.headers.get("x-upstream-status")]).toEqual([404, "404"]);
      expect(missing.headers.has("x-error-code")).toBe(false);
    }
    const usage = await gateway.call("GET", "/api/v1/usage?action=proxy.use", { key });
    expect(
      usage.json.data.entries.map((one: Record<string, unknown>) => [one.endpoint, one.status, one.units]),
    ).toEqual([
      ["/api/v1/github/proxy/{path}", 404, 1],
      ["/api/v1/github/proxy/{path}", 200, 1],
      ["/api/v1/github/proxy/{path}", 404, 1],
      ["/api/v1/github/proxy/{path}", 200, 1],
    ]);
  });

  test("a key that does not name proxy.use is refused, and so is an unknown provider", async () => {
    const { key } = await gateway.user();
    const { key: named } = await gateway.user({ permissions: ["slack:proxy.use"] });
    const refused = await gateway.call("GET", "/api/v1/github/proxy/user", { key });
    expect([codeOf(refused), refused.headers.has("x-upstream-status")]).toEqual(["403 PERMISSION_DENIED", false]);
    expect(codeOf(await gateway.call("GET", "/api/v1/github/proxy/user", { key: named }))).toBe(
      "403 PERMISSION_DENIED",
    );
    expect(codeOf(await gateway.call("GET", "/api/v1/nothing/proxy/user", { key }))).toBe("404 NOT_FOUND");
  });
});
