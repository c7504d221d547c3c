// What a person reads where something has ended or leads nowhere.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent, deny } from "../../emulators/consent.ts";
import { ADA, GRACE, HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type OpenedPage, pageBrowser, unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

describe("endings at the dashboard", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    person = await signedIn(gateway);
  });
  afterAll(() => gateway.close());

  test("an address that leads nowhere is a page with a way on for a browser, and JSON for a program", async () => {
    const page = await person.get("/nope", { accept: "text/html,*/*;q=0.8" });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.headers.get("x-error-code")).toBe("NOT_FOUND");
    expect(page.text).toContain('href="/"');
    const api = await person.get("/admin/nope", { accept: "text/html" });
    for (const { status, headers } of [await person.get("/nope"), api])
      expect([status >= 400, headers.get("content-type")?.split(";")[0]]).toEqual([true, "application/json"]);
  });

  test("what is not found or not allowed within the dashboard says so, and leads back", async () => {
    const missing = await person.get("/webhooks/none");
    expect([missing.status, missing.text.includes('href="/webhooks"')]).toEqual([404, true]);
    const refused = await person.get("/operator/users");
    expect(refused.status).toBe(403);
    expect(unescaped(refused.text)).toContain("You do not have access");
    expect(refused.text).toContain("This page is for operators. An owner can give you a role.");
  });

  /** Presses Connect at the dashboard, and goes on from the connect page to the provider's. */
  const connecting = async () => {
    const started = await person.submit("/integrations/google/connect", {}, "/");
    const browser = pageBrowser();
    const onward = await browser.send(await browser.open(started.headers.get("location") ?? refreshTo(started.text)), {
      action: "continue",
    });
    return { browser, authorize: onward.onTo as string };
  };
  const refreshTo = (text: string) => unescaped(/http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1] ?? "");
  /** Goes the way back of the connect page's end, and reads what the dashboard says there. */
  const readBack = async ({ links }: OpenedPage) => {
    const back = new URL(links.find((link) => link.includes("connected=google")) as string);
    const { text, status } = await person.get(back.pathname + back.search);
    expect(status).toBe(200);
    return unescaped(text.replace(/<[^>]*>/g, "")).replace(/\s+/g, " ");
  };

  test("a connect that the person denies at the provider ends with its sentence at the dashboard", async () => {
    const { browser, authorize } = await connecting();
    const denied = await browser.open(deny(authorize).href);
    expect([denied.title, denied.text.includes("You denied access")]).toEqual(["Google is not connected", true]);
    const said = await readBack(denied);
    expect(said).toContain("Google was not connected. You cancelled, or denied access at the provider.");
    expect(said).toContain("Existing connections are unchanged");
  });

  test("S-18: a reconnect as another person asks at the dashboard's own door, and each answer is told there", async () => {
    const first = await connecting();
    const connected = await first.browser.open((await consent(first.authorize, ADA.google)).href);
    expect(await readBack(connected)).toContain("Connected. Calls with your keys can now use it.");
    for (const [action, sentence, identity] of [
      ["keep", "Google was not changed. You signed in with another account, and kept", ADA.google],
      ["replace", "Connected. Calls with your keys", GRACE.google],
    ] as const) {
      const { browser, authorize } = await connecting();
      const asked = await browser.open((await consent(authorize, GRACE.google)).href);
      expect(unescaped(asked.text.replace(/<[^>]*>/g, ""))).toContain(
        `This connection is for ${ADA.google}. You signed in as ${GRACE.google}.`,
      );
      const said = await readBack(await browser.send(asked, { action }));
      expect(said).toContain(sentence);
      expect(said).toContain(identity);
    }
  });

  test("a connect that was cancelled or denied says how it ended", async () => {
    const said = async (query: string) =>
      unescaped((await person.get(`/integrations?${query}`)).text).replace(/\s+/g, " ");
    expect(await said("connected=google&error=access_denied")).toContain("Google was not connected. You cancelled");
    expect(await said("connected=google&error=<b>")).toContain("The provider did not complete the connection.");
    expect(await said("connected=google&status=success")).toContain("Connected.");
    expect(await said("")).not.toContain("was not connected");
  });
});
