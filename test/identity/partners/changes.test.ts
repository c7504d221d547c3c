// What an operator changes of a partner holds on every replica within a second, for the partner's calls and for nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { isPartners } from "../../../src/web/http/route.ts";
import type { ApiKeyRoute } from "../../../src/web/pipeline/route.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, partnerError, rateOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const OWN = "/api/v1/github/repos?limit=1";
const SUSPENDED = partnerError("The partner profile is suspended.", "PARTNER_SUSPENDED");
const PAST_DUE = "Payment is past due. Update the payment method to continue.";
/** Month and minute of each tier. */
const TIERS = { free: "1000/30", pro: "100000/300", enterprise: "unlimited/1000" };

describe("a partner changed on one of two replicas", () => {
  let first: TestGateway;
  let second: TestGateway;
  let closeSecond: () => Promise<void>;
  beforeAll(async () => {
    first = await startTestGateway({ lane: "postgres", emulate: ["github"] });
    const url = first.database.url as string;
    const database = await openPostgres(url);
    second = await startTestGateway({
      lane: "postgres",
      database: { database, url, close: () => database.close() },
      settings: { github: first.providers.github.settings },
      clock: first.clock,
    });
    closeSecond = () => database.close();
  }, HOOK_MS);
  afterAll(async () => {
    await second.close();
    await closeSecond();
    await first.close();
  }, HOOK_MS);
  beforeEach(() => void first.clock.nextMinute());

  const both = () => [first, second];
  /** A partner with an integration of its own and an account with one, both known to both replicas. */
  const known = async (tier: keyof typeof TIERS = "enterprise") => {
    const partner = await first.partner({ tier });
    const accountId = await first.account(partner.key, "acme");
    await first.connect(partner.key, "github");
    await first.connect(partner.key, "github", { accountId });
    const named = (gateway: TestGateway, path = OWN, method = "GET") =>
      gateway.call(method, path, { key: partner.key, headers: { "x-account-id": "acme" } });
    const own = (gateway: TestGateway) => gateway.call("GET", OWN, { key: partner.key });
    for (const gateway of both()) {
      await until(async () => (await named(gateway)).status === 200 && (await own(gateway)).status === 200);
    }
    return { ...partner, accountId, named, own };
  };
  const change = async (email: string, body: object) => {
    expect((await first.admin("PATCH", `/partners/${email}`, body)).status).toBe(200);
  };
  const pay = async (email: string, payment_state: "ok" | "past_due") => {
    expect((await first.admin("PATCH", `/users/${email}`, { payment_state })).status).toBe(200);
  };
  /** Every route of area B with a body that it takes, for an account that is there or not. */
  const partnerCalls = (accountId: string) => {
    const routes = first.app.routes.filter(
      (route): route is ApiKeyRoute => route.access === "key" && isPartners(route),
    );
    expect(routes.length).toBeGreaterThanOrEqual(9);
    return routes.map(({ method, path, body }) => ({
      method,
      path: path.replace("{id}", accountId).replace("{provider}", "github").replace("{session_id}", accountId),
      ...(body && { body: {} }),
    }));
  };

  test("R-33: a suspension ends every call of area B on both within a second, and a resumption lets them go on", async () => {
    const { key, email, accountId, named, own } = await known();
    await change(email, { status: "suspended" });
    for (const gateway of both()) await until(async () => (await named(gateway)).status === 403, 1_000);
    for (const gateway of both()) {
      // The same for an account that is there as for one that is not: nothing tells them apart.
      for (const id of [accountId, crypto.randomUUID()]) {
        for (const { method, path, body } of partnerCalls(id)) {
          const response = await gateway.call(method, path, { key, body });
          expect([method, path, response.status, response.json]).toEqual([method, path, 403, SUSPENDED]);
          expect(response.headers.get("x-error-code")).toBe("PARTNER_SUSPENDED");
        }
      }
      for (const path of [OWN, "/api/v1/tools", "/api/v1/tools/search/repo"]) {
        const response = await named(gateway, path);
        expect([path, response.status, response.json]).toEqual([path, 403, SUSPENDED]);
      }
      const nobody = { key, headers: { "x-account-id": "nobody" } };
      expect((await gateway.call("GET", OWN, nobody)).json).toEqual(SUSPENDED);
      expect((await own(gateway)).status).toBe(200);
      expect((await gateway.call("GET", "/api/v1/tools", { key })).status).toBe(200);
    }
    await change(email, { status: "active" });
    for (const gateway of both()) await until(async () => (await named(gateway)).status === 200, 1_000);
  });

  test("R-33: past due ends every call of areas A and B on both within a second, and paying lets them go on", async () => {
    const { key, email, accountId, named, own } = await known();
    await pay(email, "past_due");
    for (const gateway of both()) await until(async () => (await named(gateway)).status === 402, 1_000);
    for (const gateway of both()) {
      for (const { method, path, body } of partnerCalls(accountId)) {
        const response = await gateway.call(method, path, { key, body });
        expect([method, path, response.status, response.json]).toEqual([
          method,
          path,
          402,
          partnerError(PAST_DUE, "PAYMENT_REQUIRED"),
        ]);
      }
      expect((await named(gateway)).json).toEqual(partnerError(PAST_DUE, "PAYMENT_REQUIRED"));
      const refused = await own(gateway);
      expect([codeOf(refused), refused.json.code]).toEqual(["402 PAYMENT_REQUIRED", "PAYMENT_REQUIRED"]);
    }
    await pay(email, "ok");
    for (const gateway of both()) {
      await until(async () => (await named(gateway)).status === 200 && (await own(gateway)).status === 200, 1_000);
    }
  });

  test("R-33: past due comes before suspended", async () => {
    const { email, named } = await known();
    await change(email, { status: "suspended" });
    await pay(email, "past_due");
    for (const gateway of both()) await until(async () => (await named(gateway)).status === 402, 1_000);
  });

  test("R-33: under load a new tier holds on both within a second, and no answer mixes two tiers", async () => {
    const { email, named, own } = await known("pro");
    const limits = ({ headers }: ApiResponse) =>
      `${headers.get("x-ratelimit-limit")}/${headers.get("x-ratelimit-minute-limit")}`;
    const seen = new Set<string>();
    let isOver = false;
    const load = async (gateway: TestGateway) => {
      while (!isOver) {
        const response = await named(gateway, "/api/v1/tools/provider/github");
        expect(response.status).toBe(200);
        seen.add(limits(response));
      }
    };
    const running = both().map(load);
    await until(() => seen.has(TIERS.pro));
    await change(email, { tier: "enterprise" });
    for (const gateway of both()) {
      await until(async () => limits(await named(gateway)) === TIERS.enterprise, 1_000);
    }
    isOver = true;
    await Promise.all(running);
    expect([...seen].filter((one) => one !== TIERS.pro && one !== TIERS.enterprise)).toEqual([]);
    // Area A counts by the user's own tier, as before.
    expect(rateOf(await own(second)).limit).toBe(60);
  });

  test("R-33: a profile is good on both within a second of its making, and there is one for each user", async () => {
    const { key, email } = await first.user();
    const list = (gateway: TestGateway) => gateway.call("GET", "/api/v1/accounts", { key });
    for (const gateway of both()) {
      const refused = await list(gateway);
      expect([codeOf(refused), refused.json]).toEqual([
        "403 PARTNER_REQUIRED",
        partnerError("This needs an active partner profile. The operator can add one.", "PARTNER_REQUIRED"),
      ]);
    }
    const made = await Promise.all([1, 2, 3].map(() => first.admin("POST", "/partners", { user: email })));
    expect(made.map((response) => response.status).sort()).toEqual([200, 409, 409]);
    for (const gateway of both()) await until(async () => (await list(gateway)).status === 200, 1_000);
  });

  test("R-31: an account deleted on one is gone on the other within a second, and its calls with it", async () => {
    const { key, accountId, named } = await known();
    expect((await first.call("DELETE", `/api/v1/accounts/${accountId}`, { key })).status).toBe(200);
    await until(async () => (await named(second)).status === 404, 1_000);
    expect((await second.call("GET", `/api/v1/accounts/${accountId}`, { key })).status).toBe(404);
  });
});
