// Signing in by Google and GitHub: linked by a signed-in person, finished by the browser that began, never by an address.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../emulators/consent.ts";
import { authorizePath, codeForm, consentTo, exchange, newClient, pkce } from "../agents/oauth-server/mcp-client.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
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
      expect((await link(person, provider)).headers.get("location")).toBe(PATH);
      expect((await person.get(PATH)).text).toContain("Linked. You can now sign in with it");
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

  test("refused sign-ins count in the audit log", async () => {
    const refusals = async () => {
      await gateway.app.deps.audit.storeCounted(true);
      const { json } = await gateway.admin("GET", "/audit?event=person_refused&limit=200");
      return (json.data.entries as { times: number }[]).reduce((sum, { times }) => sum + times, 0);
    };
    const before = await refusals();
    const stranger = newBrowser(gateway);
    const callback = await consented((await begin(stranger, "github")).text, "github");
    expect((await stranger.get(`${callback}&error=access_denied`)).status).toBe(401);
    expect((await stranger.get(callback)).status).toBe(401);
    expect(await refusals()).toBe(before + 2);
  });

  test("an identity that a person began to link is linked to nobody else who is signed in", async () => {
    const [person, other] = [await signedIn(gateway), await signedIn(gateway)];
    const page = await person.submit(`${PATH}/identities/google`, {}, PATH);
    const callback = await consented(page.text, "google");
    person.cookies.set("session", other.cookies.get("session") as string);
    expect((await person.get(callback)).status).toBe(401);
  });

  const withTotp = async (person: SignedIn) => {
    const query = `insert into totp_secrets (person_id, secret, confirmed_at) values ($1::text::uuid, 'sealed', now())`;
    await gateway.database.database.query(query, [person.personId]);
  };
  /** Signs in on the page that `path` leads to, with what its form holds; the callback's location. */
  const signInFor = async (browser: Browser, path: string, fields: Record<string, string> = {}) => {
    const sent = await browser.get(path);
    const page = await browser.get(sent.headers.get("location") as string);
    const [, next = ""] = /name="next" value="([^"]*)"/.exec(page.text.split("/sign-in/with/google")[1] ?? "") ?? [];
    const form = { next: unescaped(next), ...fields };
    const onward = await browser.submit("/sign-in/with/google", form, sent.headers.get("location") as string);
    return (await browser.get(await consented(onward.text, "google"))).headers.get("location");
  };

  test("whoever signs in for an AI client's request comes back to it, and lets the client in", async () => {
    const person = await signedIn(gateway);
    await link(person, "google");
    const clientId = await newClient(gateway, "Client", ["https://client.example/back?x=1"]);
    const { verifier, challenge } = pkce();
    const more = { redirect_uri: "https://client.example/back?x=1", state: `s?&=/"' ${"x".repeat(1_000)}` };
    const path = authorizePath(gateway, clientId, challenge, more);
    const browser = newBrowser(gateway);
    expect(await signInFor(browser, path)).toBe(path);
    const back = await consentTo({ ...person, ...browser }, path);
    expect([back.origin, back.searchParams.get("state")]).toEqual(["https://client.example", more.state]);
    const { status } = await exchange(gateway, codeForm(gateway, clientId, back, verifier, more.redirect_uri));
    expect(status).toBe(200);
    // With a second factor between, too.
    await withTotp(person);
    expect(await signInFor(newBrowser(gateway), path)).toBe(`/sign-in/second-factor?next=${encodeURIComponent(path)}`);
    // The new factor ended the session, which would have shown it first.
    await gateway.database.database.query("delete from identities where provider = 'google'");
  });

  test("another site's address, and what is none, lead home", async () => {
    const person = await signedIn(gateway);
    await link(person, "google");
    const hostile = [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "/\tevil.example",
      "javascript:alert(1)",
      "evil.example",
      `/${"a".repeat(4_000)}`,
      "",
    ];
    for (const next of hostile)
      expect([next, await signInFor(newBrowser(gateway), "/settings/usage", { next })]).toEqual([next, "/"]);
    expect(await signInFor(newBrowser(gateway), "/settings/usage")).toBe("/settings/usage");
    // One that stands in the database already is checked again.
    const browser = newBrowser(gateway);
    const page = await begin(browser, "google");
    await gateway.database.database.query("update sign_in_challenges set next = 'https://evil.example/'");
    expect((await browser.get(await consented(page.text, "google"))).headers.get("location")).toBe("/");
    await person.submit(`${PATH}/identities/google/remove`, {}, PATH);
  });

  test("a network begins so many sign-ins a minute, and no more", async () => {
    gateway.clock.nextMinute();
    const browser = newBrowser(gateway);
    const page = await browser.get("/sign-in");
    const [, form_token = ""] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? [];
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await browser.post("/sign-in/with/google", { form_token })).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    gateway.clock.nextMinute();
  });

  test("the second factor is asked for here too", async () => {
    const person = await signedIn(gateway);
    await link(person, "github");
    await withTotp(person);
    const browser = newBrowser(gateway);
    const done = await browser.get(await consented((await begin(browser, "github")).text, "github"));
    expect(done.headers.get("location")).toBe("/sign-in/second-factor");
    expect((await browser.get("/")).status).toBe(303);
  });
});
