// The operator's tiers and overrides over HTTP, at two gateways on one database: what they take, show, refuse and change.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
/** Noon UTC on the 15th, so that no window ends during a test. */
const NOON = Date.UTC(2030, 0, 15, 12);
const TOOLS = "/api/v1/tools/service/gmail";
const ACCOUNTS = "/api/v1/accounts";
const SUMMARY = "/api/v1/usage/summary";
const CONTRACT = {
  free: { surface: "user", name: "free", minute: 60, day: 1_000, month: null, overage_usd: null, source: "contract" },
  proOfPartners: {
    surface: "partner",
    name: "pro",
    minute: 300,
    day: null,
    month: 100_000,
    overage_usd: 0.0005,
    source: "contract",
  },
};

for (const lane of LANES) {
  describe(`tiers on ${lane}`, () => {
    let first: TestGateway;
    let second: TestGateway;
    let closeSecond = async () => {};
    beforeAll(async () => {
      first = await startTestGateway({ lane });
      const { url } = first.database;
      const database = url === null ? first.database.database : await openPostgres(url);
      const close = async () => {};
      second = await startTestGateway({ lane, database: { database, url, close }, clock: first.clock });
      if (url !== null) closeSecond = () => database.close();
    }, HOOK_MS);
    afterAll(async () => {
      await second.close();
      await closeSecond();
      await first.close();
    }, HOOK_MS);
    beforeEach(() => first.clock.set(NOON));

    let names = 0;
    const newName = () => `tier-${++names}`;
    const put = (path: string, body: object) => first.admin("PUT", `/tiers/${path}`, body);
    const patch = (path: string, body: object) => first.admin("PATCH", path, body);
    const tierOf = async (surface: string, name: string) => {
      const { tiers } = (await second.admin("GET", "/tiers")).json.data;
      return tiers.find((tier: { surface: string; name: string }) => tier.surface === surface && tier.name === name);
    };
    const errorsOf = ({ json }: ApiResponse) =>
      (json.details?.errors ?? []).map(({ path, message }: { path: string; message: string }) => [path, message]);
    const header = (response: ApiResponse, name: string) => response.headers.get(`x-ratelimit-${name}`);
    const limitOf = async (gateway: TestGateway, key: string) =>
      header(await gateway.call("GET", TOOLS, { key }), "limit");
    const consume = async (gateway: TestGateway, key: string, count: number, path = TOOLS) => {
      const responses = await Promise.all(Array.from({ length: count }, () => gateway.call("GET", path, { key })));
      return responses.filter(({ status }) => status !== 429).length;
    };

    test("the contract's are there without a row, are changed and get their own limits back", async () => {
      expect(await tierOf("user", "free")).toEqual(CONTRACT.free);
      expect(await tierOf("partner", "pro")).toEqual(CONTRACT.proOfPartners);
      const changed = { ...CONTRACT.free, minute: 70, day: "unlimited", source: "changed" };
      expect((await put("user/free", { minute: 70, day: "unlimited" })).json).toEqual({ data: changed });
      expect(await tierOf("user", "free")).toEqual(changed);
      const { key } = await first.user({ tier: "free" });
      expect(await limitOf(second, key)).toBe("70");
      const reset = await first.admin("DELETE", "/tiers/user/free");
      expect(reset.json.data).toEqual({ surface: "user", name: "free", deleted: false, reset: true });
      expect(await tierOf("user", "free")).toEqual(CONTRACT.free);
      await until(async () => (await limitOf(second, key)) === "60", 1_000);
    });

    test("every error of a tier and of overrides is named at once, and nothing is changed", async () => {
      const calls = 'must be a whole number from 1 to 1000000000000 or "unlimited".';
      expect(errorsOf(await put("user/free", { minute: 0, day: "many", month: 7 }))).toEqual([
        ["/month", expect.stringContaining('"month"')],
        ["/minute", expect.stringContaining("must be a whole number from 1 to 1000000000000")],
        ["/day", `"day" ${calls}`],
      ]);
      expect(errorsOf(await put("partner/gold", { minute: 1 }))).toEqual([["/month", '"month" is required.']]);
      for (const price of [-1, 1.5, 0.00000051, "free"]) {
        const response = await put("partner/gold", { minute: 1, month: 5, overage_usd: price, create: true });
        expect([response.status, errorsOf(response)[0][0]]).toEqual([400, "/overage_usd"]);
      }
      const past = await put("partner/gold", { minute: 1, month: "unlimited", overage_usd: 0.1 });
      expect(errorsOf(past)[0][1]).toContain("without a limit");
      for (const name of ["Gold", "9", "a b", "x".repeat(41)]) {
        expect((await put(`user/${encodeURIComponent(name)}`, { minute: 1, day: 1 })).status).toBe(400);
      }
      expect((await put("admin/gold", { minute: 1 })).status).toBe(404);
      const { email } = await first.partner();
      expect(errorsOf(await patch(`/users/${email}`, { tier: "gold", overrides: { minute: 1.5 } }))).toEqual([
        ["/overrides/minute", expect.stringContaining("a whole number from 1")],
        ["/tier", '"tier" must be one of "free", "pro", "team".'],
      ]);
      expect(errorsOf(await patch(`/users/${email}`, { overrides: {} }))[0][1]).toContain("minute, day");
      const both = await patch(`/partners/${email}`, { tier: "team", overrides: { overage_usd: 0.00000051 } });
      expect(errorsOf(both).map(([path]: [string]) => path)).toEqual(["/overrides/overage_usd", "/tier"]);
      expect(await tierOf("user", "free")).toEqual(CONTRACT.free);
      expect(await tierOf("partner", "gold")).toBeUndefined();
    });

    test("an unknown name is a typing error: it adds a tier only where that is said", async () => {
      const name = newName();
      const refused = await put(`user/${name}`, { minute: 5, day: 50 });
      expect([codeOf(refused), refused.json.error]).toEqual([
        "404 NOT_FOUND",
        expect.stringMatching(
          new RegExp(
            `^There is no user tier ${name}\\. There are free, pro, team.* To add ${name}, send "create": true`,
          ),
        ),
      ]);
      // The name of a tier of the other surface.
      expect(codeOf(await put("user/enterprise", { minute: 5, day: 50 }))).toBe("404 NOT_FOUND");
      expect(await tierOf("user", name)).toBeUndefined();
      expect((await put(`user/${name}`, { minute: 5, day: 50, create: true })).json.data.source).toBe("added");
      expect((await put(`user/${name}`, { minute: 6, day: 50 })).json.data.minute).toBe(6);
      expect((await put(`user/${name}`, { minute: 7, day: 50, create: true })).json.data.minute).toBe(7);
      expect((await second.admin("DELETE", `/tiers/user/${name}`)).status).toBe(200);
    });

    test("an added tier is given to users, and cannot be deleted while one has it", async () => {
      const name = newName();
      expect((await put(`user/${name}`, { minute: 5, day: 50, create: true })).json.data).toMatchObject({
        source: "added",
        minute: 5,
      });
      const { key, email, userId } = await first.user({ tier: name });
      expect(await limitOf(second, key)).toBe("5");
      const refused = await second.admin("DELETE", `/tiers/user/${name}`);
      expect([codeOf(refused), refused.json.error]).toEqual([
        "409 CONFLICT",
        `${email} has the tier ${name}. Give them another tier first.`,
      ]);
      expect((await patch(`/users/${userId}`, { tier: "free" })).json.data.tier).toBe("free");
      expect((await second.admin("DELETE", `/tiers/user/${name}`)).json.data.deleted).toBe(true);
      expect((await second.admin("DELETE", `/tiers/user/${name}`)).status).toBe(404);
      expect(errorsOf(await patch(`/users/${userId}`, { tier: name }))[0][1]).toContain("must be one of");
      // A tier of the other surface is another tier.
      await put(`partner/${name}`, { minute: 5, month: 50, create: true });
      expect((await patch(`/users/${userId}`, { tier: name })).status).toBe(400);
    });

    test("a deletion and an assignment at one time: nobody is left with a tier that is gone", async () => {
      for (let i = 0; i < 5; i++) {
        const name = newName();
        await put(`user/${name}`, { minute: 5, day: 50, create: true });
        const { email } = await first.user({ tier: "free" });
        const [given, gone] = await Promise.all([
          first.admin("PATCH", `/users/${email}`, { tier: name }),
          second.admin("DELETE", `/tiers/user/${name}`),
        ]);
        expect([200, 400]).toContain(given.status);
        expect([given.status === 200, gone.status === 409]).toEqual([gone.status === 409, given.status === 200]);
      }
    });

    test("R-33: a tier lowered and raised within a minute: nothing past it on either, and what it allows at once", async () => {
      const name = newName();
      await put(`user/${name}`, { minute: 10, day: 1_000, create: true });
      const { key } = await first.user({ tier: name });
      expect(await consume(first, key, 4)).toBe(4);
      expect(await consume(second, key, 4)).toBe(4);
      const change = async (minute: number) => {
        await put(`user/${name}`, { minute, day: 1_000 });
        await Promise.all([first.heard(), second.heard()]);
      };
      await change(6);
      expect([await consume(first, key, 5), await consume(second, key, 5)]).toEqual([0, 0]);
      await change(12);
      expect((await consume(second, key, 10)) + (await consume(first, key, 10))).toBe(4);
    });

    test("I-2: a tier raised and lowered again: what a replica had leased before goes back", async () => {
      const name = newName();
      const change = async (minute: number) => {
        await put(`user/${name}`, { minute, day: 100_000, create: true });
        await Promise.all([first.heard(), second.heard()]);
      };
      await change(150);
      const { key } = await first.user({ tier: name });
      expect(await consume(first, key, 1)).toBe(1);
      await change(400);
      expect(await consume(second, key, 160)).toBe(160);
      await change(150);
      expect(await consume(first, key, 10)).toBe(0);
    });

    test("overrides are shown, hold on both within a second, and are cleared one by one", async () => {
      const { key, email } = await first.partner({ tier: "free" });
      const set = await patch(`/users/${email}`, { overrides: { minute: 2, day: "unlimited" } });
      expect(set.json.data).toMatchObject({ tier: "free", overrides: { minute: 2, day: "unlimited" } });
      for (const gateway of [first, second]) await until(async () => (await limitOf(gateway, key)) === "2", 1_000);
      const { users } = (await second.admin("GET", "/users")).json.data;
      expect(users.find((user: { email: string }) => user.email === email).overrides).toEqual(set.json.data.overrides);
      first.clock.move(60_000);
      const { limits } = (await second.call("GET", SUMMARY, { key })).json.data;
      expect(limits).toMatchObject({ tier: "free", per_minute: 2, per_day: null, limit: 2, remaining: 1 });
      await patch(`/users/${email}`, { overrides: { minute: "unlimited" } });
      await until(async () => (await limitOf(second, key)) === "unlimited", 1_000);
      const free = await second.call("GET", SUMMARY, { key });
      expect([header(free, "limit"), header(free, "remaining")]).toEqual(["unlimited", "unlimited"]);
      expect(free.json.data.limits).toMatchObject({ per_minute: null, per_day: null, limit: null, remaining: null });
      const cleared = await patch(`/users/${email}`, { overrides: { minute: null, day: null } });
      expect(cleared.json.data.overrides).toBeNull();
      await until(async () => (await limitOf(second, key)) === "60", 1_000);
    });

    test("a partner's month follows its tier and overrides: refused, priced by the operator, or unlimited", async () => {
      const name = newName();
      expect((await put(`partner/${name}`, { minute: 100, month: 3, create: true })).json.data).toMatchObject({
        overage_usd: "none",
      });
      const { key, email } = await first.partner({ tier: "free" });
      await patch(`/partners/${email}`, { tier: name });
      const accounts = () => second.call("GET", ACCOUNTS, { key });
      await until(async () => header(await accounts(), "limit") === "3", 1_000);
      await consume(second, key, 5, ACCOUNTS);
      expect(codeOf(await accounts())).toBe("429 QUOTA_EXCEEDED");
      await put(`partner/${name}`, { minute: 100, month: 3, overage_usd: 0.00125 });
      await until(async () => (await accounts()).status === 200, 1_000);
      const partnerOf = async () => (await second.call("GET", SUMMARY, { key })).json.data.partner;
      const month = await partnerOf();
      expect(month).toMatchObject({ tier: name, quota: 3, overage_calls: month.calls - 3 });
      expect(month.overage_usd).toBe(((month.calls - 3) * 1_250) / 1_000_000);
      const own = await patch(`/partners/${email}`, { overrides: { month: "unlimited", minute: 50 } });
      expect(own.json.data.overrides).toEqual({ month: "unlimited", minute: 50 });
      await until(async () => header(await accounts(), "minute-limit") === "50", 1_000);
      expect(header(await accounts(), "remaining")).toBe("unlimited");
      expect(await partnerOf()).toMatchObject({ quota: null, overage_calls: 0, overage_usd: 0 });
      await patch(`/partners/${email}`, { overrides: { month: 2, overage_usd: "none" } });
      await until(async () => codeOf(await accounts()) === "429 QUOTA_EXCEEDED", 1_000);
    });

    test("there are 100 added and changed tiers of a surface at most", async () => {
      await first.database.database.query(
        `insert into tiers (surface, name, minute_limit, day_limit)
         select 'user', 'many-' || i, 5, 5 from generate_series(1, 100) i`,
      );
      expect(codeOf(await put("user/one-more", { minute: 1, day: 1, create: true }))).toBe("409 CONFLICT");
      expect((await put("user/many-7", { minute: 1, day: 1 })).status).toBe(200);
      await first.database.database.query("delete from tiers where name like 'many-%'");
    });
  });
}
