// Signing in with an OpenID Connect issuer, which is a real one: linked, joined by a group, again, and signed out by it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { IssuerBrowser, type StrictIssuer, startStrictIssuer } from "../support/strict-issuer.ts";
import { type Browser, newBrowser, type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/settings/sign-in";

const onwardOf = (text: string) =>
  /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") as string;

for (const lane of laneOf(import.meta.file)) {
  describe(`sign-in with an OpenID Connect issuer on ${lane}`, () => {
    let gateway: TestGateway;
    let issuer: StrictIssuer;
    beforeAll(async () => {
      issuer = await startStrictIssuer();
      gateway = await startTestGateway({
        lane,
        env: { ...issuer.env, OIDC_ROLES: "staff=viewer", OIDC_JOIN: "groups" },
      });
      issuer.serve(gateway.url);
    });
    afterAll(async () => {
      await gateway.close();
      await issuer.close();
    });

    const link = async (person: SignedIn, login: string) => {
      const page = await person.submit(`${PATH}/oidc`, {}, PATH);
      return person.get(await new IssuerBrowser(login).signIn(onwardOf(page.text)));
    };
    const signIn = async (browser: Browser, at: IssuerBrowser) => {
      const page = await browser.submit("/sign-in/oidc", {}, "/sign-in");
      return browser.get(await at.signIn(onwardOf(page.text)));
    };

    test("a linked identity signs in, an unlinked one does not, and nobody is linked by the address", async () => {
      const person = await signedIn(gateway);
      issuer.people.set("ada", { email: person.email, email_verified: true, name: "Ada" });
      const stranger = newBrowser(gateway);
      const before = await signIn(stranger, new IssuerBrowser("ada"));
      expect([before.status, stranger.cookies.has("session")]).toEqual([401, false]);
      expect((await link(person, "ada")).headers.get("location")).toBe(PATH);
      expect((await person.get(PATH)).text).toContain("Linked. You can now sign in with it");
      const browser = newBrowser(gateway);
      expect((await browser.get("/sign-in")).text).toContain("Sign in with Example Login");
      expect((await signIn(browser, new IssuerBrowser("ada"))).headers.get("location")).toBe("/");
      expect((await browser.get(PATH)).text).toContain(person.email);
      // Another person cannot take it.
      expect((await link(await signedIn(gateway), "ada")).status).toBe(409);
    });

    test("a member of a group joins, by what only the user info says, and a logout there ends the session here", async () => {
      issuer.people.set("bob", { email: "bob@example.com", email_verified: true, name: "Bob", groups: ["staff"] });
      const [browser, at] = [newBrowser(gateway), new IssuerBrowser("bob")];
      expect((await signIn(browser, at)).headers.get("location")).toBe("/");
      expect((await browser.get("/operator/people")).text).toContain("bob@example.com");
      const { json } = await gateway.admin("GET", "/people/bob@example.com");
      expect([json.data.role, json.data.name]).toEqual(["viewer", "Bob"]);
      await at.signOut(issuer.url);
      expect((await browser.get("/operator/people")).status).toBe(303);
    });

    test("to confirm, the person logs in there again, though the session there goes on", async () => {
      issuer.people.set("eve", { email: "eve@example.com", email_verified: true, name: "Eve", groups: ["staff"] });
      const [browser, at] = [newBrowser(gateway), new IssuerBrowser("eve")];
      await signIn(browser, at);
      const page = await browser.submit("/sign-in/oidc/again", { next: PATH }, "/sign-in/again");
      expect((await browser.get(await at.signIn(onwardOf(page.text)))).headers.get("location")).toBe(PATH);
      const begun = await browser.submit(`${PATH}/second-factor/begin`, {}, PATH);
      expect(begun.status).toBe(200);
    });
  });
}
