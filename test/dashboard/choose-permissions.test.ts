// Connecting with some permissions only: the provider is asked for what the person chose and who they are, and nothing else.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../emulators/consent.ts";
import google from "../../plugins/google/index.ts";
import { scopesOf } from "../../src/providers/registry/scopes.ts";
import { ADA, HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { pageBrowser, unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

const PATH = "/integrations/google/connect";
const IDENTITY = google.auth.oauth2?.identityScopes ?? [];

describe("a choice of permissions before a connect", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    person = await signedIn(gateway);
  });
  afterAll(() => gateway.close());

  const checked = (text: string) =>
    [...text.matchAll(/<input type="checkbox" name="permission" value="([^"]+)" checked/g)].map(([, name]) => name);
  /** Sends the form, and goes on to the provider. */
  const onward = async (form: Record<string, string | string[]>) => {
    const started = await person.submit(PATH, { chosen: "1", ...form }, PATH);
    const url = started.headers.get("location") ?? "";
    const browser = pageBrowser();
    const { onTo } = await browser.send(await browser.open(url), { action: "continue" });
    return { browser, authorize: onTo as string };
  };
  const scopesIn = (authorize: string) => new URL(authorize).searchParams.get("scope")?.split(" ").toSorted();

  test("everything is chosen before the first connect; of a connected provider what was granted", async () => {
    const all = Object.entries(google.services).flatMap(([service, actions]) =>
      Object.keys(actions).map((action) => `${service}.${action}`),
    );
    expect(checked((await person.get(PATH)).text)).toEqual(all);

    const { browser, authorize } = await onward({ permission: "calendar.read" });
    expect(scopesIn(authorize)).toEqual([...new Set([...IDENTITY, ...scopesOf(google, "calendar.read")])].toSorted());

    await browser.open((await consent(authorize, ADA.google)).href);
    expect(checked((await person.get(PATH)).text)).toEqual(["calendar.read"]);
    const { text } = await person.get("/integrations");
    expect(text).toContain(`href="${PATH}"`);
  });

  test("an empty choice keeps the form and says so, and a name that is none connects nothing", async () => {
    const empty = await person.submit(PATH, { chosen: "1" }, PATH);
    expect([empty.status, checked(empty.text)]).toEqual([400, []]);
    expect(empty.text).toContain("Choose at least one permission.");
    const unknown = await person.submit(PATH, { chosen: "1", permission: "gmail.everything" }, PATH);
    expect(unknown.status).toBe(400);
    expect(unescaped(unknown.text)).toContain("Google no longer has one of these permissions.");
    expect((await person.get("/integrations/nope/connect")).status).toBe(404);
  });

  test("a page that opens the connect page in a window may hear from it, and learns its address", async () => {
    const { headers, text } = await person.get("/integrations");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(text).toMatch(
      /<form method="post" action="\/integrations\/google\/connect" data-connects="\/integrations">/,
    );
    const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] as string;
    const sent = await person.post(PATH, { form_token: token }, { "x-form": "1" });
    expect([sent.status, new URL(sent.headers.get("x-go-to") ?? "").pathname.split("/")[1]]).toEqual([204, "connect"]);
  });
});
