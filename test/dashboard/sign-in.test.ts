// Signing in over HTTP: the first owner, passwords, second factors, cookies, and forms that other sites send.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { disablePerson } from "../../src/identity/people/store.ts";
import { ABSOLUTE_MS, IDLE_MS } from "../../src/identity/sign-in/sessions.ts";
import { makeFirstOwnerLink, makeSetupLink } from "../../src/identity/sign-in/setup-links.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { newBrowser, PASSWORD, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`the first owner on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    });
    afterAll(() => gateway.close());

    test("signs up by a link that works once; later links make nobody", async () => {
      const { deps } = gateway.app;
      const browser = newBrowser(gateway);
      expect((await browser.get("/sign-in")).text).toContain("This gateway has no owner yet");
      const links = [await makeFirstOwnerLink(deps), await makeFirstOwnerLink(deps)] as [string, string];
      const fields = { name: "Ada", email: "ada@example.com", password: PASSWORD };
      const weak = await browser.submit(`/setup/${links[0]}`, { ...fields, password: "short" });
      expect([weak.status, weak.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
      expect(weak.text).toContain(`value="ada@example.com"`);
      const signedUp = await browser.submit(`/setup/${links[0]}`, fields);
      expect([signedUp.status, signedUp.headers.get("location")]).toEqual([303, "/"]);
      const home = await browser.get("/");
      expect([home.status, home.text.includes("ada@example.com"), home.text.includes("owner")]).toEqual([
        200,
        true,
        true,
      ]);
      const other = newBrowser(gateway);
      const late = await other.submit(`/setup/${links[1]}`, { ...fields, email: "eve@example.com" });
      expect(late.headers.get("x-error-code")).toBe("AUTH_REQUIRED");
      expect((await other.get(`/setup/${links[0]}`)).headers.get("x-error-code")).toBe("AUTH_REQUIRED");
      expect(await makeFirstOwnerLink(deps)).toBeNull();
      expect((await gateway.database.database.query("select 1 from people")).length).toBe(1);
    });
  });
}

