// Presets in the forms of a new key and of an AI client: filled in over HTTP without script, with what was typed elsewhere kept.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { authorizePath, callAsClient, granted, newClient, pkce } from "../agents/oauth-server/mcp-client.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { storeConnection } from "../support/ended-connections.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type Fields, type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const NEW_KEY = "/settings/keys/new";

describe("presets", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  let consent: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google", "github"] });
    person = await signedIn(gateway);
    await storeConnection(gateway.database.database, person.userId, {
      accountId: null,
      status: "active",
      at: new Date(gateway.clock.now()).toISOString(),
    });
    consent = authorizePath(gateway, await newClient(gateway), pkce().challenge);
  });
  afterAll(() => gateway.close());

  const checkedIn = (html: string, name: string) =>
    [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)" checked`, "g"))].map(([, value]) => value as string);
  const optionsIn = (html: string) =>
    [
      ...(/<select id="preset".*?<\/select>/s.exec(html)?.[0] ?? "").matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g),
    ].map(([, value, title]) => [value, unescaped(title ?? "").trim()]);
  /** The form again, filled in. */
  const fill = (path: string, preset: string, fields: Fields = {}) =>
    person.submit(path, { ...fields, preset, fill: "true" });

  test("both forms offer the same presets, each with how many permissions it has", async () => {
    const [key, client] = [optionsIn((await person.get(NEW_KEY)).text), optionsIn((await person.get(consent)).text)];
    expect(client).toEqual(key);
    expect(key.slice(0, 3)).toEqual([
      ["", "Everything"],
      ["read", expect.stringMatching(/^Read only, what is connected \(\d+\)$/)],
      ["connected", expect.stringMatching(/^Everything that is connected \(\d+\)$/)],
    ]);
    const google = Object.values(gateway.app.deps.registry.provider("google")?.services ?? {}).flatMap(Object.keys);
    expect(key).toContainEqual(["google", `Only Google (${google.length})`]);
  });

  test("filling in a key's form keeps the name and all else that was typed, and makes no key", async () => {
    const keysOf = async () => (await gateway.admin("GET", `/users/${person.userId}/keys`)).json.data.keys.length;
    const before = await keysOf();
    const typed = { name: 'Nightly "sync" <1>', expiry: "90", confirm_destructive: "true", record_evidence: "true" };
    const { status, text } = await fill(NEW_KEY, "github", typed);
    expect(status).toBe(200);
    expect(unescaped(text)).toContain(`value="${typed.name}"`);
    expect(text).toMatch(/<option value="90" selected/);
    expect(text).toMatch(/<option value="github" selected/);
    expect([checkedIn(text, "access"), checkedIn(text, "permission")]).toEqual([
      ["some"],
      ["gateway:integrations.read", "github:*"],
    ]);
    expect([checkedIn(text, "confirm_destructive"), checkedIn(text, "record_evidence")]).toEqual([["true"], ["true"]]);
    const everything = await fill(NEW_KEY, "", { ...typed, access: "some", permission: ["github:*"] });
    expect([checkedIn(everything.text, "access"), checkedIn(everything.text, "permission")]).toEqual([["all"], []]);
    const unknown = await fill(NEW_KEY, "__proto__", { ...typed, access: "some", permission: ["github:*"] });
    expect(checkedIn(unknown.text, "permission")).toEqual(["github:*"]);
    expect(await keysOf()).toBe(before);
  });

  test("an AI client begins with reading what is connected, and each preset fills in what is then granted", async () => {
    const begin = (await person.get(consent)).text;
    const chosen = (html: string) => ["use", "access", "provider"].map((name) => checkedIn(html, name));
    expect(chosen(begin)).toEqual([["read"], ["some"], ["google"]]);
    expect(begin).toMatch(/<option value="read" selected/);
    expect(chosen((await fill(consent, "connected")).text)).toEqual([["all"], ["some"], ["google"]]);
    expect(chosen((await fill(consent, "")).text)).toEqual([["all"], ["all"], []]);
    const one = await fill(consent, "github", { days: "30", decision: "allow", use: "read", access: "all" });
    expect(chosen(one.text)).toEqual([["all"], ["some"], ["github"]]);
    expect(one.text).toMatch(/<option value="30" selected/);
    const [use = "", access = ""] = chosen(one.text).flat();
    const { access: token } = await granted(gateway, person, { fields: { use, access, provider: ["github"] } });
    const status = async (id: string) => (await callAsClient(gateway.app, token, id)).headers.get("x-error-code");
    expect(await status("google_calendar_list_events")).toBe("PERMISSION_DENIED");
    expect(await (await callAsClient(gateway.app, token, "github_list_repos")).text()).toContain("is not connected");
    const { mcp_clients: clients } = (await gateway.admin("GET", `/users/${person.userId}/mcp-clients`)).json.data;
    expect(clients.map(({ providers }: { providers: string[] }) => providers)).toEqual([["github"]]);
  });

  test("a client that may only read is offered no change, whatever the preset", async () => {
    const reading = authorizePath(gateway, await newClient(gateway), pkce().challenge, { scope: "tools:read" });
    expect(checkedIn((await fill(reading, "github")).text, "use")).toEqual(["read"]);
  });

  test("providers say what they allow, so that the search finds a permission, and Enter allows as before", async () => {
    const { text } = await person.get(consent);
    expect(text).toContain('data-narrows="providers"');
    expect(text).toMatch(/repos: read, write/);
    const buttons = [...text.slice(text.indexOf('class="fields')).matchAll(/<button type="submit"([^>]*)>/g)];
    expect(buttons[0]?.[1]).toContain('name="decision" value="allow"');
  });

  test("a user without a connection begins with reading everything", async () => {
    const nobody = await signedIn(gateway);
    const { text } = await nobody.get(consent);
    expect([checkedIn(text, "use"), checkedIn(text, "access")]).toEqual([["read"], ["all"]]);
    expect(optionsIn(text).map(([value]) => value)).not.toContain("connected");
  });
});
