// Signing out of a session that an issuer began: ours ends first, and the issuer's own sign-out is offered or follows.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { testClock } from "../support/clock.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import { DISCOVERY_PATH, type ForgingIssuer, startForgingIssuer } from "../support/forging-issuer.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { IssuerBrowser, startStrictIssuer } from "../support/strict-issuer.ts";
import { type Browser, newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";
import { named, onwardOf, SECURITY_PATH, visits } from "./oidc-visits.ts";

setDefaultTimeout(HOOK_MS);
const CLAIMS = { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" };

/** Signs out, and returns the page that follows. */
async function signOut(browser: Browser) {
  const { headers } = await browser.submit("/sign-out", {}, SECURITY_PATH);
  const path = headers.get("location") as string;
  return { path, page: await browser.get(path) };
}

const linkIn = (text: string) =>
  new URL(/href="(http[^"]*\/(?:logout|session\/end)[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") as string);

for (const lane of laneOf(import.meta.file)) {
  describe(`signing out of a session that an issuer began on ${lane}`, () => {
    const clock = testClock();
    let gateway: TestGateway;
    let issuer: ForgingIssuer;
    let work: ForgingIssuer;
    let person: SignedIn;
    beforeAll(async () => {
      issuer = await startForgingIssuer(clock);
      work = await startForgingIssuer(clock);
      const more = { OIDC_NAME: "Work Login", OIDC_SIGN_OUT: "issuer" };
      gateway = await startTestGateway({
        lane,
        clock,
        env: { ...issuer.env, OIDC_ISSUERS: "work", ...named("work", work, more) },
      });
      person = await signedIn(gateway);
      await visits(gateway, issuer).link(person, CLAIMS);
      await visits(gateway, work).link(person, CLAIMS);
    });
    afterAll(async () => {
      await gateway.close();
      await issuer.close();
      await work.close();
    });

    test("ours ends, and the page offers the issuer's, without any token", async () => {
      const { browser } = await visits(gateway, issuer).signIn({ ...CLAIMS, sid: "s1" });
      const { path, page } = await signOut(browser);
      expect([path, page.status, browser.cookies.has("session")]).toEqual(["/sign-in/oidc/signed-out", 200, false]);
      expect((await browser.get(SECURITY_PATH)).status).toBe(303);
      expect([page.text.includes("You are signed out here"), onwardOf(page)]).toEqual([true, undefined as never]);
      const url = linkIn(page.text);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: "gateway-client",
        post_logout_redirect_uri: `${gateway.app.deps.baseUrl}/sign-in/oidc/signed-out`,
        state: url.searchParams.get("state") as string,
      });
      const back = `${path}?state=${encodeURIComponent(url.searchParams.get("state") as string)}`;
      expect((await browser.get(back)).text).toContain("You are signed out here and at Example Login");
      const forged = await newBrowser(gateway).get(back);
      expect([forged.text.includes("signed out here and at"), forged.text.includes("signed out here")]).toEqual([
        false,
        true,
      ]);
    });

    test("where the operator has set it, it leads on to the issuer, and ends there", async () => {
      const { browser } = await visits(gateway, work).signIn(CLAIMS);
      const { path, page } = await signOut(browser);
      expect(path).toBe("/sign-in/oidc/work/signed-out");
      const url = new URL(onwardOf(page));
      expect([url.origin, url.pathname]).toEqual([work.url, "/logout"]);
      const after = await browser.get(`${path}?state=${encodeURIComponent(url.searchParams.get("state") as string)}`);
      expect([onwardOf(after), after.text.includes("here and at Work Login")]).toEqual([undefined as never, true]);
      // A browser without our cookie is led on once, too.
      const bare = newBrowser(gateway);
      const state = new URL(onwardOf(await bare.get(path))).searchParams.get("state") as string;
      const ended = await bare.get(`${path}?state=${state}`);
      expect([onwardOf(ended), ended.text.includes("You are signed out here")]).toEqual([undefined as never, true]);
    });

    test("a session of a password, and an issuer without a sign-out, with one without TLS or that is down, lead to the sign-in page", async () => {
      const browser = newBrowser(gateway);
      await browser.submit("/sign-in", { email: person.email, password: PASSWORD });
      expect((await signOut(browser)).path).toBe("/sign-in");
      const metadata = {
        ...{ issuer: issuer.url, authorization_endpoint: `${issuer.url}/authorize` },
        ...{ token_endpoint: `${issuer.url}/token`, jwks_uri: `${issuer.url}/keys` },
      };
      for (const respond of [
        () => new Response("down", { status: 503 }),
        () => Response.json(metadata),
        () => Response.json({ ...metadata, end_session_endpoint: "http://192.0.2.1/logout" }),
      ]) {
        const signedInBefore = (await visits(gateway, issuer).signIn(CLAIMS)).browser;
        clock.move(11 * 60_000);
        issuer.setResponse(DISCOVERY_PATH, respond);
        const { page } = await signOut(signedInBefore);
        expect([page.headers.get("location"), signedInBefore.cookies.has("session")]).toEqual(["/sign-in", false]);
        issuer.setResponse(DISCOVERY_PATH);
        clock.move(11 * 60_000);
      }
    });

    test("who is signed in sees no page that says otherwise", async () => {
      const { browser } = await visits(gateway, issuer).signIn(CLAIMS);
      const page = await browser.get("/sign-in/oidc/signed-out");
      expect([page.status, page.headers.get("location")]).toEqual([303, "/"]);
    });
  });
}

for (const lane of laneOf(import.meta.file)) {
  test(`a real issuer ends its session by the link, and leads back on ${lane}`, async () => {
    const issuer = await startStrictIssuer();
    const gateway = await startTestGateway({ lane, env: issuer.env });
    issuer.serve(gateway.url);
    const person = await signedIn(gateway);
    issuer.people.set("ada", { email: person.email, email_verified: true, name: "Ada" });
    const there = new IssuerBrowser("ada");
    const page = await person.submit(`${SECURITY_PATH}/oidc`, {}, SECURITY_PATH);
    await person.get(await there.signIn(onwardOf(page)));
    const browser = newBrowser(gateway);
    const begun = await browser.submit("/sign-in/oidc", {}, "/sign-in");
    await browser.get(await there.signIn(onwardOf(begun)));
    const after = await signOut(browser);
    const url = linkIn(after.page.text);
    const back = await there.signOutBy(url.href, url.searchParams.get("post_logout_redirect_uri") as string);
    expect((await browser.get(back)).text).toContain("You are signed out here and at Example Login");
    await gateway.close();
    await issuer.close();
  });
}