describe("sign-in", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
  });
  afterAll(() => gateway.close());

  test("S-77: a new session id at every sign-in; one that was set before is ignored; the database has no id", async () => {
    const person = await signedIn(gateway);
    const first = person.cookies.get("session") as string;
    const other = newBrowser(gateway);
    other.cookies.set("session", "A".repeat(43));
    const response = await other.submit("/sign-in", { email: person.email, password: PASSWORD });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
    expect(cookie).toMatch(/^session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const second = other.cookies.get("session") as string;
    expect(new Set([first, second, "A".repeat(43)]).size).toBe(3);
    const rows = JSON.stringify(await gateway.database.database.query("select * from people_sessions"));
    expect([rows.includes(first), rows.includes(second)]).toEqual([false, false]);
  });

  test("S-77: behind TLS the cookie has the __Host- prefix and Secure", async () => {
    const behindTls = await startTestGateway({ lane: "embedded", baseUrl: "https://gateway.example.com" });
    try {
      const page = await newBrowser(behindTls).get(`/setup/${await makeFirstOwnerLink(behindTls.app.deps)}`);
      const [cookie] = page.headers.getSetCookie();
      expect(cookie).toMatch(
        /^__Host-visitor=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
      );
      expect(page.headers.get("strict-transport-security")).toBe("max-age=31536000");
    } finally {
      await behindTls.close();
    }
  });

  test("S-78: a signed-out, idle, old, or disabled person's cookie opens nothing", async () => {
    const isOpen = async ({ get }: Pick<Awaited<ReturnType<typeof signedIn>>, "get">) =>
      (await get("/")).status === 200;
    const out = await signedIn(gateway);
    const cookie = out.cookies.get("session") as string;
    expect((await out.submit("/sign-out", {}, "/")).headers.get("location")).toBe("/sign-in");
    expect(out.cookies.has("session")).toBe(false);
    out.cookies.set("session", cookie);
    expect(await isOpen(out)).toBe(false);
    const idle = await signedIn(gateway);
    gateway.clock.move(IDLE_MS + 1);
    expect(await isOpen(idle)).toBe(false);
    const used = await signedIn(gateway);
    for (let spent = 0; spent <= ABSOLUTE_MS; spent += IDLE_MS - 1) {
      await used.get("/");
      gateway.clock.move(IDLE_MS - 1);
    }
    expect(await isOpen(used)).toBe(false);
    const disabled = await signedIn(gateway);
    await disablePerson(gateway.database.database, disabled.personId, new Date());
    expect(await isOpen(disabled)).toBe(false);
  });

  test("S-79: a form of another site, without a token, or with another session's, changes nothing", async () => {
    const [person, other] = [await signedIn(gateway), await signedIn(gateway)];
    const tokenOf = async ({ get }: typeof person) =>
      /name="form_token" value="([^"]+)"/.exec((await get("/")).text)?.[1];
    const [own, foreign] = [(await tokenOf(person)) as string, (await tokenOf(other)) as string];
    const tries = [
      await person.post("/sign-out", {}),
      await person.post("/sign-out", { form_token: foreign }),
      await person.post("/sign-out", { form_token: own }, { "sec-fetch-site": "cross-site" }),
      await person.post("/sign-out", { form_token: own }, { "sec-fetch-site": "same-site" }),
      await person.post("/sign-out", { form_token: own }, { "content-type": "text/plain" }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 415]);
    expect((await person.get("/")).status).toBe(200);
    expect((await person.post("/sign-out", { form_token: own })).status).toBe(303);
  });

  test("S-79: a sign-in form of another site, or of another browser, signs nobody in", async () => {
    const { email } = await signedIn(gateway);
    const [victim, attacker] = [newBrowser(gateway), newBrowser(gateway)];
    const token = /name="form_token" value="([^"]+)"/.exec((await attacker.get("/sign-in")).text)?.[1] as string;
    const fields = { email, password: PASSWORD, form_token: token };
    expect((await victim.post("/sign-in", fields)).status).toBe(403);
    expect((await attacker.post("/sign-in", fields, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await attacker.post("/sign-in", fields)).status).toBe(303);
  });

  test("S-80: every page has the policy without inline code, and cannot be framed or cached", async () => {
    const person = await signedIn(gateway, { role: "owner", partner: true });
    const paths = gateway.app.routes.flatMap((route) =>
      "isPage" in route && route.isPage && route.method === "GET" && !route.path.includes("{") ? route.path : [],
    );
    expect(paths).toContain("/");
    for (const browser of [person, newBrowser(gateway)]) {
      for (const path of paths) {
        const { status, headers } = await browser.get(path);
        if (status === 303 || !headers.get("content-type")?.startsWith("text/html")) continue;
        const policy = headers.get("content-security-policy") as string;
        expect([path, policy.includes("unsafe"), policy.includes("default-src 'none'")]).toEqual([path, false, true]);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).toContain("form-action 'self'");
        expect([headers.get("x-frame-options"), headers.get("referrer-policy")]).toEqual(["DENY", "no-referrer"]);
        expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
      }
    }
  });

  test("S-82: a key or admin token opens no page, and a session no route of the API", async () => {
    const { key } = await gateway.user();
    const browser = newBrowser(gateway);
    for (const token of [key, ADMIN_TOKEN])
      expect((await browser.get("/", { authorization: `Bearer ${token}` })).headers.get("location")).toBe("/sign-in");
    const person = await signedIn(gateway, { role: "owner" });
    expect((await person.get("/api/v1/integrations")).status).toBe(401);
    expect((await person.get("/admin/v1/users")).status).toBe(401);
    expect(
      (await person.get("/", { origin: "https://elsewhere.example" })).headers.get("access-control-allow-origin"),
    ).toBeNull();
  });

  test("S-83: an unknown address and a wrong password get the same page; after ten tries the person waits", async () => {
    const { email } = await signedIn(gateway);
    const browser = newBrowser(gateway);
    const wrong = await browser.submit("/sign-in", { email, password: "not the password at all" });
    const unknown = await browser.submit("/sign-in", {
      email: "nobody@example.com",
      password: "not the password at all",
    });
    const plain = (text: string) => text.replace(/value="[^"]*"/g, "");
    expect([wrong.status, plain(wrong.text)]).toEqual([unknown.status, plain(unknown.text)]);
    for (let i = 0; i < 9; i++) await browser.submit("/sign-in", { email, password: "not the password at all" });
    const late = await browser.submit("/sign-in", { email, password: PASSWORD });
    expect([late.status, late.headers.get("x-error-code")]).toEqual([429, "RATE_LIMITED"]);
  });

  test("S-111: eleven wrong passwords of a stranger keep no known browser and no signed-in person out", async () => {
    const person = await signedIn(gateway);
    const cookie = /^known-browser=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/;
    const home = newBrowser(gateway);
    const first = await home.submit("/sign-in", { email: person.email, password: PASSWORD });
    expect(first.headers.getSetCookie().filter((line) => cookie.test(line))).toHaveLength(1);
    const stranger = newBrowser(gateway);
    for (let i = 0; i < 12; i++)
      await stranger.submit("/sign-in", { email: person.email, password: "not the password at all" });
    const late = await stranger.submit("/sign-in", { email: person.email, password: PASSWORD });
    expect([late.status, late.headers.get("x-error-code")]).toEqual([429, "RATE_LIMITED"]);
    const again = "/sign-in/again?next=%2Fsettings%2Fsign-in";
    expect((await person.submit(again, { password: PASSWORD })).status).toBe(303);
    await home.submit("/sign-out", {}, "/");
    const before = home.cookies.get("known-browser");
    expect((await home.submit("/sign-in", { email: person.email, password: PASSWORD })).status).toBe(303);
    expect(home.cookies.get("known-browser")).not.toBe(before as string);
    // After a new password this browser is known by the next cookie, and every other one is not.
    const changed = await home.submit(
      "/settings/sign-in/password",
      { password: "a wholly different set of words" },
      "/settings/sign-in",
    );
    expect(changed.status).toBe(303);
    await home.submit("/sign-out", {}, "/");
    const entered = await home.submit("/sign-in", { email: person.email, password: "a wholly different set of words" });
    expect(entered.status).toBe(303);
    person.cookies.delete("session");
    const other = await person.submit("/sign-in", { email: person.email, password: "a wholly different set of words" });
    expect(other.status).toBe(429);
  });

  test("a sign-in leads on to pages of ours alone", async () => {
    const { email } = await signedIn(gateway);
    const elsewhere = [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      "/%0d%0aX: y",
    ];
    for (const next of elsewhere) {
      const response = await newBrowser(gateway).submit("/sign-in", { email, password: PASSWORD, next });
      const location = response.headers.get("location") as string;
      expect(new URL(location, gateway.url).origin).toBe(gateway.url);
      if (!next.startsWith("/%")) expect(location).toBe("/");
    }
    const kept = await newBrowser(gateway).get("/integrations/google/disconnect");
    expect(kept.headers.get("location")).toBe("/sign-in?next=%2Fintegrations%2Fgoogle%2Fdisconnect");
  });

  test("a forgotten password's link ends the person's other sessions", async () => {
    const person = await signedIn(gateway);
    const link = await makeSetupLink(gateway.app.deps, person.personId);
    const browser = newBrowser(gateway);
    expect((await browser.submit(`/setup/${link}`, { password: "another set of words entirely" })).status).toBe(303);
    expect((await person.get("/")).status).toBe(303);
    expect((await browser.get("/")).status).toBe(200);
  });
});
