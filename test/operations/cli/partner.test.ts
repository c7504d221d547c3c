// Partner profiles by command and admin API: their shape, errors, and the effect of each command.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  run,
  runJson,
  START_MS,
  startServer,
} from "../../support/gateway-process.ts";
import { generalError } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOBODY = "nobody@example.com";

describe("the partner commands", () => {
  let server: GatewayServer;
  let env: { DATA_DIR: string; LOG_LEVEL: string };
  beforeAll(async () => {
    env = { DATA_DIR: await migratedDataDir(), LOG_LEVEL: "warn" };
    server = await startServer(env);
  });
  afterAll(endProcesses);
  const ended = async (code: number, words: string[]) => {
    const response = await runJson(words, env);
    expect([words, response.code]).toEqual([words, code]);
    return response.json;
  };
  const good = (...words: string[]) => ended(0, words);
  const bad = (...words: string[]) => ended(1, words);
  const EMAIL = "ada@example.com";

  test("create, list, suspend and resume a profile and change its tier; each change applies to the partner's calls", async () => {
    const user = await good("user", "create", "--email", EMAIL);
    await good("user", "create", "--email", "grace@example.com");
    const partner = {
      user_id: user.id,
      email: EMAIL,
      name: "Acme",
      tier: "pro",
      status: "active",
      payment_state: "ok",
      overrides: null,
      record_evidence: false,
      created_at: expect.stringMatching(TIME),
    };
    expect(await good("partner", "create", "--user", EMAIL, "--name", "Acme", "--tier", "pro")).toEqual(partner);
    const plain = await good("partner", "create", "--user", "grace@example.com");
    expect(plain).toMatchObject({ name: null, tier: "free", status: "active" });
    const [{ partners }, table, key] = await Promise.all([
      good("partner", "list"),
      run(["partner", "list"], env),
      good("key", "create", "--user", EMAIL, "--partner-only"),
    ]);
    expect(partners).toEqual([plain, partner]);
    const [names] = table.stdout.split("\n").map((line) => line.split(/\s+/));
    expect(names).toEqual([
      "user_id",
      "email",
      "name",
      "tier",
      "status",
      "payment_state",
      "overrides",
      "record_evidence",
      "created_at",
    ]);
    expect(key).toMatchObject({ user_id: user.id, partner_only: true });

    const ask = () => fetch(`${server.url}/api/v1/accounts`, { headers: { authorization: `Bearer ${key.key}` } });
    const responses = async () => {
      const { status, headers } = await ask();
      return `${status} ${headers.get("x-ratelimit-limit")} ${headers.get("x-error-code")}`;
    };
    expect(await responses()).toBe("200 100000 null");
    expect(await good("partner", "suspend", EMAIL)).toEqual({ ...partner, status: "suspended" });
    await until(async () => (await responses()) === "403 100000 PARTNER_SUSPENDED");
    expect(await good("partner", "resume", EMAIL)).toEqual(partner);
    await until(async () => (await responses()) === "200 100000 null");
    expect(await good("partner", "tier", EMAIL, "enterprise")).toEqual({ ...partner, tier: "enterprise" });
    await until(async () => (await responses()) === "200 unlimited null");
    for (const [choice, isOn] of [
      ["on", true],
      ["off", false],
    ] as const)
      expect(await good("partner", "change", EMAIL, "--record-evidence", choice)).toMatchObject({
        tier: "enterprise",
        record_evidence: isOn,
      });
    expect(await good("user", "payment", EMAIL, "past_due")).toMatchObject({ payment_state: "past_due" });
    await until(async () => (await responses()) === "402 unlimited PAYMENT_REQUIRED");
    expect(await good("user", "payment", EMAIL, "ok")).toMatchObject({ payment_state: "ok" });
    await until(async () => (await responses()) === "200 unlimited null");
  });

  test("print each error in one sentence", async () => {
    await good("user", "create", "--email", "alan@example.com");
    const [again, noUser, noProfile, tier, option, missing] = await Promise.all([
      bad("partner", "create", "--user", EMAIL),
      bad("partner", "create", "--user", NOBODY),
      bad("partner", "suspend", "alan@example.com"),
      bad("partner", "tier", EMAIL, "gold"),
      bad("partner", "create", "--user", "alan@example.com", "--tier", "team"),
      bad("partner", "create"),
    ]);
    expect(again).toEqual({ error: `${EMAIL} already has a partner profile.`, code: "CONFLICT" });
    expect(noUser).toEqual({ error: `There is no user ${NOBODY}.`, code: "NOT_FOUND" });
    expect(noProfile).toEqual({ error: "alan@example.com has no partner profile.", code: "NOT_FOUND" });
    expect(tier).toEqual({ error: '"tier" must be one of "free", "pro", "enterprise".', code: "VALIDATION_ERROR" });
    expect([option, missing.code]).toEqual([tier, "USAGE"]);
  });
});

