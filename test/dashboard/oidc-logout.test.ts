// Back-channel logout: what the issuer ends is ended at every replica, and a token that is not its own ends nothing.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { JWTPayload } from "jose";
import { LOGOUT_EVENT } from "../../src/identity/oidc/tokens.ts";
import { testClock } from "../support/clock.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { type ForgingIssuer, startForgingIssuer } from "../support/forging-issuer.ts";
import { startTwoGateways, type TwoGateways } from "../support/two-gateways.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";
import { SECURITY_PATH, visits } from "./oidc-visits.ts";

setDefaultTimeout(HOOK_MS);

for (const lane of LANES) {
  describe(`back-channel logout on ${lane}`, () => {
    const clock = testClock();
    let gateways: TwoGateways;
    let issuer: ForgingIssuer;
    let person: SignedIn;
    let at: ReturnType<typeof visits>;
    beforeAll(async () => {
      issuer = await startForgingIssuer(clock);
      gateways = await startTwoGateways({ lane, clock, env: issuer.env });
      at = visits(gateways.one, issuer);
      person = await signedIn(gateways.one);
      await at.link(person, CLAIMS);
    });
    afterAll(async () => {
      await gateways.close();
      await issuer.close();
    });

    const CLAIMS = { sub: "ada", email: "ada@example.com", name: "Ada" };
    const right = (): JWTPayload => ({ jti: crypto.randomUUID(), events: { [LOGOUT_EVENT]: {} } });
    /** Reads the whole response: a gateway that stops waits for those that are under way. */
    const send = async (body: BodyInit, url = gateways.one.url) => {
      const response = await fetch(`${url}/sign-in/oidc/logout`, { method: "POST", body });
      return { status: response.status, text: await response.text() };
    };
    const post = (token: string, url?: string) => send(new URLSearchParams({ logout_token: token }), url);
    const logout = async (claims: JWTPayload, header = {}) =>
      (await post(await issuer.sign({ ...right(), ...claims }, { typ: "logout+jwt", ...header }))).status;
    const session = async (sid: string) => (await at.signIn({ ...CLAIMS, sid })).browser;
    const isOpen = async (browser: { get: SignedIn["get"] }) => (await browser.get(SECURITY_PATH)).status === 200;

    test("a session of the issuer ends, at the other replica too; others and those of a password go on", async () => {
      const [one, two] = [await session("s1"), await session("s2")];
      const password = newBrowser(gateways.one);
      await password.submit("/sign-in", { email: person.email, password: PASSWORD });
      const elsewhere = newBrowser(gateways.two);
      elsewhere.cookies.set("session", one.cookies.get("session") as string);
      expect(await isOpen(elsewhere)).toBe(true);
      expect(await logout({ sid: "s1" })).toBe(200);
      expect([await isOpen(one), await isOpen(elsewhere), await isOpen(two), await isOpen(password)]).toEqual([
        false,
        false,
        true,
        true,
      ]);
      expect(await logout({ sub: "ada" })).toBe(200);
      expect([await isOpen(two), await isOpen(password)]).toEqual([false, true]);
    });

    test("a sign-in that awaits its second factor ends too", async () => {
      await gateways.one.database.database.query(
        "insert into totp_secrets (person_id, secret, confirmed_at) values ($1::text::uuid, 'sealed', now())",
        [person.personId],
      );
      await session("half");
      const rows = () =>
        gateways.one.database.database.query("select stage from people_sessions where issuer_session_id = 'half'");
      expect(await rows()).toEqual([{ stage: "second_factor" }]);
      await logout({ sid: "half" });
      expect(await rows()).toEqual([]);
      await gateways.one.database.database.query("delete from totp_secrets");
    });

    test("a token counts once, at whichever replica", async () => {
      const token = await issuer.sign({ ...right(), sub: "ada" }, { typ: "logout+jwt" });
      expect((await post(token)).status).toBe(200);
      const after = await session("later");
      expect([(await post(token)).status, (await post(token, gateways.two.url)).status]).toEqual([400, 400]);
      expect(await isOpen(after)).toBe(true);
    });

    test.each<[string, JWTPayload, object]>([
      ["for another client", { sub: "ada", aud: "another" }, {}],
      ["of another issuer", { sub: "ada", iss: "https://other.example" }, {}],
      ["without the event", { sub: "ada", events: {} }, {}],
      ["with a nonce, as an id token has", { sub: "ada", nonce: "n" }, {}],
      ["about nobody", {}, {}],
      ["without an id", { sub: "ada", jti: null as never }, {}],
      ["that has expired", { sub: "ada", exp: Math.floor(clock.now() / 1_000) - 60 }, {}],
      ["issued long ago", { sub: "ada", iat: Math.floor(clock.now() / 1_000) - 3_600 }, {}],
      ["of another type", { sub: "ada" }, { typ: "at+jwt" }],
    ])("a logout token %s is refused, and ends nothing", async (_, claims, header) => {
      const open = await session(crypto.randomUUID());
      expect([await logout(claims, header), await isOpen(open)]).toEqual([400, true]);
    });

    test("one that is not signed by the issuer is refused, and counted", async () => {
      const open = await session("forged");
      const forger = await issuer.newKey(issuer.key().kid);
      const token = await issuer.sign({ ...right(), sub: "ada" }, { typ: "logout+jwt" }, forger);
      const response = await post(token);
      expect([response.status, await isOpen(open)]).toEqual([400, true]);
      expect(response.text).not.toContain(token);
      await gateways.one.app.deps.audit.storeCounted(true);
      const { json } = await gateways.one.admin("GET", "/audit?event=person_logout_refused");
      expect(json.data.entries[0].outcome).toBe("refused");
    });

    test("the issuer ends any number of sessions within a minute; refused tokens are limited", async () => {
      clock.nextMinute();
      const open = await session("last");
      for (let i = 0; i < 200; i++) expect(await logout({ sid: `other-${i}` })).toBe(200);
      expect([await logout({ sid: "last" }), await isOpen(open)]).toEqual([200, false]);
      const statuses: number[] = [];
      for (let i = 0; i < 80; i++) statuses.push((await post("no token")).status);
      expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
      expect(await isOpen(await session("unhindered"))).toBe(true);
      // Junk from the issuer's own network holds back no token of its.
      expect(await logout({ sid: "beside junk" })).toBe(200);
      clock.nextMinute();
      expect(await logout({ sid: "any" })).toBe(200);
    });

    test("what is no form is refused before it is read", async () => {
      expect((await send("{}")).status).toBe(415);
    });
  });
}
