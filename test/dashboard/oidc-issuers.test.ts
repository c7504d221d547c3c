// Several issuers: each has its own client, roles, sessions and outages, and nothing of one counts at another.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { LOGOUT_EVENT } from "../../src/identity/oidc/tokens.ts";
import { testClock } from "../support/clock.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { DISCOVERY_PATH, type ForgingIssuer, startForgingIssuer, TOKEN_PATH } from "../support/forging-issuer.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { newBrowser, type SignedIn, signedIn } from "./browser.ts";
import { named, SECURITY_PATH, visits } from "./oidc-visits.ts";

setDefaultTimeout(HOOK_MS);

for (const lane of LANES) {
  describe(`sign-in with several issuers on ${lane}`, () => {
    const clock = testClock();
    let gateway: TestGateway;
    let first: ForgingIssuer;
    let work: ForgingIssuer;
    let atFirst: ReturnType<typeof visits>;
    let atWork: ReturnType<typeof visits>;
    let person: SignedIn;
    const CLAIMS = { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" };
    beforeAll(async () => {
      first = await startForgingIssuer(clock);
      work = await startForgingIssuer(clock);
      gateway = await startTestGateway({
        lane,
        clock,
        env: {
          ...first.env,
          ...{ OIDC_NAME: "First Login", OIDC_ISSUERS: "work" },
          ...named("work", work, { OIDC_NAME: "Work Login", OIDC_ROLES: "staff=viewer", OIDC_JOIN: "groups" }),
        },
      });
      atFirst = visits(gateway, first);
      atWork = visits(gateway, work);
      person = await signedIn(gateway);
      await atFirst.link(person, CLAIMS);
    });
    afterAll(async () => {
      await gateway.close();
      await first.close();
      await work.close();
    });
    const isOpen = async (browser: Pick<SignedIn, "get">) => (await browser.get(SECURITY_PATH)).status === 200;
    const right = () => ({ jti: crypto.randomUUID(), events: { [LOGOUT_EVENT]: {} } });
    const logout = async (key: string, token: string) => {
      const body = new URLSearchParams({ logout_token: token });
      const response = await fetch(`${gateway.url}/sign-in/oidc${key}/logout`, { method: "POST", body });
      await response.text();
      return response.status;
    };

    test("the page has a button for each, and each signs in by its own client and paths", async () => {
      const browser = newBrowser(gateway);
      const { text } = await browser.get("/sign-in");
      expect([text.includes("Sign in with First Login"), text.includes("Sign in with Work Login")]).toEqual([
        true,
        true,
      ]);
      const begun = new URL(await atWork.begin(browser));
      expect([begun.origin, new URL(begun.searchParams.get("redirect_uri") as string).pathname]).toEqual([
        work.url,
        "/sign-in/oidc/work/callback",
      ]);
      expect((await atFirst.signIn(CLAIMS)).location).toBe("/");
      const joined = await atWork.signIn({ ...CLAIMS, sub: "grace", email: "grace@example.com", groups: ["staff"] });
      expect(joined.location).toBe("/");
      const { json } = await gateway.admin("GET", "/people/grace@example.com");
      expect([json.data.role, json.data.identities]).toEqual(["viewer", [`${work.url}/`]]);
    });

    test("the same sub or address at another issuer is somebody else", async () => {
      const sameSub = await atWork.signIn({ ...CLAIMS, email: "other@example.com", groups: [] });
      expect([sameSub.status, sameSub.browser.cookies.has("session")]).toEqual([401, false]);
      const sameAddress = await atWork.signIn({ ...CLAIMS, email: person.email, groups: ["staff"] });
      expect([sameAddress.status, sameAddress.browser.cookies.has("session")]).toEqual([401, false]);
      expect(sameAddress.text).toContain("There is a person with the address");
      const both = await signedIn(gateway);
      await atFirst.link(both, { ...CLAIMS, sub: "both" });
      await atWork.link(both, { ...CLAIMS, sub: "both" });
      const identities = (await gateway.admin("GET", `/people/${both.email}`)).json.data.identities;
      expect(identities.toSorted()).toEqual([`${first.url}/`, `${work.url}/`].toSorted());
    });

    test("a response counts only at the path of the issuer that it was begun with, and only from that issuer", async () => {
      const browser = newBrowser(gateway);
      const callback = first.signIn(await atFirst.begin(browser), CLAIMS);
      const requests = [first.requests(TOKEN_PATH), work.requests(TOKEN_PATH)] as const;
      const elsewhere = callback.replace("/sign-in/oidc/callback", "/sign-in/oidc/work/callback");
      expect((await browser.get(elsewhere)).status).toBe(401);
      expect([first.requests(TOKEN_PATH), work.requests(TOKEN_PATH)]).toEqual([...requests]);
      expect((await browser.get(callback)).headers.get("location")).toBe("/");
      expect((await browser.get(callback)).status).toBe(401);
      const other = newBrowser(gateway);
      const mixed = first.signIn(await atFirst.begin(other), CLAIMS, { iss: work.url });
      expect((await other.get(mixed)).status).toBe(401);
      expect([first.requests(TOKEN_PATH), work.requests(TOKEN_PATH)]).toEqual([requests[0] + 1, requests[1]]);
      expect(other.cookies.has("session")).toBe(false);
    });

    test("a token that another issuer has signed opens nothing, whatever it says", async () => {
      for (const claims of [{}, { iss: first.url }]) {
        first.setToken((wanted) => work.sign({ ...wanted, ...claims }));
        const { status, browser } = await atFirst.signIn(CLAIMS);
        expect([status, browser.cookies.has("session")]).toEqual([401, false]);
      }
      first.setToken();
      expect((await atFirst.signIn(CLAIMS)).location).toBe("/");
    });

    test("an issuer ends only the sessions that it began", async () => {
      const { browser } = await atFirst.signIn({ ...CLAIMS, sid: "s1" });
      const ofWork = await work.sign({ ...right(), sub: "ada", sid: "s1" }, { typ: "logout+jwt" });
      expect([await logout("", ofWork), await isOpen(browser)]).toEqual([400, true]);
      const asFirst = await work.sign({ ...right(), sub: "ada", iss: first.url }, { typ: "logout+jwt" });
      expect([await logout("", asFirst), await logout("/work", asFirst), await isOpen(browser)]).toEqual([
        400,
        400,
        true,
      ]);
      expect([await logout("/work", ofWork), await isOpen(browser)]).toEqual([200, true]);
      const ofFirst = await first.sign({ ...right(), sub: "ada", sid: "s1" }, { typ: "logout+jwt" });
      expect([await logout("/work", ofFirst), await isOpen(browser)]).toEqual([400, true]);
      expect([await logout("", ofFirst), await isOpen(browser)]).toEqual([200, false]);
    });

    test("an issuer that is down says so on its button, and the others sign in", async () => {
      clock.move(11 * 60_000);
      work.setResponse(DISCOVERY_PATH, () => new Response("down", { status: 503 }));
      const browser = newBrowser(gateway);
      const refused = await browser.submit("/sign-in/oidc", { issuer: `${work.url}/` }, "/sign-in");
      expect([refused.status, refused.text.includes("Work Login cannot be reached")]).toEqual([503, true]);
      const { text } = await browser.get("/sign-in");
      expect(text.match(/cannot be reached at the moment/g)).toHaveLength(1);
      expect(text.indexOf("cannot be reached")).toBeGreaterThan(text.indexOf("Sign in with Work Login"));
      expect((await atFirst.signIn(CLAIMS)).location).toBe("/");
      work.setResponse(DISCOVERY_PATH);
      clock.move(6_000);
      await atWork.begin(browser);
      expect((await browser.get("/sign-in")).text).not.toContain("cannot be reached");
    });

    test("an issuer that is not set up has no paths", async () => {
      const browser = newBrowser(gateway);
      expect((await browser.get("/sign-in/oidc/other/callback?state=s")).status).toBe(404);
      expect((await browser.get("/sign-in/oidc/other/signed-out")).status).toBe(404);
      expect(await logout("/other", "token")).toBe(404);
      const unknown = await browser.submit("/sign-in/oidc", { issuer: "https://other.example/" }, "/sign-in");
      expect(unknown.status).toBe(404);
    });
  });
}

for (const lane of LANES) {
  test(`with nothing but issuers, a person removes one as long as another is linked on ${lane}`, async () => {
    const clock = testClock();
    const issuers = [await startForgingIssuer(clock), await startForgingIssuer(clock)] as const;
    const gateway = await startTestGateway({
      lane,
      clock,
      env: {
        ...{ OIDC_ISSUERS: "work,second", GATEWAY_SIGN_IN: "oidc" },
        ...named("work", issuers[0], { OIDC_NAME: "Work Login", OIDC_ROLES: "staff=viewer", OIDC_JOIN: "groups" }),
        ...named("second", issuers[1], { OIDC_NAME: "Second Login" }),
      },
    });
    const { database } = gateway.database;
    const id = crypto.randomUUID();
    await database.query(
      "insert into people (id, email, name, role) values ($1::text::uuid, 'o@example.com', 'O', 'owner')",
      [id],
    );
    const [work, second] = [visits(gateway, issuers[0]), visits(gateway, issuers[1])];
    const claims = { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada", groups: ["staff"] };
    const at = () => ({ auth_time: Math.floor(clock.now() / 1_000) });
    const { browser } = await work.signIn({ ...claims, ...at() });
    const remove = async (issuer: ForgingIssuer) =>
      (await browser.submit(`${SECURITY_PATH}/oidc/remove`, { issuer: `${issuer.url}/` }, SECURITY_PATH)).status;
    expect(await remove(issuers[0])).toBe(409);
    expect((await browser.get(SECURITY_PATH)).text).not.toContain("/oidc/remove");
    expect((await second.link(browser as SignedIn, claims)).headers.get("location")).toBe(SECURITY_PATH);
    expect(await remove(issuers[0])).toBe(303);
    expect(await remove(issuers[1])).toBe(409);
    const password = await newBrowser(gateway).submit("/sign-in", { email: "ada@example.com", password: "x" });
    expect(password.text).toContain("Sign in with Work Login");
    await gateway.close();
    for (const issuer of issuers) await issuer.close();
  });
}
