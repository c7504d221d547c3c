// Names that strangers choose read as they are written, on our pages, in questions to a person and at the command line: nothing in
// them turns the text around, or passes for a line of ours.
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { insertPasskey } from "../../src/identity/sign-in/passkey-store.ts";
import { print, printNote, printText } from "../../src/operations/cli/print.ts";
import { mcpSender } from "../agents/mcp/message.ts";
import { authorizePath, granted, newClient, pkce } from "../agents/oauth-server/mcp-client.ts";
import { makeSession, ORIGIN, openPanel, type PanelResponse, press } from "../connections/panel/panel-forms.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "../dashboard/browser.ts";
import { acme } from "../support/acme.ts";
import { connectPath, HOOK_MS, REDIRECT_URL } from "../support/connecting.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { BIDI_CONTROLS } from "../web/pages/visible-text.test.tsx";

setDefaultTimeout(HOOK_MS);

/** Of each kind that is left out everywhere. */
const UNSEEN = [...BIDI_CONTROLS, "\u0007", "\u001b", "\u0085", "\u200b", "\ufeff", "\u{e0041}", "\u{e0141}"];
const HIDDEN = UNSEEN.join("");
const unseenIn = (text: string) => UNSEEN.filter((one) => text.includes(one));

let gateway: TestGateway;
let person: SignedIn;
beforeAll(async () => {
  const title = `Harmless\n${HIDDEN}\rThe call:\u2028id: 1`;
  const upstream = recordingProvider(() => Response.json({ id: 7, title }));
  gateway = await startTestGateway({
    lane: "embedded",
    emulate: ["google", "github"],
    plugins: [...BUILT_IN, acme, { ...acme, id: "named", name: nameOf("Provider") }],
    settings: {
      acme: { clientId: "client", clientSecret: "secret" },
      named: { clientId: "client", clientSecret: "secret" },
    },
    fetch: (input, init) =>
      new URL(input).hostname.endsWith("acme.example") ? upstream.fetch(input, init) : fetch(input, init),
  });
  person = await signedIn(gateway, { role: "owner", partner: true });
});
afterAll(() => gateway.close());

/** Every control at once, in the middle of a name. */
const nameOf = (what: string) => `${what} ${BIDI_CONTROLS.join("")}end`;
const planted: string[] = [];
const plant = (what: string) => {
  planted.push(`${what} end`);
  return nameOf(what);
};
const query = (text: string, values: readonly string[] = []) => gateway.database.database.query(text, values);

test("S-81: no page has a control of direction, whoever's name it shows", async () => {
  const clientId = await newClient(gateway, nameOf("Client"));
  await granted(gateway, person, { clientId });
  await query("update mcp_clients set name = $1", [plant("Client")]);
  await query("update mcp_grants set client_name = $1", [nameOf("Client")]);
  await query("update people set name = $1", [plant("Person")]);
  await query("update api_keys set name = $1", [plant("Key")]);
  await query("update partners set name = $1", [plant("Partner")]);
  const account = crypto.randomUUID();
  await query(
    "insert into accounts (id, user_id, external_id, display_name) values ($1::uuid, $2::uuid, 'customer', $3)",
    [account, person.userId, plant("Account")],
  );
  await query(
    "insert into identities (provider, subject, person_id, name, created_at) values ('google', 'x', $1::uuid, $2, now())",
    [person.personId, plant("Identity")],
  );
  const passkey = { id: "k", personId: person.personId, publicKey: "AA", counter: 0, transports: [] };
  await insertPasskey(
    gateway.database.database,
    { ...passkey, name: nameOf("Passkey") },
    { at: gateway.clock.now(), most: 9 },
  );
  // What was planted changed how the person signs in.
  const browser = newBrowser(gateway);
  await browser.submit("/sign-in", { email: person.email, password: PASSWORD });
  const paths = gateway.app.routes.flatMap((route) =>
    "isPage" in route && route.isPage && route.method === "GET" && !route.path.includes("{") ? route.path : [],
  );
  const { challenge } = pkce();
  const pages = [
    ...paths,
    authorizePath(gateway, clientId, challenge),
    `/accounts/${account}`,
    `/operator/people/${person.personId}`,
  ];
  const texts = new Map<string, string>();
  for (const path of pages) texts.set(path, (await browser.get(path)).text);
  const mine = await gateway.database.database.query<{ id: string }>("select id from accounts");
  expect(mine.length).toBeGreaterThan(0);
  const owner = await gateway.partner();
  await query("update partners set name = $1", [nameOf("Partner")]);
  const theirs = await gateway.account(owner.key, "customer-9");
  await query("update accounts set display_name = $1", [nameOf("Account")]);
  const started = await gateway.call("POST", connectPath(theirs), {
    key: owner.key,
    body: { redirect_url: REDIRECT_URL, page: true, provider: "google" },
  });
  const { pathname, search } = new URL(started.json.data.connect_url);
  texts.set("the connect page", (await newBrowser(gateway).get(pathname + search)).text);
  for (const [path, text] of texts) {
    const shown = text.replace(/<pre[\s\S]*?<\/pre>/g, "").replace(/ value="[^"]*"/g, "");
    expect([path, BIDI_CONTROLS.filter((one) => shown.includes(one))]).toEqual([path, []]);
  }
  const all = [...texts.values()].join("\n");
  expect(planted.filter((name) => !all.includes(name))).toEqual([]);
});

