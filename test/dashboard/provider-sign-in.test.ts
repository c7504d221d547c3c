// Signing in by Google and GitHub: linked by a signed-in person, finished by the browser that began, never by an address.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../src/demo/consent.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Browser, newBrowser, type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/settings/sign-in";
const PEOPLE = { google: "ada@example.com", github: "ada" } as const;
type Name = keyof typeof PEOPLE;

describe("sign-in by a provider", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google", "github"] });
  });
  afterAll(() => gateway.close());

  const onwardOf = (text: string) =>
    /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") as string;
  /** The provider's callback of a consent, as a path of the gateway. */
  const consented = async (page: string, provider: Name) => {
    const { pathname, search } = await consent(onwardOf(page), PEOPLE[provider]);
    return pathname + search;
  };
  const link = async (person: SignedIn, provider: Name) => {
    const page = await person.submit(`${PATH}/identities/${provider}`, {}, PATH);
    return person.get(await consented(page.text, provider));
  };
  const begin = (browser: Browser, provider: Name) => browser.submit(`/sign-in/with/${provider}`, {}, "/sign-in");

  test.each(["google", "github"] as const)(
    "%s: a linked identity signs in, an unlinked or unknown one does not",
    async (provider) => {
      const person = await signedIn(gateway);
      const stranger = newBrowser(gateway);
      const before = await stranger.get(await consented((await begin(stranger, provider)).text, provider));
      expect([before.status, stranger.cookies.has("session")]).toEqual([401, false]);
      expect((await link(person, provider)).headers.get("location")).toBe(`${PATH}?done=identity`);
      const browser = newBrowser(gateway);
      const callback = await consented((await begin(browser, provider)).text, provider);
      expect((await browser.get(callback)).headers.get("location")).toBe("/");
      expect((await browser.get(PATH)).text).toContain(person.email);
      expect((await browser.get(callback)).status).toBe(401);
      const second = await signedIn(gateway);
      expect((await link(second, provider)).status).toBe(409);
      await person.submit(`${PATH}/identities/${provider}/remove`, {}, PATH);
      const after = newBrowser(gateway);
      expect((await after.get(await consented((await begin(after, provider)).text, provider))).status).toBe(401);
    },
  );

  test("only who they are is asked for, and the browser that began must finish", async () => {
    const browser = newBrowser(gateway);
    const url = new URL(onwardOf((await begin(browser, "google")).text));
    expect(url.searchParams.get("scope")).toBe("openid email profile");
    expect([url.searchParams.get("access_type"), url.searchParams.get("code_challenge_method")]).toEqual([
      null,
      "S256",
    ]);
    const { pathname, search } = await consent(url, PEOPLE.google);
    const other = newBrowser(gateway);
    await other.get("/sign-in");
    expect((await other.get(pathname + search)).status).toBe(401);
    const forged = new URL(pathname + search, gateway.url);
    forged.searchParams.set("state", "A".repeat(65));
    expect((await browser.get(forged.pathname + forged.search)).status).toBe(401);
  });

  test("an identity that a person began to link is linked to nobody else who is signed in", async () => {
    const [person, other] = [await signedIn(gateway), await signedIn(gateway)];
    const page = await person.submit(`${PATH}/identities/google`, {}, PATH);
    const callback = await consented(page.text, "google");
    person.cookies.set("session", other.cookies.get("session") as string);
    expect((await person.get(callback)).status).toBe(401);
  });

  test("the second factor is asked for here too", async () => {
    const person = await signedIn(gateway);
    await link(person, "github");
    const query = `insert into totp_secrets (person_id, secret, confirmed_at) values ($1::text::uuid, 'sealed', now())`;
    await gateway.database.database.query(query, [person.personId]);
    const browser = newBrowser(gateway);
    const done = await browser.get(await consented((await begin(browser, "github")).text, "github"));
    expect(done.headers.get("location")).toBe("/sign-in/second-factor");
    expect((await browser.get("/")).status).toBe(303);
  });
});
