// Where tenant values come from (the callback, a key's suffix, an identity of its own), and where they go in every request.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { platform } from "../../../src/foundation/platform/bun.ts";
import {
  callbackUrl,
  connectPath,
  dump,
  HOOK_MS,
  integrationOf,
  land,
  REDIRECT_URL,
  type StartOptions,
  sessionOf,
  start,
  TEST_MS,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser } from "../../support/page-browser.ts";
import { books, ledger, mailer } from "../../support/tenant-providers.ts";

setDefaultTimeout(TEST_MS);
const CLIENT = { clientId: "client", clientSecret: "secret" };
const ORGANISATION = "70784a63-d24b-46a9-a4db-0e70a274b056";
const KEY = "0123456789abcdef-us21";

interface Seen {
  url: string;
  headers: Headers;
}

/** What the three providers answer, at whatever host. */
function answer(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/token")) return Response.json({ access_token: "token-of-ada", scope: "" });
  if (pathname.endsWith("/companyinfo")) return Response.json({ company: pathname.split("/")[3], name: "Mill" });
  if (pathname.endsWith("/metadata")) return Response.json({ dc: "us7", user_id: "m1", accountname: "Mill" });
  if (pathname.endsWith("/connections")) return Response.json([{ tenantId: ORGANISATION, tenantName: "Mill" }]);
  if (pathname === "/3.0/") return Response.json({ account_id: "m1", account_name: "Mill" });
  return Response.json({ id: "7" });
}

