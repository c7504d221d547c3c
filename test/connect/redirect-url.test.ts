// Which forms of redirect_url are taken, in which form they are kept, and how our parameters are added to them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { callbackUrl, connectPath, HOOK_MS, land, TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { LOOPBACK, REFUSED, TAKEN } from "./redirect-forms.ts";

setDefaultTimeout(TEST_MS);
/** Whose connect it is: the user's own (A), or a partner's account (B). The forms are the same. */
const AREAS = ["A", "B"] as const;
const EXTERNAL_ID = "customer-7";
const CLIENT = { google: { clientId: "id-of-a-client", clientSecret: "secret-of-a-client" } };
for (const lane of LANES) {
  describe(`redirect_url on ${lane}`, () => {
    let gateway: TestGateway;
    let production: TestGateway;
    const own = new Map<TestGateway, string>();
    let partner: { key: string; accountId: string };
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, settings: CLIENT });
      const env = { GATEWAY_ENV: "production" };
      production = await startTestGateway({ lane, settings: CLIENT, env, database: gateway.database });
      for (const one of [gateway, production]) own.set(one, (await one.user()).key);
      const { key } = await gateway.partner({ tier: "enterprise" });
      partner = { key, accountId: await gateway.account(key, EXTERNAL_ID) };
    }, HOOK_MS);
    afterAll(async () => {
      await production.close();
      await gateway.close();
    }, HOOK_MS);
    for (const area of AREAS) {
      describe(`in area ${area}`, () => {
        const send = (to: TestGateway, redirect_url: unknown) =>
          to.call("POST", connectPath(area === "B" ? partner.accountId : undefined), {
            key: area === "B" ? partner.key : own.get(to),
            body: { provider: "google", redirect_url },
          });
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
          if (area === "B")
            expect(answer.json).toMatchObject({ ok: false, error: expect.stringContaining("redirect_url") });
          else {
            const { errors } = answer.json.details;
            expect(errors.length).toBeGreaterThan(0);
            for (const error of errors)
              expect(error).toMatchObject({ in: "body", path: "/redirect_url", message: expect.any(String) });
          }
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
          const own =
            "a=1&status=success&b=%26%3D%23&provider=evil&account_id=evil&a=2&external_id=evil&session_id=evil";
          const more = "confirm_token=evil&error=evil&error=evil2&error_description=evil&c=";
          const redirectUrl = `https://app.example/done?${own}&${more}`;
          const state = await expectKept(gateway, redirectUrl, redirectUrl);
          const location = new URL((await landingOf(state)).headers.get("location") ?? "");
          const ours: [string, string][] = [
            ["account_id", partner.accountId],
            ["external_id", EXTERNAL_ID],
          ];
          expect([...location.searchParams]).toEqual([
            ["a", "1"],
            ["b", "&=#"],
            ["a", "2"],
            ["c", ""],
            ["error", "access_denied"],
            ["provider", "google"],
            ...(area === "B" ? ours : []),
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
  });
}
