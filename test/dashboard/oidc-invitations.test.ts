// Joining a team at an issuer by an invitation's link: the invited address that the issuer has verified, once, within its time.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { INVITATION_MS } from "../../src/identity/people/invitations.ts";
import { testClock } from "../support/clock.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { type ForgingIssuer, startForgingIssuer } from "../support/forging-issuer.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";
import { invitationFor, named, onwardOf, visits } from "./oidc-visits.ts";

setDefaultTimeout(HOOK_MS);
let people = 0;

/** Somebody at the issuer whom nobody knows yet. */
const newClaims = () => {
  const sub = `guest-${++people}`;
  return { sub, email: `${sub}@issuer.example`, email_verified: true, name: `Guest ${people}` };
};

for (const lane of LANES) {
  describe(`invitations at issuers on ${lane}`, () => {
    const clock = testClock();
    let gateway: TestGateway;
    let issuer: ForgingIssuer;
    let other: ForgingIssuer;
    let owner: SignedIn;
    let at: ReturnType<typeof visits>;
    let atOther: ReturnType<typeof visits>;
    beforeAll(async () => {
      issuer = await startForgingIssuer(clock);
      other = await startForgingIssuer(clock);
      const more = { OIDC_ISSUERS: "other", ...named("other", other, { OIDC_NAME: "Other Login" }) };
      gateway = await startTestGateway({ lane, clock, env: { ...issuer.env, ...more } });
      at = visits(gateway, issuer);
      atOther = visits(gateway, other);
      owner = await signedIn(gateway);
    });
    afterAll(async () => {
      await gateway.close();
      await issuer.close();
      await other.close();
    });
    const personOf = async (email: string) => (await gateway.admin("GET", `/people/${email}`)).json.data;
    const join = async (link: string, claims: Record<string, unknown>) => {
      const browser = newBrowser(gateway);
      const page = await browser.get(await at.beginJoin(browser, link, claims));
      return { ...page, browser, location: page.headers.get("location") };
    };

    test("an invited person joins by the issuer, once, and is nobody's to reset", async () => {
      const claims = newClaims();
      const link = await invitationFor(owner, claims.email.toUpperCase());
      const page = await newBrowser(gateway).get(link);
      expect([page.text.includes("Join with Example Login"), page.text.includes("Join with Other Login")]).toEqual([
        true,
        true,
      ]);
      const joined = await join(link, claims);
      expect([joined.location, (await joined.browser.get("/settings/team")).status]).toEqual(["/", 200]);
      expect(await personOf(claims.email)).toMatchObject({
        ...{ role: null, has_password: false, identities: [`${issuer.url}/`] },
      });
      const rows = "select address_proven from people where lower(email) = $1";
      expect(await gateway.database.database.query(rows, [claims.email])).toEqual([{ address_proven: true }]);
      const { json } = await gateway.admin("GET", "/audit?event=team_person_joined&limit=1");
      expect(json.data.entries[0]).toMatchObject({ user_id: owner.userId, details: { team_role: "member" } });
      const again = newBrowser(gateway);
      expect((await again.get(link)).status).toBe(401);
      expect((await at.signIn(claims)).location).toBe("/");
    });

    test.each<[string, Record<string, unknown>, string]>([
      ["another address", { email: "else@issuer.example" }, "you signed in at Example Login as else@issuer.example"],
      ["an address that is not verified", { email_verified: false }, "has not verified your e-mail address"],
      ["an address of which nothing is known", { email_verified: null }, "has not verified your e-mail address"],
      ["no address", { email: null }, "does not say your e-mail address"],
    ])("somebody with %s does not join, and the page says what to do", async (_, wrong, text) => {
      const claims = newClaims();
      const link = await invitationFor(owner, claims.email);
      const refused = await join(link, { ...claims, ...wrong });
      expect([refused.status, refused.browser.cookies.has("session")]).toEqual([401, false]);
      expect(refused.text).toContain(text);
      // The invitation waits for the right one.
      expect((await join(link, claims)).location).toBe("/");
    });

    test("who has a sign-in already is not taken over by the address", async () => {
      const member = await signedIn(gateway);
      const link = await invitationFor(owner, member.email);
      const refused = await join(link, { ...newClaims(), email: member.email });
      expect([refused.status, refused.browser.cookies.has("session")]).toEqual([401, false]);
      expect(refused.text).toContain("is not linked to it");
      expect((await personOf(member.email)).identities).toEqual([]);
    });

    test("a linked person joins at once by the invited address, and sees first as whom by another", async () => {
      const member = await signedIn(gateway);
      const claims = { ...newClaims(), email: member.email };
      await at.link(member, claims);
      expect((await join(await invitationFor(owner, member.email), claims)).location).toBe("/");
      const stranger = await signedIn(gateway);
      const others = newClaims();
      await at.link(stranger, others);
      const link = await invitationFor(owner, newClaims().email);
      const page = await join(link, others);
      expect(page.location).toBe(`/settings/join/${link.split("/").at(-1)}`);
      expect((await page.browser.get(page.location as string)).text).toContain(stranger.email);
    });

    test("an invitation that expires or is revoked while its person is at the issuer lets nobody in", async () => {
      const [late, gone] = [newClaims(), newClaims()];
      const browser = newBrowser(gateway);
      const link = await invitationFor(owner, gone.email);
      const callback = await at.beginJoin(browser, link, gone);
      const { text } = await owner.get("/settings/team");
      const revoke = /action="([^"]*\/revoke)"/.exec(text.slice(text.indexOf(gone.email)))?.[1] as string;
      expect((await owner.submit(revoke, {}, "/settings/team")).status).toBe(303);
      const refused = await browser.get(callback);
      expect([refused.status, browser.cookies.has("session")]).toEqual([401, false]);
      expect(refused.text).toContain("already used or revoked");
      const expiring = await invitationFor(owner, late.email);
      clock.move(INVITATION_MS - 60_000);
      const slow = newBrowser(gateway);
      const tooLate = await at.beginJoin(slow, expiring, late);
      clock.move(120_000);
      expect([(await slow.get(tooLate)).status, slow.cookies.has("session")]).toEqual([401, false]);
      const again = await newBrowser(gateway).submit("/sign-in", { email: owner.email, password: PASSWORD });
      expect(again.status).toBe(303);
    });

    test("two joins with one invitation at once, at two issuers, make one person", async () => {
      const inviter = await signedIn(gateway);
      for (let round = 0; round < 4; round++) {
        const claims = newClaims();
        const link = await invitationFor(inviter, claims.email);
        const browsers = [newBrowser(gateway), newBrowser(gateway), newBrowser(gateway)] as const;
        const callbacks = [
          await at.beginJoin(browsers[0], link, claims),
          await atOther.beginJoin(browsers[1], link, { ...claims, sub: `${claims.sub}-other` }),
          await at.beginJoin(browsers[2], link, claims),
        ] as const;
        const pages = await Promise.all(callbacks.map((callback, n) => browsers[n]?.get(callback)));
        const joined = pages.filter((page) => page?.headers.get("location") === "/");
        expect(pages.map((page) => page?.status).toSorted()).toEqual([303, 401, 401]);
        expect(joined).toHaveLength(1);
        expect((await personOf(claims.email)).identities).toHaveLength(1);
      }
    });
  });
}

