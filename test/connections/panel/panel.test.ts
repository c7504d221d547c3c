// The panel of an account: whom it is shown to, what it shows, and what its buttons do.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import { HOOK_MS, REDIRECT_URL } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser } from "../../support/page-browser.ts";
import { insertGrant } from "../../support/test-partners.ts";
import { check, makeSession, newOpener, ORIGIN, openPanel, policyOf, press } from "./panel-forms.ts";

const OTHER = "https://app.example.com";

let gateway: TestGateway;
let key: string;
let userId: string;
let accountId: string;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded", emulate: ["google", "github"] });
  ({ key, userId } = await gateway.partner());
  accountId = await gateway.account(key, "customer-1");
  await setOrigins([ORIGIN, OTHER]);
}, HOOK_MS);
afterAll(() => gateway.close(), HOOK_MS);

const setOrigins = (origins: string[]) => gateway.call("PUT", "/api/v1/redirect-origins", { key, body: { origins } });
const query = (text: string, values: string[] = []) =>
  gateway.database.database.query<Record<string, unknown>>(text, values);
const session = (body: Record<string, unknown> = {}, account = accountId) => makeSession(gateway, key, account, body);
const integrationsOf = async (account: string) =>
  (await gateway.call("GET", `/api/v1/accounts/${account}/integrations`, { key })).json.data.integrations;

describe("a panel session", () => {
  test("S-01: its token is stored only as a MAC, and is in no response but the first", async () => {
    const { token, id } = await session();
    const [row] = await query("select s::text as text from panel_sessions s where id = $1", [id]);
    expect(row?.text).not.toContain(token.slice(0, 43));
    expect(gateway.logLines.join("\n")).not.toContain(token.slice(0, 43));
    const [entry] = await query("select a::text as text from audit_entries a where resource_id = $1", [id]);
    expect(entry?.text).toContain("panel_session_created");
    expect(entry?.text).not.toContain(token.slice(0, 43));
  });

  test("needs origins that are registered, and says which one is not", async () => {
    const path = `/api/v1/accounts/${accountId}/panel-sessions`;
    const refused = async (body: Record<string, unknown>) => {
      const response = await gateway.call("POST", path, { key, body: { redirect_url: REDIRECT_URL, ...body } });
      return [response.status, response.json.error];
    };
    const evil = "https://evil.example";
    const howTo = "with PUT /api/v1/redirect-origins: only registered origins can show a panel.";
    const one = (origin: string) => [400, `${origin} is not among your redirect origins. Add it ${howTo}`];
    expect(await refused({ origins: [OTHER, evil] })).toEqual(one(evil));
    expect(await refused({ redirect_url: `${evil}/`, origins: [OTHER] })).toEqual(one(evil));
    expect(await refused({ providers: ["nobody"] })).toEqual([400, expect.stringContaining("providers must be")]);
    await setOrigins([]);
    // Once, whether the origin is of one field or of both.
    for (const body of [{}, { origins: [ORIGIN] }]) expect(await refused(body)).toEqual(one(ORIGIN));
    const both = `${ORIGIN} and ${OTHER} are not among your redirect origins. Add them ${howTo}`;
    expect(await refused({ origins: [OTHER] })).toEqual([400, both]);
    await setOrigins([ORIGIN, OTHER]);
  });

  test("of another partner, or of another account, is not found", async () => {
    const { id } = await session();
    const second = await gateway.account(key, "customer-2");
    const stranger = (await gateway.partner()).key;
    const revoke = (by: string, account: string) =>
      gateway.call("DELETE", `/api/v1/accounts/${account}/panel-sessions/${id}`, { key: by });
    expect((await revoke(stranger, accountId)).json.error_code).toBe("ACCOUNT_NOT_FOUND");
    expect((await revoke(key, second)).json.error_code).toBe("SESSION_NOT_FOUND");
    expect((await revoke(key, accountId)).status).toBe(200);
    expect((await revoke(key, accountId)).json.error_code).toBe("SESSION_NOT_FOUND");
  });

  test("names a script that browsers keep, beside the one whose name never changes", async () => {
    const { scriptUrl } = await session();
    const own = await fetch(scriptUrl);
    expect(own.headers.get("cache-control")).toContain("immutable");
    expect(Bun.gzipSync(new Uint8Array(await own.arrayBuffer())).length).toBeLessThan(8 * 1024);
    const stable = await fetch(`${gateway.url}/connect.js`);
    const older = await fetch(`${gateway.url}/connect.js?v=older`);
    for (const { headers } of [stable, older]) expect(headers.get("cache-control")).not.toContain("immutable");
  });
});

