// Which forms of redirect_url are taken, in which form they are kept, and how our parameters are added to them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { CONNECT, callbackUrl, HOOK_MS, land, TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const CLIENT = { google: { clientId: "id-of-a-client", clientSecret: "secret-of-a-client" } };
const long = (length: number) => "https://app.example/".padEnd(length, "a");

/** Refused in every mode. */
const REFUSED: unknown[] = [
  "",
  "done",
  "/done",
  "?done",
  "#done",
  "//evil.example/",
  "///evil.example/",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "https://",
  "https://?x",
  "https://#x",
  "https://:443/",
  "https:\\\\evil.example",
  "https://good.example\\@evil.example/",
  "https://good.example\\.evil.example/",
  "\\\\evil.example",
  "javascript:alert(1)",
  "JavaScript:alert(1)//https://app.example/",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "ftp://app.example/",
  "ws://app.example/",
  "wss://app.example/",
  "blob:https://app.example/x",
  "view-source:https://app.example/",
  "about:blank",
  "mailto:ada@example.com",
  "com.example.app:/done",
  "com.example.app://done",
  "https://ada@app.example/",
  "https://ada:pw@app.example/",
  "https://:pw@app.example/",
  "https://good.example%40evil.example@evil.example/",
  "https://good.example:443@evil.example/",
  "https://app.example/#x",
  "https://app.example/#",
  " https://app.example/",
  "https://app.example/ ",
  "https://app.example/a b",
  "https://app.exa\tmple/",
  "ht\ntps://app.example/",
  "https://app.example/\r\nSet-Cookie: a=b",
  "https://app.example/\u0000",
  "https://app.example/\u007f",
  "\u0001https://app.example/",
  "https://app .example/",
  "https://app.example:99999/",
  "https://app.example:port/",
  "https://1.2.3.4.5/",
  "https://256.1.1.1/",
  "https://[::1/",
  "https://[::zz]/",
  "https://%zz.example/",
  "https://a%00b.example/",
  "https://app.example<script>/",
  "http://app.example/",
  "http://localhost.evil.example/",
  "http://127.0.0.1.evil.example/",
  "http://evil.example/?localhost",
  "http://localhost@evil.example/",
  "http://localhost./",
  "http://0.0.0.0/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://10.0.0.1/",
  "http://169.254.169.254/",
  long(2_049),
  `https://app.example/${"é".repeat(600)}`,
  null,
  7,
  true,
  {},
  ["https://app.example/"],
];

/** What is sent, and what is kept: the parser's form. */
const TAKEN: [string, string][] = [
  ["https://app.example", "https://app.example/"],
  ["https://app.example/done?from=here&x=", "https://app.example/done?from=here&x="],
  ["HTTPS://APP.Example/Done", "https://app.example/Done"],
  ["https://app.example:443/", "https://app.example/"],
  ["https://app.example:8443/", "https://app.example:8443/"],
  ["https://app.example/a/../b/./c", "https://app.example/b/c"],
  ["https://app.example/%2e%2e/b", "https://app.example/b"],
  ["https://app.example/%0d%0aSet-Cookie:a=b", "https://app.example/%0d%0aSet-Cookie:a=b"],
  ["https://app.example/?next=//evil.example", "https://app.example/?next=//evil.example"],
  ["https://app.example/@evil.example", "https://app.example/@evil.example"],
  ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
  ["https://ａｐｐ.example/", "https://app.example/"],
  ["https://app。example/", "https://app.example/"],
  ["https://[2001:DB8::1]/", "https://[2001:db8::1]/"],
  [long(2_048), long(2_048)],
];
/** Of this machine alone: taken in development, refused in production. */
const LOOPBACK: [string, string][] = [
  ["http://localhost/done", "http://localhost/done"],
  ["http://LOCALHOST:3000/", "http://localhost:3000/"],
  ["http://127.0.0.1:8080/done", "http://127.0.0.1:8080/done"],
  ["http://127.1/", "http://127.0.0.1/"],
  ["http://0x7f.1/", "http://127.0.0.1/"],
  ["http://2130706433/", "http://127.0.0.1/"],
  ["http://[::1]:8080/", "http://[::1]:8080/"],
];