for (const lane of LANES) {
  test(`with nothing but issuers, an invited person signs in at the issuer and joins on ${lane}`, async () => {
    const clock = testClock();
    const issuer = await startForgingIssuer(clock);
    const env = { ...issuer.env, OIDC_ROLES: "staff=owner" };
    const gateway = await startTestGateway({ lane, clock, env: { ...env, GATEWAY_SIGN_IN: "oidc" } });
    const at = visits(gateway, issuer);
    const [id, userId] = [crypto.randomUUID(), (await gateway.user()).userId];
    const { database } = gateway.database;
    await database.query("insert into people (id, email, name) values ($1::text::uuid, 'o@issuer.example', 'O')", [id]);
    await database.query("insert into people_users (person_id, user_id) values ($1::text::uuid, $2::text::uuid)", [
      id,
      userId,
    ]);
    await database.query(
      "insert into identities (provider, subject, person_id, name, created_at) values ($1, 'o', $2::text::uuid, 'O', now())",
      [`${issuer.url}/`, id],
    );
    const now = { auth_time: Math.floor(clock.now() / 1_000) };
    const { browser: owner } = await at.signIn({ sub: "o", groups: [], ...now });
    const claims = newClaims();
    const link = await invitationFor(owner, claims.email);
    const browser = newBrowser(gateway);
    const page = await browser.get(link);
    expect([page.text.includes("Join with Example Login"), page.text.includes('name="password"')]).toEqual([
      true,
      false,
    ]);
    expect(page.text).toContain(claims.email);
    const begun = onwardOf(await browser.submit(`${link}/oidc`, {}, link));
    const joined = await browser.get(issuer.signIn(begun, { ...claims, ...now, groups: [] }));
    expect([joined.headers.get("location"), (await browser.get("/settings/team")).status]).toEqual(["/", 200]);
    // Who has left keeps no way in, and comes back by another invitation.
    const left = await browser.submit("/settings/team/leave", {}, "/settings/team");
    expect(left.headers.get("location")).toBe("/settings/sign-in");
    expect((await at.signIn({ ...claims, groups: [] })).status).toBe(401);
    const back = await invitationFor(owner, claims.email);
    const returning = newBrowser(gateway);
    const callback = await at.beginJoin(returning, back, { ...claims, groups: [] });
    expect((await returning.get(callback)).headers.get("location")).toBe("/");
    await gateway.close();
    await issuer.close();
  });
}