for (const lane of laneOf(import.meta.file)) {
  describe(`values of a tenant on ${lane}`, () => {
    let gateway: TestGateway;
    let server: { port?: number; stop(): Promise<unknown> };
    let key: string;
    const requests: Seen[] = [];
    beforeAll(async () => {
      server = platform.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
      gateway = await startTestGateway({
        lane,
        plugins: [books, mailer, ledger],
        settings: { books: CLIENT, mailer: CLIENT, ledger: CLIENT },
        fetch: (url, init) => {
          const { pathname, search } = new URL(url);
          requests.push({ url, headers: new Headers(init.headers) });
          return fetch(`http://127.0.0.1:${server.port}${pathname}${search}`, init);
        },
      });
      key = (await gateway.user({ permissions: ["*", "proxy.use"] })).key;
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await server.stop();
    }, HOOK_MS);

    const during = async <T>(work: () => Promise<T>) => {
      const before = requests.length;
      const result = await work();
      const seen = requests.slice(before);
      return { result, seen, urls: seen.map(({ url }) => url) };
    };
    const connect = async (provider: string, query: string, options: StartOptions = {}) => {
      const { state, sessionId } = await start(gateway, key, provider, options);
      const callback = `${callbackUrl(gateway, { state, code: crypto.randomUUID() })}${query}`;
      const { outcome } = await land(callback);
      await gateway.heard();
      return { outcome, sessionId, callback };
    };
    const call = (method: string, path: string, headers: Record<string, string> = {}) =>
      gateway.call(method, path, { key, headers, ...(method === "POST" && { body: {} }) });

    describe("out of the callback", () => {
      const MINOR = "minorversion=75&company=1234567890";

      test("is in the path and the query of the identity, calls and raw requests", async () => {
        const { result, urls } = await during(() => connect("books", "&realmId=1234567890"));
        expect(result.outcome?.status).toBe("success");
        const company = "https://books.example.com/v3/company/1234567890";
        expect(urls).toEqual(["https://login.example.com/token", `${company}/companyinfo?${MINOR}`]);
        expect((await integrationOf(gateway, key, "books")).identity.id).toBe("1234567890");
        const one = await during(() => call("GET", "/api/v1/books/items/7"));
        expect([one.result.status, one.urls]).toEqual([200, [`${company}/items/7?${MINOR}`]]);
        const raw = await during(() => call("GET", "/api/v1/books/proxy/v3/company/1234567890/items?q=a%20b"));
        expect([raw.result.status, raw.urls]).toEqual([200, [`${company}/items?q=a%20b&${MINOR}`]]);
        // The provider's own version is the caller's to choose, the company is not.
        const own = await during(() => call("POST", "/api/v1/books/items/search"));
        expect(own.urls).toEqual([`${company}/search?minorversion=2&company=1234567890`]);
        const other = await during(() =>
          call("GET", "/api/v1/books/proxy/v3/company/1234567890/items?minorversion=3&company=9"),
        );
        expect(other.urls).toEqual([`${company}/items?minorversion=3&company=1234567890`]);
      });

      test("a repeat in another browser leads nowhere and exchanges nothing", async () => {
        const { callback } = await connect("books", "&realmId=1234567890");
        const { result, urls } = await during(() => land(callback.replace("realmId=1234567890", "realmId=66")));
        expect([result.status, result.outcome, urls]).toEqual([400, null, []]);
        expect((await integrationOf(gateway, key, "books")).identity.id).toBe("1234567890");
      });

      test.each([
        ["is missing", ""],
        ["is empty", "&realmId="],
        ["comes twice", "&realmId=12&realmId=13"],
        ["has another form", "&realmId=12a"],
        ["would leave the path", "&realmId=..%2F12"],
        ["has a line break", "&realmId=12%0D%0Ax-evil:1"],
        ["has another name", "&realmid=12"],
      ])("S-32: one that %s ends the session before anything is exchanged", async (_, query) => {
        await connect("books", "&realmId=1234567890");
        const { result, urls } = await during(() => connect("books", query));
        expect(urls).toEqual([]);
        expect(result.outcome).toMatchObject({ error: "invalid_tenant", provider: "books" });
        expect(result.outcome?.error_description).toBe(
          "Books did not say which of its accounts was connected: realmId is missing in its callback, or has another form than usual. Connect again from the beginning.",
        );
        expect(await sessionOf(gateway, key, result.sessionId)).toMatchObject({
          status: "failed",
          error: "invalid_tenant",
          next_step: expect.stringContaining("Connect again"),
        });
        expect((await integrationOf(gateway, key, "books")).identity.id).toBe("1234567890");
      });
    });

    describe("out of a key's suffix", () => {
      const withKey = (value: string) =>
        gateway.call("POST", connectPath(), { key, body: { provider: "mailer", credentials: { api_key: value } } });

      test("is the host, and the whole value is the key", async () => {
        const { result, seen, urls } = await during(() => withKey(KEY));
        expect(result.status).toBe(200);
        expect(urls).toEqual(["https://us21.api.mailer.example.com/3.0/"]);
        expect(seen[0]?.headers.get("x-mailer-key")).toBe(KEY);
        await gateway.heard();
        const one = await during(() => call("GET", "/api/v1/mailer/items/7"));
        expect(one.urls).toEqual(["https://us21.api.mailer.example.com/3.0/items/7"]);
        expect(one.seen[0]?.headers.get("x-mailer-key")).toBe(KEY);
      });

      test("OAuth has another identity, which says the host", async () => {
        const { result, urls } = await during(() => connect("mailer", ""));
        expect(result.outcome?.status).toBe("success");
        expect(urls).toEqual(["https://login.example.com/token", "https://login.mailer.example.com/oauth2/metadata"]);
        const one = await during(() => call("GET", "/api/v1/mailer/items/7"));
        expect(one.urls).toEqual(["https://us7.api.mailer.example.com/3.0/items/7"]);
        expect(one.seen[0]?.headers.get("authorization")).toBe("Bearer token-of-ada");
      });

      // The last two match the key's pattern, and only their data centre is none.
      test.each([
        "fedcba9876543210",
        "fedcba9876543210-",
        "-us22",
        `${KEY}/x`,
        "fedcba9876543210-eu21",
        "fedcba9876543210-us1.evil",
      ])("S-32: %p is refused at its field, and nothing is sent", async (value) => {
        const { result, urls } = await during(() => withKey(value));
        expect([result.status, urls]).toEqual([400, []]);
        expect(result.json.details.errors).toEqual([
          {
            in: "body",
            path: "/credentials/api_key",
            message: "credentials: api_key must be of the form that the provider gives, such as 0123456789abcdef-us21.",
          },
        ]);
        expect(await dump(gateway)).not.toContain(value);
      });

      test("on the connect page the error is beside the field, and a right key connects", async () => {
        const { key: partner } = await gateway.partner({ tier: "enterprise" });
        const accountId = await gateway.account(partner, "mill");
        const started = await gateway.call("POST", connectPath(accountId), {
          key: partner,
          body: { provider: "mailer", auth: "api_key", redirect_url: REDIRECT_URL, page: true },
        });
        const browser = pageBrowser();
        const opened = await browser.open(started.json.data.connect_url);
        const send = (value: string) => browser.send(opened, { action: "continue", "credential.api_key": value });
        const { result: wrong, urls } = await during(() => send("0123456789abcdef-eu21"));
        expect([wrong.status, urls]).toEqual([400, []]);
        expect(wrong.text).toContain('id="credential.api_key-error"');
        await send(KEY);
        expect((await integrationOf(gateway, partner, "mailer", accountId)).identity.id).toBe("m1");
      });
    });

    test("in a header: of calls and raw requests, where no caller may send another; the identity is asked before it is known", async () => {
      const { result, seen } = await during(() => connect("ledger", ""));
      expect(result.outcome?.status).toBe("success");
      expect(seen.at(-1)?.headers.get("x-ledger-tenant")).toBeNull();
      expect(seen.at(-1)?.headers.get("x-ledger-client")).toBe("gateway");
      const one = await during(() => call("GET", "/api/v1/ledger/items/7"));
      expect(one.seen[0]?.headers.get("x-ledger-tenant")).toBe(ORGANISATION);
      const raw = await during(() =>
        call("GET", "/api/v1/ledger/proxy/api.xro/2.0/items", {
          "x-ledger-tenant": "other",
          "x-ledger-client": "mine",
        }),
      );
      expect(raw.result.status).toBe(200);
      expect(raw.seen[0]?.headers.get("x-ledger-tenant")).toBe(ORGANISATION);
      expect(raw.seen[0]?.headers.get("x-ledger-client")).toBe("mine");
    });
  });
}
