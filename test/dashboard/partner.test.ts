// What a partner does at its pages: accounts, OAuth clients, the connect page; and that no partner reaches another's.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const ACCOUNTS = "/partner/accounts";
const CLIENTS = "/partner/clients";
const BRAND = "/partner/connect-page";
const PAYLOAD = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
const HEBREW = "\u202eחברה 🦊";

describe("a partner's pages", () => {
  let gateway: TestGateway;
  let partner: SignedIn;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    partner = await signedIn(gateway, { partner: true });
  });
  afterAll(() => gateway.close());

  const create = async (who: SignedIn, external_id: string, display_name = "") => {
    const response = await who.submit(`${ACCOUNTS}/new`, { external_id, display_name, metadata: "" });
    expect(response.status).toBe(303);
    return response.headers.get("location") as string;
  };

  test("strange names are text wherever they show, and too long ones are refused with what was typed", async () => {
    const path = await create(partner, PAYLOAD, HEBREW);
    for (const page of [path, `${path}/delete`, ACCOUNTS]) {
      const { status, text } = await partner.get(page);
      expect([status, text.includes("<script>alert"), text.includes("<img src=x")]).toEqual([200, false, false]);
    }
    expect((await partner.get(path)).text).toContain(HEBREW);
    const long = await partner.submit(`${ACCOUNTS}/new`, { external_id: "long", display_name: "n".repeat(1_000) });
    expect([long.status, long.text.includes("n".repeat(1_000))]).toEqual([400, true]);
    const wrong = await partner.submit(`${ACCOUNTS}/new`, { external_id: "meta", metadata: "[1]" });
    expect(wrong.text).toContain("Enter a JSON object");
    expect((await partner.get(`${ACCOUNTS}?q=meta`)).text).toContain("No account starts with this text");
  });

  test("the search finds by external_id and by name, and goes on page by page through 10,000 accounts", async () => {
    const other = await signedIn(gateway, { partner: true });
    await gateway.database.database.script(`
      insert into accounts (id, user_id, external_id, display_name)
      select gen_random_uuid(), '${other.userId}', 'shop-' || i, 'Bakery ' || i from generate_series(1, 10000) i`);
    const found = async (q: string) =>
      (await other.get(`${ACCOUNTS}?q=${q}`)).text.match(/href="\/partner\/accounts\/[0-9a-f-]{36}"/g)?.length ?? 0;
    expect(await found("shop-777")).toBe(11);
    expect(await found("bAKERY%20777")).toBe(11);
    expect(await found("100%25")).toBe(0);
    let path = `${ACCOUNTS}?q=shop-99`;
    const seen = new Set<string>();
    for (let pages = 0; pages < 4 && path; pages++) {
      const { text } = await other.get(path);
      for (const [, id] of text.matchAll(/href="\/partner\/accounts\/([0-9a-f-]{36})"/g)) seen.add(id as string);
      path = /href="([^"]*cursor=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    }
    expect([seen.size, path]).toEqual([111, ""]);
  });

  test("an account is changed, given a connect link, and deleted by its typed external_id alone", async () => {
    const path = await create(partner, "customer-42", "Before");
    const changed = await partner.submit(path, { display_name: "After", metadata: '{"plan":"pro"}' });
    expect(changed.status).toBe(303);
    expect((await partner.get(path)).text).toContain("After");
    const link = await partner.submit(
      `${path}/link`,
      { provider: "google", redirect_url: "https://app.example.com/" },
      path,
    );
    expect(link.text).toContain(`${gateway.url}/connect/`);
    expect((await partner.get(path)).text).toContain("Connect sessions");
    const refused = await partner.submit(`${path}/link`, { redirect_url: "http://elsewhere.example" }, path);
    expect([refused.status, refused.text.includes("must be https")]).toEqual([400, true]);
    const wrong = await partner.submit(`${path}/delete`, { typed: "customer-4" });
    expect(wrong.text).toContain("Type customer-42 to continue.");
    expect((await partner.get(path)).status).toBe(200);
    expect((await partner.submit(`${path}/delete`, { typed: "customer-42" })).status).toBe(303);
    expect((await partner.get(path)).status).toBe(404);
  });

  test("a client's secret is written and never shown again", async () => {
    const secret = "a-secret-that-nobody-reads";
    const saved = await partner.submit(`${CLIENTS}/google`, { client_id: "own-client", client_secret: secret });
    expect(saved.status).toBe(303);
    for (const path of [CLIENTS, `${CLIENTS}/google`]) {
      const { text } = await partner.get(path);
      expect([text.includes("own-client"), text.includes(secret)]).toEqual([true, false]);
      expect(text).toContain(`${gateway.url}/api/v1/connect/callback`);
    }
    const wrong = await partner.submit(`${CLIENTS}/google`, { client_id: "with space", client_secret: secret });
    expect([wrong.status, wrong.text.includes(secret)]).toEqual([400, false]);
    expect((await partner.submit(`${CLIENTS}/google/remove`, {})).status).toBe(303);
    expect((await partner.get(CLIENTS)).text).not.toContain("own-client");
  });

  test("the brand is previewed without being saved, and a colour without contrast is refused", async () => {
    const typed = { name: PAYLOAD, has_color: "yes", color: "#14352b", logo: "" };
    const preview = await partner.submit(`${BRAND}/preview`, typed, BRAND);
    expect([preview.status, preview.text.includes("<script>alert")]).toEqual([200, false]);
    expect(preview.text).toContain("preview.css?color=14352b");
    expect((await partner.get(`${BRAND}/preview.css?color=14352b`)).text).toContain(".preview{--brand:#14352b");
    expect((await partner.get(`${BRAND}/preview.css?color=red}body{`)).text).toBe("");
    expect((await partner.get(BRAND)).text).not.toContain("preview.css");
    const pale = await partner.submit(BRAND, { ...typed, color: "#ffffee" });
    expect([pale.status, pale.text.includes("too little contrast")]).toEqual([400, true]);
    expect((await partner.submit(BRAND, { ...typed, name: "Bakery" })).status).toBe(303);
    expect((await partner.get(BRAND)).text).toContain("Bakery");
  });

  test("redirect origins are added and removed one by one", async () => {
    const add = (origin: string) => partner.submit(`${BRAND}/origins`, { origin }, BRAND);
    expect((await add("https://app.example.com")).status).toBe(303);
    expect((await add("https://app.example.com/path")).status).toBe(400);
    const remove = `${BRAND}/origins/remove`;
    const asked = await partner.get(`${remove}?origin=${encodeURIComponent("https://app.example.com")}`);
    expect(asked.text).toContain("any address is allowed again");
    expect((await partner.get(BRAND)).text).not.toContain("Any address is allowed");
    await partner.submit(remove, { origin: "https://app.example.com" });
    expect((await partner.get(BRAND)).text).toContain("Any address is allowed");
  });

  test("no partner reaches another's account, by any page or form", async () => {
    const path = await create(partner, "mine", "Mine alone");
    const other = await signedIn(gateway, { partner: true });
    for (const page of [path, `${path}/delete`, `${path}/integrations/google/disconnect`]) {
      const { status, text } = await other.get(page);
      expect([status, text.includes("Mine alone")]).toEqual([404, false]);
    }
    const forms = ["", "/link", "/delete", "/integrations/google/disconnect", "/integrations/google/services"];
    for (const form of forms) {
      const fields = { external_id: "mine", display_name: "Taken", redirect_url: "https://app.example.com/" };
      const { status } = await other.submit(`${path}${form}`, { ...fields, known: "gmail.read" }, ACCOUNTS);
      expect([form, status < 500 && status !== 303]).toEqual([form, true]);
    }
    expect((await other.get(ACCOUNTS)).text).not.toContain("Mine alone");
    expect((await partner.get(path)).text).toContain("Mine alone");
  });

  test("a user without a profile and a suspended partner see why not", async () => {
    const user = await signedIn(gateway);
    const suspended = await signedIn(gateway, { partner: true });
    await gateway.database.database.query("update partners set status = 'suspended' where user_id = $1", [
      suspended.userId,
    ]);
    for (const path of [ACCOUNTS, CLIENTS, BRAND]) {
      expect((await user.get(path)).headers.get("x-error-code")).toBe("PERMISSION_DENIED");
      expect((await suspended.get(path)).headers.get("x-error-code")).toBe("PARTNER_SUSPENDED");
    }
  });

  test("S-84: deleting an account and setting a client ask for a recent sign-in", async () => {
    const path = await create(partner, "guarded");
    gateway.clock.move(16 * 60_000);
    for (const page of [`${path}/delete`, `${CLIENTS}/google`])
      expect((await partner.get(page)).headers.get("location")).toContain("/sign-in/again");
  });
});
