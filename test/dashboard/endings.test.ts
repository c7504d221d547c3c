// What a person reads where something has ended or leads nowhere.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
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
    expect(unescaped(refused.text)).toContain("You may not do this");
    expect(refused.text).toContain("This is for operators.");
  });

  test("a connect that was cancelled or denied, and a disconnect, say how they ended", async () => {
    const said = async (query: string) => unescaped((await person.get(`/?${query}`)).text).replace(/\s+/g, " ");
    expect(await said("connected=google&error=access_denied")).toContain(
      "Google was not connected. You have cancelled",
    );
    expect(await said("connected=google&error=<b>")).toContain("The provider did not complete it.");
    expect(await said("connected=google&status=success")).toContain("Connected.");
    expect(await said("disconnected=google")).toContain("Google is disconnected");
    expect(await said("")).not.toContain("was not connected");
  });
});