for (const lane of laneOf(import.meta.file)) {
  describe(`partner profiles in the admin API on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());

    test("are created, listed and changed in one shape, by address or id", async () => {
      const { email, userId } = await gateway.user();
      const made = await gateway.admin("POST", "/partners", { user: userId, name: "Acme" });
      const partner = {
        user_id: userId,
        email,
        name: "Acme",
        tier: "free",
        status: "active",
        payment_state: "ok",
        overrides: null,
        record_evidence: false,
        created_at: expect.stringMatching(TIME),
      };
      expect([made.status, made.json]).toEqual([200, { data: partner }]);
      const change = { name: "Acme Inc.", tier: "pro", status: "suspended" };
      const changed = await gateway.admin("PATCH", `/partners/${email.toUpperCase()}`, change);
      expect(changed.json).toEqual({ data: { ...partner, ...change } });
      const { partners } = (await gateway.admin("GET", "/partners")).json.data;
      expect(partners[0]).toEqual(changed.json.data);
    });

    test("invalid input is 400 with its path, a missing profile 404, an existing one 409", async () => {
      const { email } = await gateway.partner();
      const { email: plain } = await gateway.user();
      const faults: [string, string, unknown, string[]][] = [
        ["POST", "/partners", {}, ["/user"]],
        ["POST", "/partners", { user: plain, tier: "team" }, ["/tier"]],
        ["POST", "/partners", { user: plain, name: "a\u0000" }, ["/name"]],
        ["POST", "/partners", { user: plain, status: "suspended" }, ["/status"]],
        ["PATCH", `/partners/${email}`, {}, [""]],
        ["PATCH", `/partners/${email}`, { status: "closed" }, ["/status"]],
        ["PATCH", `/partners/${email}`, { payment_state: "ok" }, ["/payment_state", ""]],
      ];
      for (const [method, path, body, places] of faults) {
        const response = await gateway.admin(method, path, body);
        const found = response.json.details.errors?.map((fault: { path: string }) => fault.path);
        expect([body, response.status, found]).toEqual([body, 400, places]);
      }
      const others: [string, string, unknown, number, string, string][] = [
        ["POST", "/partners", { user: email }, 409, `${email} already has a partner profile.`, "CONFLICT"],
        ["POST", "/partners", { user: NOBODY }, 404, `There is no user ${NOBODY}.`, "NOT_FOUND"],
        ["PATCH", `/partners/${NOBODY}`, { tier: "pro" }, 404, `There is no user ${NOBODY}.`, "NOT_FOUND"],
        ["PATCH", `/partners/${plain}`, { tier: "pro" }, 404, `${plain} has no partner profile.`, "NOT_FOUND"],
      ];
      for (const [method, path, body, status, error, code] of others) {
        const response = await gateway.admin(method, path, body);
        expect([response.status, response.json]).toEqual([status, generalError(error, code)]);
      }
    });
  });
}
