// Links with which somebody without a login decides on one call: who makes them, in which browser they work, and when they end.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type OpenedPage, pageBrowser, unescaped } from "../../support/page-browser.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(TEST_MS);

const MINUTE = 60_000;
const textOf = ({ text }: OpenedPage) =>
  unescaped(text.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");

for (const lane of LANES) {
  describe(`links of approvals on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [...BUILT_IN, acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(async () => {
      gateway.clock.nextMinute();
      await run();
      upstream.requests.length = 0;
    });

    const run = () => gateway.app.deps.approvals.drain();
    const keyOf = async (user: string, body: object = {}) =>
      (await gateway.admin("POST", "/keys", { user, ...body })).json.data as { id: string; key: string };
    /** A partner with an account, an agent's session that asks for it, and a key that decides. */
    const owner = async () => {
      const partner = await gateway.partner({ permissions: null });
      const externalId = `customer-${crypto.randomUUID()}`;
      const accountId = await gateway.account(partner.key, externalId);
      await insertGrant(gateway, { userId: partner.userId, accountId }, "acme");
      const asker = await keyOf(partner.email);
      const decider = await keyOf(partner.email, { permissions: ["*", "gateway:approvals.decide"] });
      const body = { name: "tidy up", agent: "triage", account: externalId };
      const session = (await gateway.call("POST", "/api/v1/agent-sessions", { key: asker.key, body })).json.data;
      return { ...partner, externalId, accountId, asker, decider, token: session.token as string };
    };
    type Owner = Awaited<ReturnType<typeof owner>>;
    const ask = async ({ token }: Owner, id = "7") => {
      const waits = await gateway.call("DELETE", `/api/v1/acme/items/${id}`, { key: token });
      expect([waits.status, waits.json.code]).toEqual([202, "APPROVAL_REQUIRED"]);
      return waits.json.approval.id as string;
    };
    const makeLink = (key: string, id: string, body: object = {}) =>
      gateway.call("POST", `/api/v1/approvals/${id}/links`, { key, body });
    const linkOf = async (who: Owner, id: string, body: object = {}) => {
      const made = await makeLink(who.decider.key, id, body);
      expect(made.status).toBe(200);
      return made.json.data as { url: string; expires_at: string };
    };
    const read = async ({ decider }: Owner, id: string) =>
      (await gateway.call("GET", `/api/v1/approvals/${id}`, { key: decider.key })).json.data;
    const decide = (key: string, id: string, decision: string) =>
      gateway.call("POST", `/api/v1/approvals/${id}/decide`, { key, body: { decision } });
    const setPermissions = (keyId: string, permissions: string[]) =>
      gateway.database.database.query(
        `update api_keys set permissions = array(select jsonb_array_elements_text($2::text::jsonb)) where id = $1::text::uuid`,
        [keyId, JSON.stringify(permissions)],
      );
    /** The link in a new browser that has continued. */
    const opened = async (url: string) => {
      const browser = pageBrowser();
      const page = await browser.send(await browser.open(url), { action: "continue" });
      return { browser, page };
    };

    test("the browser that continues sees the call and decides it, as the link's name with its maker's right", async () => {
      const who = await owner();
      const id = await ask(who, "secret-item");
      const link = await linkOf(who, id, { name: "Ms Kim <ops>" });
      expect(link).toEqual({
        url: expect.stringMatching(new RegExp(`^${gateway.url}/approve/[A-Za-z0-9_-]{65}$`)),
        expires_at: new Date(gateway.clock.now() + 15 * MINUTE).toISOString(),
      });
      const { browser, page } = await opened(link.url);
      for (const part of [
        "Delete item (Acme)",
        "It deletes or overwrites something",
        "triage",
        who.externalId,
        "secret-item",
        "Ms Kim <ops>",
      ])
        expect(textOf(page)).toContain(part);
      for (const [name, value] of [
        ["referrer-policy", "no-referrer"],
        ["cache-control", "no-store"],
        ["x-frame-options", "DENY"],
      ] as const)
        expect(page.headers.get(name)).toBe(value);
      expect(page.text).toContain('<meta name="robots" content="noindex"');
      const after = await browser.send(page, { action: "approve", note: "Go on." });
      expect([after.status, after.title]).toEqual([200, "Approved"]);
      await run();
      expect(upstream.requests.map(({ method }) => method)).toEqual(["DELETE"]);
      expect(await read(who, id)).toMatchObject({
        status: "done",
        note: "Go on.",
        decided_by: { kind: "link", name: "Ms Kim <ops>" },
      });
      const { entries } = (await gateway.call("GET", "/api/v1/audit?limit=50", { key: who.decider.key })).json.data;
      const entryOf = (event: string) => entries.find((one: { event: string }) => one.event === event);
      expect(entryOf("approval_link_created").actor).toMatchObject({ kind: "key", id: who.decider.id });
      expect(entryOf("approval_link_opened").actor.kind).toBe("anonymous");
      expect(entryOf("approval_decided")).toMatchObject({
        actor: { kind: "key", id: who.decider.id },
        details: { decision: "approve", link_name: "Ms Kim <ops>" },
      });
      const token = link.url.split("/").at(-1) as string;
      const rows = await gateway.database.database.query("select * from approval_links");
      expect(`${JSON.stringify([entries, rows])}${gateway.logLines.join("")}`).not.toContain(token);
    });

    test("programs that open the link see nothing of the call and use nothing up", async () => {
      const who = await owner();
      const { url } = await linkOf(who, await ask(who, "secret-item"));
      for (const method of ["GET", "HEAD", "GET"]) {
        const response = await fetch(url, { method, headers: { "user-agent": "Slackbot-LinkExpanding 1.0" } });
        expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
        expect(await response.text()).not.toMatch(/secret-item|Acme|triage/);
      }
      const { page } = await opened(url);
      expect(textOf(page)).toContain("secret-item");
    });

    test("another browser than the first to continue neither sees the call nor decides, and the first still does", async () => {
      const who = await owner();
      const id = await ask(who, "secret-item");
      const { url } = await linkOf(who, id);
      const second = pageBrowser();
      const button = await second.open(url);
      const { browser, page } = await opened(url);
      for (const refused of [
        await second.send(button, { action: "continue" }),
        await second.open(url),
        await second.send(page, { action: "approve" }),
      ]) {
        expect([refused.status, refused.headers.get("x-error-code")]).toEqual([403, "PERMISSION_DENIED"]);
        expect(refused.title).toBe("This link was opened elsewhere");
        expect(refused.text).not.toContain("secret-item");
      }
      // A cookie of another link does not fit either, nor a form token of another.
      const others = await opened((await linkOf(who, await ask(who, "8"))).url);
      expect((await others.browser.send({ ...page, url }, { action: "approve" })).status).toBe(403);
      expect(
        (await browser.send(page, { action: "approve", form_token: others.page.fields.form_token ?? "" })).status,
      ).toBe(403);
      expect((await browser.send(page, { action: "approve" }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await read(who, id)).status).toBe("pending");
      expect((await browser.send(page, { action: "deny" })).title).toBe("Denied");
      expect((await read(who, id)).status).toBe("denied");
    });

    test("one of two browsers that continue at once has the link", async () => {
      const who = await owner();
      const { url } = await linkOf(who, await ask(who));
      const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await opened(url)).page.status));
      expect(statuses.sort()).toEqual([200, 403, 403, 403, 403, 403]);
    });

    test("a link and a key at once are one decision", async () => {
      for (let round = 0; round < 4; round++) {
        const who = await owner();
        const id = await ask(who);
        const { browser, page } = await opened((await linkOf(who, id)).url);
        const [byLink, byKey] = await Promise.all([
          browser.send(page, { action: "approve" }),
          decide(who.decider.key, id, "deny"),
        ]);
        const { status, decided_by } = await read(who, id);
        const isLink = decided_by.kind === "link";
        expect([status !== "denied", byKey.status]).toEqual([isLink, isLink ? 409 : 200]);
        // The page says what was decided, whoever did.
        expect(byLink.title).toBe(isLink ? "Approved" : "Denied");
        await run();
        expect(upstream.requests).toHaveLength(isLink ? 1 : 0);
        upstream.requests.length = 0;
      }
    });

    test("who may not decide makes no link: the key that made the call, agents, others, and for what is decided", async () => {
      const who = await owner();
      const id = await ask(who);
      const both = await keyOf(who.email, {
        confirm_destructive: true,
        permissions: ["*", "gateway:approvals.decide"],
      });
      const headers = { "x-account-id": who.externalId };
      const own = await gateway.call("DELETE", "/api/v1/acme/items/7", { key: both.key, headers });
      const self = await makeLink(both.key, own.json.approval.id);
      expect([self.status, self.headers.get("x-error-reason")]).toEqual([403, "key_bounds"]);
      expect((await makeLink(who.token, id)).status).toBe(403);
      expect((await makeLink(who.asker.key, id)).status).toBe(403);
      const stranger = await gateway.user({ permissions: ["*", "gateway:approvals.decide"] });
      expect((await makeLink(stranger.key, id)).status).toBe(404);
      for (const body of [{ expires_in: 59 }, { expires_in: 3_601 }, { name: "x".repeat(101) }, { more: 1 }])
        expect((await makeLink(who.decider.key, id, body)).status).toBe(400);
      await decide(who.decider.key, id, "deny");
      const late = await makeLink(who.decider.key, id);
      expect([late.status, late.json.details.approval_status]).toEqual([409, "denied"]);
    });

    test("an approval has five links that can be used, and each is about this call alone", async () => {
      const who = await owner();
      const id = await ask(who);
      const made = await Promise.all(
        Array.from({ length: 8 }, () => makeLink(who.decider.key, id, { expires_in: 60 })),
      );
      expect(made.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(made.filter(({ status }) => status === 409)).toHaveLength(3);
      gateway.clock.move(61_000);
      expect((await makeLink(who.decider.key, id)).status).toBe(200);
      gateway.clock.move(24 * 60 * MINUTE - 70_000);
      const last = (await makeLink(who.decider.key, id, { expires_in: 3_600 })).json.data;
      expect(last.expires_at).toBe((await read(who, id)).expires_at);
    });

    test("a link ends with its time, its call, its account and its maker's right", async () => {
      const ends: [string, (who: Owner, id: string) => Promise<unknown> | unknown][] = [
        ["its time", () => gateway.clock.move(15 * MINUTE)],
        ["the key", (who) => gateway.admin("DELETE", `/keys/${who.decider.id}`)],
        ["the permission", (who) => setPermissions(who.decider.id, ["*"])],
        ["the account", (who) => gateway.call("DELETE", `/api/v1/accounts/${who.accountId}`, { key: who.key })],
      ];
      for (const [what, end] of ends) {
        const who = await owner();
        const id = await ask(who, "secret-item");
        const { url } = await linkOf(who, id);
        const fresh = (await linkOf(who, id)).url;
        const { browser, page } = await opened(url);
        await end(who, id);
        if (what === "the account") await gateway.app.deps.erasures.drain();
        for (const refused of [
          await browser.send(page, { action: "approve" }),
          await browser.open(url),
          await pageBrowser().open(fresh),
        ]) {
          expect([what, refused.status, refused.title]).toEqual([what, 404, "This link can no longer be used"]);
          expect(refused.text).not.toContain("secret-item");
        }
      }
      await run();
      expect(upstream.requests).toEqual([]);
    });

    test("after a decision the browser that decided sees it, and any other link of the call is over", async () => {
      const who = await owner();
      const id = await ask(who, "secret-item");
      const [first, second, third] = [await linkOf(who, id), await linkOf(who, id), await linkOf(who, id)];
      const decided = await opened(first.url);
      const waiting = await opened(second.url);
      await decided.browser.send(decided.page, { action: "deny" });
      expect((await decided.browser.open(first.url)).title).toBe("Denied");
      expect((await waiting.browser.send(waiting.page, { action: "approve" })).title).toBe("Denied");
      expect((await pageBrowser().open(third.url)).status).toBe(404);
      await run();
      expect(upstream.requests).toEqual([]);
    });

    test("forged and unknown tokens are one page in the reader's language, and many of them are refused", async () => {
      const who = await owner();
      const { url } = await linkOf(who, await ask(who));
      const forged = `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`;
      const german = await fetch(forged, { headers: { "accept-language": "de" } });
      expect([german.status, await german.text()]).toEqual([404, expect.stringContaining('<html lang="de"')]);
      const named = await opened(`${url}?lang=ja`);
      expect(named.page.text).toContain('<html lang="ja"');
      gateway.clock.nextMinute();
      const statuses: number[] = [];
      for (let tries = 0; tries < 62; tries++) statuses.push((await fetch(forged)).status);
      expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
    });

    test("a note that is too long is shown again, and decides nothing", async () => {
      const who = await owner();
      const id = await ask(who);
      const { browser, page } = await opened((await linkOf(who, id)).url);
      const again = await browser.send(page, { action: "approve", note: "x".repeat(501) });
      expect(textOf(again)).toContain("at most 500 characters");
      expect((await read(who, id)).status).toBe("pending");
    });
  });
}
