// Redirect origins: setting the list, and no connect flow of the partner sends a browser elsewhere.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { CONNECT, connectPath, HOOK_MS, logged, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const PATH = "/api/v1/redirect-origins";
const CLIENT = { google: { clientId: "id-of-a-client", clientSecret: "secret-of-a-client" } };
const APP = "https://app.example.com";

const REFUSED: unknown[] = [
  "",
  "app.example.com",
  "//app.example.com",
  "https://",
  "https:app.example.com",
  "https://app.example.com/",
  "https://app.example.com/done",
  "https://app.example.com?x",
  "https://app.example.com#x",
  "https://ada@app.example.com",
  "https://ada:pw@app.example.com",
  "https://app.example.com\\evil.example",
  " https://app.example.com",
  "https://app.exa\tmple.com",
  "https://app.example.com:99999",
  "https://*.example.com",
  "*",
  "null",
  "http://app.example.com",
  "http://10.0.0.1",
  "ftp://app.example.com",
  "javascript:alert(1)",
  `https://${"a".repeat(300)}.example`,
  7,
  null,
];
/** An origin in the request, and as it is stored. */
const TAKEN: [string, string][] = [
  [APP, APP],
  ["HTTPS://APP.Example.COM", APP],
  ["https://app.example.com:443", APP],
  ["https://app.example.com:8443", "https://app.example.com:8443"],
  ["https://bücher.example", "https://xn--bcher-kva.example"],
  ["https://[2001:DB8::1]", "https://[2001:db8::1]"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["http://127.0.0.1", "http://127.0.0.1"],
];

for (const lane of laneOf(import.meta.file)) {
  describe(`redirect origins on ${lane}`, () => {
    let gateway: TestGateway;
    /** On the same database, in production, with the list required. */
    let strict: TestGateway;
    let closeStrict = async () => {};
    let key: string;
    let userId: string;
    let accountId: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, settings: CLIENT });
      const { url, database } = gateway.database;
      const own = url === null ? database : await openPostgres(url);
      if (url !== null) closeStrict = () => own.close();
      strict = await startTestGateway({
        lane,
        settings: CLIENT,
        env: { GATEWAY_ENV: "production", GATEWAY_REQUIRE_REDIRECT_ORIGINS: "true" },
        database: { database: own, url, close: async () => {} },
      });
    }, HOOK_MS);
    afterAll(async () => {
      await strict.close();
      await closeStrict();
      await gateway.close();
    }, HOOK_MS);
    beforeEach(async () => {
      ({ key, userId } = await gateway.partner({ tier: "enterprise" }));
      accountId = await gateway.account(key);
    });
    const put = (origins: unknown, to = gateway) => to.call("PUT", PATH, { key, body: { origins } });
    const list = async (to = gateway) => (await to.call("GET", PATH, { key })).json;
    const connect = (redirect_url: string, to = gateway, path = connectPath(accountId)) =>
      to.call("POST", path, { key, body: { provider: "google", redirect_url } });
    const sessions = async () =>
      (await gateway.database.database.query("select id from connect_sessions where user_id = $1", [userId])).length;

    test("S-27: the list is empty at first and restricts nothing; it is replaced whole, and emptied again", async () => {
      expect(await list()).toEqual({ ok: true, data: { origins: [] } });
      expect((await connect("https://anywhere.example/done")).status).toBe(200);
      expect((await put([APP, "https://two.example", APP])).json).toEqual({
        ok: true,
        data: { origins: [APP, "https://two.example"] },
      });
      await put(["https://three.example"]);
      expect((await list()).data.origins).toEqual(["https://three.example"]);
      expect(logged(gateway, "redirect_origins_changed").at(-1)).toMatchObject({
        user_id: userId,
        origins: ["https://three.example"],
      });
      expect((await put([])).json.data.origins).toEqual([]);
      expect((await connect("https://anywhere.example/done")).status).toBe(200);
    });

    test("S-27: an invalid origin is 400, each error of the list is reported, and the stored list stays", async () => {
      await put([APP]);
      for (const origin of REFUSED) {
        const response = await put(["https://two.example", origin]);
        expect(`${JSON.stringify(origin)} ${response.status}`).toBe(`${JSON.stringify(origin)} 400`);
        expect(response.json.error_code).toBe("VALIDATION_ERROR");
      }
      for (const body of [{}, { origins: APP }, { origins: [APP], more: true }]) {
        expect((await gateway.call("PUT", PATH, { key, body })).status).toBe(400);
      }
      const { error } = (await put(["https://a.example/x", "https://*.b.example"])).json;
      for (const named of ["https://a.example/x", "https://*.b.example"]) expect(error).toContain(named);
      const many = (count: number) => Array.from({ length: count }, (_, i) => `https://app${i}.example`);
      expect((await put(many(101))).status).toBe(400);
      expect((await list()).data.origins).toEqual([APP]);
      expect((await put(many(100))).json.data.origins).toHaveLength(100);
    });

    test("S-27: an origin is stored in the URL parser's form; http only for loopback hosts, and only in development", async () => {
      for (const [sent, stored] of TAKEN) expect((await put([sent])).json.data.origins).toEqual([stored]);
      for (const [sent] of TAKEN.slice(-2)) expect((await put([sent], strict)).status).toBe(400);
    });

    test("S-27: another origin than those listed is 400 before any session exists, whatever it looks like", async () => {
      await put([APP, "https://[2001:db8::1]:8443"]);
      const refused = [
        "https://evil.example/done",
        "https://app.example.com.evil.example/",
        "https://evil.example/?https://app.example.com",
        "https://sub.app.example.com/",
        "https://example.com/",
        "https://app.example.com:8443/",
        "https://app.example.com./",
        "http://localhost/done",
        "https://[2001:db8::1]/",
      ];
      for (const redirectUrl of refused) {
        const { status, json } = await connect(redirectUrl);
        expect(`${redirectUrl} ${status} ${json.error_code}`).toBe(`${redirectUrl} 400 VALIDATION_ERROR`);
        expect(json.error).toContain("redirect_url");
      }
      // The user's own connects go through the same key.
      expect((await connect("https://evil.example/", gateway, CONNECT)).status).toBe(400);
      expect(await sessions()).toBe(0);
      for (const taken of [`${APP}/done?x=1`, "HTTPS://APP.example.com:443", "https://[2001:DB8::1]:8443/x"]) {
        expect((await connect(taken)).status).toBe(200);
      }
      expect((await connect(`${APP}/`, gateway, CONNECT)).status).toBe(200);
      expect(await sessions()).toBe(4);
    });

    test("S-27: a list binds its partner alone, and every replica at once", async () => {
      await put([APP]);
      expect((await list(strict)).data.origins).toEqual([APP]);
      expect((await connect("https://two.example/", strict)).status).toBe(400);
      await put(["https://two.example"]);
      expect((await connect("https://two.example/", strict)).status).toBe(200);
      expect((await connect(`${APP}/`, strict)).status).toBe(400);
      const other = await gateway.partner();
      const path = connectPath(await gateway.account(other.key));
      const body = { provider: "google", redirect_url: "https://elsewhere.example/" };
      expect((await gateway.call("POST", path, { key: other.key, body })).status).toBe(200);
      expect((await gateway.call("GET", PATH, { key: other.key })).json.data.origins).toEqual([]);
    });

    test("S-27: with the list required, connecting an account is 400 without one; a user's own integrations need none", async () => {
      const refused = await connect(`${APP}/done`, strict);
      expect(refused.status).toBe(400);
      expect(refused.json.error).toContain(`PUT ${PATH}`);
      expect(await sessions()).toBe(0);
      expect((await connect(`${APP}/done`, strict, CONNECT)).status).toBe(200);
      expect((await connect(`${APP}/done`)).status).toBe(200);
      await put([APP], strict);
      expect((await connect(`${APP}/done`, strict)).status).toBe(200);
    });

    test("it needs a partner profile", async () => {
      const { key: own } = await gateway.user();
      for (const [method, body] of [
        ["GET", undefined],
        ["PUT", { origins: [] }],
      ] as const) {
        const response = await gateway.call(method, PATH, { key: own, body });
        expect(`${response.status} ${response.json.error_code}`).toBe("403 PARTNER_REQUIRED");
      }
    });
  });
}
