// API keys at the dashboard: a person makes and revokes those of their own user, after a recent sign-in, and it is audited.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type Fields, type SignedIn, signedIn } from "./browser.ts";

const KEYS = "/settings/keys";
const NEW = `${KEYS}/new`;
const KEY = /sk_live_[0-9A-Za-z]{49}/;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`API keys at the dashboard on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      person = await signedIn(gateway);
    }, 60_000);
    afterAll(() => gateway.close());

    const create = async (fields: Fields, by = person) => {
      const response = await by.submit(NEW, fields);
      return { ...response, key: KEY.exec(response.text)?.[0] ?? "" };
    };
    const keysOf = async (userId: string) => (await gateway.admin("GET", `/users/${userId}/keys`)).json.data.keys;
    const newestOf = async (userId: string, key: string) =>
      (await keysOf(userId)).find(({ last_four }: { last_four: string }) => last_four === key.slice(-4));

    test("a new key is on the response to its form alone, and works", async () => {
      const { key, status, headers } = await create({ name: "Server" });
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect((await gateway.call("GET", "/api/v1/integrations", { key })).status).toBe(200);
      const list = await person.get(KEYS);
      expect(list.text).not.toContain(key);
      expect(list.text).toContain(`${key.slice(0, 12)}…${key.slice(-4)}`);
      expect(list.text).toContain("Server");
      expect(gateway.logLines.join("")).not.toContain(key);
    });

    test("without a choice it may do everything that need not be named, and never ends", async () => {
      const { key } = await create({});
      expect(await newestOf(person.userId, key)).toMatchObject({
        name: null,
        permissions: null,
        partner_only: false,
        confirm_destructive: false,
        record_evidence: false,
        expires_at: null,
      });
    });

    test("a preset fills the form in, and its key reads and changes nothing", async () => {
      const page = await person.get(`${NEW}?preset=read`);
      const permission = [...page.text.matchAll(/name="permission" value="([^"]+)" checked/g)].map(
        ([, one]) => one as string,
      );
      expect([permission.includes("google:gmail.read"), permission.includes("google:gmail.send")]).toEqual([
        true,
        false,
      ]);
      const { endpoints } = gateway.app.deps.registry;
      const allowed = endpoints.filter(({ permissions }) => permissions.every((one) => permission.includes(one)));
      expect(allowed.length).toBeGreaterThan(20);
      expect(allowed.filter(({ effects }) => effects.effect !== "reads").map(({ tool }) => tool)).toEqual([]);
      const { key, status } = await create({ access: "some", permission });
      expect(status).toBe(200);
      expect((await newestOf(person.userId, key)).permissions).toEqual(permission);
      const one = await person.get(`${NEW}?preset=github`);
      expect(one.text).toMatch(/name="permission" value="github:\*" checked/);
      for (const unknown of ["nobody", "__proto__", "connected"])
        expect((await person.get(`${NEW}?preset=${unknown}`)).text).toMatch(/name="access" value="all" checked/);
    });

    test("chosen permissions are its list, without those that a wider one allows", async () => {
      const permission = ["github:repos.read", "github:*", "gateway:usage.read", "slack:users.read"];
      const { key } = await create({ access: "some", permission });
      const { permissions } = await newestOf(person.userId, key);
      expect(permissions).toEqual(["github:*", "gateway:usage.read", "slack:users.read"]);
    });

    test("the form's curl line is a call that the key may make", async () => {
      const partner = await signedIn(gateway, { partner: true });
      const cases: Fields[] = [
        {},
        { access: "some", permission: ["gateway:usage.read"] },
        { access: "some", permission: ["github:*"] },
      ];
      for (const fields of cases) {
        const { key, text } = await create(fields, partner);
        const [, address = ""] = /'(http[^']*)'/.exec(unescaped(text)) ?? [];
        const { pathname, search } = new URL(address);
        expect((await gateway.call("GET", pathname + search, { key })).status).toBe(200);
      }
    });

    test("it ends after so many days, or with a day", async () => {
      const now = gateway.clock.now();
      const after = await create({ expiry: "30" });
      const { expires_at } = await newestOf(person.userId, after.key);
      expect(Math.round((Date.parse(expires_at) - now) / DAY_MS)).toBe(30);
      const day = new Date(now + 5 * DAY_MS).toISOString().slice(0, 10);
      const on = await create({ expiry: "date", expires_on: day });
      expect((await newestOf(person.userId, on.key)).expires_at).toBe(`${day}T23:59:59.000Z`);
    });

    test("what is wrong stands in the form, with what was typed", async () => {
      const before = (await keysOf(person.userId)).length;
      const wrong: [Fields, string][] = [
        [{ expiry: "date", expires_on: "2001-01-01" }, "The day is in the past."],
        [{ expiry: "date" }, "Choose a day."],
        [{ access: "some" }, "Choose at least one permission"],
        [{ access: "some", permission: "gateway:nothing.read" }, "is not one of the gateway's own permissions"],
        [{ name: "x".repeat(101) }, 'name" must'],
        [{ partner_only: "true" }, "partner_only needs a partner profile"],
      ];
      for (const [fields, message] of wrong) {
        const response = await create({ name: "Typed name", ...fields });
        expect(response.status).toBe(400);
        expect(response.headers.get("x-error-code")).toBe("VALIDATION_ERROR");
        expect(unescaped(response.text)).toContain(message);
        if (!("name" in fields)) expect(response.text).toContain("Typed name");
      }
      expect((await keysOf(person.userId)).length).toBe(before);
    });

    test("a name cannot become markup", async () => {
      const name = `<script>alert(1)</script>"'><img src=x>`;
      const { text } = await create({ name });
      const list = await person.get(KEYS);
      for (const html of [text, list.text]) {
        expect(html).not.toContain("<script>alert");
        expect(html).not.toContain("<img");
        expect(unescaped(html)).toContain(name);
      }
    });

    test("revoking takes the key's last characters, ends it at once, and cannot be repeated", async () => {
      const { key } = await create({ name: "To revoke" });
      const { id } = await newestOf(person.userId, key);
      const path = `${KEYS}/${id}/revoke`;
      const refused = await person.submit(path, { typed: "nope" });
      expect([refused.status, refused.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
      expect((await gateway.call("GET", "/api/v1/integrations", { key })).status).toBe(200);
      const done = await person.submit(path, { typed: key.slice(-4) });
      expect([done.status, done.headers.get("location")]).toEqual([303, KEYS]);
      expect((await person.get(KEYS)).text).toContain("To revoke is revoked. Calls with it are now refused.");
      await gateway.heard();
      expect((await gateway.call("GET", "/api/v1/integrations", { key })).status).toBe(401);
      expect((await person.get(path)).status).toBe(409);
    });

    test("it asks before it destroys something from its making on, or from a press until the other one", async () => {
      const { key } = await create({ confirm_destructive: "true" });
      const { id } = await newestOf(person.userId, key);
      const asks = async () => (await newestOf(person.userId, key)).confirm_destructive;
      expect(await asks()).toBe(true);
      expect((await person.get(KEYS)).text).toContain("asks before destructive calls");
      for (const [name, isOn] of [
        ["stop-asking", false],
        ["stop-asking", false],
        ["ask-first", true],
      ] as const) {
        const done = await person.submit(`${KEYS}/${id}/${name}`, {});
        expect([done.status, done.headers.get("location")]).toEqual([303, KEYS]);
        expect(await asks()).toBe(isOn);
      }
      const { entries } = (await gateway.admin("GET", "/audit?event=key_changed&limit=10")).json.data;
      const ofKey = entries.filter((entry: { resource: { id: string } | null }) => entry.resource?.id === id);
      expect(ofKey.map(({ details }: { details: object }) => details)).toEqual([
        { confirm_destructive: true },
        { confirm_destructive: false },
      ]);
      const other = await gateway.user();
      const path = `${KEYS}/${other.keyId}/ask-first`;
      expect((await person.get(path)).status).toBe(404);
      expect((await person.submit(path, {}, NEW)).status).toBe(404);
    });

    test("evidence is recorded from its making on, or from a press until the other one, and audited", async () => {
      const { key } = await create({ record_evidence: "true" });
      const { id } = await newestOf(person.userId, key);
      const records = async () => (await newestOf(person.userId, key)).record_evidence;
      expect(await records()).toBe(true);
      expect((await person.get(KEYS)).text).toContain("records evidence");
      expect((await person.get(`${KEYS}/${id}/stop-recording`)).text).toContain("until its days are over");
      for (const [name, isOn] of [
        ["stop-recording", false],
        ["record-evidence", true],
      ] as const) {
        expect((await person.submit(`${KEYS}/${id}/${name}`, {})).headers.get("location")).toBe(KEYS);
        expect(await records()).toBe(isOn);
      }
      const { entries } = (await gateway.admin("GET", "/audit?event=key_changed&limit=10")).json.data;
      const ofKey = entries.filter((entry: { resource: { id: string } | null }) => entry.resource?.id === id);
      expect(ofKey.map(({ details }: { details: object }) => details)).toEqual([
        { record_evidence: true },
        { record_evidence: false },
      ]);
    });

    test("who made and revoked it is in the audit log", async () => {
      const { key } = await create({ access: "some", permission: ["github:*"] });
      const { id } = await newestOf(person.userId, key);
      await person.submit(`${KEYS}/${id}/revoke`, { typed: key.slice(-4) });
      const { entries } = (await gateway.admin("GET", "/audit?limit=10")).json.data;
      const ofKey = entries.filter((entry: { resource: { id: string } | null }) => entry.resource?.id === id);
      const actor = { kind: "person", id: person.personId, name: person.email };
      expect(ofKey.map(({ event }: { event: string }) => event)).toEqual(["key_revoked", "key_created"]);
      for (const entry of ofKey) expect(entry).toMatchObject({ actor, user_id: person.userId, outcome: "success" });
      expect(ofKey[1].details).toEqual({
        permissions: ["github:*"],
        partner_only: false,
        confirm_destructive: false,
        record_evidence: false,
        expires_at: null,
      });
    });

    test("another user's key is 404, as is none, and stays", async () => {
      const other = await gateway.user();
      const { text } = await person.get(KEYS);
      expect(text).not.toContain(other.keyId);
      for (const id of [other.keyId, crypto.randomUUID()]) {
        const path = `${KEYS}/${id}/revoke`;
        expect((await person.get(path)).status).toBe(404);
        expect((await person.submit(path, { typed: other.key.slice(-4) }, NEW)).status).toBe(404);
      }
      expect((await gateway.call("GET", "/api/v1/integrations", { key: other.key })).status).toBe(200);
    });

    test("keys are those of the user whose pages the person has chosen", async () => {
      const second = await gateway.user();
      const busy = await signedIn(gateway);
      await addUserOf(gateway.database.database, busy.personId, second.userId);
      const [ofSecond, ofFirst] = [`/u/${second.userId}`, `/u/${busy.userId}`];
      const chosen = await busy.submit(`${ofFirst}/acting`, { user: second.userId }, `${ofFirst}${KEYS}`);
      expect(chosen.headers.get("location")).toBe(`${ofSecond}/`);
      const made = await busy.submit(`${ofSecond}${NEW}`, { name: "Of the second" });
      const key = KEY.exec(made.text)?.[0] ?? "";
      expect(await newestOf(second.userId, key)).toMatchObject({ name: "Of the second" });
      expect((await busy.get(`${ofFirst}${KEYS}`)).text).not.toContain("Of the second");
    });

    test("an empty list says what keys are for", async () => {
      const none = await signedIn(gateway);
      const [{ id }] = await keysOf(none.userId);
      await gateway.admin("DELETE", `/keys/${id}`);
      const { text } = await none.get(KEYS);
      expect(text).toContain("No active keys");
      expect(text).toContain(`href="${NEW}"`);
    });

    test("there is a limit to the keys of one user", async () => {
      const { userId, ...many } = await signedIn(gateway);
      const { database } = gateway.database;
      await database.query(
        `insert into api_keys (id, user_id, hash, prefix, last_four)
          select gen_random_uuid(), $1::uuid, gen_random_uuid()::text, 'sk_live_0000', '0000' from generate_series(1, 99)`,
        [userId],
      );
      const refused = await many.submit(NEW, { name: "One more" });
      expect([refused.status, refused.headers.get("x-error-code")]).toEqual([409, "CONFLICT"]);
      expect(refused.text).toContain("One more");
    });

    test("keys cannot be made or revoked without a sign-in within fifteen minutes, nor by another site", async () => {
      const tired = await signedIn(gateway);
      const [{ id, last_four }] = await keysOf(tired.userId);
      const page = await tired.get(NEW);
      const [, token = ""] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? [];
      const foreign = await tired.post(NEW, { form_token: token }, { "sec-fetch-site": "cross-site" });
      expect(foreign.status).toBe(403);
      expect((await tired.post(NEW, {})).status).toBe(403);
      gateway.clock.set(gateway.clock.now() + 16 * MINUTE_MS);
      for (const path of [NEW, `${KEYS}/${id}/revoke`]) {
        for (const response of [await tired.get(path), await tired.post(path, { form_token: token, last_four })]) {
          expect(response.status).toBe(303);
          expect(response.headers.get("location")).toBe(`/sign-in/again?next=${encodeURIComponent(path)}`);
        }
      }
      expect((await keysOf(tired.userId)).length).toBe(1);
    });
  });
}
