// Names that strangers choose read on our pages as they are written: nothing in them turns the text around.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { insertPasskey } from "../../src/people/passkey-store.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "../dashboard/browser.ts";
import { authorizePath, granted, newClient, pkce } from "../oauth-server/mcp-client.ts";
import { BIDI_CONTROLS } from "../pages/visible-text.test.tsx";
import { connectPath, HOOK_MS, REDIRECT_URL } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(HOOK_MS);

let gateway: TestGateway;
let person: SignedIn;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded", emulate: ["google", "github"] });
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
