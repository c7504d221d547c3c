// Importing grants that were made elsewhere, over real HTTP on both databases, against a provider whose refresh tokens rotate.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { dump, HOOK_MS, integrationOf, logged, secretsIn, TEST_MS } from "../../support/connecting.ts";
import { type CredentialStandIn, startCredentialStandIn, TYPED_PROVIDERS } from "../../support/credential-providers.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type RotorStandIn, type RotorTokens, rotor, startRotor } from "../../support/rotating-provider.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const HOUR_MS = 3_600_000;
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

for (const lane of laneOf(import.meta.file)) {
  describe(`imports on ${lane}`, () => {
    let standIn: RotorStandIn;
    let typed: CredentialStandIn;
    let gateway: TestGateway;
    let partner: { userId: string; email: string; key: string };
    beforeAll(async () => {
      standIn = await startRotor();
      typed = await startCredentialStandIn();
      gateway = await startTestGateway({
        lane,
        plugins: [rotor, ...TYPED_PROVIDERS],
        settings: { ...typed.settings, rotor: standIn.settings },
      });
      partner = await gateway.partner({ tier: "enterprise" });
    }, HOOK_MS);
    // Another minute, for the limits of calls.
    beforeEach(() => gateway.clock.move(60_000));
    afterEach(() => {
      standIn.setIdentity();
      standIn.setRefreshed();
    });
    afterAll(async () => {
      await gateway.close();
      await standIn.close();
      await typed.close();
    }, HOOK_MS);

    const run = async (entries: unknown[], options: object = {}) => {
      const response = await gateway.admin("POST", "/integrations", { entries, ...options });
      if (response.status !== 200) throw new Error(`the import answered ${response.status}: ${response.text}`);
      return response.json.data;
    };
    const one = async (entry: unknown, options: object = {}) => (await run([entry], options)).results[0];
    const entryOf = (user: string, { access, refresh }: RotorTokens, more: object = {}) => ({
      user,
      provider: "rotor",
      access_token: access,
      refresh_token: refresh,
      ...more,
    });
    const ended = { expires_at: "2020-01-01T00:00:00Z" };
    const call = (key: string) => gateway.call("GET", "/api/v1/rotor/me", { key });
    const query = <Row = Record<string, unknown>>(text: string, values: string[] = []) =>
      gateway.database.database.query<Row>(text, values);
    const waitingOf = (userId: string) =>
      query<{ tokens: string | null }>(
        "select tokens from imported_grants where user_id = $1::uuid and integration_id is null",
        [userId],
      );

    test("live tokens: checked without a refresh, stored, called, renewed when they end, and disconnected", async () => {
      const { email, key, userId } = await gateway.user();
      const before = standIn.refreshes();
      const expires_at = new Date(gateway.clock.now() + HOUR_MS).toISOString();
      const result = await one(entryOf(email, standIn.issue("ada"), { expires_at, scopes: ["people:read"] }));
      expect(result).toEqual({ index: 0, outcome: "imported", integration_id: expect.any(String) });
      const integration = await integrationOf(gateway, key, "rotor");
      expect([integration.id, integration.status, integration.identity]).toEqual([
        result.integration_id,
        "active",
        { id: "ada", name: "ada of rotor" },
      ]);
      expect(integration.enabled_services).toEqual([{ service_name: "people.read", is_enabled: true }]);
      expect((await call(key)).json.data.name).toBe("ada of rotor");
      expect(standIn.refreshes()).toBe(before);
      gateway.clock.move(HOUR_MS);
      expect((await call(key)).status).toBe(200);
      expect(standIn.refreshes()).toBe(before + 1);
      const acts = await query<{ event: string; actor_kind: string }>(
        "select event, actor_kind from audit_entries where user_id = $1::uuid and event like 'integration_%'",
        [userId],
      );
      expect(acts).toEqual([{ event: "integration_imported", actor_kind: "admin" }]);
      const gone = await gateway.call("DELETE", "/api/v1/integrations/rotor", { key });
      expect(gone.status).toBe(200);
      // What was imported is forgotten with it.
      expect(await query("select 1 from imported_grants where user_id = $1::uuid", [userId])).toEqual([]);
    });

    test("an owner gets several connections by name; without one, of several, nothing is guessed", async () => {
      const { email, key } = await gateway.user();
      const expires_at = new Date(gateway.clock.now() + HOUR_MS).toISOString();
      const named = (connection: string, person: string) =>
        entryOf(email, standIn.issue(person), { expires_at, connection });
      const both = await run([named("work", "ada"), named("private", "grace")]);
      expect(both.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["imported", "imported"]);
      const { integrations } = (await gateway.call("GET", "/api/v1/integrations", { key })).json.data;
      expect(
        integrations.map((one: { name: string; identity: { id: string } }) => [one.name, one.identity.id]),
      ).toEqual([
        ["private", "grace"],
        ["work", "ada"],
      ]);
      const unnamed = await one(entryOf(email, standIn.issue("eve"), { expires_at }), { replace: true });
      expect([unnamed.outcome, unnamed.code]).toEqual(["refused", "CONNECTION_AMBIGUOUS"]);
      // The identity tells which one it is, and an active one is replaced only where that is wanted.
      const own = entryOf(email, standIn.issue("ada"), { expires_at });
      expect((await one(own)).code).toBe("ALREADY_CONNECTED");
      expect((await one(own, { replace: true })).outcome).toBe("imported");
      const taken = await one(named("work", "eve"));
      expect([taken.outcome, taken.code]).toEqual(["refused", "ALREADY_CONNECTED"]);
      const twice = await run([named("third", "eve"), named("third", "eve")]);
      expect(twice.results[1]).toMatchObject({ outcome: "refused", code: "DUPLICATE" });
      const wrong = await one(named("No name", "eve"));
      expect([wrong.code, wrong.message.includes("connection must be 1 to 64")]).toEqual(["INVALID_ENTRY", true]);
    });

    test("running it again changes nothing, also after the tokens have rotated, and with replace", async () => {
      const { email, key } = await gateway.user();
      const entry = entryOf(email, standIn.issue("ada"), {
        expires_at: new Date(gateway.clock.now() + HOUR_MS).toISOString(),
      });
      const first = await one(entry);
      gateway.clock.move(HOUR_MS);
      expect((await call(key)).status).toBe(200);
      const { total } = standIn.identities();
      const reuses = standIn.reuses();
      for (const options of [{}, { replace: true }, { dry_run: true }])
        expect(await one(entry, options)).toEqual({
          index: 0,
          outcome: "unchanged",
          integration_id: first.integration_id,
        });
      expect([standIn.identities().total, standIn.reuses()]).toEqual([total, reuses]);
      expect((await call(key)).status).toBe(200);
    });

    test.each([
      ["that has ended", ended],
      ["that its provider refuses", {}],
      ["that is left out", { access_token: undefined }],
    ])("an access token %s is renewed once, and the new refresh token is the stored one", async (_, more) => {
      const { email, key } = await gateway.user();
      const tokens = standIn.issue("grace");
      standIn.expire(tokens.access);
      const before = standIn.refreshes();
      expect((await one(entryOf(email, tokens, more))).outcome).toBe("imported");
      expect(standIn.refreshes()).toBe(before + 1);
      gateway.clock.move(HOUR_MS);
      expect((await call(key)).status).toBe(200);
      expect([standIn.refreshes(), (await integrationOf(gateway, key, "rotor")).status]).toEqual([
        before + 2,
        "active",
      ]);
    });

    test("a refresh token that the check has used is stored before the identity fails, and the next run goes on with it", async () => {
      const { email, key, userId } = await gateway.user();
      const entry = entryOf(email, standIn.issue("ada"), ended);
      const [reuses, refreshes] = [standIn.reuses(), standIn.refreshes()];
      let stored = 0;
      standIn.setIdentity(async () => {
        // Before the identity is answered the new tokens are in the database, sealed.
        stored = (await waitingOf(userId)).filter(({ tokens }) => tokens?.startsWith("k1.")).length;
        return new Response("down", { status: 503 });
      });
      expect(await one(entry)).toMatchObject({ outcome: "refused", code: "PROVIDER_UNAVAILABLE" });
      expect([stored, standIn.refreshes()]).toEqual([1, refreshes + 1]);
      expect(await integrationOf(gateway, key, "rotor")).toBeNull();
      standIn.setIdentity();
      expect((await one(entry)).outcome).toBe("imported");
      expect([standIn.refreshes(), standIn.reuses()]).toEqual([refreshes + 1, reuses]);
      expect(await waitingOf(userId)).toEqual([]);
      gateway.clock.move(HOUR_MS);
      expect((await call(key)).status).toBe(200);
    });

    test("waiting tokens that have ended meanwhile are renewed again, and seal anew with the key ring", async () => {
      const { email, key } = await gateway.user();
      const entry = entryOf(email, standIn.issue("ada"), ended);
      standIn.setIdentity(() => new Response("down", { status: 503 }));
      await one(entry);
      gateway.clock.move(2 * HOUR_MS);
      const rotated = await gateway.admin("POST", "/secrets/rotate");
      expect(rotated.status).toBe(200);
      await one(entry);
      standIn.setIdentity();
      const reuses = standIn.reuses();
      expect((await one(entry)).outcome).toBe("imported");
      expect(standIn.reuses()).toBe(reuses);
      expect((await call(key)).status).toBe(200);
    });

    test("tokens that the database does not take at that moment are written as soon as it does", async () => {
      const { email, key, userId } = await gateway.user();
      const entry = entryOf(email, standIn.issue("ada"), ended);
      const { requests } = gateway.database.database;
      const ask = requests.query.bind(requests);
      let refusals = 0;
      requests.query = ((text: string, ...more: never[]) => {
        if (!text.startsWith("update imported_grants set tokens") || refusals > 0) return ask(text, ...more);
        refusals++;
        return Promise.reject(Object.assign(new Error("disk full"), { code: "53100" }));
      }) as typeof requests.query;
      const reuses = standIn.reuses();
      try {
        expect(await one(entry)).toMatchObject({ outcome: "refused", code: "INTERNAL_ERROR" });
      } finally {
        requests.query = ask as typeof requests.query;
      }
      expect(refusals).toBe(1);
      await until(async () => (await waitingOf(userId))[0]?.tokens != null, 20_000);
      expect((await one(entry)).outcome).toBe("imported");
      expect(standIn.reuses()).toBe(reuses);
      expect((await call(key)).status).toBe(200);
      expect(logged(gateway, "imported_tokens_lost")).toEqual([]);
    });

    test("two imports of one file at once use each refresh token once", async () => {
      const people = await Promise.all([1, 2, 3, 4, 5].map(() => gateway.user()));
      const entries = people.map(({ email }) => entryOf(email, standIn.issue("ada"), ended));
      const [reuses, refreshes] = [standIn.reuses(), standIn.refreshes()];
      await Promise.all([run(entries), run(entries), run(entries)]);
      const last = await run(entries);
      expect(last.imported + last.unchanged).toBe(5);
      expect([standIn.refreshes() - refreshes, standIn.reuses()]).toEqual([5, reuses]);
      gateway.clock.move(HOUR_MS);
      for (const { key } of people) expect((await call(key)).status).toBe(200);
    });

    test("a refresh token without an answer is not sent again at once, and then once more", async () => {
      const { email } = await gateway.user();
      const entry = entryOf(email, standIn.issue("ada"), ended);
      const cut = () => new Response(new ReadableStream({ start: (controller) => controller.error(new Error("cut")) }));
      standIn.setRefreshed(cut);
      expect((await one(entry)).code).toBe("PROVIDER_UNAVAILABLE");
      standIn.setRefreshed();
      const refreshes = standIn.refreshes();
      expect((await one(entry)).code).toBe("IN_PROGRESS");
      expect(standIn.refreshes()).toBe(refreshes);
      await query(
        "update imported_grants set claimed_until = now() - interval '1 second' where claimed_until is not null",
      );
      expect((await one(entry)).code).toBe("GRANT_ENDED");
    });

    test("a dry run stores nothing, makes no account, and uses no refresh token", async () => {
      const { email, key, userId } = await gateway.partner();
      const live = standIn.issue("ada");
      const dead = standIn.issue("grace");
      const refreshes = standIn.refreshes();
      const before = await dump(gateway);
      const { results, ...counts } = await run(
        [entryOf(email, live), entryOf(email, dead, { ...ended, account: "customer-1" })],
        { dry_run: true, create_accounts: true },
      );
      expect([counts, results]).toEqual([
        { imported: 0, unchanged: 0, valid: 2, refused: 0 },
        [
          { index: 0, outcome: "valid" },
          { index: 1, outcome: "valid", message: expect.stringContaining("a dry run does not use the refresh token") },
        ],
      ]);
      expect(standIn.refreshes()).toBe(refreshes);
      expect(await integrationOf(gateway, key, "rotor")).toBeNull();
      expect(await query("select 1 from accounts where user_id = $1::uuid", [userId])).toEqual([]);
      expect(secretsIn(before + (await dump(gateway)), [...Object.values(live), ...Object.values(dead)])).toEqual([]);
    });

    test("accounts: their partner's own, made where that is asked for, and each grant its own", async () => {
      const accountId = await gateway.account(partner.key, "customer-1");
      const entry = (account: string, person: string) => entryOf(partner.email, standIn.issue(person), { account });
      expect((await one(entry("customer-1", "ada"))).outcome).toBe("imported");
      expect((await integrationOf(gateway, partner.key, "rotor", accountId)).identity.id).toBe("ada");
      expect((await one(entry("customer-2", "grace"))).code).toBe("ACCOUNT_NOT_FOUND");
      expect((await one(entry("customer-2", "grace"), { create_accounts: true })).outcome).toBe("imported");
      const headers = { "x-account-id": "customer-2" };
      const called = await gateway.call("GET", "/api/v1/rotor/me", { key: partner.key, headers });
      expect(called.json.data.id).toBe("grace");
      expect((await call(partner.key)).json.error).toContain("is not connected");
      const { email } = await gateway.user();
      expect((await one(entryOf(email, standIn.issue("ada"), { account: "x" }))).code).toBe("PARTNER_REQUIRED");
      const dead = standIn.issue("ada");
      standIn.end(dead.refresh);
      const refused = entryOf(partner.email, dead, { account: "customer-3" });
      expect((await one(refused, { create_accounts: true })).outcome).toBe("refused");
    });

    test("one refresh token for two owners is refused for the second, and stays good for the first", async () => {
      const [first, second] = [await gateway.user(), await gateway.user()];
      const tokens = standIn.issue("ada");
      const results = (await run([entryOf(first.email, tokens), entryOf(second.email, tokens)])).results;
      expect(results.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual(["imported", "refused"]);
      expect((await one(entryOf(second.email, tokens))).outcome).toBe(
        results[1].outcome === "imported" ? "unchanged" : "refused",
      );
      const codes = results.flatMap(({ code }: { code?: string }) => code ?? []);
      expect(codes).toEqual(["USED_ELSEWHERE"]);
    });

    test("what is connected already is left alone unless it is to be replaced; its grant is not revoked then", async () => {
      const { email, key } = await gateway.user();
      const first = await one(entryOf(email, standIn.issue("ada")));
      expect((await one(entryOf(email, standIn.issue("ada")))).code).toBe("ALREADY_CONNECTED");
      const revocations = standIn.revocations();
      const replaced = await one(entryOf(email, standIn.issue("ada")), { replace: true });
      expect([replaced.outcome, replaced.integration_id]).toEqual(["imported", first.integration_id]);
      expect(standIn.revocations()).toBe(revocations);
      expect((await one(entryOf(email, standIn.issue("grace")), { replace: true })).outcome).toBe("imported");
      expect(standIn.revocations()).toBe(revocations + 1);
      expect((await call(key)).json.data.id).toBe("grace");
    });

    test("each kind of credentials: checked, sealed, called", async () => {
      const { email, key } = await gateway.user();
      const kinds = [
        { provider: "keyed", credentials: { api_key: "sk_test_importedkey" } },
        {
          provider: "desk",
          fields: { subdomain: "acme" },
          credentials: { email: "ada@example.com", api_token: "Passw0rdImported" },
        },
        {
          provider: "machine",
          credentials: { account_id: "acme-1", client_id: "id-2", client_secret: "Secret-Imported" },
        },
      ];
      const refused = await run(kinds.map((kind) => ({ user: email, ...kind })));
      expect(refused.results.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill("CREDENTIALS_REFUSED"));
      typed.valid.add("keyed sk_test_importedkey");
      typed.valid.add(`desk ${basic("ada@example.com/token:Passw0rdImported")}`);
      typed.valid.add(`machine ${basic("id-2:Secret-Imported")}`);
      for (const kind of kinds) {
        expect((await one({ user: email, ...kind })).outcome).toBe("imported");
        expect((await gateway.call("GET", `/api/v1/${kind.provider}/things`, { key })).status).toBe(200);
        expect((await one({ user: email, ...kind })).outcome).toBe("unchanged");
      }
      const text = (await dump(gateway)) + gateway.logLines.join("\n");
      expect(secretsIn(text, ["sk_test_importedkey", "Passw0rdImported", "Secret-Imported"])).toEqual([]);
    });

    test("S-55: S-71: no token of an import is in the database or the log, whatever came of it", async () => {
      const { email } = await gateway.user();
      const tokens = [1, 2, 3].map(() => standIn.issue("ada"));
      const [live, dead, waiting] = tokens as [RotorTokens, RotorTokens, RotorTokens];
      standIn.end(dead.refresh);
      await run([entryOf(email, live), entryOf(email, dead, ended)]);
      standIn.setIdentity(() => new Response("down", { status: 503 }));
      await one(entryOf((await gateway.user()).email, waiting, ended));
      await one(entryOf((await gateway.user()).email, standIn.issue("ada"), { expires_at: "no time" }));
      const text = (await dump(gateway)) + gateway.logLines.join("\n");
      expect(text).toContain("integrations_imported");
      expect(
        secretsIn(
          text,
          tokens.flatMap((pair) => Object.values(pair)),
        ),
      ).toEqual([]);
      expect(text).not.toMatch(/rotor-(access|refresh)-/);
    });

    test("a grant that ended, a client that is not ours: refused with a code, and nothing of the provider's text", async () => {
      const { email } = await gateway.user();
      const dead = standIn.issue("ada");
      standIn.end(dead.refresh);
      const gone = await one(entryOf(email, dead, ended));
      expect([gone.code, gone.message]).toEqual([
        "GRANT_ENDED",
        "Rotor reports that this grant has ended. Connect it again.",
      ]);
      expect((await one(entryOf(email, standIn.issue("ada"), { client_id: "other-client" }))).code).toBe(
        "CLIENT_NOT_FOUND",
      );
      const without = await one({ user: email, provider: "rotor", access_token: "rotor-access-dead" });
      expect(without.code).toBe("CREDENTIALS_REFUSED");
      expect(JSON.stringify([gone, without])).not.toContain("rotor-access");
    });

    test("an erased account leaves nothing of an import behind", async () => {
      const { email, key, userId } = await gateway.partner();
      standIn.setIdentity(() => new Response("down", { status: 503 }));
      await one(entryOf(email, standIn.issue("ada"), { ...ended, account: "waiting" }), { create_accounts: true });
      expect(await waitingOf(userId)).toHaveLength(1);
      const { accounts } = (await gateway.call("GET", "/api/v1/accounts", { key })).json.data;
      expect((await gateway.call("DELETE", `/api/v1/accounts/${accounts[0].id}`, { key })).status).toBe(200);
      await until(async () => (await waitingOf(userId)).length === 0, 20_000);
    });

    test("at most four checks of one provider run at once, over all requests", async () => {
      const people = await Promise.all(Array.from({ length: 24 }, () => gateway.user()));
      standIn.setIdentity(async () => {
        await Bun.sleep(5);
        return undefined;
      });
      const entries = people.map(({ email }) => entryOf(email, standIn.issue("ada")));
      const done = await Promise.all([run(entries.slice(0, 12)), run(entries.slice(12))]);
      expect(done.map(({ imported }) => imported)).toEqual([12, 12]);
      expect(standIn.identities().most).toBeLessThanOrEqual(4);
      expect(standIn.identities().most).toBeGreaterThan(1);
    });

    test("a viewer may not import; an operator may", async () => {
      const { email } = await gateway.user();
      const as = async (role: string) => {
        const made = await gateway.admin("POST", "/admin-tokens", { name: `import-${role}`, role });
        const headers = { authorization: `Bearer ${made.json.data.token}` };
        const body = { entries: [entryOf(email, standIn.issue("ada"))] };
        return gateway.call("POST", "/admin/v1/integrations", { headers, body });
      };
      expect([(await as("viewer")).status, (await as("operator")).status]).toEqual([403, 200]);
    });
  });
}