describe("whom it is shown to", () => {
  test("only the origin that opens it may frame it, with no cookie and no script of others", async () => {
    const { token } = await session({ origins: [ORIGIN, OTHER] });
    const panel = await openPanel(gateway, { token });
    expect([panel.status, panel.headers.get("set-cookie")]).toEqual([200, null]);
    expect(policyOf(panel)).toEndWith(`frame-ancestors ${ORIGIN}`);
    expect(policyOf(panel)).toMatch(/script-src 'self'(;|$)/);
    expect(panel.text).toContain(`data-to="${ORIGIN}"`);
    expect(panel.text).not.toContain(token);
    expect(panel.headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["an origin that nobody registered", { origin: "https://evil.example" }],
    ["an origin of the partner's that the session does not name", { origin: OTHER }],
    ["a forged origin", { header: "https://evil.example" }],
    ["no origin", { origin: "null" }],
  ])("%s gets nothing, and does not use the token up", async (_, from) => {
    const { token } = await session();
    const panel = await openPanel(gateway, { token }, from);
    expect([panel.status, policyOf(panel).includes("frame-ancestors 'none'")]).toEqual([403, true]);
    expect(panel.text).not.toContain("form_token");
    expect((await openPanel(gateway, { token })).status).toBe(200);
  });

  test("an origin that is no longer registered loses the panel at once", async () => {
    const { token } = await session();
    const panel = await openPanel(gateway, { token });
    await setOrigins([OTHER]);
    expect((await press(gateway, panel, { act: "show" })).status).toBe(403);
    expect((await check(gateway, token)).refusal?.error).toBe("origin_not_allowed");
    await setOrigins([ORIGIN, OTHER]);
  });

  test("a page with a strict referrer policy, whose forms have no origin, can show it", async () => {
    const { token } = await session();
    expect((await openPanel(gateway, { token }, { header: "null" })).status).toBe(200);
  });

  test("only the element that opened it first, as often as it likes", async () => {
    const { token } = await session();
    const opener = newOpener();
    for (let i = 0; i < 2; i++) expect((await openPanel(gateway, { token }, { opener })).status).toBe(200);
    const replayed = await openPanel(gateway, { token });
    expect([replayed.status, replayed.events[0]?.detail.code]).toEqual([403, "token_used"]);
    expect((await check(gateway, token, opener)).refusal).toBeNull();
    expect((await check(gateway, token)).refusal?.error).toBe("token_used");
    expect((await openPanel(gateway, { token }, { opener: "short" })).status).toBe(404);
  });

  test("of two elements at once, one gets it", async () => {
    const { token } = await session();
    const opened = await Promise.all([openPanel(gateway, { token }), openPanel(gateway, { token })]);
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test.each([
    ["expired", "update panel_sessions set expires_at = now() - interval '1 second' where id = $1", "token_expired"],
    ["used up", "update panel_sessions set requests = 500 where id = $1", "too_many_requests"],
  ])("%s: neither its token nor its open page does anything", async (_, change, code) => {
    const account = await gateway.account(key);
    await gateway.connect(key, "google", { accountId: account });
    const { token, id } = await session({}, account);
    const opener = newOpener();
    const panel = await openPanel(gateway, { token }, { opener });
    await query(change, [id]);
    const again = await openPanel(gateway, { token }, { opener });
    expect([again.status, again.events[0]?.detail.code]).toEqual([403, code]);
    expect(policyOf(again)).toEndWith(`frame-ancestors ${ORIGIN}`);
    const late = await press(gateway, panel, { act: "disconnect:google", typed: "Google" });
    expect([late.status, late.events[0]?.detail.code]).toEqual([403, code]);
    expect(await integrationsOf(account)).toHaveLength(1);
    expect((await check(gateway, token, opener)).refusal?.error).toBe(code);
  });

  test("revoked: its open page ends", async () => {
    const { token, id } = await session();
    const panel = await openPanel(gateway, { token });
    await gateway.call("DELETE", `/api/v1/accounts/${accountId}/panel-sessions/${id}`, { key });
    const late = await press(gateway, panel, { act: "show" });
    expect([late.status, late.events[0]?.detail.code]).toEqual([403, "token_revoked"]);
  });

  test.each([
    ["partners set status = 'suspended'", "partners set status = 'active'"],
    ["users set payment_state = 'past_due'", "users set payment_state = 'ok'"],
  ])("a partner that is not served has no panels: %s", async (stop, start) => {
    const { token } = await session();
    const column = stop.startsWith("users") ? "id" : "user_id";
    await query(`update ${stop} where ${column} = $1`, [userId]);
    expect((await openPanel(gateway, { token })).status).toBe(404);
    await query(`update ${start} where ${column} = $1`, [userId]);
    expect((await openPanel(gateway, { token })).status).toBe(200);
  });

  test("a token that we did not make is unknown, and its network may not guess on", async () => {
    const { token } = await session();
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect((await openPanel(gateway, { token: forged })).status).toBe(404);
    expect((await check(gateway, forged)).refusal?.error).toBe("token_unknown");
    let last = await openPanel(gateway, { token: forged });
    for (let i = 0; i < 70 && last.status !== 429; i++) last = await openPanel(gateway, { token: forged });
    expect(last.status).toBe(429);
    expect((await openPanel(gateway, { token })).status).toBe(200);
  });

  test("goes with its account", async () => {
    const account = await gateway.account(key);
    const { token, id } = await session({}, account);
    const panel = await openPanel(gateway, { token });
    await gateway.call("DELETE", `/api/v1/accounts/${account}`, { key });
    expect((await press(gateway, panel, { act: "show" })).status).toBe(403);
    expect(await query("select 1 from panel_sessions where id = $1", [id])).toEqual([]);
  });
});

describe("what its buttons do", () => {
  async function connected() {
    const account = await gateway.account(key);
    await gateway.connect(key, "google", { accountId: account });
    const { token } = await session({}, account);
    return { account, panel: await openPanel(gateway, { token }) };
  }

  test("lists each provider, with who granted, and asks for the name before it disconnects", async () => {
    const { account, panel } = await connected();
    expect(panel.acts).toEqual(["connect:github", "connect:google", "ask_disconnect:google"]);
    expect(panel.text).toContain("ada@example.com");
    const asked = await press(gateway, panel, { act: "ask_disconnect:google" });
    expect(asked.text).toContain("Enter Google to confirm");
    for (const typed of ["", "GitHub"]) {
      const wrong = await press(gateway, asked, { act: "disconnect:google", typed });
      expect(wrong.text).toContain("This is another name.");
    }
    expect(await integrationsOf(account)).toHaveLength(1);
    const done = await press(gateway, asked, { act: "disconnect:google", typed: " google " });
    expect(done.events).toEqual([{ type: "disconnected", detail: { provider: "google" } }]);
    expect(await integrationsOf(account)).toEqual([]);
    const [entry] = await query(
      "select actor_name from audit_entries where event = 'integration_disconnected' and account_id = $1",
      [account],
    );
    expect(entry?.actor_name).toBe(`panel session ${panel.fields.session}`);
  });

  test("lists several connections of one provider, and disconnects the one that is meant", async () => {
    const account = await gateway.account(key);
    for (const name of ["work", "private"])
      await insertGrant(gateway, { userId, accountId: account }, "google", { name });
    const { token } = await session({}, account);
    const panel = await openPanel(gateway, { token });
    const acts = panel.acts.filter((act) => act.includes("google"));
    expect(acts.sort()).toEqual([
      ...["ask_disconnect:google/private", "ask_disconnect:google/work"],
      ...["connect:google/private", "connect:google/work"],
    ]);
    // What was on a page before there were several means none of them.
    await press(gateway, panel, { act: "disconnect:google", typed: "Google" });
    expect(await integrationsOf(account)).toHaveLength(2);
    const done = await press(gateway, panel, { act: "disconnect:google/work", typed: "Google" });
    expect(done.events).toEqual([{ type: "disconnected", detail: { provider: "google" } }]);
    expect((await integrationsOf(account)).map(({ name }: { name: string }) => name)).toEqual(["private"]);
  });

  test("the second of two clicks finds it done, and tells nobody twice", async () => {
    const { panel } = await connected();
    const click = () => press(gateway, panel, { act: "disconnect:google", typed: "Google" });
    const both = await Promise.all([click(), click()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.flatMap(({ events }) => events)).toHaveLength(1);
  });

  test("another site's form does nothing, nor one with another session's proof", async () => {
    const { account, panel } = await connected();
    const other = await connected();
    const act = { act: "disconnect:google", typed: "Google" };
    const forgeries = [
      press(gateway, panel, act, { "sec-fetch-site": "cross-site", origin: "https://evil.example" }),
      press(gateway, panel, act, { "sec-fetch-site": "cross-site", origin: "null" }),
      press(gateway, panel, { ...act, form_token: "x".repeat(22) }),
      press(gateway, panel, { ...act, form_token: other.panel.fields.form_token as string }),
      press(gateway, panel, { ...act, session: other.panel.fields.session as string }),
      press(gateway, panel, { ...act, origin: OTHER }),
      press(gateway, { fields: { origin: ORIGIN, session: panel.fields.session as string } }, act),
    ];
    for (const forged of await Promise.all(forgeries)) expect(forged.status).toBe(403);
    expect(await integrationsOf(account)).toHaveLength(1);
    expect(await integrationsOf(other.account)).toHaveLength(1);
  });

  test("S-16: a connect works in the browser that asked, and in no other", async () => {
    const account = await gateway.account(key);
    const { token } = await session({ providers: ["google"], confirm: true }, account);
    const panel = await openPanel(gateway, { token });
    expect(panel.acts).toEqual(["connect:google"]);
    const opened = await press(gateway, panel, { act: "connect:google" });
    expect(opened.status).toBe(303);
    const link = new URL(opened.headers.get("location") as string, gateway.url);
    expect(link.searchParams.get("window")).toBe("frame_popup");
    // Whoever gets the link is told that it was used elsewhere, before anybody has gone on with it.
    expect((await pageBrowser().open(link.href)).status).toBe(403);
    const cookie = (opened.headers.get("set-cookie") as string).split(";")[0] as string;
    const own = await fetch(link, { headers: { cookie } });
    expect([own.status, (await own.text()).includes("wants to use your Google account")]).toEqual([200, true]);
  });

  test("does not connect what the session does not offer", async () => {
    const { token } = await session({ providers: ["google"] });
    const panel = await openPanel(gateway, { token });
    expect((await press(gateway, panel, { act: "connect:github" })).status).toBe(403);
    expect((await press(gateway, panel, { act: "connect:nobody" })).status).toBe(403);
  });

  test("says what came of a window that told nothing", async () => {
    const account = await gateway.account(key);
    const { token } = await session({}, account);
    const panel = await openPanel(gateway, { token });
    const awaited = (more = {}) => press(gateway, panel, { act: "show", awaited: "google", ...more });
    expect((await awaited()).text).toContain('data-awaited="google"');
    const opened = await press(gateway, panel, { act: "connect:google" });
    const browser = pageBrowser();
    const link = new URL(opened.headers.get("location") as string, gateway.url).href;
    const cookie = (opened.headers.get("set-cookie") as string).split(";")[0] as string;
    const page = await browser.adopt(cookie).open(link);
    const onward = await browser.send(page, { action: "continue" });
    expect((await awaited()).text).toContain('data-awaited="google"');
    await browser.open((await consent(new URL(onward.onTo as string), "ada@example.com")).href);
    const told = await awaited();
    expect(told.events).toMatchObject([{ type: "connected", detail: { provider: "google", confirmToken: null } }]);
    expect(told.text).toContain("Google is connected.");
    expect((await awaited({ reported: "1" })).events).toEqual([]);
  });
});

describe("how it looks and speaks", () => {
  test("takes a look out of closed lists, and says what it left out", async () => {
    const { token } = await session();
    const good = await openPanel(gateway, { token, theme: "dark", accent: "#14532D", radius: "12px", font: "serif" });
    expect(good.events).toEqual([]);
    expect(good.text).toContain('data-theme="dark"');
    for (const rule of ["--brand:#14532d", "--radius:12px", "ui-serif"]) expect(good.text).toContain(rule);
    const raw = {
      theme: "neon",
      accent: "red;}body{display:none",
      radius: "99",
      font: "</style><script>alert(1)</script>",
    };
    const bad = await openPanel(gateway, { token: (await session()).token, ...raw });
    expect(bad.events.map(({ detail }) => detail.code)).toEqual(Array(4).fill("invalid_options"));
    expect(bad.text).not.toContain("display:none");
    expect(bad.text).not.toContain("<script>alert");
    const faint = await openPanel(gateway, { token: (await session()).token, accent: "#ffff00" });
    expect(faint.events[0]?.detail.message).toContain("too little contrast");
  });

  test("names of partners and accounts are text, whatever they hold", async () => {
    const name = `<img src=x onerror=alert(1)>"'&`;
    await gateway.call("PUT", "/api/v1/brand", { key, body: { name } });
    const body = { external_id: "odd", display_name: `</style><script>alert(2)</script>` };
    const account = (await gateway.call("POST", "/api/v1/accounts", { key, body })).json.data.id;
    const panel = await openPanel(gateway, { token: (await session({}, account)).token });
    await gateway.call("PUT", "/api/v1/brand", { key, body: { name: "Lovelace Mail" } });
    expect(panel.text).not.toMatch(/<img|<script>/);
    expect(panel.text).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(panel.text).toContain("&lt;script&gt;alert(2)");
  });

  test("speaks the language that the page names, also where it has ended", async () => {
    const { token, id } = await session();
    const panel = await openPanel(gateway, { token, lang: "de-AT" });
    expect(panel.text).toContain("Ihre Verbindungen");
    await query("update panel_sessions set expires_at = now() where id = $1", [id]);
    expect((await press(gateway, panel, { act: "show" })).text).toContain("Diese Ansicht ist beendet");
  });
});