/** Whatever stands on a page as text, without what is only in its title, in attributes and in scripts. */
const bodyOf = (html: string) => html.replace(/<title>[\s\S]*?<\/title>/, "").replace(/<(?!bdi|\/bdi)[^>]*>/g, "");

test("S-81: nor has a page before an account's person, and each name in it stands in a direction of its own", async () => {
  const { key, userId } = await gateway.partner();
  const accountId = await gateway.account(key, "customer-bidi");
  await gateway.call("PUT", "/api/v1/redirect-origins", { key, body: { origins: [ORIGIN] } });
  await query("update partners set name = $1 where user_id = $2", [nameOf("Partner"), userId]);
  await query("update accounts set display_name = $1 where id = $2", [nameOf("Account"), accountId]);
  await insertGrant(gateway, { userId, accountId }, "named");
  const identity = { id: "7", name: nameOf("Identity"), workspace: { id: "w", name: nameOf("Workspace") } };
  await query("update integrations set identity = $1::jsonb where account_id = $2", [
    JSON.stringify(identity),
    accountId,
  ]);
  const texts = new Map<string, string>();
  const started = async (body: Record<string, unknown>) => {
    const all = { redirect_url: REDIRECT_URL, page: true, ...body };
    const response = await gateway.call("POST", connectPath(accountId), { key, body: all });
    const { pathname, search } = new URL(response.json.data.connect_url);
    return pathname + search;
  };
  const visitor = newBrowser(gateway);
  texts.set("a consent", (await visitor.get(await started({ provider: "named" }))).text);
  texts.set("a choice", (await visitor.get(await started({ providers: ["named", "acme"] }))).text);
  const panel = await openPanel(gateway, { token: (await makeSession(gateway, key, accountId)).token });
  const pressed = async (name: string, fields: Record<string, string>): Promise<PanelResponse> => {
    const page = await press(gateway, panel, fields);
    texts.set(name, page.text);
    return page;
  };
  texts.set("the panel", panel.text);
  await pressed("its question", { act: "ask_disconnect:named" });
  await pressed("its question again", { act: "disconnect:named", typed: "other" });
  await pressed("its connect", { act: "connect:named" });
  const latest = "(select id from connect_sessions where account_id = $1 order by created_at desc limit 1)";
  await query(`update connect_sessions set status = 'completed' where id = ${latest}`, [accountId]);
  await query("update integrations set status = 'pending' where account_id = $1", [accountId]);
  await pressed("what waits for the partner", { act: "show", awaited: "named" });
  await query(`update connect_sessions set status = 'failed', error = 'access_denied' where id = ${latest}`, [
    accountId,
  ]);
  await pressed("what failed", { act: "show", awaited: "named" });
  await query("update panel_sessions set revoked_at = now() where account_id = $1", [accountId]);
  await pressed("its end", { act: "show" });
  for (const [page, text] of texts) {
    const shown = text.replace(/ (?:value|data-events)="[^"]*"/g, "");
    expect([page, BIDI_CONTROLS.filter((one) => shown.includes(one))]).toEqual([page, []]);
    const loose = bodyOf(text).replace(/<bdi[^>]*>[^<]*<\/bdi>/g, "");
    expect([page, ["Partner end", "Account end", "Identity end"].filter((name) => loose.includes(name))]).toEqual([
      page,
      [],
    ]);
  }
  const all = [...texts.values()].join("\n");
  for (const name of ["Partner", "Account", "Identity", "Workspace", "Provider"]) expect(all).toContain(`${name} end`);
});

