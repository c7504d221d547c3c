// Named admin tokens: roles over every route, expiry, revocation on every replica, and what is stored of them.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { isAdminTokenText, makeAdminTokenText } from "../../../src/identity/keys/key-text.ts";
import { ADMIN_ROLES, type AdminRole, roleOf } from "../../../src/web/http/route.ts";
import { laneOf } from "../../support/database.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { generalError } from "../../support/responses.ts";

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`admin tokens on ${lane}`, () => {
    let gateway: TestGateway;
    let replica: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      replica = await startTestGateway({ lane, database: gateway.database, clock: gateway.clock });
    });
    afterAll(async () => {
      await replica.close();
      await gateway.close();
    });
    beforeEach(() => void gateway.clock.nextMinute());

    const create = async (name: string, role: AdminRole, rest: object = {}) => {
      const made = await gateway.admin("POST", "/admin-tokens", { name, role, ...rest });
      expect([made.status, made.json?.data?.name]).toEqual([200, name]);
      return made.json.data;
    };
    const using = (token: string, at = gateway, method = "GET", path = "/users", body?: unknown) =>
      at.call(method, `/admin/v1${path}`, { body, headers: { authorization: `Bearer ${token}` } });
    const entries = (event: string) =>
      gateway.database.database.query<Record<string, unknown>>(
        "select * from audit_entries where event = $1 order by seq",
        [event],
      );

    test("each role may what its routes take, and is told what a route takes that it may not use", async () => {
      const tokens = Object.fromEntries(
        await Promise.all(ADMIN_ROLES.map(async (role) => [role, (await create(`every-${role}`, role)).token])),
      );
      const routes = gateway.app.routes.filter((route) => route.access === "admin");
      expect(new Set(routes.map(roleOf))).toEqual(new Set(ADMIN_ROLES));
      for (const route of routes) {
        const path = route.path.replace("/admin/v1", "").replace(/\{[^}]+\}/g, crypto.randomUUID());
        for (const role of ADMIN_ROLES) {
          const response = await using(tokens[role], gateway, route.method, path, route.body ? {} : undefined);
          const needed = roleOf(route);
          const may = ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(needed);
          const text = `This needs the role ${needed}; the token "every-${role}" has the role ${role}.`;
          if (may) expect([route.id, role, response.json?.code]).not.toEqual([route.id, role, "PERMISSION_DENIED"]);
          else
            expect([route.id, response.status, response.json]).toEqual([
              route.id,
              403,
              generalError(text, "PERMISSION_DENIED"),
            ]);
        }
      }
      const refused = await entries("admin_token_created");
      expect(
        refused.filter(({ outcome }) => outcome === "refused").map(({ actor_name, code }) => [actor_name, code]),
      ).toEqual([
        ["every-viewer", "PERMISSION_DENIED"],
        ["every-operator", "PERMISSION_DENIED"],
        ["every-owner", "VALIDATION_ERROR"],
      ]);
    });

    test("a viewer changes nothing: every route that a viewer may use is a GET", () => {
      const routes = gateway.app.routes.filter((route) => route.access === "admin");
      const own = routes.filter((route) => roleOf(route) === "viewer");
      expect(own.filter(({ method }) => method !== "GET").map(({ id }) => id)).toEqual([]);
      expect(own.length).toBeGreaterThan(5);
    });

    test("a token is shown once, has a checksum, and is stored as a MAC alone", async () => {
      const { token, ...view } = await create("shown-once", "operator", { expires_at: "2999-01-01T00:00:00Z" });
      expect(isAdminTokenText(token)).toBe(true);
      expect(view).toMatchObject({ role: "operator", created_by: "bootstrap", expires_at: "2999-01-01T00:00:00.000Z" });
      expect([view.revoked_at, view.last_used_at, view.last_four]).toEqual([null, null, token.slice(-4)]);
      const { tokens } = (await gateway.admin("GET", "/admin-tokens")).json.data;
      expect(tokens).toContainEqual(view);
      const random = token.slice("adm_".length, -6);
      const rows = await gateway.database.database.query("select * from admin_tokens");
      for (const text of [
        JSON.stringify(rows),
        gateway.logLines.join(""),
        JSON.stringify(await entries("admin_token_created")),
      ]) {
        for (let at = 0; at + 8 <= random.length; at++) expect(text).not.toContain(random.slice(at, at + 8));
      }
    });

    test("its last use is shown, and its first use from an address in an hour is a sign-in by its name", async () => {
      const { token } = await create("signs-in", "viewer");
      for (let i = 0; i < 3; i++) expect((await using(token)).status).toBe(200);
      const mine = async () => (await entries("admin_signed_in")).filter((entry) => entry.actor_name === "signs-in");
      expect(await mine()).toMatchObject([{ address: "127.0.0.1", actor_kind: "admin", details: { role: "viewer" } }]);
      gateway.clock.move(3_600_000);
      expect((await using(token)).status).toBe(200);
      expect(await mine()).toHaveLength(2);
      const { tokens } = (await gateway.admin("GET", "/admin-tokens")).json.data;
      expect(tokens.find((one: { name: string }) => one.name === "signs-in").last_used_at).not.toBeNull();
    });

    test("S-40: unknown, revoked, expired and malformed tokens get one response, on every replica", async () => {
      const living = await create("living", "owner");
      const revoked = await create("revoked", "owner");
      const expired = await create("expired", "owner", {
        expires_at: new Date(gateway.clock.now() + DAY_MS).toISOString(),
      });
      for (const { token } of [living, revoked, expired]) {
        for (const at of [gateway, replica]) expect((await using(token, at)).status).toBe(200);
      }
      expect((await gateway.admin("DELETE", "/admin-tokens/revoked")).json.data.revoked_at).not.toBeNull();
      gateway.clock.move(DAY_MS);
      const unknown = makeAdminTokenText();
      const mistyped = living.token.slice(0, -1) + (living.token.endsWith("A") ? "B" : "A");
      const responses = [];
      for (const token of [revoked.token, expired.token, unknown, mistyped, "adm_short", `${ADMIN_TOKEN}x`]) {
        for (const at of [gateway, replica]) responses.push(await using(token, at));
      }
      for (const response of responses) {
        expect([response.status, response.json]).toEqual([401, { error: "Invalid admin token" }]);
        expect(response.headers.get("x-error-code")).toBe("AUTH_REQUIRED");
      }
      for (const at of [gateway, replica]) expect((await using(living.token, at)).status).toBe(200);
    });

    test("S-43: guessed tokens are limited by address, and counted as one entry of the audit log", async () => {
      const { token } = await create("not-locked-out", "viewer");
      expect((await using(token)).status).toBe(200);
      gateway.clock.nextMinute();
      const guesses = await Promise.all(Array.from({ length: 70 }, () => using("adm_guess-that-is-no-token")));
      const statuses = Map.groupBy(guesses, ({ status }) => status);
      expect([statuses.get(401)?.length, statuses.get(429)?.length]).toEqual([60, 10]);
      // A token that this process knows, and the bootstrap token, work from the same address.
      expect([(await using(token)).status, (await gateway.admin("GET", "/users")).status]).toEqual([200, 200]);
      gateway.clock.nextMinute();
      await gateway.app.deps.audit.storeCounted(false);
      expect((await entries("admin_refused")).at(-1)).toMatchObject({
        times: 70,
        address: "127.0.0.1",
        outcome: "refused",
        code: "AUTH_REQUIRED",
        actor_kind: "anonymous",
      });
    });

    test("a name is used once, and the bootstrap token's is taken", async () => {
      await create("once", "viewer");
      await gateway.admin("DELETE", "/admin-tokens/once");
      const again = await gateway.admin("POST", "/admin-tokens", { name: "once", role: "viewer" });
      expect([again.status, again.json.code]).toEqual([409, "CONFLICT"]);
      const body = { name: "bootstrap", role: "owner", expires_at: "2001-01-01T00:00:00Z" };
      const refused = await gateway.admin("POST", "/admin-tokens", body);
      expect(refused.json.details.errors.map(({ path }: { path: string }) => path)).toEqual(["/name", "/expires_at"]);
      expect((await gateway.admin("DELETE", "/admin-tokens/nobody")).status).toBe(404);
    });
  });
}
