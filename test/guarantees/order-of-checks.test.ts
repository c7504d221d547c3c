// The order of checks on the partner surface: of two errors in one request, the response reports the first check's.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../support/acme.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { type CallOptions, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { codeOf, partnerError } from "../support/responses.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(HOOK_MS);
const ITEMS = "/api/v1/acme/items";
const CLIENT = { clientId: "client", clientSecret: "secret" };

describe("the order of checks of a call for a connected account", () => {
  const upstream = recordingProvider(({ url }) =>
    url.pathname === "/oauth/token"
      ? Response.json({ error: "invalid_grant" }, { status: 400 })
      : Response.json({ message: "no" }, { status: 500 }),
  );
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({
      lane: "postgres",
      plugins: [acme],
      settings: { acme: CLIENT },
      fetch: upstream.fetch,
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  type PartnerOptions = Parameters<TestGateway["partner"]>[0];
  const partnerWithAccount = async (options?: PartnerOptions) => {
    const partner = await gateway.partner(options);
    return { ...partner, accountId: await gateway.account(partner.key, "customer") };
  };
  const list = (key: string, query = "", account = "customer", more: CallOptions = {}) =>
    gateway.call("GET", ITEMS + query, { key, headers: { "x-account-id": account }, ...more });
  /** Changes a row as the operator, and waits until calls with the key return `code`. */
  const change = async (path: string, body: object, key: string, code: string) => {
    expect((await gateway.admin("PATCH", path, body)).status).toBe(200);
    await until(async () => codeOf(await list(key)) === code);
  };
  const suspend = (email: string, key: string) =>
    change(`/partners/${email}`, { status: "suspended" }, key, "403 PARTNER_SUSPENDED");
  const keyWith = async (email: string, permissions: string[]) =>
    (await gateway.admin("POST", "/keys", { user: email, permissions })).json.data.key as string;
  const expectUnsent = async (work: () => Promise<void>) => {
    const sent = upstream.requests.length;
    await work();
    expect(upstream.requests.slice(sent).map(({ url }) => url.href)).toEqual([]);
  };

  test("the key before payment", async () => {
    const { key, keyId, email } = await partnerWithAccount();
    await change(`/users/${email}`, { payment_state: "past_due" }, key, "402 PAYMENT_REQUIRED");
    await gateway.admin("DELETE", `/keys/${keyId}`);
    await until(async () => codeOf(await list(key)) !== "402 PAYMENT_REQUIRED");
    expect(codeOf(await list(key))).toBe("401 AUTH_REQUIRED");
  });

  test("payment before the partner profile", async () => {
    const { key, email } = await partnerWithAccount();
    await suspend(email, key);
    await change(`/users/${email}`, { payment_state: "past_due" }, key, "402 PAYMENT_REQUIRED");
    const response = await list(key);
    expect(response.json).toEqual(
      partnerError("Payment is past due. Update the payment method to continue.", "PAYMENT_REQUIRED"),
    );
  });

  test("the partner profile before the limits", async () => {
    const { key, email } = await partnerWithAccount({ tier: "free" });
    for (let i = 0; i < 30; i++) await list(key, "", "nobody");
    expect(codeOf(await list(key))).toBe("429 RATE_LIMITED");
    await suspend(email, key);
    expect(codeOf(await list(key))).toBe("403 PARTNER_SUSPENDED");
  });

  test("the limits before the account header", async () => {
    const { key } = await partnerWithAccount({ tier: "free" });
    for (let i = 0; i < 30; i++) await list(key, "", "nobody");
    const both = { "x-account-id": "nobody", "x-account-id*": "UTF-8''nobody" };
    expect(codeOf(await list(key, "", "", { headers: both }))).toBe("429 RATE_LIMITED");
    gateway.clock.nextMinute();
    expect(codeOf(await list(key, "", "", { headers: both }))).toBe("400 VALIDATION_ERROR");
    expect(codeOf(await list(key, "", "nobody"))).toBe("404 ACCOUNT_NOT_FOUND");
  });

  test("the account header before the input", async () => {
    const { key } = await partnerWithAccount();
    expect(codeOf(await list(key, "?nothing=1", "nobody"))).toBe("404 ACCOUNT_NOT_FOUND");
    const typed = { "x-account-id": "nobody", "content-type": "text/plain" };
    const post = await gateway.call("POST", ITEMS, { key, body: "{", headers: typed });
    expect(codeOf(post)).toBe("404 ACCOUNT_NOT_FOUND");
    expect(codeOf(await list(key, "?nothing=1"))).toBe("400 VALIDATION_ERROR");
  });

  test("the input before the key's permission", async () => {
    const { email } = await partnerWithAccount();
    const key = await keyWith(email, ["items.write"]);
    expect(codeOf(await list(key, "?limit=0"))).toBe("400 VALIDATION_ERROR");
    expect(codeOf(await list(key, "?cursor=made-up"))).toBe("400 VALIDATION_ERROR");
    expect((await list(key)).json.error).toBe("Permission denied");
  });

  test("the key's permission before the integration", async () => {
    const { email, key } = await partnerWithAccount();
    const narrow = await keyWith(email, ["items.write"]);
    const [denied, unconnected] = [await list(narrow), await list(key)];
    const lacking = { reason: "key_permission", missing_permissions: ["acme:items.read"] };
    expect(denied.json).toEqual(partnerError("Permission denied", "PERMISSION_DENIED", lacking));
    expect(unconnected.json.error).toBe('Integration "acme" is not connected');
  });

  test("the integration before its service", async () => {
    const { key, userId, accountId } = await partnerWithAccount();
    await insertGrant(gateway, { userId, accountId }, "acme", { scopes: [], status: "revoked" });
    await expectUnsent(async () => expect(codeOf(await list(key))).toBe("401 INTEGRATION_REVOKED"));
  });

  test("the service before the token", async () => {
    const { key, userId, accountId } = await partnerWithAccount();
    const past = { accessExpiresAt: new Date(0), refreshToken: "refresh" };
    await insertGrant(gateway, { userId, accountId }, "acme", { scopes: [], ...past });
    await expectUnsent(async () => {
      const response = await list(key);
      expect(codeOf(response)).toBe("403 PERMISSION_DENIED");
      expect(response.json.error).toContain("connected without the scopes");
    });
  });

  test("the token before the provider", async () => {
    const { key, userId, accountId } = await partnerWithAccount();
    await insertGrant(gateway, { userId, accountId }, "acme", {
      accessExpiresAt: new Date(0),
      refreshToken: "refresh",
    });
    const sent = upstream.requests.length;
    expect(codeOf(await list(key))).toBe("401 INTEGRATION_REVOKED");
    expect(upstream.requests.slice(sent).map(({ url }) => url.pathname)).toEqual(["/oauth/token"]);
  });
});
