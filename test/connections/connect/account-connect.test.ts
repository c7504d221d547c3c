// Connecting for a partner's account: the session, its redirect, and who may read it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { deny } from "../../../emulators/consent.ts";
import {
  callbackUrl,
  connectPath,
  GRACE,
  HOOK_MS,
  integrationOf,
  land,
  landAndReplace,
  logged,
  REDIRECT_URL,
  sessionOf,
  start,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { partnerError } from "../../support/responses.ts";
import { swept } from "../../support/sweeping.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/github/repos?limit=1";
const STORM = 1_000;
/** Sessions started in parallel. */
const AT_ONCE = 50;
const MINUTE_MS = 60_000;
/** Every kind of character that an external_id may hold; a raw line break is refused at creation. */
const ODD_IDS = [
  "a\"b'c<script>",
  "a&status=success&account_id=evil#x",
  "%0d%0aSet-Cookie:%20a=b",
  "\\r\\n\u2028\u2029",
  "Zoë 🦊 日本",
  "a b+c%20d",
  " padded ",
  "../../etc/passwd?x=1",
  "\u202Eevil",
  "😀".repeat(255),
];

for (const lane of laneOf(import.meta.file)) {
  describe(`connecting for an account on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    let accountId: string;
    let externalId: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github"] });
      ({ key, userId } = await gateway.partner({ tier: "enterprise" }));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const fresh = async (name: string = crypto.randomUUID()) => {
      gateway.clock.move(MINUTE_MS);
      externalId = name;
      accountId = await gateway.account(key, name);
      return accountId;
    };
    const query = (text: string, values: string[]) => gateway.database.database.query(text, values);
    const change = (set: string, id: string) => query(`update connect_sessions set ${set} where id = $1`, [id]);
    const post = (body: object) => gateway.call("POST", connectPath(accountId), { key, body });
    const refusedWith = async (body: object) => {
      const { status, headers, json } = await post(body);
      expect(`${status} ${headers.get("x-error-code")}`).toBe("400 VALIDATION_ERROR");
      expect(json).toEqual(partnerError(json.error, "VALIDATION_ERROR", { errors: json.details.errors }));
      return json.error as string;
    };

    /** Sessions that nobody completes: started through the API; on the slower embedded database most are copied rows. */
    const startMany = async (count: number) => {
      const called = lane === "postgres" ? count : AT_ONCE;
      for (let started = 0; started < called; started += AT_ONCE) {
        gateway.clock.move(MINUTE_MS);
        const length = Math.min(AT_ONCE, called - started);
        await Promise.all(Array.from({ length }, () => start(gateway, key, "github", { accountId })));
      }
      await query(
        `insert into connect_sessions (id, user_id, account_id, provider, state_hash, redirect_url, scopes)
         select gen_random_uuid(), user_id, account_id, provider, gen_random_uuid(), redirect_url, scopes
         from (select * from connect_sessions where account_id = $1 limit 1) s, generate_series(1, $2::int)`,
        [accountId, String(count - called)],
      );
    };

    test("an unknown provider is 400 and names the known ones; malformed scopes are 400", async () => {
      await fresh();
      const body = { provider: "google", redirect_url: REDIRECT_URL };
      expect(await refusedWith({ ...body, provider: "myspace" })).toBe(
        "provider must be one of github, google, slack.",
      );
      expect(await refusedWith({ redirect_url: REDIRECT_URL })).toContain("provider");
      expect(await refusedWith({ ...body, confirm: "yes" })).toContain("confirm");
      expect(await refusedWith({ ...body, prompt: "none" })).toContain("prompt");
      for (const scope of ["repo admin:org", "a\nb", 'a"b', "a\\b", "", "é"])
        await refusedWith({ ...body, scopes: [scope] });
      expect(await query("select id from connect_sessions where account_id = $1", [accountId])).toEqual([]);
    });

    test("the session is pending, then completed, with the documented fields and the identity", async () => {
      await fresh();
      const { sessionId, callback } = await startAndConsent(gateway, key, "google", { accountId });
      const pending = await sessionOf(gateway, key, sessionId, accountId);
      const fields = ["created_at", "expires_at", "provider", "session_id", "status"];
      expect(Object.keys(pending).sort()).toEqual(fields);
      expect(pending).toMatchObject({ session_id: sessionId, provider: "google", status: "pending" });
      expect(Date.parse(pending.expires_at) - Date.parse(pending.created_at)).toBe(30 * MINUTE_MS);
      await land(callback);
      const completed = await sessionOf(gateway, key, sessionId, accountId);
      expect(Object.keys(completed).sort()).toEqual(
        [...fields, "connection", "identity", "missing_permissions"].sort(),
      );
      expect(completed.status).toBe("completed");
    });

    test("S-15: the identity is in the session and in the account's integration, and nowhere else", async () => {
      await fresh();
      const { sessionId, callback } = await startAndConsent(gateway, key, "google", {
        accountId,
        person: GRACE.google,
      });
      await land(callback);
      const { identity } = await sessionOf(gateway, key, sessionId, accountId);
      const mailbox = { id: GRACE.google, name: GRACE.google };
      expect(identity).toEqual({ id: expect.stringMatching(/./), name: GRACE.google, workspace: mailbox });
      expect((await integrationOf(gateway, key, "google", accountId)).identity).toEqual(identity);
      const account = await gateway.call("GET", `/api/v1/accounts/${accountId}`, { key });
      expect(Object.keys(account.json.data.integrations[0]).sort()).toEqual([
        "connected_at",
        "id",
        "name",
        "provider",
        "status",
      ]);
    });

    test("a denial ends the session as failed, with error; it does not expire later", async () => {
      await fresh();
      const { sessionId, connectUrl } = await start(gateway, key, "google", { accountId });
      expect((await land(deny(connectUrl))).outcome).toEqual({
        from: "test",
        error: "access_denied",
        error_description: "The user denied the request.",
        provider: "google",
        account_id: accountId,
        external_id: externalId,
        session_id: sessionId,
      });
      await change("expires_at = now() - interval '1 second'", sessionId);
      expect(await sessionOf(gateway, key, sessionId, accountId)).toMatchObject({
        status: "failed",
        error: "access_denied",
      });
      expect(await integrationOf(gateway, key, "google", accountId)).toBeNull();
    });

    test("S-06: after 30 minutes by the database's clock it is expired; the callback is the page, and no code is exchanged", async () => {
      await fresh();
      const { sessionId, callback } = await startAndConsent(gateway, key, "google", { accountId });
      await change("expires_at = now() - interval '1 second'", sessionId);
      const session = await sessionOf(gateway, key, sessionId, accountId);
      expect(session.status).toBe("expired");
      expect(session).not.toHaveProperty("error");
      const seen = watch(gateway.providers.google);
      expect((await land(callback)).status).toBe(400);
      expect(seen.all()).toEqual([]);
      // The gateway's own clock does not matter.
      const next = await startAndConsent(gateway, key, "google", { accountId });
      gateway.clock.move(31 * MINUTE_MS);
      expect((await sessionOf(gateway, key, next.sessionId, accountId)).status).toBe("pending");
      expect((await land(next.callback)).outcome?.status).toBe("success");
    });

    test("R-03: a callback that ends after its session counts as failed stores nothing", async () => {
      await fresh();
      const { sessionId, callback } = await startAndConsent(gateway, key, "github", { accountId });
      gateway.providers.github.setFailureInjector(async (request) => {
        if (request.path !== "/user") return undefined;
        await change("claimed_at = now() - interval '61 seconds'", sessionId);
        return undefined;
      });
      const landing = await land(callback);
      gateway.providers.github.setFailureInjector();
      expect(landing.outcome).toMatchObject({ error: "session_ended" });
      expect(await sessionOf(gateway, key, sessionId, accountId)).toMatchObject({
        status: "failed",
        error: "interrupted",
      });
      expect(await integrationOf(gateway, key, "github", accountId)).toBeNull();
    });

    test("S-17: the success redirect carries status, provider, both ids of the account and the session, and nothing else", async () => {
      await fresh();
      const { sessionId, callback } = await startAndConsent(gateway, key, "google", { accountId });
      const landing = await land(callback);
      expect(landing.status).toBe(303);
      expect([...new URL(landing.headers.get("location") ?? "").searchParams]).toEqual([
        ["from", "test"],
        ["status", "success"],
        ["provider", "google"],
        ["account_id", accountId],
        ["external_id", externalId],
        ["session_id", sessionId],
      ]);
      expect(landing.headers.get("referrer-policy")).toBe("no-referrer");
      expect(landing.headers.get("cache-control")).toContain("no-store");
      expect(landing.text).toBe("");
    });

    test("S-29: an external_id stays encoded in Location, and arrives unchanged", async () => {
      for (const name of ODD_IDS) {
        await fresh(name);
        const { state, sessionId } = await start(gateway, key, "google", { accountId });
        const landing = await land(callbackUrl(gateway, { state, error: "access_denied" }));
        expect(landing.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
        expect(landing.headers.getSetCookie().filter((cookie) => !cookie.startsWith("connect="))).toEqual([]);
        expect(landing.outcome).toEqual({
          from: "test",
          error: "access_denied",
          provider: "google",
          account_id: accountId,
          external_id: name,
          session_id: sessionId,
        });
      }
    });

    test("S-75: start, success and failure are logged with the session, the partner and the account", async () => {
      await fresh();
      const good = await startAndConsent(gateway, key, "google", { accountId });
      await land(good.callback);
      const bad = await start(gateway, key, "google", { accountId });
      await land(deny(bad.connectUrl));
      const of = (event: string, id: string) => logged(gateway, event).filter((line) => line.session_id === id);
      const who = { user_id: userId, account_id: accountId, provider: "google" };
      expect(of("connect_started", good.sessionId)).toMatchObject([who]);
      expect(of("connect_completed", good.sessionId)).toMatchObject([{ ...who, identity_id: expect.any(String) }]);
      expect(of("connect_failed", bad.sessionId)).toMatchObject([{ ...who, reason: "access_denied" }]);
    });

    test("S-09: account and provider in the callback's query are ignored", async () => {
      const other = await fresh();
      await fresh();
      const { callback } = await startAndConsent(gateway, key, "google", { accountId });
      for (const [name, value] of [
        ["account_id", other],
        ["external_id", "evil"],
        ["provider", "github"],
      ] as const)
        callback.searchParams.set(name, value);
      expect((await land(callback)).outcome).toMatchObject({
        status: "success",
        account_id: accountId,
        provider: "google",
      });
      expect(await integrationOf(gateway, key, "google", other)).toBeNull();
    });

    test("connecting again keeps the integration's id; S-18: another person's grant replaces and revokes the old one, and is logged", async () => {
      await fresh();
      await gateway.connect(key, "github", { accountId });
      const before = await integrationOf(gateway, key, "github", accountId);
      await gateway.connect(key, "github", { accountId });
      expect(await integrationOf(gateway, key, "github", accountId)).toMatchObject({
        id: before.id,
        identity: before.identity,
      });
      const seen = watch(gateway.providers.github);
      await gateway.connect(key, "github", { accountId, person: GRACE.github });
      const after = await integrationOf(gateway, key, "github", accountId);
      expect(after).toMatchObject({ id: before.id, status: "active", identity: { name: GRACE.github } });
      expect(logged(gateway, "integration_identity_changed").filter((line) => line.user_id === userId)).toMatchObject([
        { provider: "github", old_identity_id: before.identity.id, identity_id: after.identity.id },
      ]);
      expect(seen.to("/applications/gateway-at-github/token")).toHaveLength(1);
      expect((await gateway.call("GET", READ, { key, headers: { "x-account-id": externalId } })).status).toBe(200);
    });

    test("S-22: a session of another account or another partner is 404 with the same body as an unknown one; so is an account", async () => {
      const { key: otherKey } = await gateway.partner();
      const elsewhere = await gateway.account(otherKey);
      const sibling = await fresh();
      await fresh();
      const { sessionId } = await start(gateway, key, "google", { accountId });
      const own = await start(gateway, (await gateway.user()).key, "google");
      const get = (as: string, account: string, session: string) =>
        gateway.call("GET", `${connectPath(encodeURIComponent(account))}/${encodeURIComponent(session)}`, { key: as });
      const sessions = [
        await get(key, sibling, sessionId),
        await get(otherKey, elsewhere, sessionId),
        ...(await Promise.all(
          [own.sessionId, crypto.randomUUID(), "not-a-uuid", "' or 1=1 --", sessionId.slice(1)].map((id) =>
            get(key, accountId, id),
          ),
        )),
      ];
      for (const response of sessions) expect(response.headers.get("x-error-code")).toBe("SESSION_NOT_FOUND");
      expect(new Set(sessions.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(sessions[0]?.json).toEqual(partnerError(sessions[0]?.json.error, "SESSION_NOT_FOUND"));
      for (const id of [accountId, crypto.randomUUID(), "not-a-uuid", "' or 1=1 --"]) {
        const body = { provider: "google", redirect_url: REDIRECT_URL };
        const responses = [
          await get(otherKey, id, sessionId),
          await gateway.call("POST", connectPath(encodeURIComponent(id)), { key: otherKey, body }),
          await gateway.call("POST", `/api/v1/accounts/${encodeURIComponent(id)}/integrations/google/confirm`, {
            key: otherKey,
            body: { confirm_token: "x" },
          }),
        ];
        for (const { status, json } of responses) {
          expect(status).toBe(404);
          expect(json.error).toContain(`Connected account "${id}" not found`);
          expect(json).toEqual(partnerError(json.error, "ACCOUNT_NOT_FOUND"));
        }
      }
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("pending");
    });

    test("S-21: a callback for a deleted account or a suspended partner stores nothing and revokes the grant", async () => {
      const { key: own, email } = await gateway.partner();
      const account = await gateway.account(own);
      const suspended = await startAndConsent(gateway, own, "github", { accountId: account });
      await gateway.admin("PATCH", `/partners/${email}`, { status: "suspended" });
      const seen = watch(gateway.providers.github);
      expect((await land(suspended.callback)).outcome).toMatchObject({ error: "session_ended" });
      expect(seen.to("/applications/gateway-at-github/token")).toHaveLength(1);
      expect(await query("select id from integrations where account_id = $1", [account])).toEqual([]);
      await fresh();
      const deleted = await startAndConsent(gateway, key, "github", { accountId });
      expect((await gateway.call("DELETE", `/api/v1/accounts/${accountId}`, { key })).status).toBe(200);
      expect((await land(deleted.callback)).status).toBe(400);
    });

    test(`R-27: of ${STORM} sessions for one account and provider the one completed last wins, and all rows are deleted within a month`, async () => {
      await fresh();
      await startMany(STORM - 3);
      const [one, two, three] = [
        await startAndConsent(gateway, key, "github", { accountId }),
        await startAndConsent(gateway, key, "github", { accountId, person: GRACE.github }),
        await startAndConsent(gateway, key, "github", { accountId }),
      ];
      const ofAccount = "from connect_sessions where account_id = $1";
      const count = `select status, count(*)::int as n ${ofAccount} group by 1 order by 1`;
      for (const { callback } of [three, one, two])
        expect((await landAndReplace(callback)).outcome?.status).toBe("success");
      expect((await integrationOf(gateway, key, "github", accountId)).identity.name).toBe(GRACE.github);
      expect(await query("select id from integrations where account_id = $1", [accountId])).toHaveLength(1);
      expect(await query(count, [accountId])).toEqual([
        { status: "completed", n: 3 },
        { status: "pending", n: STORM - 3 },
      ]);
      await query("update connect_sessions set expires_at = now() - interval '31 days' where account_id = $1", [
        accountId,
      ]);
      await swept(gateway.database.database, "connect_sessions", Date.now());
      expect(await query(count, [accountId])).toEqual([]);
      expect((await integrationOf(gateway, key, "github", accountId)).status).toBe("active");
    });
  });
}
