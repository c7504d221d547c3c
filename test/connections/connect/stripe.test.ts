// Stripe over real HTTP against a stand-in that takes one key: connecting, limited keys, and writes that are done once.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import stripe from "../../../plugins/stripe/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { connectPath, HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";

const FULL = `sk_test_${"FullRights".repeat(3)}`;
const LIMITED = `rk_test_${"FewRights0".repeat(3)}`;
const NAMELESS = `rk_test_${"NoAccount0".repeat(3)}`;

const refused = (status: number, message: string, code?: string) =>
  Response.json({ error: { type: "invalid_request_error", message, ...(code && { code }) } }, { status });

/** Stripe's rules for the few requests here; refunds are kept by their idempotency key. */
function standIn() {
  const refunds = new Map<string, object>();
  const seen: { method: string; path: string; form: string; key: string | null }[] = [];
  let losesNext = false;
  let isExpired = false;
  const fetch = async (url: string, init: RequestInit) => {
    const { pathname } = new URL(url);
    const headers = new Headers(init.headers);
    const [method, form] = [init.method ?? "GET", String(init.body ?? "")];
    const key = headers.get("idempotency-key");
    seen.push({ method, path: pathname, form, key });
    const token = headers.get("authorization")?.replace("Bearer ", "") ?? "";
    if (headers.get("stripe-version") === null) return refused(400, "Which version?");
    if (![FULL, LIMITED, NAMELESS].includes(token)) return refused(401, "Invalid API Key provided.");
    if (isExpired) return refused(401, "Expired API Key provided.", "api_key_expired");
    if (pathname === "/v1/account" && token === LIMITED) {
      const right = "Having the 'rak_accounts_kyc_basic_read' permission would allow this request to continue.";
      return refused(403, `The key may not do this on account 'acct_1LimitedMill'. ${right}`);
    }
    if (pathname === "/v1/account" && token === NAMELESS) return refused(403, "This feature is not enabled.");
    if (pathname === "/v1/account") return Response.json({ id: "acct_1FullMill00", email: "mill@example.com" });
    if (pathname === "/v1/refunds" && method === "POST" && key !== null) {
      const made = refunds.get(key) ?? {
        id: `re_${refunds.size + 1}`,
        amount: 500,
        currency: "eur",
        status: "succeeded",
      };
      refunds.set(key, made);
      if (!losesNext) return Response.json(made);
      losesNext = false;
      throw new TypeError("The connection was lost.");
    }
    return refused(404, "Unrecognized request URL.");
  };
  return { fetch, seen, refunds, loseNext: () => (losesNext = true), expire: () => (isExpired = true) };
}

for (const lane of laneOf(import.meta.file)) {
  describe(`Stripe on ${lane}`, () => {
    const provider = standIn();
    let gateway: TestGateway;
    beforeAll(async () => {
      const plugins = [stripe as unknown as Provider];
      gateway = await startTestGateway({ lane, plugins, settings: {}, fetch: provider.fetch });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const connected = async (api_key: string) => {
      const { key } = await gateway.user();
      const body = { provider: "stripe", credentials: { api_key } };
      return { key, response: await gateway.call("POST", connectPath(), { key, body }) };
    };
    const refund = (key: string, headers: Record<string, string> = {}) =>
      gateway.call("POST", "/api/v1/stripe/refunds", { key, headers, body: { charge: "ch_1" } });

    test("a key is checked at the provider, and its account is the identity", async () => {
      const { response } = await connected(FULL);
      expect([response.status, response.json.data.status]).toEqual([200, "active"]);
      expect(response.text).toContain("mill@example.com");
      expect(response.text).not.toContain(FULL);
    });

    test("a key that may not read its account connects where the refusal names the account", async () => {
      const { response } = await connected(LIMITED);
      expect([response.status, response.text.includes("acct_1LimitedMill")]).toEqual([200, true]);
    });

    test.each([
      ["the provider does not know", `sk_test_${"Unknown000".repeat(3)}`],
      ["names no account", NAMELESS],
      ["is publishable", `pk_test_${"Publishable".repeat(3)}`],
      ["has a line break", `${FULL}\n`],
    ])("a key that %s is refused, and repeated nowhere", async (_, api_key) => {
      const { key, response } = await connected(api_key);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.text).not.toContain(api_key.trim().slice(8));
      const integrations = await gateway.call("GET", "/api/v1/integrations", { key });
      expect(integrations.text).not.toContain('"active"');
    });

    test("a refund that is repeated with the caller's key after a lost response is made once, with one key at Stripe", async () => {
      const { key } = await connected(FULL);
      const [before, sentBefore] = [provider.refunds.size, provider.seen.length];
      provider.loseNext();
      const headers = { "idempotency-key": "order-7" };
      expect((await refund(key, headers)).status).toBe(503);
      // The gateway cannot know what became of it, and replays that.
      expect((await refund(key, headers)).status).toBe(503);
      const sent = provider.seen.slice(sentBefore).filter(({ path }) => path === "/v1/refunds");
      expect(sent).toMatchObject([{ form: "charge=ch_1", key: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
      expect(provider.refunds.size - before).toBe(1);
    });

    test("without a key of the caller, and for another integration, it is another refund", async () => {
      const [one, other] = [await connected(FULL), await connected(FULL)];
      const before = provider.refunds.size;
      for (const key of [one.key, one.key, other.key]) expect((await refund(key)).status).toBe(200);
      for (const key of [one.key, other.key]) await refund(key, { "idempotency-key": "order-8" });
      expect(provider.refunds.size - before).toBe(5);
    });

    test("a key that has ended makes the integration expired", async () => {
      const { key } = await connected(FULL);
      provider.expire();
      expect(codeOf(await refund(key))).toBe("401 INTEGRATION_EXPIRED");
    });
  });
}
