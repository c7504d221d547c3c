// Operators' pages over HTTP: who sees and changes what, what is visible once, and what no page ever shows.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type KeyRing, parseKeyRing } from "../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../src/foundation/vault/vault.ts";
import { sealEntries } from "../../src/identity/audit/seals.ts";
import { recordReplica } from "../../src/operations/cluster/replica-store.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, TEST_KEY_RING, type TestGateway } from "../support/gateway.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";

const XSS = `<img src=x onerror="alert(1)">`;
const HOUR_MS = 3_600_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`operators' pages on ${lane}`, () => {
    let gateway: TestGateway;
    let owner: SignedIn;
    let operator: SignedIn;
    let viewer: SignedIn;
    let member: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(async () => {
      gateway.clock.nextMinute();
      [owner, operator, viewer, member] = [
        await signedIn(gateway, { role: "owner" }),
        await signedIn(gateway, { role: "operator" }),
        await signedIn(gateway, { role: "viewer" }),
        await signedIn(gateway),
      ];
    }, 60_000);

    const pathsOf = (method: "GET" | "POST") =>
      gateway.app.routes
        .filter((route) => route.method === method && route.path.startsWith("/operator"))
        .map((route) =>
          route.path
            .replace("{user}", member.userId)
            .replace("{person}", member.personId)
            .replace("{provider}", "github")
            .replace("{queue}", "inbound_webhooks")
            .replace("{surface}/{name}", "user/free")
            .replace("{surface}", "user")
            .replace("{key}", crypto.randomUUID())
            .replace("{id}", crypto.randomUUID()),
        );
    const everything = async () => {
      const tables = ["users", "api_keys", "partners", "tiers", "people", "people_users", "operator_clients"];
      const rows = await Promise.all(
        tables.map((table) =>
          gateway.database.database.query<{ text: string }>(`select t::text as text from ${table} t order by 1`),
        ),
      );
      // Calls and sign-ins of the test itself touch neither.
      return JSON.stringify(rows);
    };

    test("nobody without a role sees or sends anything, signed in or not", async () => {
      const before = await everything();
      const visitor = newBrowser(gateway);
      for (const path of pathsOf("GET")) {
        expect([path, (await member.get(path)).status]).toEqual([path, 403]);
        expect([path, (await visitor.get(path)).headers.get("location")?.split("?")[0]]).toEqual([path, "/sign-in"]);
      }
      for (const path of pathsOf("POST")) {
        const sent = await member.submit(path, { role: "owner", email: "x@example.com" }, "/");
        expect([path, sent.status]).toEqual([path, 403]);
      }
      expect(await everything()).toBe(before);
    });

    test("a viewer reads, and changes nothing by any form", async () => {
      const before = await everything();
      const read = ["users", "people", "partners", "providers", "tiers", "plugins", "jobs", "audit", "health"];
      for (const name of read) expect([name, (await viewer.get(`/operator/${name}`)).status]).toEqual([name, 200]);
      for (const id of [`users/${member.userId}`, `people/${member.personId}`, "providers/github"]) {
        const page = await viewer.get(`/operator/${id}`);
        expect([id, page.status]).toEqual([id, 200]);
      }
      for (const path of pathsOf("POST").filter((one) => !one.endsWith("/test"))) {
        expect([path, (await viewer.submit(path, { disabled: "true" }, "/")).status]).toEqual([path, 403]);
      }
      expect(await everything()).toBe(before);
    });

    test("the page Health lists replicas and names where they differ, without a value", async () => {
      const facts = { port: 3000, version: "0.4.0", isDraining: false, ring: ["k1"], migrations: 1, usageQueued: 0 };
      const record = (name: string, print: string | null) =>
        recordReplica(gateway.database.database, {
          ...{ id: crypto.randomUUID(), name, ...facts },
          fingerprints: { k1: { TRUST_PROXY: print } },
        });
      expect((await viewer.get("/operator/health")).text).toContain("No replica has sent a heartbeat yet.");
      await record("web-1", "0123456789abcdef");
      await record("web-2", null);
      const { text } = await viewer.get("/operator/health");
      expect(text).toContain("web-1:3000");
      expect(text).toMatch(/TRUST_PROXY[\s\S]*not set: web-2:3000/);
      expect(text).not.toContain("0123456789abcdef");
      await gateway.database.database.query("delete from replicas");
    });

    test("a form without the token of its page changes nothing", async () => {
      const before = await everything();
      for (const path of pathsOf("POST")) {
        const sent = await owner.post(path, { email: "new@example.com", name: "n", role: "owner" });
        expect([path, sent.status]).toEqual([path, 403]);
      }
      expect(await everything()).toBe(before);
    });

    test("looking at pages changes nothing", async () => {
      const before = await everything();
      for (const path of pathsOf("GET")) await owner.get(path);
      expect(await everything()).toBe(before);
    });

    test("an operator finds a user by the beginning of the address, in any case, page by page", async () => {
      const prefix = `Find-${crypto.randomUUID()}`;
      for (let i = 0; i < 52; i++) await gateway.admin("POST", "/users", { email: `${prefix}-${i}@example.com` });
      const first = await viewer.get(`/operator/users?email=${prefix.toLowerCase()}`);
      const older = /href="([^"]*cursor=[^"]*)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") as string;
      const second = await viewer.get(older);
      const found = [first, second].flatMap(
        ({ text }) => text.match(new RegExp(`${prefix}-\\d+@example.com`, "g")) ?? [],
      );
      expect(new Set(found).size).toBe(52);
      expect((await viewer.get("/operator/users?email=%25")).text).toContain("No e-mail address starts with that");
    });

    test("a user's limits are set and taken back; a wrong one is named in the form, with what was typed", async () => {
      const path = `/operator/users/${member.userId}`;
      const fields = { tier: "pro", payment_state: "past_due", minute: "7", day: "unlimited" };
      expect((await operator.submit(path, fields)).headers.get("location")).toBe(path);
      const user = async () => (await gateway.admin("GET", `/users/${member.userId}`)).json.data;
      expect(await user()).toMatchObject({
        tier: "pro",
        payment_state: "past_due",
        overrides: { minute: 7, day: "unlimited" },
      });
      const wrong = await operator.submit(path, { ...fields, minute: "many" });
      expect([wrong.status, wrong.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
      expect(wrong.text).toContain(`value="many"`);
      await operator.submit(path, { ...fields, minute: "", day: "", payment_state: "ok" });
      expect(await user()).toMatchObject({ payment_state: "ok", overrides: null });
    });

    test("a key is visible once, and ends when it is revoked; both ask for a fresh sign-in", async () => {
      const path = `/operator/users/${member.userId}/keys`;
      const keyless = await gateway.admin("POST", "/users", { email: `${crypto.randomUUID()}@example.com` });
      expect((await operator.get(`/operator/users/${keyless.json.data.id}`)).text).toContain("No keys yet");
      const made = await operator.submit(`${path}/new`, { name: XSS, permissions: "gmail.read\nslack:*" });
      const key = /sk_live_\w+/.exec(made.text)?.[0] as string;
      expect((await gateway.call("GET", "/api/v1/usage", { key })).status).toBe(403);
      const page = await operator.get(`/operator/users/${member.userId}`);
      expect(page.text).not.toContain("No keys yet");
      expect(page.text).not.toContain(key);
      expect(page.text).not.toContain(XSS);
      const { keys } = (await gateway.admin("GET", `/users/${member.userId}/keys`)).json.data;
      const { id } = keys.find(({ name }: { name: string }) => name === XSS);
      await operator.submit(`${path}/${id}/revoke`, {});
      await gateway.heard();
      expect((await gateway.call("GET", "/api/v1/usage", { key })).status).toBe(401);
      gateway.clock.move(HOUR_MS);
      const late = await operator.get(`${path}/new`);
      expect([late.status, late.headers.get("location")]).toEqual([
        303,
        `/sign-in/again?next=${encodeURIComponent(`${path}/new`)}`,
      ]);
    });

    test("a partner profile is given, changed and suspended on the user's page", async () => {
      const path = `/operator/users/${member.userId}/partner`;
      await operator.submit(path, { name: "Analytical Engines", tier: "pro" });
      await operator.submit(path, { name: "Engines", tier: "free", status: "suspended", month: "5" });
      expect((await gateway.admin("GET", `/users/${member.userId}`)).json.data.partner).toMatchObject({
        name: "Engines",
        tier: "free",
        status: "suspended",
        overrides: { month: 5 },
      });
      expect((await viewer.get("/operator/partners")).text).toContain("Engines");
    });

    test("evidence of a partner's calls is recorded while the operator's box is checked", async () => {
      const path = `/operator/users/${member.userId}/partner`;
      const box = async () =>
        /<input[^>]*name="record_evidence"[^>]*>/.exec((await operator.get(path)).text)?.[0] ?? "";
      const records = async () =>
        (await gateway.admin("GET", `/users/${member.userId}`)).json.data.partner.record_evidence;
      const fields = { name: "Engines", tier: "free", status: "active" };
      await operator.submit(path, fields);
      expect([await records(), (await box()).includes(" checked")]).toEqual([false, false]);
      await operator.submit(path, { ...fields, record_evidence: "true" });
      expect([await records(), (await box()).includes(" checked")]).toEqual([true, true]);
      await operator.submit(path, fields);
      expect([await records(), (await box()).includes(" checked")]).toEqual([false, false]);
    });

    test("an owner erases a user whose address is typed; an operator cannot", async () => {
      const path = `/operator/users/${member.userId}/erase`;
      expect((await operator.get(path)).status).toBe(403);
      const { email } = (await gateway.admin("GET", `/users/${member.userId}`)).json.data;
      expect((await owner.submit(path, { typed: "somebody@example.com" })).status).toBe(400);
      expect((await gateway.admin("GET", `/users/${member.userId}`)).status).toBe(200);
      expect((await owner.submit(path, { typed: email })).headers.get("location")).toBe("/operator/users");
      expect((await gateway.admin("GET", `/users/${member.userId}`)).status).toBe(404);
    });

    test("an invited person sets a password by a link that is visible once, and acts for the user", async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      const made = await operator.submit("/operator/people/new", { email, name: XSS, user: member.userId });
      expect(made.text).not.toContain(XSS);
      const link = new URL(/http:[^"<\s]*\/setup\/[\w-]+/.exec(made.text)?.[0] as string).pathname;
      const browser = newBrowser(gateway);
      expect((await browser.submit(link, { password: PASSWORD })).status).toBe(303);
      expect((await browser.get("/operator/users")).status).toBe(403);
      const { people } = (await gateway.admin("GET", `/people?user=${member.userId}`)).json.data;
      expect(people.map((person: { email: string }) => person.email)).toContain(email);
      expect((await newBrowser(gateway).get(link)).status).toBeGreaterThanOrEqual(400);
      const rows = await gateway.database.database.query<{ text: string }>(
        "select t::text as text from audit_entries t",
      );
      expect(rows.map(({ text }) => text).join("\n")).not.toContain(link.split("/").at(-1) as string);
    });

    test("an operator neither gives a role nor changes how an operator signs in", async () => {
      const body = { email: `${crypto.randomUUID()}@example.com`, name: "x", role: "owner" };
      const invited = await operator.submit("/operator/people/new", body);
      expect([invited.status, invited.headers.get("x-error-code")]).toEqual([403, "PERMISSION_DENIED"]);
      const path = `/operator/people/${owner.personId}`;
      for (const act of ["link", "sessions", "disable", "enable"]) {
        expect([act, (await operator.submit(`${path}/${act}`, {})).status]).toEqual([act, 403]);
      }
      for (const act of ["role", "second-factor"]) {
        expect([act, (await operator.get(`${path}/${act}`)).status]).toEqual([act, 403]);
      }
      expect((await owner.get("/operator/users")).status).toBe(200);
    });

    test("S-114: an owner gives and takes a role; either ends the person's sessions", async () => {
      const path = `/operator/people/${member.personId}/role`;
      const signInAgain = () => member.submit("/sign-in", { email: member.email, password: PASSWORD });
      for (const [role, status] of [
        ["viewer", 200],
        ["", 403],
      ] as const) {
        await owner.submit(path, { role });
        expect((await member.get("/operator/users")).headers.get("location")).toStartWith("/sign-in?next=");
        await signInAgain();
        expect((await member.get("/operator/users")).status).toBe(status);
      }
    });

    test("who is disabled is signed out and stays out, until enabled", async () => {
      const path = `/operator/people/${member.personId}`;
      await operator.submit(`${path}/disable`, {});
      expect((await member.get("/settings/sign-in")).status).toBe(303);
      const browser = newBrowser(gateway);
      expect((await browser.submit("/sign-in", { email: member.email, password: PASSWORD })).status).toBe(400);
      await operator.submit(`${path}/enable`, {});
      expect((await browser.submit("/sign-in", { email: member.email, password: PASSWORD })).status).toBe(303);
    });

    test("a person acts for further users, and no longer for one that is taken away", async () => {
      const { userId, email } = await gateway.user();
      const path = `/operator/people/${member.personId}`;
      await operator.submit(`${path}/users`, { user: email }, path);
      const usersOf = async () => (await gateway.admin("GET", `/people/${member.personId}`)).json.data.users;
      expect(await usersOf()).toContainEqual({ id: userId, email, role: "owner" });
      await operator.submit(`${path}/users/remove`, { user: userId }, path);
      expect(await usersOf()).not.toContainEqual(expect.objectContaining({ id: userId }));
      const wrong = await operator.submit(`${path}/users`, { user: `<b>${email}` }, path);
      expect(wrong.status).toBe(404);
      expect(wrong.text).not.toContain(`<b>${email}`);
    });

    test("an entered client is in force at once, its secret is on no page and in no response", async () => {
      const secret = `secret-${crypto.randomUUID()}`;
      const path = "/operator/providers/github";
      expect((await operator.submit(`${path}/test`, {}, "/operator/providers/google")).status).toBeGreaterThanOrEqual(
        400,
      );
      await operator.submit(`${path}/client`, { client_id: "Iv1.entered", client_secret: secret });
      const { key } = await gateway.user();
      const started = await gateway.call("POST", "/api/v1/integrations/connect", {
        key,
        body: { provider: "github", redirect_url: "http://localhost/done" },
      });
      expect(new URL(started.json.data.connect_url).searchParams.get("client_id")).toBe("Iv1.entered");
      const rows = await gateway.database.database.query<{ text: string }>(
        "select t::text as text from operator_clients t union all select a::text from audit_entries a",
      );
      const seen = [
        ...rows.map(({ text }) => text),
        ...gateway.logLines,
        (await operator.get(path)).text,
        (await operator.get(`${path}/client`)).text,
        (await gateway.admin("GET", "/providers")).text,
      ];
      expect(seen.join("\n")).not.toContain(secret);
      expect(
        (await operator.submit(`${path}/client`, { client_id: "has space", client_secret: secret })).text,
      ).not.toContain(secret);
      await operator.submit(`${path}/client/remove`, {});
      expect((await gateway.admin("GET", "/providers/github")).json.data.client).toBeNull();
    });

    test("the configuration's client wins over an entered one, and the page says so", async () => {
      const path = "/operator/providers/google";
      await operator.submit(`${path}/client`, { client_id: "entered", client_secret: "entered-secret" });
      const notice = "is saved. Test it before you rely on it. The environment or the providers file sets";
      expect((await operator.get(path)).text).toContain(notice);
      const { client, entered_client } = (await gateway.admin("GET", "/providers/google")).json.data;
      expect([client.source, entered_client.client_id]).toEqual(["configuration", "entered"]);
      expect((await operator.get(path)).text).toContain("takes precedence over one entered here");
      await operator.submit(`${path}/client/remove`, {});
    });

    test("the API warns of an app that is set and not used, and of no other", async () => {
      const body = { client_id: "entered", client_secret: "entered-secret" };
      const warningOf = async (id: string) =>
        (await gateway.admin("PUT", `/providers/${id}/client`, body)).json.data.warning;
      expect(await warningOf("google")).toBe(
        "This OAuth app of Google is stored and not used: that of the configuration takes precedence. To use this one, remove GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or clientId and clientSecret of google in the providers file, and restart the gateway; otherwise remove this one (DELETE /admin/v1/providers/google/client).",
      );
      expect(await warningOf("github")).toBeNull();
      const { providers } = (await gateway.admin("GET", "/providers")).json.data;
      const warned = providers.filter(({ warning }: { warning: string | null }) => warning !== null);
      expect(warned.map(({ id }: { id: string }) => id)).toEqual(["google"]);
      for (const id of ["google", "github"]) await gateway.admin("DELETE", `/providers/${id}/client`);
      expect((await gateway.admin("GET", "/providers/google")).json.data.warning).toBeNull();
    });

    test("the test of a client ends on its page, with what the session says", async () => {
      const begun = await owner.submit("/operator/providers/google/test", {}, "/operator/providers/google");
      expect(begun.headers.get("location")).toContain(`${gateway.url}/connect/`);
      const forged = await owner.get(`/operator/providers/google?session_id=${crypto.randomUUID()}&status=success`);
      expect(forged.text).not.toContain("The OAuth app works");
    });

    test("at a listener of the operators' own a test goes on in a second tab, and its page tells how it ended", async () => {
      const client = { GOOGLE_CLIENT_ID: "test", GOOGLE_CLIENT_SECRET: "test" };
      const replica = await startTestGateway({
        lane,
        database: gateway.database,
        env: { ...client, ADMIN_PORT: "1" },
      });
      const listener = Bun.serve({ port: 0, fetch: (request) => replica.app.handleOperator(request, "127.0.0.1") });
      try {
        const atOwn = newBrowser({ url: listener.url.origin });
        for (const [name, value] of owner.cookies) atOwn.cookies.set(name, value);
        const path = "/operator/providers/google";
        const begun = await atOwn.submit(`${path}/test`, {}, path);
        expect(begun.status).toBe(200);
        expect(begun.text).toMatch(
          new RegExp(`<a class="button primary" href="${replica.url}/connect/[^"]+"[^>]*_blank`),
        );
        const [, outcome] = /href="([^"]+session_id=[^"]+)"/.exec(begun.text) as unknown as [string, string];
        expect((await atOwn.get(outcome)).text).toContain("The test is not finished.");
      } finally {
        listener.stop(true);
        await replica.close();
      }
    });

    test("the audit log is filtered, and a wrong filter is named", async () => {
      await operator.submit(`/operator/users/${member.userId}`, { tier: "pro", payment_state: "ok" });
      const page = await viewer.get(`/operator/audit?event=user_changed&actor=${operator.email}`);
      expect(page.text).toContain("user_changed");
      expect(page.text).not.toContain("key_created</summary>");
      expect((await viewer.get("/operator/audit?since=yesterday")).status).toBe(400);
      expect((await viewer.get("/operator/audit?event=nothing_such")).text).toContain("No entry matches");
    });

    test("the audit log says until when it is sealed", async () => {
      const page = async () => (await viewer.get("/operator/audit")).text;
      expect(await page()).toContain("Not sealed yet.");
      const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);
      await sealEntries({ vault, clock: gateway.clock, config: { auditDays: 365 } }, gateway.database.database);
      const sealed = await page();
      expect(sealed).toContain("Sealed until <time");
      expect(sealed).not.toContain("Not sealed yet.");
    });

    test("a tier is added, changed and deleted", async () => {
      const name = `t${crypto.randomUUID().slice(0, 8)}`;
      await operator.submit("/operator/tiers/user", { name, minute: "5", day: "unlimited" });
      expect((await viewer.get("/operator/tiers")).text).toContain(name);
      const wrong = await operator.submit(`/operator/tiers/user/${name}`, { minute: "0", day: "5" });
      expect(wrong.status).toBe(400);
      await operator.submit(`/operator/tiers/user/${name}/delete`, {});
      expect((await viewer.get("/operator/tiers")).text).not.toContain(name);
    });
  });
}
