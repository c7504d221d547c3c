// A person who acts for two users, with a tab for each: every form acts on the user that its page shows, or not at all.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

describe("two tabs with two users", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  let first: string;
  let second: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    person = await signedIn(gateway, { role: "owner", partner: true });
    first = person.userId;
    second = (await gateway.partner()).userId;
    await addUserOf(gateway.database.database, person.personId, second);
  });
  afterAll(() => gateway.close());

  /** The token of a page that shows this user, as a tab keeps it. */
  const tabOf = async (userId: string, path = "/settings/keys") => {
    const { text, status } = await person.get(`/u/${userId}${path}`);
    expect([path, status]).toEqual([path, 200]);
    return /name="form_token" value="([^"]+)"/.exec(text)?.[1] as string;
  };
  const choose = async (userId: string) =>
    person.post(`/u/${first}/acting`, { form_token: await tabOf(first), user: userId });
  const keysOf = async (userId: string): Promise<unknown[]> =>
    (await gateway.admin("GET", `/users/${userId}/keys`)).json.data.keys;

  const forms = () =>
    gateway.app.routes.filter(
      ({ id, method }) => method === "POST" && id.startsWith("form_") && id.endsWith("_of_user"),
    );
  /** Its short address, with values that its parameters take. */
  const shortOf = ({ path, params }: ReturnType<typeof forms>[number]) =>
    path
      .replace("/u/{acting_user}", "")
      .replace(/\{([^}]+)\}/g, (_, name: string) =>
        params?.properties[name]?.format === "uuid" ? crypto.randomUUID() : "user",
      );

  test("S-115: every form of the route table is refused for a user other than the one its page shows", async () => {
    const paths = forms().map(shortOf);
    expect(paths.length).toBeGreaterThan(50);
    const token = await tabOf(first);
    const chosen = await choose(second);
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, `/u/${second}/`]);
    for (const short of paths) {
      for (const address of [short, `/u/${second}${short}`]) {
        const { status, headers, text } = await person.post(address, { form_token: token });
        expect([address, status, headers.get("x-error-code")]).toEqual([address, 409, "CONFLICT"]);
        expect(unescaped(text)).toContain("Nothing was done: the form was for");
        expect(unescaped(text)).toMatch(/<a [^>]*href="\/u\//);
      }
    }
  });

  test("S-115: a form of the first tab acts on the first user, whatever the second tab has chosen", async () => {
    const token = await tabOf(first);
    await choose(second);
    const [before, others] = [(await keysOf(first)).length, (await keysOf(second)).length];
    const made = await person.post(`/u/${first}/settings/keys/new`, { form_token: token, name: "Of the first tab" });
    expect(made.status).toBe(200);
    expect([(await keysOf(first)).length, (await keysOf(second)).length]).toEqual([before + 1, others]);
  });

  test("S-115: every address that a page leads to, sends to or asks for names the user whom it shows", async () => {
    const paths = gateway.app.routes.flatMap((route) =>
      "isPage" in route && route.isPage && route.method === "GET" && !route.path.includes("{") ? route.path : [],
    );
    const dashboard = new Set(forms().map(({ path }) => path.split("/")[3]));
    let addresses = 0;
    for (const path of [...paths, "/inbox?status=all", "/tools?q=mail", "/tools/google_gmail_send_message"]) {
      const { status, text } = await person.get(`/u/${second}${path}`);
      if (status !== 200) continue;
      for (const [, address = ""] of text.matchAll(
        / (?:href|action|formaction|data-hx-get|data-hx-post|data-passkey[a-z-]*)="(\/[^"]*)"/g,
      )) {
        addresses++;
        const isOfDashboard = dashboard.has(address.split(/[/?#]/)[1]);
        expect([path, address, isOfDashboard]).toEqual([path, address, false]);
        if (address.startsWith("/u/")) expect(address).toStartWith(`/u/${second}/`);
      }
    }
    expect(addresses).toBeGreaterThan(500);
  });

  test("S-115: an address without a user leads to the one who was chosen last, and to none of others", async () => {
    await choose(second);
    const short = await person.get("/settings/usage?provider=google");
    expect(short.headers.get("location")).toBe(`/u/${second}/settings/usage?provider=google`);
    const { userId: stranger } = await gateway.user();
    const refused = await person.get(`/u/${stranger}/settings/keys`);
    expect([refused.status, refused.headers.get("x-error-code")]).toEqual([403, "PERMISSION_DENIED"]);
    expect(unescaped(refused.text)).toContain("You do not act for this user");
    expect(refused.text).toContain('href="/"');
    const invalid = await person.get("/u/nobody/settings/keys");
    expect(invalid.status).toBe(403);
  });

  test("S-115: who acts for one user has short addresses, and no form that outlives another user's coming", async () => {
    const single = await signedIn(gateway);
    const { text } = await single.get("/settings/keys");
    expect(text).not.toContain("/u/");
    const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] as string;
    const { userId: next } = await gateway.user();
    const { database } = gateway.database;
    await database.query("delete from people_users where person_id = $1", [single.personId]);
    await addUserOf(database, single.personId, next);
    const before = (await keysOf(next)).length;
    const refused = await single.post("/settings/keys/new", { form_token: token });
    expect(refused.status).toBe(403);
    expect((await keysOf(next)).length).toBe(before);
  });
});
