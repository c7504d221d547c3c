// Deleting an account: its rows always go; its grants are revoked at the providers unless another account uses them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { InjectedFailure } from "../../../emulators/emulators.ts";
import { dump, HOOK_MS, logged, REDIRECT_URL, TEST_MS, watch } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { partnerError } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const ACCOUNTS = "/api/v1/accounts";
const PROVIDERS = ["google", "github"] as const;
const REVOCATION = { google: "/oauth2/revoke", github: "/applications/gateway-at-github/token" };
const READ = { google: "/api/v1/google/gmail/messages?limit=1", github: "/api/v1/github/repos?limit=1" };

for (const lane of laneOf(import.meta.file)) {
  describe(`deleting accounts on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: PROVIDERS });
      ({ key } = await gateway.partner({ tier: "enterprise" }));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    // Integrations of other tests would share the grant.
    beforeEach(async () => {
      gateway.clock.nextMinute();
      await gateway.database.database.script("delete from integrations");
    });
    afterEach(() => {
      for (const provider of PROVIDERS) gateway.providers[provider].setFailureInjector();
    });
    const call = (method: string, path: string, body?: unknown) =>
      gateway.call(method, `${ACCOUNTS}${path}`, { key, ...(body !== undefined && { body }) });
    const use = (name: string, provider: "google" | "github", as = key) =>
      gateway.call("GET", READ[provider], { key: as, headers: { "x-account-id": name } });
    /** An account with both providers connected and in use. */
    const connected = async (name: string, providers: readonly ("google" | "github")[] = PROVIDERS) => {
      const id = await gateway.account(key, name);
      for (const provider of providers) {
        await gateway.connect(key, provider, { accountId: id });
        await until(async () => (await use(name, provider)).status === 200);
      }
      return id;
    };
    const sealedTokens = async () => {
      const rows = await gateway.database.database.query<{ sealed: string }>(
        "select unnest(array_remove(array[access_token, refresh_token, other_tokens], null)) as sealed from integrations",
      );
      return rows.map((row) => row.sealed);
    };
    const isGone = async (id: string, name: string, sealed: readonly string[]) => {
      const text = await dump(gateway);
      expect(sealed.length).toBeGreaterThan(0);
      expect(sealed.filter((one) => text.includes(one))).toEqual([]);
      for (const table of ["integrations", "connect_sessions"]) {
        const left = await gateway.database.database.query(`select id from ${table} where account_id = $1`, [id]);
        expect([table, left]).toEqual([table, []]);
      }
      await until(async () => (await use(name, "google")).status === 404);
    };

    test("S-23: integrations, tokens and sessions go with it, and each provider gets one revocation", async () => {
      const id = await connected("acme");
      const sealed = await sealedTokens();
      const seen = { google: watch(gateway.providers.google), github: watch(gateway.providers.github) };
      const response = await call("DELETE", `/${id}`);
      expect([response.status, response.json]).toEqual([200, { ok: true, data: { deleted: true } }]);
      for (const provider of PROVIDERS) {
        expect(seen[provider].to(REVOCATION[provider])).toHaveLength(1);
        expect(gateway.providers[provider].issued).toEqual([]);
      }
      await isGone(id, "acme", sealed);
      expect(logged(gateway, "account_deleted").at(-1)).toMatchObject({ account_id: id, integrations: 2 });
    });

    test("every later request for it is 404, the second deletion too", async () => {
      const id = await connected("gone", ["google"]);
      const session = await call("POST", `/${id}/connect`, { provider: "google", redirect_url: REDIRECT_URL });
      expect((await call("DELETE", `/${id}`)).status).toBe(200);
      const responses = [
        await call("DELETE", `/${id}`),
        await call("GET", `/${id}`),
        await call("PATCH", `/${id}`, { display_name: "Back" }),
        await call("GET", `/${id}/integrations`),
        await call("DELETE", `/${id}/integrations/google`),
        await call("POST", `/${id}/connect`, { provider: "google", redirect_url: REDIRECT_URL }),
        await call("GET", `/${id}/connect/${session.json.data.session_id}`),
      ];
      const body = partnerError(`Connected account "${id}" not found: none of yours has this id.`, "ACCOUNT_NOT_FOUND");
      for (const response of responses) expect([response.status, response.json]).toEqual([404, body]);
      await until(async () => (await use("gone", "google")).status === 404);
      expect((await use("gone", "google")).json).toEqual(
        partnerError('Connected account "gone" not found', "ACCOUNT_NOT_FOUND", { provider: "google" }),
      );
    });

    const failures: [string, InjectedFailure][] = [
      ["answers 500", new Response("oops", { status: 500 })],
      ["cuts the connection", "reset"],
    ];
    for (const [title, failure] of failures) {
      test(`S-23: it is deleted also when the provider ${title} at the revocation`, async () => {
        const name = `stubborn ${title}`;
        const id = await connected(name, ["google"]);
        const sealed = await sealedTokens();
        const { google } = gateway.providers;
        google.setFailureInjector((request) => (request.path.startsWith(REVOCATION.google) ? failure : undefined));
        const before = logged(gateway, "revocation_failed").length;
        expect((await call("DELETE", `/${id}`)).json).toEqual({ ok: true, data: { deleted: true } });
        await isGone(id, name, sealed);
        expect(logged(gateway, "revocation_failed").slice(before)).toMatchObject([{ provider: "google" }]);
      });
    }

    test("S-23: a grant that two accounts share is revoked with the last of them", async () => {
      const [first, second] = [await connected("first", ["google"]), await connected("second", ["google"])];
      const seen = watch(gateway.providers.google);
      await call("DELETE", `/${first}`);
      expect(seen.to(REVOCATION.google)).toEqual([]);
      expect((await use("second", "google")).status).toBe(200);
      await call("DELETE", `/${second}`);
      expect(seen.to(REVOCATION.google)).toHaveLength(1);
    });

    test("another account and the partner's own integrations stay", async () => {
      const id = await connected("one of two", ["github"]);
      const other = await connected("two of two", ["github"]);
      await gateway.connect(key, "github");
      await call("DELETE", `/${id}`);
      expect((await use("two of two", "github")).status).toBe(200);
      expect((await gateway.call("GET", READ.github, { key })).status).toBe(200);
      expect((await call("GET", `/${other}`)).json.data.integrations).toHaveLength(1);
    });

    test("of ten concurrent deletions one succeeds and nine are 404", async () => {
      const id = await connected("popular", ["google"]);
      const seen = watch(gateway.providers.google);
      const responses = await Promise.all(Array.from({ length: 10 }, () => call("DELETE", `/${id}`)));
      expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
      expect(seen.to(REVOCATION.google)).toHaveLength(1);
    });
  });
}
