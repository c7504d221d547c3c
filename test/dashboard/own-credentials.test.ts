// A user's own keys and AI clients over the API: what a key must name to see or end them, and that no key makes one.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SignedIn, signedIn } from "./browser.ts";

const KEYS = "/api/v1/keys";

for (const lane of laneOf(import.meta.file)) {
  describe(`a user's own credentials on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      person = await signedIn(gateway);
    }, 60_000);
    afterAll(() => gateway.close());

    const keyWith = async (permissions: string[] | undefined, more: object = {}) =>
      (await gateway.admin("POST", "/keys", { user: person.userId, ...(permissions && { permissions }), ...more })).json
        .data as { id: string; key: string };

    test("S-102: neither a key without a list nor one with * sees or ends a key", async () => {
      const other = await keyWith(undefined);
      for (const permissions of [undefined, ["*"], ["gateway:*"], ["gateway:keys.read"]]) {
        const { key } = await keyWith(permissions);
        const listed = (await gateway.call("GET", KEYS, { key })).status;
        expect([permissions, listed]).toEqual([permissions, permissions?.includes("gateway:keys.read") ? 200 : 403]);
        expect((await gateway.call("DELETE", `${KEYS}/${other.id}`, { key })).status).toBe(403);
      }
      expect((await gateway.call("GET", "/api/v1/integrations", { key: other.key })).status).toBe(200);
    });

    test("a key that names it lists keys without their text, and ends one on every replica", async () => {
      const { key } = await keyWith(["gateway:keys.*"]);
      const other = await keyWith(undefined, { name: "Other" });
      const { text, json } = await gateway.call("GET", KEYS, { key });
      expect(json.data.keys.find(({ id }: { id: string }) => id === other.id)).toMatchObject({
        name: "Other",
        revoked_at: null,
      });
      expect(text).not.toMatch(/sk_live_[0-9A-Za-z]{49}/);
      const ended = await gateway.call("DELETE", `${KEYS}/${other.id}`, { key });
      expect([ended.status, ended.json]).toEqual([200, { data: { revoked: true } }]);
      await gateway.heard();
      expect((await gateway.call("GET", "/api/v1/integrations", { key: other.key })).status).toBe(401);
      const audited = await gateway.admin("GET", `/users/${person.userId}/keys`);
      const found = audited.json.data.keys.find(({ id }: { id: string }) => id === other.id);
      expect(found.revoked_at).not.toBeNull();
    });

    test("no key makes or widens a key, and a key for connected accounts alone sees none", async () => {
      const { key } = await keyWith(["*", "gateway:keys.*", "gateway:partner.manage"]);
      for (const method of ["POST", "PATCH", "PUT"] as const)
        expect((await gateway.call(method, KEYS, { key, body: { permissions: ["*"] } })).status).toBe(405);
      const partner = await gateway.partner({ partnerOnly: true, permissions: ["gateway:keys.*"] });
      expect((await gateway.call("GET", KEYS, { key: partner.key })).status).toBe(403);
    });
  });
}
