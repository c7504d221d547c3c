// Whom an issuer's identity lets in: by a setup link, by a group, with the role of the groups, and again for what is delicate.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { RECENT_MS } from "../../src/identity/sign-in/sessions.ts";
import { testClock } from "../support/clock.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { type ForgingIssuer, startForgingIssuer } from "../support/forging-issuer.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Browser, newBrowser, PASSWORD, signedIn } from "./browser.ts";
import { onwardOf, SECURITY_PATH, visits } from "./oidc-visits.ts";

setDefaultTimeout(HOOK_MS);
let people = 0;

/** A person of the issuer whom nobody knows yet. */
function newClaims(groups: unknown = ["staff"]) {
  const sub = `person-${++people}`;
  return {
    sub,
    email: `${sub}@issuer.example`,
    email_verified: true as boolean | null,
    name: `Person ${people}`,
    groups,
  };
}

async function entriesOf(gateway: TestGateway, event: string) {
  const { json } = await gateway.admin("GET", `/audit?event=${event}&limit=200`);
  return json.data.entries as { actor: { name: string }; details: Record<string, unknown> }[];
}

for (const lane of LANES) {
  describe(`people of an issuer whose groups decide on ${lane}`, () => {
    const clock = testClock();
    let gateway: TestGateway;
    let issuer: ForgingIssuer;
    let at: ReturnType<typeof visits>;
    beforeAll(async () => {
      issuer = await startForgingIssuer(clock);
      const OIDC_ROLES = "chiefs=owner, platform=operator,staff=viewer";
      const env = { ...issuer.env, OIDC_ROLES, OIDC_JOIN: "groups", OIDC_SECOND_FACTOR: "mfa" };
      gateway = await startTestGateway({ lane, clock, env });
      at = visits(gateway, issuer);
      await signedIn(gateway, { role: "owner" });
    });
    afterAll(async () => {
      await gateway.close();
      await issuer.close();
    });
    const personOf = async (email: string) => (await gateway.admin("GET", `/people/${email}`)).json.data;

    test.each<[unknown, string]>([
      [["staff"], "viewer"],
      ["staff", "viewer"],
      [["unknown", "staff", "platform", 7], "operator"],
      [["chiefs", "staff"], "owner"],
    ])("members of %p join with the role %s", async (groups, role) => {
      const claims = newClaims(groups);
      const { location, browser } = await at.signIn(claims);
      expect([location, (await browser.get(SECURITY_PATH)).status]).toEqual(["/", 200]);
      const person = await personOf(claims.email);
      expect([person.role, person.has_password, person.identities]).toEqual([role, false, [`${issuer.url}/`]]);
      const joined = (await entriesOf(gateway, "person_joined")).find(({ actor }) => actor.name === claims.email);
      expect(joined?.details).toEqual({ issuer: `${issuer.url}/`, role });
    });

    test.each<[string, Record<string, unknown>, string]>([
      ["in no group", { groups: [] }, "None of your groups"],
      ["whose groups the issuer does not say", { groups: null }, "did not say which groups you are in"],
      ["in a group of another name", { groups: ["Staff", "staff "] }, "None of your groups"],
      ["whose address is not verified", { email_verified: false }, "has not verified your e-mail address"],
      ["of whose address nothing is known", { email_verified: null }, "has not verified your e-mail address"],
      ["without an address", { email: null }, "does not say your e-mail address"],
    ])("somebody %s does not come in, and the page says why", async (_, claims, text) => {
      const refused = await at.signIn({ ...newClaims(), ...claims } as never);
      expect([refused.status, refused.browser.cookies.has("session")]).toEqual([401, false]);
      expect(refused.text).toContain(text);
    });

    test("who has the address of a person here is not let in as that person", async () => {
      const person = await signedIn(gateway);
      const refused = await at.signIn({ ...newClaims(["chiefs"]), email: person.email });
      expect([refused.status, refused.text.includes("already")]).toEqual([401, true]);
      expect((await personOf(person.email)).identities).toEqual([]);
    });

    test("each sign-in applies the groups: a role that is gone ends the other sessions, and without any nobody comes in", async () => {
      const claims = newClaims(["platform"]);
      const first = (await at.signIn(claims)).browser;
      expect((await first.get("/operator/people")).status).toBe(200);
      const second = (await at.signIn({ ...claims, groups: ["staff"] })).browser;
      expect((await personOf(claims.email)).role).toBe("viewer");
      expect((await first.get("/operator/people")).status).toBe(303);
      expect((await second.get("/operator/people")).status).toBe(200);
      const refused = await at.signIn({ ...claims, groups: [] });
      expect([refused.status, refused.text.includes("None of your groups")]).toEqual([401, true]);
      expect([(await personOf(claims.email)).role, (await second.get("/operator/people")).status]).toEqual([null, 303]);
      const changes = (await entriesOf(gateway, "person_changed")).filter(({ actor }) => actor.name === claims.email);
      expect(changes.map(({ details }) => [details.from, details.to]).reverse()).toEqual([
        ["operator", "viewer"],
        ["viewer", null],
      ]);
    });

    test("a missing claim takes no role, and lets nobody in with one but the last owner", async () => {
      const claims = newClaims(["chiefs"]);
      const { browser } = await at.signIn(claims);
      const missing = { ...claims, groups: null };
      const refused = await at.signIn(missing as never);
      expect([refused.status, refused.text.includes("did not say which groups")]).toEqual([401, true]);
      expect(gateway.logLines.some((line) => line.includes("groups_claim_missing"))).toBe(true);
      expect([(await personOf(claims.email)).role, (await browser.get("/operator/people")).status]).toEqual([
        "owner",
        200,
      ]);
      const query = (text: string) => gateway.database.database.query(text, [claims.email]);
      await query("update people set role = 'viewer' where role = 'owner' and email <> $1");
      expect((await at.signIn(missing as never)).location).toBe("/");
      expect((await personOf(claims.email)).role).toBe("owner");
      await query("update people set role = null where email = $1");
      expect((await at.signIn(missing as never)).status).toBe(401);
    });

    test("a disabled person does not come in", async () => {
      const claims = newClaims();
      await at.signIn(claims);
      await gateway.admin("PATCH", `/people/${claims.email}`, { disabled: true });
      const refused = await at.signIn(claims);
      expect([refused.status, refused.text.includes("disabled")]).toEqual([401, true]);
    });

    test("two sign-ins at once make one person", async () => {
      const claims = newClaims();
      const both = await Promise.all([at.signIn(claims), at.signIn(claims)]);
      expect(both.map(({ location }) => location)).toEqual(["/", "/"]);
    });

    const withTotp = (email: string) =>
      gateway.database.database.query(
        `insert into totp_secrets (person_id, secret, confirmed_at) select id, 'sealed', now() from people where email = $1`,
        [email],
      );

    test("the second factor is asked for, unless the issuer vouches for one as the operator has set", async () => {
      const claims = newClaims();
      await at.signIn(claims);
      await withTotp(claims.email);
      expect((await at.signIn(claims)).location).toBe("/sign-in/second-factor");
      expect((await at.signIn({ ...claims, amr: ["pwd"] })).location).toBe("/sign-in/second-factor");
      expect((await at.signIn({ ...claims, amr: ["pwd", "mfa"] })).location).toBe("/");
      expect((await at.signIn({ ...claims, acr: "mfa" })).location).toBe("/");
    });

    test("what is delicate asks for the issuer's own sign-in of now, by the same person", async () => {
      const claims = newClaims();
      const seconds = () => Math.floor(clock.now() / 1_000);
      const delicate = async (browser: Browser) =>
        (await browser.submit(`${SECURITY_PATH}/second-factor/begin`, {}, SECURITY_PATH)).status;
      // A session at the issuer from long ago is none of now, and so is one of which nothing is said.
      for (const auth_time of [seconds() - RECENT_MS / 1_000 - 60, null])
        expect(await delicate((await at.signIn({ ...claims, auth_time } as never)).browser)).toBe(303);
      const { browser } = await at.signIn(claims);
      const again = async (who: Record<string, unknown>) => {
        const page = await browser.submit("/sign-in/oidc/again", { next: SECURITY_PATH }, "/sign-in/again");
        expect(new URL(onwardOf(page)).searchParams.get("max_age")).toBe("0");
        return browser.get(issuer.signIn(onwardOf(page), { ...claims, ...who } as never));
      };
      expect((await again({ auth_time: seconds() - 3_600 })).status).toBe(401);
      expect((await again({})).status).toBe(401);
      expect((await again({ ...newClaims(), auth_time: seconds() })).status).toBe(401);
      expect(await delicate(browser)).toBe(303);
      const before = browser.cookies.get("session") as string;
      expect((await again({ auth_time: seconds() })).headers.get("location")).toBe(SECURITY_PATH);
      expect(await delicate(browser)).toBe(200);
      const old = newBrowser(gateway);
      old.cookies.set("session", before);
      expect((await old.get(SECURITY_PATH)).status).toBe(303);
    });

    test("the page of the own sign-in links and removes the identity, and operators see it", async () => {
      const person = await signedIn(gateway, { role: "viewer" });
      const claims = newClaims();
      await at.link(person, claims);
      expect((await person.get(SECURITY_PATH)).text).toContain(claims.email);
      expect((await person.get(`/operator/people/${person.personId}`)).text).toContain(issuer.url);
      const other = await signedIn(gateway);
      const taken = await at.link(other, claims);
      expect([taken.status, taken.text.includes("You are not signed in")]).toEqual([409, false]);
      expect(taken.text).toContain(`href="${SECURITY_PATH}"`);
      const removed = await person.submit(`${SECURITY_PATH}/oidc/remove`, { issuer: `${issuer.url}/` }, SECURITY_PATH);
      expect(removed.status).toBe(303);
      expect((await personOf(person.email)).identities).toEqual([]);
      expect((await entriesOf(gateway, "person_identity_unlinked"))[0]?.actor.name).toBe(person.email);
    });
  });
}

