// What protects a panel session: its own account, its end, one element, its bounds; in the look before a use and in the use itself.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import { MAX_REQUESTS, usePanelSession } from "../../../src/connections/panel/store.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser } from "../../support/page-browser.ts";
import { makeSession, newOpener, ORIGIN, openPanel, type PanelResponse, press } from "./panel-forms.ts";

setDefaultTimeout(HOOK_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`a panel session on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github"] });
      ({ key, userId } = await partner());
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const query = (text: string, values: readonly string[] = []) =>
      gateway.database.database.query<Record<string, unknown>>(text, values);

    async function partner(origins = [ORIGIN]) {
      const made = await gateway.partner();
      await gateway.call("PUT", "/api/v1/redirect-origins", { key: made.key, body: { origins } });
      return made;
    }
    const integrationsOf = async (by: string, account: string) =>
      (await gateway.call("GET", `/api/v1/accounts/${account}/integrations`, { key: by })).json.data.integrations;

    async function openOf(by: string, account: string, body: Record<string, unknown> = {}): Promise<PanelResponse> {
      const { token } = await makeSession(gateway, by, account, body);
      return openPanel(gateway, { token });
    }

    /** Presses Connect and goes through the window, as Ada. */
    async function connectIn(panel: PanelResponse): Promise<void> {
      const opened = await press(gateway, panel, { act: "connect:google" });
      const cookie = (opened.headers.get("set-cookie") as string).split(";")[0] as string;
      const browser = pageBrowser().adopt(cookie);
      const page = await browser.open(new URL(opened.headers.get("location") as string, gateway.url).href);
      const onward = await browser.send(page, { action: "continue" });
      await browser.open((await consent(new URL(onward.onTo as string), "ada@example.com")).href);
    }

    test("S-46: reaches one account: neither the partner's others nor another partner's of the same name", async () => {
      const other = (await partner()).key;
      const owners = [
        { by: key, account: await gateway.account(key, "same-1") },
        { by: key, account: await gateway.account(key, "same-2") },
        { by: other, account: await gateway.account(other, "same-1") },
        { by: other, account: await gateway.account(other, "same-2") },
      ];
      const counts = () =>
        Promise.all(owners.map(async ({ by, account }) => (await integrationsOf(by, account)).length));
      const panels: PanelResponse[] = [];
      for (const { by, account } of owners) panels.push(await openOf(by, account));
      const [first, ...others] = panels as [PanelResponse, ...PanelResponse[]];
      await connectIn(first);
      expect(await counts()).toEqual([1, 0, 0, 0]);
      const seen = (panel: PanelResponse) => press(gateway, panel, { act: "show", awaited: "google" });
      expect((await seen(first)).events.map(({ type }) => type)).toEqual(["connected"]);
      for (const panel of others) {
        const { events, acts, text } = await seen(panel);
        expect([events, acts, text.includes("ada@example.com")]).toEqual([
          [],
          ["connect:github", "connect:google"],
          false,
        ]);
        const pressed = await press(gateway, panel, { act: "disconnect:google", typed: "Google" });
        expect(pressed.events).toEqual([]);
      }
      expect(await counts()).toEqual([1, 0, 0, 0]);
      for (const panel of others) await connectIn(panel);
      expect(await counts()).toEqual([1, 1, 1, 1]);
      const gone = await press(gateway, first, { act: "disconnect:google", typed: "Google" });
      expect(gone.events.map(({ type }) => type)).toEqual(["disconnected"]);
      expect(await counts()).toEqual([0, 1, 1, 1]);
    });

    test("S-46: an origin that only another partner has registered cannot show it", async () => {
      const elsewhere = "https://elsewhere.example";
      const other = (await partner([ORIGIN, elsewhere])).key;
      expect((await openOf(other, await gateway.account(other), { origins: [elsewhere] })).status).toBe(403);
      const { token } = await makeSession(gateway, key, await gateway.account(key));
      await query("update panel_sessions set origins = $1::text[] where user_id = $2", [`{${elsewhere}}`, userId]);
      expect((await openPanel(gateway, { token }, { origin: elsewhere })).status).toBe(403);
    });

    test("says nothing of a connect that came to its end before it", async () => {
      const account = await gateway.account(key);
      await connectIn(await openOf(key, account));
      const later = await openOf(key, account);
      expect((await press(gateway, later, { act: "show", awaited: "google" })).events).toEqual([]);
    });

    test("S-14: with confirm, what the panel connects waits for the partner", async () => {
      const account = await gateway.account(key);
      const panel = await openOf(key, account, { confirm: true });
      await connectIn(panel);
      const [integration] = await integrationsOf(key, account);
      expect(integration.status).toBe("pending");
      const seen = await press(gateway, panel, { act: "show", awaited: "google" });
      expect(seen.text).toContain("as soon as");
    });

    const openers = () => [`mac of ${newOpener()}`];
    async function opened() {
      const account = await gateway.account(key);
      const { id } = await makeSession(gateway, key, account);
      const [row] = await query("select token_hash from panel_sessions where id = $1", [id]);
      const hashes = openers();
      const use = (by = hashes) =>
        usePanelSession(gateway.database.database, { tokenHashes: [row?.token_hash as string] }, by);
      const act = () => usePanelSession(gateway.database.database, { id }, []);
      return { id, account, use, act };
    }

    test.each([
      ["expired", "panel_sessions set expires_at = now() where id = $1", "id"],
      ["revoked", "panel_sessions set revoked_at = now() where id = $1", "id"],
      ["used up", `panel_sessions set requests = ${MAX_REQUESTS} where id = $1`, "id"],
      ["of an account whose erasure has begun", "accounts set erased_at = now() where id = $1", "account"],
    ] as const)("that has become %s between the look and the use is not used", async (_, change, of) => {
      const session = await opened();
      expect(await session.use()).toMatchObject({ id: session.id, requests: 1 });
      expect(await session.act()).toMatchObject({ id: session.id, requests: 2 });
      await query(`update ${change}`, [session[of]]);
      expect([await session.use(), await session.act()]).toEqual([null, null]);
    });

    test("of several elements at once belongs to one, and a form before the first acts on nothing", async () => {
      const session = await opened();
      expect(await session.act()).toBeNull();
      const used = await Promise.all([1, 2, 3, 4].map(() => session.use(openers())));
      expect(used.filter((one) => one !== null)).toHaveLength(1);
    });

    test("has its last request once, however many come at once", async () => {
      const session = await opened();
      await session.use();
      await query("update panel_sessions set requests = $1::int where id = $2", [`${MAX_REQUESTS - 1}`, session.id]);
      const used = await Promise.all([1, 2, 3, 4].map(() => session.act()));
      expect(used.filter((one) => one !== null)).toHaveLength(1);
    });

    test("of a user whose erasure has begun is unknown, in the look too", async () => {
      const own = await partner();
      const { token } = await makeSession(gateway, own.key, await gateway.account(own.key));
      await query("update users set erased_at = now() where id = $1", [own.userId]);
      expect((await openPanel(gateway, { token })).status).toBe(404);
    });

    test("lasts as long as its maker says, an hour at most, and half an hour by default", async () => {
      const path = `/api/v1/accounts/${await gateway.account(key)}/panel-sessions`;
      const secondsOf = async (body: Record<string, unknown>) => {
        const redirect_url = `${ORIGIN}/done`;
        const made = await gateway.call("POST", path, { key, body: { redirect_url, ...body } });
        if (made.status !== 200) return made.status;
        const [row] = await query(
          "select extract(epoch from expires_at - created_at)::int as seconds from panel_sessions where id = $1",
          [made.json.data.panel_session_id],
        );
        return row?.seconds;
      };
      expect(await secondsOf({})).toBe(1_800);
      expect([await secondsOf({ expires_in: 60 }), await secondsOf({ expires_in: 3_600 })]).toEqual([60, 3_600]);
      const many = (count: number) => Array.from({ length: count }, (_, i) => `https://a${i}.example`);
      for (const body of [
        { expires_in: 59 },
        { expires_in: 3_601 },
        { origins: [] },
        { origins: many(11) },
        { providers: [] },
        { providers: many(51) },
      ])
        expect([body, await secondsOf(body)]).toEqual([body, 400]);
    });

    test("S-71: no line of the log and no entry of the audit log has its token, its element's secret or its forms' proof", async () => {
      const { token } = await makeSession(gateway, key, await gateway.account(key));
      const opener = newOpener();
      const panel = await openPanel(gateway, { token }, { opener });
      await openPanel(gateway, { token });
      await press(gateway, panel, { act: "show" });
      const entries = await query("select a::text as text from audit_entries a");
      const rows = await query("select s::text as text from panel_sessions s");
      const all = [...gateway.logLines, ...[...entries, ...rows].map(({ text }) => text)].join("\n");
      const secrets = [token.slice(0, 43), token, opener, panel.fields.form_token as string];
      expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
      const openings = await query(
        "select details from audit_entries where event = 'panel_opened' and resource_id = $1",
        [panel.fields.session as string],
      );
      expect(openings).toEqual([{ details: { origin: ORIGIN } }]);
    });

    test("a form of more than 8 KB is refused before anything of it is read", async () => {
      const { token } = await makeSession(gateway, key, await gateway.account(key));
      const large = await openPanel(gateway, { token, theme: "x".repeat(9_000) });
      expect([large.status, large.text.includes("form_token")]).toEqual([413, false]);
      const panel = await openPanel(gateway, { token });
      expect((await press(gateway, panel, { act: "show", more: "x".repeat(9_000) })).status).toBe(413);
    });
  });
}
