// The admin API over HTTP: authentication, validation errors, and the shape of every response.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { laneOf } from "../../support/database.ts";
import { ADMIN_TOKEN, type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { generalError } from "../../support/responses.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NOBODY = "nobody@example.com";
const NO_ID = "00000000-0000-4000-8000-000000000000";

for (const lane of laneOf(import.meta.file)) {
  describe(`the operator's API on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      key = (await gateway.user()).key;
    }, 60_000);
    afterAll(() => gateway.close());

    const expectErrors = (response: ApiResponse, errors: [string, string][]) => {
      expect([response.status, response.json.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(response.headers.get("x-error-code")).toBe("VALIDATION_ERROR");
      const named = response.json.details.errors.map(({ in: where, path }: { in: string; path: string }) => [
        where,
        path,
      ]);
      expect(named.sort()).toEqual(errors.toSorted());
    };

    test("lets nobody in without the operator's token, on any of its routes", async () => {
      const routes = gateway.app.routes.filter((route) => route.access === "admin");
      expect(routes.length).toBeGreaterThanOrEqual(7);
      const tokens: [string | null, string][] = [
        [null, "Missing authorization header"],
        ["Bearer wrong-token-for-tests", "Invalid admin token"],
        [`Bearer ${ADMIN_TOKEN}x`, "Invalid admin token"],
        [`Bearer ${key}`, "Invalid admin token"],
        [ADMIN_TOKEN, "Invalid API key"],
        [`Basic ${btoa(`admin:${ADMIN_TOKEN}`)}`, "Invalid API key"],
      ];
      for (const [i, route] of routes.entries()) {
        // An address may be refused 60 times a minute.
        if (i % 5 === 0) gateway.clock.nextMinute();
        expect(route.path).toMatch(/^\/(admin\/v1\/|metrics$)/);
        const path = route.path.replace("{user}", NOBODY).replace("{id}", NO_ID);
        for (const [authorization, error] of tokens) {
          const response = await gateway.call(route.method, path, {
            headers: authorization === null ? {} : { authorization },
            ...(route.body && { body: {} }),
          });
          expect([route.id, response.status, response.json]).toEqual([route.id, 401, { error }]);
          expect(response.headers.get("x-error-code")).toBe("AUTH_REQUIRED");
          expect(response.headers.get("www-authenticate")).toBe("Bearer");
        }
      }
    });

    test("S-75: a wrong token leaves a line in the log, without the token", async () => {
      const before = gateway.logLines.length;
      await gateway.call("GET", "/admin/v1/users", { headers: { authorization: "Bearer wrong-token-for-tests" } });
      const lines = gateway.logLines.slice(before).map((line) => JSON.parse(line));
      expect(lines).toContainEqual(
        expect.objectContaining({ level: "warn", event: "admin_refused", address: "127.0.0.1" }),
      );
      expect(JSON.stringify(lines)).not.toContain("wrong-token");
    });

    test("the operator's token opens nothing outside: it is no API key", async () => {
      gateway.clock.nextMinute();
      const response = await gateway.call("GET", "/api/v1/usage", { key: ADMIN_TOKEN });
      expect([response.status, response.json]).toEqual([401, { error: "Invalid API key" }]);
    });

    test("a user is made, listed and changed in one shape", async () => {
      const made = await gateway.admin("POST", "/users", { email: "ada@example.com" });
      const user = {
        id: expect.stringMatching(UUID),
        email: "ada@example.com",
        tier: "free",
        payment_state: "ok",
        overrides: null,
        created_at: expect.stringMatching(TIME),
      };
      expect([made.status, made.json]).toEqual([200, { data: user }]);
      const listed = await gateway.admin("GET", "/users");
      expect(Object.keys(listed.json.data)).toEqual(["users", "next_cursor"]);
      expect(listed.json.data.users[0]).toEqual(made.json.data);
      const changed = await gateway.admin("PATCH", "/users/Ada@Example.com", {
        tier: "team",
        payment_state: "past_due",
      });
      expect(changed.json).toEqual({ data: { ...made.json.data, tier: "team", payment_state: "past_due" } });
      const byId = await gateway.admin("PATCH", `/users/${made.json.data.id}`, { payment_state: "ok" });
      expect(byId.json).toEqual({ data: { ...made.json.data, tier: "team" } });
    });

    test("an address that is taken is 409, in whatever case", async () => {
      await gateway.admin("POST", "/users", { email: "grace@example.com" });
      const again = await gateway.admin("POST", "/users", { email: "Grace@example.com" });
      expect([again.status, again.json]).toEqual([
        409,
        generalError("A user with the address Grace@example.com already exists.", "CONFLICT"),
      ]);
    });

    test("a key is made with its text, and listed and revoked without it, in one shape", async () => {
      const user = (await gateway.admin("POST", "/users", { email: "alan@example.com" })).json.data.id;
      const newKey = { name: "reports", permissions: ["gmail.read"], expires_at: "2999-01-01T01:00:00+01:00" };
      const made = await gateway.admin("POST", "/keys", { user: "alan@example.com", ...newKey });
      const { key: text, ...view } = made.json.data;
      expect(text).toMatch(/^sk_live_[0-9A-Za-z]{49}$/);
      expect(view).toEqual({
        id: expect.stringMatching(UUID),
        user_id: user,
        name: "reports",
        prefix: text.slice(0, 12),
        last_four: text.slice(-4),
        permissions: ["gmail.read"],
        partner_only: false,
        confirm_destructive: false,
        record_evidence: false,
        created_at: expect.stringMatching(TIME),
        expires_at: "2999-01-01T00:00:00.000Z",
        revoked_at: null,
        last_used_at: null,
      });
      const listed = await gateway.admin("GET", `/users/${user}/keys`);
      expect(listed.json).toEqual({ data: { keys: [view] } });
      const revoked = await gateway.admin("DELETE", `/keys/${view.id}`);
      expect(revoked.json).toEqual({ data: { ...view, revoked_at: expect.stringMatching(TIME) } });
      expect((await gateway.admin("DELETE", `/keys/${view.id}`)).json).toEqual(revoked.json);
    });

    test("the plugins that are served are listed in one shape", async () => {
      const { plugins } = (await gateway.admin("GET", "/plugins")).json.data;
      expect(plugins.map(({ id }: { id: string }) => id).sort()).toEqual(
        [...gateway.app.deps.registry.providers.keys()].sort(),
      );
      for (const plugin of plugins) {
        expect(plugin).toEqual({
          id: expect.any(String),
          name: expect.any(String),
          services: expect.any(Array),
          contract: expect.any(Number),
          version: null,
          endpoints: expect.any(Number),
          is_configured: false,
          base_urls: expect.any(Object),
          callback_url: `${gateway.url}/api/v1/connect/callback`,
        });
      }
    });

    test("whatever is not there is 404 with its name", async () => {
      const noUser = generalError(`There is no user ${NOBODY}.`, "NOT_FOUND");
      const responses = [
        await gateway.admin("PATCH", `/users/${NOBODY}`, { tier: "pro" }),
        await gateway.admin("GET", `/users/${NOBODY}/keys`),
        await gateway.admin("POST", "/keys", { user: NOBODY }),
      ];
      for (const response of responses) expect([response.status, response.json]).toEqual([404, noUser]);
      const noId = await gateway.admin("GET", `/users/${NO_ID}/keys`);
      expect([noId.status, noId.json]).toEqual([404, generalError(`There is no user ${NO_ID}.`, "NOT_FOUND")]);
      const noKey = await gateway.admin("DELETE", `/keys/${NO_ID}`);
      expect([noKey.status, noKey.json]).toEqual([404, generalError(`There is no key ${NO_ID}.`, "NOT_FOUND")]);
      const noPath = await gateway.admin("GET", "/nothing");
      expect([noPath.status, noPath.json.code]).toEqual([404, "NOT_FOUND"]);
    });

    test("a method that a path does not know is 405 with those that it knows", async () => {
      const response = await gateway.admin("PUT", "/users", {});
      expect([response.status, response.json.code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
    });

    test("what is not valid is 400 with every error named with its path", async () => {
      const { admin } = gateway;
      expectErrors(await admin("POST", "/users", {}), [["body", "/email"]]);
      expectErrors(await admin("POST", "/users", { email: "ada", tier: "gold", role: "root" }), [
        ["body", "/email"],
        ["body", "/tier"],
        ["body", "/role"],
      ]);
      expectErrors(await admin("PATCH", `/users/${NOBODY}`, { tier: "gold" }), [["body", "/tier"]]);
      expectErrors(await admin("PATCH", `/users/${NOBODY}`, { payment_state: "late" }), [["body", "/payment_state"]]);
      expectErrors(await admin("PATCH", `/users/${NOBODY}`, {}), [["body", ""]]);
      expectErrors(await admin("PATCH", `/users/${NOBODY}`, { email: "new@example.com" }), [
        ["body", "/email"],
        ["body", ""],
      ]);
      expectErrors(await admin("DELETE", "/keys/7"), [["path", "/id"]]);
      expectErrors(await admin("GET", "/users?page=2"), [["query", "/page"]]);
      expectErrors(await admin("POST", "/keys", { user: 7, name: "n".repeat(101), expires_at: "tomorrow" }), [
        ["body", "/user"],
        ["body", "/name"],
        ["body", "/expires_at"],
      ]);
    });

    test("a key's permissions and expiry are checked before it is made", async () => {
      const { email } = await gateway.user();
      const keys = async () => (await gateway.admin("GET", `/users/${email}/keys`)).json.data.keys.length;
      const before = await keys();
      const permissions = await gateway.admin("POST", "/keys", {
        user: email,
        permissions: ["gmail", "gateway:usage.raed"],
      });
      expect(permissions.status).toBe(400);
      const messages = permissions.json.details.errors.map(({ message }: { message: string }) => message);
      expect(messages).toEqual([expect.stringContaining('"gmail"'), expect.stringContaining("gateway:usage.read?")]);
      const past = { user: email, expires_at: "2001-01-01T00:00:00Z" };
      expectErrors(await gateway.admin("POST", "/keys", past), [["body", "/expires_at"]]);
      expectErrors(await gateway.admin("POST", "/keys", { ...past, permissions: ["gmail"] }), [
        ["body", "/permissions"],
        ["body", "/expires_at"],
      ]);
      expect(await keys()).toBe(before);
    });

    test("a body that is no JSON object is refused: 400, or 415 where it says that it is something else", async () => {
      const send = (body: string, type: string) =>
        gateway.call("POST", "/admin/v1/users", {
          body,
          headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": type },
        });
      for (const body of ["{", "[]", '"ada@example.com"', ""]) {
        const response = await send(body, "application/json");
        expect([body, response.status, response.json.code]).toEqual([body, 400, "VALIDATION_ERROR"]);
      }
      const form = await send("email=ada%40example.com", "application/x-www-form-urlencoded");
      expect([form.status, form.json.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    });
  });
}
