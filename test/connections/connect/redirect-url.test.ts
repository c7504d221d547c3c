// Which forms of redirect_url are accepted, how they are stored, and how the outcome is added to them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { callbackUrl, connectPath, HOOK_MS, land, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ACCEPTED, LOOPBACK, REFUSED } from "./redirect-forms.ts";

setDefaultTimeout(TEST_MS);
/** Both surfaces accept the same forms. */
const SURFACES = ["user", "partner"] as const;
const EXTERNAL_ID = "customer-7";
const CLIENT = { google: { clientId: "id-of-a-client", clientSecret: "secret-of-a-client" } };
for (const lane of laneOf(import.meta.file)) {
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
    for (const surface of SURFACES) {
      describe(`on the ${surface} surface`, () => {
        const send = (to: TestGateway, redirect_url: unknown) =>
          to.call("POST", connectPath(surface === "partner" ? partner.accountId : undefined), {
            key: surface === "partner" ? partner.key : own.get(to),
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
          const response = await send(to, redirectUrl);
          expect(`${response.status} ${response.headers.get("x-error-code")}`).toBe("400 VALIDATION_ERROR");
          if (surface === "partner")
            expect(response.json).toMatchObject({ ok: false, error: expect.stringContaining("redirect_url") });
          else {
            const { errors } = response.json.details;
            expect(errors.length).toBeGreaterThan(0);
            for (const error of errors)
              expect(error).toMatchObject({ in: "body", path: "/redirect_url", message: expect.any(String) });
          }
          expect(await count()).toBe(before);
        };
        const expectStored = async (to: TestGateway, redirectUrl: string, stored: string) => {
          const response = await send(to, redirectUrl);
          expect(`${redirectUrl} ${response.status}`).toBe(`${redirectUrl} 200`);
          const text = "select redirect_url from connect_sessions where id = $1";
          expect(await gateway.database.database.query(text, [response.json.data.session_id])).toEqual([
            { redirect_url: stored },
          ]);
          return new URL(response.json.data.connect_url).searchParams.get("state") ?? "";
        };
        const landingOf = (state: string, more: Record<string, string> = { error: "access_denied" }) =>
          land(callbackUrl(gateway, { state, ...more }));

        for (const redirectUrl of REFUSED) {
          test(`S-26: ${JSON.stringify(redirectUrl)?.slice(0, 70)} is 400, before a session exists`, () =>
            expectRefused(gateway, redirectUrl));
        }
        test("S-26: no redirect_url at all is 400", () => expectRefused(gateway, undefined));

        for (const [redirectUrl, stored] of [...ACCEPTED, ...LOOPBACK]) {
          test(`S-25: ${redirectUrl.slice(0, 60)} is stored as ${stored.slice(0, 60)}, and the browser goes there`, async () => {
            const state = await expectStored(gateway, redirectUrl, stored);
            const location = (await landingOf(state)).headers.get("location") ?? "";
            const [sent, meant] = [new URL(location), new URL(stored)];
            expect(sent.origin + sent.pathname).toBe(meant.origin + meant.pathname);
            expect(location).toMatch(/^[\x21-\x7e]+$/);
          });
        }
        for (const [redirectUrl] of LOOPBACK) {
          test(`S-26: in production ${redirectUrl} is 400`, () => expectRefused(production, redirectUrl));
        }
        test("S-26: in production https is accepted, for a loopback host too", async () => {
          await expectStored(production, "https://app.example/done", "https://app.example/done");
          await expectStored(production, "https://localhost/done", "https://localhost/done");
        });

        test("S-28: outcome parameters in a redirect_url are replaced, each appears once, the rest keeps its order", async () => {
          const own =
            "a=1&status=success&b=%26%3D%23&provider=evil&account_id=evil&a=2&external_id=evil&session_id=evil";
          const more = "confirm_token=evil&error=evil&error=evil2&error_description=evil&c=";
          const redirectUrl = `https://app.example/done?${own}&${more}`;
          const state = await expectStored(gateway, redirectUrl, redirectUrl);
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
            ...(surface === "partner" ? ours : []),
            ["session_id", expect.any(String)],
          ]);
          expect(location.href).not.toContain("evil");
        });

        test("S-29: percent-encoded line breaks of redirect_url stay encoded in Location", async () => {
          const redirectUrl = "https://app.example/%0d%0aa?x=%0d%0aSet-Cookie:%20a=b";
          const state = await expectStored(gateway, redirectUrl, redirectUrl);
          const landing = await landingOf(state);
          expect(landing.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
          expect(landing.headers.getSetCookie().filter((cookie) => !cookie.startsWith("connect="))).toEqual([]);
          expect(landing.outcome?.x).toBe("\r\nSet-Cookie: a=b");
        });
      });
    }
  });
}