for (const lane of LANES) {
  describe(`redirect_url on ${lane}`, () => {
    let gateway: TestGateway;
    let production: TestGateway;
    const keys = new Map<TestGateway, string>();
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, settings: CLIENT });
      const env = { GATEWAY_ENV: "production" };
      production = await startTestGateway({ lane, settings: CLIENT, env, database: gateway.database });
      for (const one of [gateway, production]) keys.set(one, (await one.user()).key);
    }, HOOK_MS);
    afterAll(async () => {
      await production.close();
      await gateway.close();
    }, HOOK_MS);
    const send = (to: TestGateway, redirect_url: unknown) =>
      to.call("POST", CONNECT, { key: keys.get(to), body: { provider: "google", redirect_url } });
    const count = async () => {
      const [row] = await gateway.database.database.query<{ n: number }>(
        "select count(*)::int as n from connect_sessions",
      );
      return row?.n ?? 0;
    };
    const expectRefused = async (to: TestGateway, redirectUrl: unknown) => {
      const before = await count();
      const answer = await send(to, redirectUrl);
      expect(`${answer.status} ${answer.headers.get("x-error-code")}`).toBe("400 VALIDATION_ERROR");
      expect(answer.json.details.errors).toMatchObject([
        { in: "body", path: "/redirect_url", message: expect.any(String) },
      ]);
      expect(await count()).toBe(before);
    };
    const expectKept = async (to: TestGateway, redirectUrl: string, kept: string) => {
      const answer = await send(to, redirectUrl);
      expect(`${redirectUrl} ${answer.status}`).toBe(`${redirectUrl} 200`);
      const text = "select redirect_url from connect_sessions where id = $1";
      expect(await gateway.database.database.query(text, [answer.json.data.session_id])).toEqual([
        { redirect_url: kept },
      ]);
      return new URL(answer.json.data.connect_url).searchParams.get("state") ?? "";
    };
    const landingOf = (state: string, more: Record<string, string> = { error: "access_denied" }) =>
      land(callbackUrl(gateway, { state, ...more }));

    for (const redirectUrl of REFUSED) {
      test(`S-26: ${JSON.stringify(redirectUrl)?.slice(0, 70)} is 400, before a session exists`, () =>
        expectRefused(gateway, redirectUrl));
    }
    test("S-26: no redirect_url at all is 400", () => expectRefused(gateway, undefined));

    for (const [redirectUrl, kept] of [...TAKEN, ...LOOPBACK]) {
      test(`S-25: ${redirectUrl.slice(0, 60)} is kept as ${kept.slice(0, 60)}, and the browser goes there`, async () => {
        const state = await expectKept(gateway, redirectUrl, kept);
        const location = (await landingOf(state)).headers.get("location") ?? "";
        const [sent, meant] = [new URL(location), new URL(kept)];
        expect(sent.origin + sent.pathname).toBe(meant.origin + meant.pathname);
        expect(location).toMatch(/^[\x21-\x7e]+$/);
      });
    }
    for (const [redirectUrl] of LOOPBACK) {
      test(`S-26: in production ${redirectUrl} is 400`, () => expectRefused(production, redirectUrl));
    }
    test("S-26: in production https is taken, for a loopback host too", async () => {
      await expectKept(production, "https://app.example/done", "https://app.example/done");
      await expectKept(production, "https://localhost/done", "https://localhost/done");
    });

    test("S-28: what redirect_url brings of our names is taken out, each of ours stands once, the rest stays in order", async () => {
      const own = "a=1&status=success&b=%26%3D%23&provider=evil&account_id=evil&a=2&external_id=evil&session_id=evil";
      const more = "confirm_token=evil&error=evil&error=evil2&error_description=evil&c=";
      const redirectUrl = `https://app.example/done?${own}&${more}`;
      const state = await expectKept(gateway, redirectUrl, redirectUrl);
      const location = new URL((await landingOf(state)).headers.get("location") ?? "");
      expect([...location.searchParams]).toEqual([
        ["a", "1"],
        ["b", "&=#"],
        ["a", "2"],
        ["c", ""],
        ["error", "access_denied"],
        ["provider", "google"],
        ["session_id", expect.any(String)],
      ]);
      expect(location.href).not.toContain("evil");
    });

    test("S-29: percent-encoded line breaks of redirect_url stay encoded in Location", async () => {
      const redirectUrl = "https://app.example/%0d%0aa?x=%0d%0aSet-Cookie:%20a=b";
      const state = await expectKept(gateway, redirectUrl, redirectUrl);
      const landing = await landingOf(state);
      expect(landing.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
      expect(landing.headers.get("set-cookie")).toBeNull();
      expect(landing.outcome?.x).toBe("\r\nSet-Cookie: a=b");
    });
  });
}
