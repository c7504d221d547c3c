// A connect that comes back as another person than the integration has: the person in front is asked, and every ending leaves one
// grant in use and the other one ended.

import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import { TEXTS } from "../../../src/connections/connect/page-texts.ts";
import { dropUnanswered } from "../../../src/connections/connect/replacement.ts";
import { PAGE_LANGUAGES } from "../../../src/web/pages/language.ts";
import {
  connectPath,
  dump,
  GRACE,
  HOOK_MS,
  integrationOf,
  logged,
  REDIRECT_URL,
  secretsIn,
  sessionOf,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type OpenedPage, type PageBrowser, pageBrowser, unescaped } from "../../support/page-browser.ts";

setDefaultTimeout(TEST_MS);
const TOKEN = "/applications/gateway-at-github/token";
const READ = "/api/v1/github/repos?limit=1";

for (const lane of laneOf(import.meta.file)) {
  describe(`another person than before on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let accountId: string;
    let browser: PageBrowser;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["github"] });
      key = (await gateway.partner({ tier: "enterprise" })).key;
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(async () => {
      // Integrations of other tests would count as siblings.
      await gateway.database.database.script("delete from accounts");
      await gateway.providers.github.reset();
      gateway.clock.move(60_000);
      accountId = await gateway.account(key);
      await gateway.connect(key, "github", { accountId });
      browser = pageBrowser();
    });
    const query = <Row>(text: string, values: string[] = []) => gateway.database.database.query<Row>(text, values);
    const begin = async (more: Record<string, unknown> = {}) => {
      const body = { provider: "github", redirect_url: REDIRECT_URL, ...more };
      const { json } = await gateway.call("POST", connectPath(accountId), { key, body });
      return { url: new URL(json.data.connect_url), sessionId: json.data.session_id as string };
    };
    /** Comes back as `person` from the provider, with our page before or without. */
    const comeBack = async (more: Record<string, unknown> = {}, person = GRACE.github, query = "") => {
      const { url, sessionId } = await begin(more);
      const onward = more.page
        ? (await browser.send(await browser.open(url.href + query), { action: "continue" })).onTo
        : url.href;
      return { page: await browser.open((await consent(new URL(onward as string), person)).href), sessionId };
    };
    const asked = (page: OpenedPage) =>
      page.fields.replaces !== undefined &&
      unescaped(page.text)
        .replace(/<[^>]*>/g, "")
        .includes("You signed in as grace.");
    const outcomeOf = ({ onTo, location, links }: OpenedPage) => {
      const end = onTo ?? location ?? links.find((link) => link.startsWith("http://localhost/done"));
      return Object.fromEntries(new URL(end as string).searchParams);
    };
    const current = async () => (await integrationOf(gateway, key, "github", accountId)).identity.name as string;
    const works = async () => {
      const [row] = await query<{ external_id: string }>("select external_id from accounts where id = $1", [accountId]);
      const response = await gateway.call("GET", READ, { key, headers: { "x-account-id": row?.external_id ?? "" } });
      return response.status === 200;
    };
    const alive = (person: string) => gateway.providers.github.issued.filter(({ user }) => user === person).length;
    const held = () => query("select id from connect_sessions where replacement is not null");

    test("the same person is asked nothing", async () => {
      const { page } = await comeBack({}, "ada");
      expect(outcomeOf(page).status).toBe("success");
      const { page: ofPage } = await comeBack({ page: true }, "ada");
      expect(ofPage.title).toBe("GitHub is connected");
      expect(logged(gateway, "connect_asked")).toEqual([]);
    });

    for (const door of ["redirect", "page"] as const) {
      const more = { page: door === "page" };

      test(`S-18: until the answer the old grant is in use and none has ended (${door})`, async () => {
        const seen = watch(gateway.providers.github);
        const { page, sessionId } = await comeBack(more);
        expect([page.status, asked(page), page.title]).toEqual([200, true, "Replace the GitHub connection?"]);
        expect(page.text).toContain("ada");
        expect([await current(), await works()]).toEqual(["ada", true]);
        const session = await sessionOf(gateway, key, sessionId, accountId);
        expect([session.status, session.identity]).toEqual(["pending", undefined]);
        expect(seen.to(TOKEN)).toEqual([]);
        expect(
          secretsIn(
            await dump(gateway),
            gateway.providers.github.issued.map(({ token }) => token),
          ),
        ).toEqual([]);
        // Another browser learns nothing, and cannot answer.
        const stranger = pageBrowser();
        expect((await stranger.open(page.url)).status).toBe(403);
        expect((await stranger.send(page, { action: "replace" })).status).toBe(403);
        expect(await current()).toBe("ada");
      });

      test(`S-18: with a yes the new grant replaces the old one, which is ended at the provider (${door})`, async () => {
        const { page, sessionId } = await comeBack(more);
        const seen = watch(gateway.providers.github);
        const ended = await browser.send(page, { action: "replace" });
        expect(outcomeOf(ended)).toMatchObject({ status: "success", session_id: sessionId, account_id: accountId });
        expect([await current(), await works(), seen.to(TOKEN).length]).toEqual(["grace", true, 1]);
        expect(logged(gateway, "integration_identity_changed").at(-1)).toMatchObject({ account_id: accountId });
        expect((await sessionOf(gateway, key, sessionId, accountId)).identity.name).toBe("grace");
        // Sent twice: the first answer counts, and both find the same end.
        const again = await browser.send(page, { action: "keep" });
        expect(outcomeOf(again).status).toBe("success");
        expect([await current(), seen.to(TOKEN).length, await held()]).toEqual(["grace", 1, []]);
      });

      test(`S-18: with a no the new grant is ended at the provider, and the old one stays (${door})`, async () => {
        const { page, sessionId } = await comeBack(more);
        const before = alive("grace");
        const ended = await browser.send(page, { action: "keep" });
        expect(outcomeOf(ended)).toMatchObject({ error: "replacement_refused", session_id: sessionId });
        expect([await current(), await works(), alive("grace")]).toEqual(["ada", true, before - 1]);
        const session = await sessionOf(gateway, key, sessionId, accountId);
        expect(session).toMatchObject({ status: "failed", error: "replacement_refused" });
        expect(session.identity).toBeUndefined();
        expect(outcomeOf(await browser.send(page, { action: "replace" })).error).toBe("replacement_refused");
        expect([await current(), await held()]).toEqual(["ada", []]);
      });

      test(`S-18: without an answer in ten minutes it ends like a no, by itself and for a late answer (${door})`, async () => {
        for (const how of ["sweep", "answer", "view"] as const) {
          const { page, sessionId } = await comeBack(more);
          const [before, others] = [alive("grace"), alive("ada")];
          await query(
            "update connect_sessions set replacement_until = now() - interval '1 second' where replacement is not null",
          );
          if (how === "sweep") expect(await dropUnanswered(gateway.app.deps)).toBe(1);
          const ended = how === "view" ? await browser.open(page.url) : await browser.send(page, { action: "replace" });
          expect(outcomeOf(ended)).toMatchObject({ error: "replacement_expired", session_id: sessionId });
          expect([await current(), alive("grace"), alive("ada")]).toEqual(["ada", before - 1, others]);
        }
      });
    }

    test("S-18: two tabs: each is asked, and a yes in the second one ends the first one's grant when that is refused", async () => {
      const [first, second] = [await comeBack(), await comeBack()];
      expect([asked(first.page), asked(second.page)]).toEqual([true, true]);
      expect(outcomeOf(await browser.send(second.page, { action: "replace" })).status).toBe("success");
      expect(outcomeOf(await browser.send(first.page, { action: "keep" })).error).toBe("replacement_refused");
      expect([await current(), await works(), alive("grace")]).toEqual(["grace", true, 1]);
    });

    test("S-18: a yes holds for the person that the page named: another one meanwhile is asked about anew", async () => {
      const { page } = await comeBack();
      await query(
        `update integrations set identity_id = 'carol', identity = '{"id":"carol","name":"carol"}'::text::jsonb where account_id = $1`,
        [accountId],
      );
      const again = await browser.send(page, { action: "replace" });
      expect([again.fields.replaces, again.text.includes("carol"), await current()]).toEqual(["carol", true, "carol"]);
      expect(outcomeOf(await browser.send(again, { action: "replace" })).status).toBe("success");
      expect(await current()).toBe("grace");
    });

    test("S-18: two answers at once: one counts, and one grant is alive", async () => {
      const { page } = await comeBack();
      const answers = ["replace", "replace", "keep", "keep"].map((action) => browser.send(page, { action }));
      const ends = (await Promise.all(answers)).map((ended) => outcomeOf(ended).error ?? "success");
      expect(new Set(ends).size).toBe(1);
      const person = ends[0] === "success" ? "grace" : "ada";
      expect([await current(), await works(), alive("ada") + alive("grace")]).toEqual([person, true, 1]);
    });

    test("S-14: S-18: with confirm the yes makes a pending grant, which the partner still confirms", async () => {
      const { page } = await comeBack({ confirm: true });
      const { confirm_token } = outcomeOf(await browser.send(page, { action: "replace" }));
      expect(await current()).toBe("ada");
      const path = `/api/v1/accounts/${accountId}/integrations/github/confirm`;
      const confirmed = await gateway.call("POST", path, { key, body: { confirm_token } });
      expect([confirmed.status, await current(), await works()]).toEqual([200, "grace", true]);
    });

    test("R-31: an account that is deleted meanwhile takes the held grant along, ended at the provider", async () => {
      const { page } = await comeBack();
      expect((await gateway.call("DELETE", `/api/v1/accounts/${accountId}`, { key })).status).toBe(200);
      expect((await browser.send(page, { action: "replace" })).status).toBeGreaterThanOrEqual(400);
      expect([await held(), alive("ada"), alive("grace")]).toEqual([[], 0, 0]);
    });

    test("S-21: a partner that is suspended meanwhile gets no grant, and the held one is ended", async () => {
      const { page } = await comeBack();
      await query("update partners set status = 'suspended'");
      const ended = await browser.send(page, { action: "replace" });
      await query("update partners set status = 'active'");
      expect(outcomeOf(ended).error).toBe("session_ended");
      expect([await current(), await held(), alive("grace")]).toEqual(["ada", [], 0]);
    });

    test("a failed answer can be tried again from its page, and then connects", async () => {
      const { page } = await comeBack({ page: true });
      const kept = await browser.send(page, { action: "keep" });
      expect(kept.title).toBe("Nothing was changed");
      const onward = await browser.send(kept, { action: "continue" });
      const connected = await browser.open((await consent(new URL(onward.onTo as string), "ada")).href);
      expect([connected.title, await current()]).toEqual(["GitHub is connected", "ada"]);
    });

    if (lane === "embedded")
      test("the question is asked in every language, and tells a pop-up's opener once it is answered", async () => {
        for (const lang of PAGE_LANGUAGES) {
          const { page } = await comeBack({ page: true }, GRACE.github, `?lang=${lang}&window=popup`);
          expect(page.title).toBe(TEXTS[lang].title_replace.replace("{provider}", "GitHub"));
          expect(page.text).not.toContain("data-outcome");
          const kept = await browser.send(page, { action: "keep" });
          expect([kept.title, kept.text.includes("replacement_refused")]).toEqual([TEXTS[lang].kept, true]);
          expect(kept.text).toContain("data-outcome");
        }
      });
  });
}