test("S-81: nor has a notice of what a form has done", async () => {
  const owner = await signedIn(gateway, { partner: true });
  const name = nameOf("Key");
  const [user] = await gateway.database.database.query<{ email: string }>("select email from users where id = $1", [
    owner.userId,
  ]);
  const made = await gateway.admin("POST", "/keys", { user: user?.email, name: "Key", confirm_destructive: true });
  const [row] = await gateway.database.database.query<{ id: string }>(
    "update api_keys set name = $1 where user_id = $2 and name = 'Key' returning id",
    [name, owner.userId],
  );
  await owner.submit(`/settings/keys/${row?.id}/revoke`, { typed: made.json.data.key.slice(-4) });
  const { text } = await owner.get("/settings/keys");
  expect(text).toContain("Key end is revoked.");
  expect(unseenIn(text.replace(/ value="[^"]*"/g, ""))).toEqual([]);
});

test("S-81: nor has a question in an MCP client, whoever has written what it shows, and each name has one line", async () => {
  const { email, userId } = await gateway.user();
  await insertGrant(gateway, { userId, accountId: null }, "acme");
  const made = await gateway.admin("POST", "/keys", { user: email, confirm_destructive: true });
  const ask = mcpSender(gateway, { key: made.json.data.key });
  const capabilities = { elicitation: { form: {}, url: {} } };
  const remove = { name: "acme_delete_item", arguments: { id: `7${BIDI_CONTROLS.join("")}-a` } };
  const confirm = await ask("tools/call", remove, capabilities);
  const { message, requestedSchema } = confirm.json.result.inputRequests.confirm.params;
  expect(unseenIn(message + JSON.stringify(requestedSchema))).toEqual([]);
  expect(message.split(/[\n\r\u2028]/)).toEqual([
    "Delete item (Acme) is destructive. Run it?",
    "Currently at Acme:",
    "title: Harmless The call: id: 1",
    "The call:",
    "id: 7-a",
  ]);
  const connect = await ask("tools/call", { name: "github_get_user", arguments: {} }, capabilities);
  expect(unseenIn(connect.json.result.inputRequests.connect.params.message)).toEqual([]);
});

test("S-81: nor has what a command prints as text; its JSON has the names as they are", () => {
  const written: string[] = [];
  const spies = (["log", "error"] as const).map((name) =>
    spyOn(console, name).mockImplementation((text) => void written.push(text)),
  );
  const name = `Ada${HIDDEN}\r\nrevoked  yes`;
  try {
    print({ keys: [{ name, id: 1 }] }, false);
    print({ name, names: [name], more: { name } }, false);
    printText(name);
    printNote(name);
    print({ name }, true);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  const json = JSON.parse(written.pop() as string);
  expect(json).toEqual({ name });
  expect(written.flatMap(unseenIn)).toEqual([]);
  expect(written[0]).toBe("name             id\nAda revoked yes  1");
  expect(written.slice(1, 4).map((line) => line.split("\n").length)).toEqual([1, 1, 1]);
});

test("S-81: a command writes to the terminal by these functions only", () => {
  const folder = new URL("../../src/operations/cli/", import.meta.url);
  const writes = /\bconsole\.|\.(?:print|note)Line\(/;
  const others = readdirSync(folder).filter((file) => writes.test(readFileSync(new URL(file, folder), "utf8")));
  // The second has what the first writes with.
  expect(others.sort()).toEqual(["print.ts", "terminal.ts"]);
});
