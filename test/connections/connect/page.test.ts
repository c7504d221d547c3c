// The page of a connect session over real HTTP: consent in one browser, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import {
  CONNECT,
  connectPath,
  HOOK_MS,
  integrationOf,
  REDIRECT_URL,
  sessionOf,
  start,
} from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type PageBrowser, pageBrowser } from "../../support/page-browser.ts";

for (const lane of ["postgres", "embedded"] as const) {
  describe(`the page of a connect session on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let accountId: string;
    let browser: PageBrowser;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
      key = (await gateway.partner()).key;
      accountId = await gateway.account(key, "customer-2");
      browser = pageBrowser();
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const startPage = async (body: Record<string, unknown>, account: string | null = accountId) => {
      const response = await gateway.call("POST", connectPath(account ?? undefined), {
        key,
        body: { redirect_url: REDIRECT_URL, page: true, ...body },
      });
      if (response.status !== 200) throw new Error(response.text);
      return { url: response.json.data.connect_url as string, sessionId: response.json.data.session_id as string };
    };
    /** Opens the link, goes on, consents at the provider and comes back. */
    const connectOn = async (visitor: PageBrowser, url: string) => {
      const opened = await visitor.open(url);
      const onward = await visitor.send(opened, { action: "continue" });
      const callback = await consent(new URL(onward.onTo as string), "ada@example.com");
      return visitor.open(callback.href);
    };

    test("a person sees who asks for what, goes on, and is told what was granted", async () => {
      const { url, sessionId } = await startPage({ provider: "google" });
      expect(url).toMatch(new RegExp(`^${RegExp.escape(gateway.url)}/connect/[A-Za-z0-9_-]{65}$`));
      const opened = await browser.open(url);
      expect([opened.status, opened.title]).toEqual([200, "Connect Google"]);
      for (const text of ["wants to use your Google account", "customer-2", "Send emails", "gmail.send", "localhost"])
        expect(opened.text).toContain(text);
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("pending");
      const landed = await connectOn(browser, url);
      expect([landed.status, landed.url]).toEqual([200, `${gateway.url}/connect/sessions/${sessionId}`]);
      expect(landed.title).toBe("Google is connected");
      expect(landed.text).toContain("ada@example.com");
      const back = new URL(landed.links.find((link) => link.startsWith("http://localhost/done")) as string);
      expect(Object.fromEntries(back.searchParams)).toEqual({
        from: "test",
        status: "success",
        provider: "google",
        account_id: accountId,
        external_id: "customer-2",
        session_id: sessionId,
      });
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("completed");
      expect((await integrationOf(gateway, key, "google", accountId)).status).toBe("active");
      // The link leads to the outcome from now on, in this browser alone.
      expect((await browser.open(url)).title).toBe("Google is connected");
      expect((await pageBrowser().open(url)).title).toBe("This link was already used");
    });

    test("a session that names a connection says so before the choice and before consent", async () => {
      const said = async (body: Record<string, unknown>) => {
        const { text } = await browser.open((await startPage(body)).url);
        return text.replace(/<[^>]*>/g, "").includes("The connection is called work.");
      };
      expect(await said({ provider: "google", connection: "work" })).toBe(true);
      expect(await said({ connection: "work" })).toBe(true);
      expect(await said({ provider: "google" })).toBe(false);
    });

    test("S-14: with confirm, the way back holds the confirm token, and the row holds it sealed alone", async () => {
      const { url, sessionId } = await startPage({ provider: "github", confirm: true });
      const opened = await browser.open(url);
      const onward = await browser.send(opened, { action: "continue" });
      const landed = await browser.open((await consent(new URL(onward.onTo as string), "ada")).href);
      expect(landed.title).toBe("GitHub is connected");
      const back = new URL(landed.links.find((link) => link.startsWith("http://localhost/done")) as string);
      const token = back.searchParams.get("confirm_token") as string;
      const [row] = await gateway.database.database.query<{ text: string }>(
        "select s::text as text from connect_sessions s where id = $1",
        [sessionId],
      );
      expect(row?.text).not.toContain(token);
      const confirmed = await gateway.call("POST", `/api/v1/accounts/${accountId}/integrations/github/confirm`, {
        key,
        body: { confirm_token: token },
      });
      expect([confirmed.status, confirmed.json.data.status]).toEqual([200, "active"]);
    });

    test("without provider the person chooses among those that the partner allows", async () => {
      const { url, sessionId } = await startPage({ providers: ["google", "github"] });
      expect(await sessionOf(gateway, key, sessionId, accountId)).not.toHaveProperty("provider");
      const choice = await browser.open(url);
      expect(choice.links.filter((link) => link.startsWith("?"))).toEqual(["?provider=google", "?provider=github"]);
      expect((await browser.open(`${url}?provider=slack`)).title).toBe("Connect an account");
      const github = await browser.open(`${url}?provider=github`);
      expect(github.title).toBe("Connect GitHub");
      const other = await browser.send(github, { action: "continue", provider: "slack" });
      expect([other.status, other.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
      const onward = await browser.send(github, { action: "continue" });
      expect(new URL(onward.onTo as string).origin).toBe(gateway.providers.github.url);
      // The way back, and another choice: the first attempt's state is void.
      const google = await browser.send(await browser.open(`${url}?provider=google`), { action: "continue" });
      const late = await consent(new URL(onward.onTo as string), "ada");
      expect((await browser.open(late.href)).status).toBe(400);
      const landed = await browser.open((await consent(new URL(google.onTo as string), "ada@example.com")).href);
      expect(landed.title).toBe("Google is connected");
      expect((await sessionOf(gateway, key, sessionId, accountId)).provider).toBe("google");
    });

    test("cancel leads back with access_denied; the outcome says why, and another try succeeds", async () => {
      const { url, sessionId } = await startPage({ provider: "google" }, null);
      const gone = await browser.send(await browser.open(url), { action: "cancel" });
      const back = new URL(gone.onTo as string);
      expect([back.host, back.searchParams.get("error")]).toEqual(["localhost", "access_denied"]);
      expect(await sessionOf(gateway, key, sessionId)).toMatchObject({ status: "failed", error: "access_denied" });
      const outcome = await browser.open(url);
      expect(outcome.title).toBe("Google is not connected");
      const onward = await browser.send(outcome, { action: "continue" });
      const landed = await browser.open((await consent(new URL(onward.onTo as string), "ada@example.com")).href);
      expect(landed.title).toBe("Google is connected");
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("completed");
    });

    test("what the provider did not grant is named", async () => {
      const { url, sessionId } = await startPage({ provider: "google" });
      await connectOn(browser, url);
      const less = `update connect_sessions set granted_scopes = array(
        select scope from unnest(granted_scopes) scope where scope not like '%calendar%') where id = $1`;
      await gateway.database.database.query(less, [sessionId]);
      const { text } = await browser.open(url);
      expect(text.match(/not granted<\/span>/g)).toHaveLength(1);
      expect(text).toContain("Some access was not granted.");
    });

    test("S-16: a callback in another browser is refused and claims nothing, with a cookie of its own or none", async () => {
      const { url, sessionId } = await startPage({ provider: "google" });
      const onward = await browser.send(await browser.open(url), { action: "continue" });
      const callback = (await consent(new URL(onward.onTo as string), "ada@example.com")).href;
      const stranger = pageBrowser();
      expect([(await stranger.open(callback)).status, (await stranger.open(url)).status]).toEqual([400, 403]);
      await stranger.open((await startPage({ provider: "google" })).url);
      expect((await stranger.open(callback)).title).toBe("This link cannot be used");
      expect((await stranger.open(`${gateway.url}/connect/sessions/${sessionId}`)).status).toBe(403);
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("pending");
      expect((await browser.open(callback)).title).toBe("Google is connected");
    });

    test("a link is begun by one browser: of two that go on at once, one is refused", async () => {
      const { url } = await startPage({ provider: "google" });
      const visitors = [pageBrowser(), pageBrowser(), pageBrowser()];
      const opened = await Promise.all(visitors.map((visitor) => visitor.open(url)));
      const sent = await Promise.all(visitors.map((visitor, i) => visitor.send(opened[i]!, { action: "continue" })));
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    });

    test("opening a link changes nothing, so a scanner or a preview does not use it up", async () => {
      const { url, sessionId } = await startPage({ provider: "google" });
      const row = () => gateway.database.database.query("select * from connect_sessions where id = $1", [sessionId]);
      const before = await row();
      await pageBrowser().open(url);
      expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
      expect(await row()).toEqual(before);
      expect((await browser.open(url)).title).toBe("Connect Google");
    });

    test("forged, foreign, expired and unknown tokens get a page that says so", async () => {
      const { url, sessionId } = await startPage({ provider: "google" });
      const flipped = url.slice(0, -1) + (url.endsWith("A") ? "B" : "A");
      const { state } = await start(gateway, key, "google");
      for (const wrong of [flipped, `${gateway.url}/connect/short`, `${gateway.url}/connect/${state}`]) {
        const response = await browser.open(wrong);
        expect([response.status, response.title]).toEqual([404, "This link cannot be used"]);
      }
      const past = "update connect_sessions set expires_at = now() - interval '1 second' where id = $1";
      const opened = await browser.open(url);
      await gateway.database.database.query(past, [sessionId]);
      expect((await browser.open(url)).title).toBe("This link has expired");
      expect((await browser.send(opened, { action: "continue" })).title).toBe("This link has expired");
    });

    test("S-79: a form of another site, without a token or of another session is 403 and changes nothing", async () => {
      const { url, sessionId } = await startPage({ provider: "google" });
      const other = await browser.open((await startPage({ provider: "google" })).url);
      const opened = await browser.open(url);
      const wrong = [
        browser.send(opened, { action: "cancel" }, { "sec-fetch-site": "cross-site" }),
        browser.send(opened, { action: "cancel" }, { "sec-fetch-site": "same-site" }),
        browser.send(opened, { action: "cancel" }, { "sec-fetch-site": "none" }),
        browser.send(opened, { action: "cancel" }, { "sec-fetch-site": "", origin: "https://evil.example" }),
        browser.send(opened, { action: "cancel", form_token: "" }),
        browser.send(opened, { action: "cancel", form_token: other.fields.form_token as string }),
        pageBrowser().send(opened, { action: "cancel" }),
      ];
      for (const response of await Promise.all(wrong)) {
        expect([response.status, response.headers.get("x-error-code")]).toEqual([403, "PERMISSION_DENIED"]);
      }
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("pending");
      const own = await browser.send(opened, { action: "cancel" }, { "sec-fetch-site": "", origin: gateway.url });
      expect(own.status).toBe(200);
    });

    test("S-02: the token and the browser's secret are in no row and no log line", async () => {
      const { url } = await startPage({ provider: "google" });
      await connectOn(browser, url);
      const secrets = [url.split("/").at(-1) as string, browser.cookie() as string];
      const rows = await gateway.database.database.query<{ text: string }>(
        "select s::text as text from connect_sessions s union all select a::text from audit_entries a",
      );
      const all = [...rows.map(({ text }) => text), ...gateway.logLines].join("\n");
      for (const secret of secrets) expect(all).not.toContain(secret);
    });

    test("a page needs a provider where scopes are named, and providers need a page", async () => {
      const errorsOf = async (body: Record<string, unknown>) => {
        const response = await gateway.call("POST", CONNECT, { key, body: { redirect_url: REDIRECT_URL, ...body } });
        return response.json.details.errors.map(({ path }: { path: string }) => path);
      };
      expect(await errorsOf({})).toEqual(["/provider"]);
      expect(await errorsOf({ page: true, scopes: ["a"] })).toEqual(["/scopes"]);
      expect(await errorsOf({ provider: "google", providers: ["google"] })).toEqual(["/providers"]);
      expect(await errorsOf({ page: true, providers: ["nobody"] })).toEqual(["/providers"]);
      expect(await errorsOf({ page: true, provider: 7 })).toEqual(["/provider"]);
    });
  });
}
