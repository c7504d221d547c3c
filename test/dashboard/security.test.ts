// A person's own sign-in: password, second factor, and open sessions, at the pages.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateHOTP } from "@oslojs/otp";
import { insertPasskey } from "../../src/identity/sign-in/passkey-store.ts";
import { RECENT_MS } from "../../src/identity/sign-in/sessions.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/settings/sign-in";

describe("a person's own sign-in", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
  });
  afterAll(() => gateway.close());

  const codeOf = (secret: string) => {
    // HOTP of the gateway's own time, which the test moves.
    const step = Math.floor(gateway.clock.now() / 1_000 / 30);
    return { step, code: codeAt(secret, step) };
  };

  /** Switches the second factor on; returns the secret and the recovery codes. */
  async function enrol(person: SignedIn) {
    const page = await person.submit(`${PATH}/second-factor/begin`, {}, PATH);
    const secret = /id="secret"[^>]*>\s*([A-Z2-7 ]+)/.exec(page.text)?.[1]?.replaceAll(" ", "") as string;
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] as string;
    const done = await person.post(`${PATH}/second-factor`, { form_token: token, code: codeOf(secret).code });
    const codes = /id="codes"[^>]*>([^<]+)</.exec(done.text)?.[1]?.trim().split("\n") ?? [];
    return { secret, codes };
  }

  test("a second factor is asked for at every sign-in; the session before it opens nothing and ends with it", async () => {
    const person = await signedIn(gateway);
    const { secret, codes } = await enrol(person);
    expect(codes).toHaveLength(10);
    const browser = newBrowser(gateway);
    const first = await browser.submit("/sign-in", { email: person.email, password: PASSWORD });
    expect(first.headers.get("location")).toBe("/sign-in/second-factor");
    const half = browser.cookies.get("session") as string;
    expect((await browser.get("/")).headers.get("location")).toBe("/sign-in");
    const wrong = await browser.submit("/sign-in/second-factor", { code: "000000" });
    expect(wrong.headers.get("x-error-code")).toBe("AUTH_REQUIRED");
    gateway.clock.move(60_000);
    const { code } = codeOf(secret);
    expect((await browser.submit("/sign-in/second-factor", { code })).status).toBe(303);
    expect((await browser.get("/")).status).toBe(200);
    const replayed = newBrowser(gateway);
    replayed.cookies.set("session", half);
    expect((await replayed.get("/")).status).toBe(303);
    const other = newBrowser(gateway);
    await other.submit("/sign-in", { email: person.email, password: PASSWORD });
    expect((await other.submit("/sign-in/second-factor", { code })).headers.get("x-error-code")).toBe("AUTH_REQUIRED");
    expect((await other.submit("/sign-in/second-factor", { code: codes[0] as string })).status).toBe(303);
  });

  test("a mistyped code keeps the secret that the app has", async () => {
    const person = await signedIn(gateway);
    const secretOf = (text: string) =>
      /id="secret"[^>]*>\s*([A-Z2-7 ]+)/.exec(text)?.[1]?.replaceAll(" ", "") as string;
    const secret = secretOf((await person.submit(`${PATH}/second-factor/begin`, {}, PATH)).text);
    const wrong = await person.submit(`${PATH}/second-factor`, { code: "000000" }, PATH);
    expect([wrong.status, secretOf(wrong.text)]).toEqual([400, secret]);
    const done = await person.submit(`${PATH}/second-factor`, { code: codeOf(secret).code }, PATH);
    expect(done.text).toContain('id="codes"');
  });

  test("S-84: after fifteen minutes a change asks for the password again, and leads back to the page", async () => {
    const person = await signedIn(gateway);
    gateway.clock.move(RECENT_MS + 1);
    const refused = await person.submit(`${PATH}/password`, { password: "a wholly different set of words" }, PATH);
    expect(refused.headers.get("location")).toBe(`/sign-in/again?next=${encodeURIComponent(PATH)}`);
    const again = "/sign-in/again?next=%2Fsettings%2Fsign-in";
    expect((await person.get(again)).text).toContain('type="password"');
    expect((await person.submit(again, { password: "not the password at all" })).status).toBe(400);
    const before = person.cookies.get("session");
    expect((await person.submit(again, { password: PASSWORD })).headers.get("location")).toBe(PATH);
    expect(person.cookies.get("session")).not.toBe(before as string);
    const changed = await person.submit(`${PATH}/password`, { password: "a wholly different set of words" }, PATH);
    expect(changed.headers.get("location")).toBe(PATH);
    expect((await person.get(PATH)).text).toContain("The password is changed, and your other sessions have ended.");
  });

  test("S-114: with an authenticator app the password alone confirms nothing, so it cannot remove the app", async () => {
    const person = await signedIn(gateway);
    const begun = await person.submit(`${PATH}/second-factor/begin`, {}, PATH);
    const secret = (/id="secret"[^>]*>([^<]+)</.exec(begun.text)?.[1] ?? "").replace(/\s/g, "");
    const token = /name="form_token" value="([^"]+)"/.exec(begun.text)?.[1] as string;
    const enrolled = await person.post(`${PATH}/second-factor`, { form_token: token, code: codeOf(secret).code });
    expect(enrolled.text).toContain("recovery codes");
    gateway.clock.move(RECENT_MS + 1);
    const again = `/sign-in/again?next=${encodeURIComponent(PATH)}`;
    const remove = () => person.submit(`${PATH}/second-factor/remove`, {}, PATH);
    expect((await remove()).headers.get("location")).toBe(again);
    expect((await person.get(again)).text).toContain('name="code"');
    for (const code of ["", "000000"]) {
      const refused = await person.submit(again, { password: PASSWORD, code });
      expect([refused.status, refused.headers.get("x-error-code")]).toEqual([400, "AUTH_REQUIRED"]);
      expect((await remove()).headers.get("location")).toBe(again);
    }
    expect((await person.submit(again, { password: PASSWORD, code: codeOf(secret).code })).status).toBe(303);
    expect((await remove()).headers.get("location")).toBe(PATH);
    expect((await person.get(PATH)).text).toContain("The second factor is removed");
  });

  test("S-114: with a passkey the password neither confirms nor, by a new sign-in, removes it", async () => {
    const person = await signedIn(gateway);
    await insertPasskey(
      gateway.database.database,
      {
        id: `key-${person.personId}`,
        personId: person.personId,
        publicKey: "AA",
        counter: 0,
        transports: [],
        name: "x",
      },
      { at: gateway.clock.now(), most: 20 },
    );
    const browser = newBrowser(gateway);
    await browser.submit("/sign-in", { email: person.email, password: PASSWORD });
    const again = `/sign-in/again?next=${encodeURIComponent(PATH)}`;
    const removed = await browser.submit(`${PATH}/passkeys/key-${person.personId}/remove`, {}, PATH);
    expect(removed.headers.get("location")).toBe(again);
    const page = await browser.get(again);
    expect([page.text.includes('name="password"'), page.text.includes("You have a passkey")]).toEqual([false, true]);
    const refused = await browser.submit(again, { password: PASSWORD });
    expect([refused.status, refused.headers.get("x-error-code")]).toEqual([400, "AUTH_REQUIRED"]);
    expect((await browser.get("/")).status).toBe(200);
  });

  test("a new password ends every other session; another person's session cannot be ended", async () => {
    const [person, stranger] = [await signedIn(gateway), await signedIn(gateway)];
    const other = newBrowser(gateway);
    await other.submit("/sign-in", { email: person.email, password: PASSWORD });
    const query = "select id from people_sessions where person_id = $1::text::uuid";
    const [foreign] = await gateway.database.database.query<{ id: string }>(query, [stranger.personId]);
    expect((await person.submit(`${PATH}/sessions/${foreign?.id}/end`, {}, PATH)).status).toBe(404);
    expect((await stranger.get("/")).status).toBe(200);
    await person.submit(`${PATH}/password`, { password: "a wholly different set of words" }, PATH);
    expect([(await person.get("/")).status, (await other.get("/")).status]).toEqual([200, 303]);
  });

  test("texts of strangers are shown as text: the name and the User-Agent", async () => {
    const person = await signedIn(gateway);
    const payload = `<img src=x onerror=alert(1)>`;
    await gateway.database.database.query("update people set name = $2 where id = $1::text::uuid", [
      person.personId,
      payload,
    ]);
    await gateway.database.database.query(
      "update people_sessions set user_agent = $2, address = $2 where person_id = $1::text::uuid",
      [person.personId, payload],
    );
    const { text } = await person.get(PATH);
    expect(text).toContain("&lt;img");
    expect(text).not.toContain("<img");
  });
});

function codeAt(secret: string, step: number): string {
  return generateHOTP(decodeBase32IgnorePadding(secret), BigInt(step), 6);
}
