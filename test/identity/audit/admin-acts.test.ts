// Every act of the operator is in the audit log: by the token's name, with the route, its path and the fields of the body.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { roleOf } from "../../../src/web/http/route.ts";
import type { Route } from "../../../src/web/pipeline/route.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(60_000);

interface Entry {
  event: string;
  actor_kind: string;
  actor_name: string | null;
  user_id: string | null;
  resource_id: string | null;
  outcome: string;
  code: string | null;
  address: string | null;
  request_id: string | null;
  details: { route: string; params?: object; fields?: string[]; values?: object };
}

for (const lane of laneOf(import.meta.file)) {
  describe(`the operator's acts on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    });
    afterAll(() => gateway.close());

    const entries = (): Promise<Entry[]> =>
      gateway.database.database.query<Entry>("select * from audit_entries order by seq");
    const last = async () => (await entries()).at(-1);

    test("S-75, S-71: each names token, route, owner, what it was about, fields, address and request", async () => {
      const email = "operator-acts@example.com";
      const user = await gateway.admin("POST", "/users", { email, tier: "pro" });
      const { id } = user.json.data;
      expect(await last()).toMatchObject({
        event: "user_created",
        actor_kind: "admin",
        actor_name: "bootstrap",
        user_id: id,
        outcome: "success",
        code: null,
        address: "127.0.0.1",
        request_id: user.headers.get("x-request-id"),
        details: { route: "admin_create_user", fields: ["email", "tier"], tier: "pro" },
      });
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
      expect(await last()).toMatchObject({
        event: "user_changed",
        user_id: id,
        details: { route: "admin_change_user", values: { payment_state: "past_due" } },
      });
      const key = await gateway.admin("POST", "/keys", { user: email, name: "laptop" });
      expect(await last()).toMatchObject({ event: "key_created", user_id: id, resource_id: key.json.data.id });
      await gateway.admin("DELETE", `/keys/${key.json.data.id}`);
      expect(await last()).toMatchObject({ event: "key_revoked", user_id: id, resource_id: key.json.data.id });
      // Neither what a body says in free text, nor an address of a person, nor the key.
      const stored = JSON.stringify((await entries()).map(({ details }) => details));
      for (const text of [email, "laptop", key.json.data.key]) expect(stored).not.toContain(text);
      expect(gateway.logLines.join("")).not.toContain(key.json.data.key.slice("sk_live_".length, -4));
      for (const event of ["user_created", "user_changed", "key_created", "key_revoked"]) {
        expect(gateway.logLines.filter((line) => JSON.parse(line).event === event)).toHaveLength(1);
      }
    });

    test("a refused one is recorded with its code, and reading is not recorded", async () => {
      await gateway.admin("PATCH", "/users/nobody@example.com", { tier: "pro" });
      expect(await last()).toMatchObject({
        event: "user_changed",
        outcome: "refused",
        code: "NOT_FOUND",
        user_id: null,
      });
      await gateway.admin("PATCH", "/users/nobody@example.com", { tier: "none" });
      expect(await last()).toMatchObject({ event: "user_changed", outcome: "refused", code: "VALIDATION_ERROR" });
      const count = (await entries()).length;
      await gateway.admin("GET", "/users");
      expect(await entries()).toHaveLength(count);
    });

    test("S-75: every route that changes something leaves an entry", async () => {
      const isAct = (route: Route) =>
        route.access === "admin" && (route.method !== "GET" || roleOf(route) !== "viewer");
      const acts = gateway.app.routes.filter(isAct);
      expect(acts.length).toBeGreaterThan(7);
      for (const route of acts) {
        const count = (await entries()).length;
        const path = route.path.replace("/admin/v1", "").replace(/\{[^}]+\}/g, crypto.randomUUID());
        await gateway.admin(route.method, path, route.body ? {} : undefined);
        const added = (await entries()).slice(count);
        expect(added.map(({ details }) => details.route)).toEqual([route.id]);
      }
    });
  });
}