for (const lane of LANES) {
  describe(`people of an issuer who are invited on ${lane}`, () => {
    const clock = testClock();
    let gateway: TestGateway;
    let issuer: ForgingIssuer;
    let at: ReturnType<typeof visits>;
    beforeAll(async () => {
      issuer = await startForgingIssuer(clock);
      const env = { ...issuer.env, OIDC_ROLES: "chiefs=owner", OIDC_TRUST_EMAIL: "true", GATEWAY_SIGN_IN: "oidc" };
      gateway = await startTestGateway({ lane, clock, env });
      at = visits(gateway, issuer);
    });
    afterAll(async () => {
      await gateway.close();
      await issuer.close();
    });
    const linkOf = async (path: string, body: unknown = {}) => {
      const { json } = await gateway.admin("POST", path, body);
      return new URL(json.data.setup_link).pathname;
    };
    const bySetup = async (path: string, claims: object) => {
      const browser = newBrowser(gateway);
      const page = await browser.submit(`${path}/oidc`, {}, path);
      const end = await browser.get(issuer.signIn(onwardOf(page), claims as never));
      return { browser, page: end, location: end.headers.get("location") };
    };
    const owner = { ...newClaims([]), email_verified: null };

    test("the first owner comes by the first link, and stays owner whatever the groups say", async () => {
      const path = await linkOf("/first-owner-link");
      expect((await newBrowser(gateway).get(path)).text).toContain("Sign in with Example Login");
      const { location, browser } = await bySetup(path, owner);
      expect([location, (await browser.get("/operator/people")).status]).toEqual(["/", 200]);
      // An invited owner who never signed in keeps nobody from being locked out.
      await linkOf("/people", { email: "never@example.com", name: "Never", role: "owner" });
      const next = await at.signIn(owner);
      expect([next.location, (await next.browser.get("/operator/people")).status]).toEqual(["/", 200]);
      const stays = await entriesOf(gateway, "person_last_owner_stays");
      expect(stays[0]?.details).toMatchObject({ from: "owner", to: "owner" });
    });

    test("a setup link is used up by the sign-in that it begins, and links nobody without", async () => {
      const claims = newClaims(["chiefs"]);
      expect((await at.signIn(claims)).status).toBe(401);
      const path = await linkOf("/people", { email: "invited@example.com", name: "Invited" });
      const { location } = await bySetup(path, claims);
      expect(location).toBe("/");
      expect((await newBrowser(gateway).get(path)).status).toBe(401);
      expect((await at.signIn(claims)).location).toBe("/");
      // An identity of somebody else is not taken, and the link is still there.
      const second = await linkOf("/people", { email: "second@example.com", name: "Second" });
      expect((await bySetup(second, claims)).page.status).toBe(409);
      expect((await newBrowser(gateway).get(second)).status).toBe(200);
    });

    test("passwords and passkeys are off, and a setup link lets somebody in once when the issuer is gone", async () => {
      const browser = newBrowser(gateway);
      const page = await browser.get("/sign-in");
      expect([page.text.includes('type="password"'), page.text.includes("Sign in with Example Login")]).toEqual([
        false,
        true,
      ]);
      const email = "emergency@example.com";
      const path = await linkOf("/people", { email, name: "Emergency", role: "operator" });
      const entered = await browser.submit(path, {}, path);
      expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
      expect((await gateway.admin("GET", `/people/${email}`)).json.data.has_password).toBe(false);
      expect((await newBrowser(gateway).get(path)).status).toBe(401);
      const refused = await newBrowser(gateway).submit("/sign-in", { email, password: PASSWORD });
      expect(refused.headers.get("x-error-code")).toBe("PERMISSION_DENIED");
      // A second link ends the session of the first, so its use does not go unnoticed.
      const again = await linkOf(`/people/${email}/link`);
      expect((await browser.get(SECURITY_PATH)).status).toBe(200);
      expect((await newBrowser(gateway).submit(again, {}, again)).status).toBe(303);
      expect((await browser.get(SECURITY_PATH)).status).toBe(303);
      const uses = await entriesOf(gateway, "person_entered_by_link");
      expect(uses.map(({ actor }) => actor.name)).toEqual([email, email]);
    });

    test("the only way to sign in cannot be removed", async () => {
      const { browser } = await at.signIn({ ...owner, auth_time: Math.floor(clock.now() / 1_000) });
      const removed = await browser.submit(`${SECURITY_PATH}/oidc/remove`, { issuer: `${issuer.url}/` }, SECURITY_PATH);
      expect(removed.headers.get("x-error-code")).toBe("CONFLICT");
    });
  });
}
