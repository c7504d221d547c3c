// The page of a connect session for providers that need something typed: fields, errors beside them, and connecting at once.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { TEXTS } from "../../../src/connections/connect/page-texts.ts";
import { PAGE_LANGUAGES } from "../../../src/web/pages/language.ts";
import { connectPath, dump, HOOK_MS, integrationOf, land, REDIRECT_URL, sessionOf } from "../../support/connecting.ts";
import {
  type CredentialStandIn,
  keyOf,
  signedCallback,
  startCredentialStandIn,
  TYPED_PROVIDERS,
} from "../../support/credential-providers.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser, unescaped } from "../../support/page-browser.ts";

const SECRET = "sk_test_typedonthepage";

for (const lane of laneOf(import.meta.file)) {
  describe(`fields on the page of a connect session on ${lane}`, () => {
    let standIn: CredentialStandIn;
    let gateway: TestGateway;
    let key: string;
    let accounts = 0;
    beforeAll(async () => {
      standIn = await startCredentialStandIn();
      const plugins = [...TYPED_PROVIDERS, keyOf("both")];
      gateway = await startTestGateway({ lane, plugins, settings: standIn.settings });
      key = (await gateway.partner({ tier: "enterprise" })).key;
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await standIn.close();
    }, HOOK_MS);

    const startPage = async (body: Record<string, unknown>) => {
      const accountId = await gateway.account(key, `customer-${++accounts}`);
      const response = await gateway.call("POST", connectPath(accountId), {
        key,
        body: { redirect_url: REDIRECT_URL, page: true, ...body },
      });
      if (response.status !== 200) throw new Error(response.text);
      const { connect_url: url, session_id: sessionId } = response.json.data;
      return { url: url as string, sessionId: sessionId as string, accountId };
    };

    test.each(["replace", "keep"])(
      "S-18: another person's key is asked about before it replaces one: %s",
      async (action) => {
        const others = `sk_test_ofgrace${action}`;
        standIn.valid.add(`keyed ${SECRET}`).add(`keyed ${others}`);
        standIn.others.set(`keyed ${others}`, { id: "keyed-2", name: "Grace of keyed" });
        const { url, accountId } = await startPage({ provider: "keyed" });
        const enter = async (connectUrl: string, secret: string) => {
          const browser = pageBrowser();
          const sent = { action: "continue", "credential.api_key": secret };
          return { browser, page: await browser.send(await browser.open(connectUrl), sent) };
        };
        await enter(url, SECRET);
        const current = async () => (await integrationOf(gateway, key, "keyed", accountId)).identity.name;
        const body = { provider: "keyed", redirect_url: REDIRECT_URL, page: true };
        const again = (await gateway.call("POST", connectPath(accountId), { key, body })).json.data.connect_url;
        const { browser, page } = await enter(again, others);
        expect([page.status, page.title, page.fields.replaces]).toEqual([
          200,
          "Replace the Keyed connection?",
          "keyed-1",
        ]);
        expect(await current()).toBe("Ada of keyed");
        await browser.send(page, { action });
        expect(await current()).toBe(action === "replace" ? "Grace of keyed" : "Ada of keyed");
      },
    );

    test("an API key: help where it is typed, errors beside the field, the outcome as anywhere", async () => {
      standIn.valid.add(`keyed ${SECRET}`);
      const { url, sessionId, accountId } = await startPage({ provider: "keyed" });
      const browser = pageBrowser();
      const opened = await browser.open(url);
      for (const text of ["Secret key", "Make one with read access.", "Developers", "sk_test_51abc", 'class="picture"'])
        expect(opened.text).toContain(text);
      expect(opened.links).toContain("https://dashboard.example.com/keys");
      expect(opened.text).toContain('type="password"');
      const sent = { action: "continue" };
      const empty = await browser.send(opened, { ...sent, "credential.api_key": " " });
      expect([empty.status, empty.text.includes("Fill this in.")]).toEqual([400, true]);
      const wrong = await browser.send(empty, { ...sent, "credential.api_key": "pk_live_WrongFieldOfAda" });
      expect(wrong.text).toContain("does not have the form that Keyed uses");
      expect(wrong.text).toContain('aria-invalid="true"');
      const refused = await browser.send(wrong, { ...sent, "credential.api_key": "sk_test_refusedofada" });
      expect([refused.status, unescaped(refused.text).includes("Keyed does not accept this.")]).toEqual([400, true]);
      for (const page of [wrong, refused])
        for (const secret of ["WrongFieldOfAda", "refusedofada"]) expect(page.text + page.url).not.toContain(secret);
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("pending");
      const landed = await browser.send(refused, { ...sent, "credential.api_key": ` ${SECRET} ` });
      expect([landed.status, landed.title, landed.url]).toEqual([
        200,
        "Keyed is connected",
        `${gateway.url}/connect/sessions/${sessionId}`,
      ]);
      expect(landed.text).toContain("Ada of keyed");
      const back = new URL(landed.links.find((link) => link.startsWith("http://localhost/done")) as string);
      expect(back.searchParams.get("status")).toBe("success");
      expect((await integrationOf(gateway, key, "keyed", accountId)).status).toBe("active");
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("completed");
      const everything = (await dump(gateway)) + gateway.logLines.join("\n");
      for (const secret of [SECRET, "WrongFieldOfAda", "refusedofada"]) expect(everything).not.toContain(secret);
    });

    test("S-14: with confirm, a typed grant waits as any other", async () => {
      standIn.valid.add(`keyed ${SECRET}`);
      const { url, accountId } = await startPage({ provider: "keyed", confirm: true });
      const browser = pageBrowser();
      const landed = await browser.send(await browser.open(url), { action: "continue", "credential.api_key": SECRET });
      const back = new URL(landed.links.find((link) => link.startsWith("http://localhost/done")) as string);
      expect((await integrationOf(gateway, key, "keyed", accountId)).status).toBe("pending");
      const confirmed = await gateway.call("POST", `/api/v1/accounts/${accountId}/integrations/keyed/confirm`, {
        key,
        body: { confirm_token: back.searchParams.get("confirm_token") },
      });
      expect([confirmed.status, confirmed.json.data.status]).toEqual([200, "active"]);
      const called = await gateway.call("GET", "/api/v1/keyed/things", {
        key,
        headers: { "x-account-id": `customer-${accounts}` },
      });
      expect(called.status).toBe(200);
    });

    test("S-32: an address is asked for, then OAuth goes on there alone", async () => {
      const { url, sessionId, accountId } = await startPage({ provider: "shop" });
      const browser = pageBrowser();
      const opened = await browser.open(url);
      expect(opened.text).toContain("Shop address");
      const wrong = await browser.send(opened, {
        action: "continue",
        "tenant.shop": "shop.myshop.example.evil.example",
      });
      expect([wrong.status, wrong.onTo]).toEqual([400, null]);
      expect(wrong.text).toContain('value="shop.myshop.example.evil.example"');
      const onward = await browser.send(wrong, { action: "continue", "tenant.shop": "acme.myshop.example" });
      const authorize = new URL(onward.onTo as string);
      expect(authorize.pathname).toBe("/shop/acme.myshop.example/authorize");
      const state = authorize.searchParams.get("state") as string;
      const parameters = { code: "good-code", shop: "acme.myshop.example", state };
      const callback = signedCallback(`${gateway.url}/api/v1/connect/callback`, parameters);
      expect((await land(callback)).status).toBe(400);
      expect((await browser.open(callback)).title).toBe("Shop is connected");
      expect((await sessionOf(gateway, key, sessionId, accountId)).status).toBe("completed");
    });

    test("what the partner says of the address need not be typed again", async () => {
      const { url } = await startPage({ provider: "desk", fields: { subdomain: "acme" } });
      const opened = await pageBrowser().open(url);
      expect(opened.text).toContain('name="tenant.subdomain" type="text" value="acme"');
    });

    test("a provider with several kinds: its first, and a way to the others", async () => {
      const { url } = await startPage({ provider: "both" });
      const browser = pageBrowser();
      const opened = await browser.open(url);
      expect(opened.text).toContain('name="credential.api_key"');
      const other = opened.links.find((link) => link.includes("auth=basic")) as string;
      const shown = await browser.open(new URL(other, gateway.url).href);
      expect(shown.text).toContain('name="credential.username"');
      expect(shown.text).not.toContain('name="credential.api_key"');
    });

    test("tries are bounded, and another browser gets none", async () => {
      const { url } = await startPage({ provider: "keyed" });
      const browser = pageBrowser();
      let page = await browser.open(url);
      for (let i = 0; i < 20; i++)
        page = await browser.send(page, { action: "continue", "credential.api_key": `sk_test_guess${i}` });
      expect(unescaped(page.text)).toContain("does not accept this");
      standIn.seen.length = 0;
      const over = await browser.send(page, { action: "continue", "credential.api_key": SECRET });
      expect(unescaped(over.text)).toContain("too many tries");
      expect(standIn.seen).toEqual([]);
      expect((await pageBrowser().open(url)).title).toBe("This link was already used");
      const forged = await browser.send(page, { action: "continue", form_token: "x" });
      expect(forged.status).toBe(403);
    });

    test("the page's own words are there in every language", async () => {
      const { url } = await startPage({ provider: "keyed" });
      for (const lang of PAGE_LANGUAGES) {
        const { text } = await pageBrowser().open(`${url}?lang=${lang}`);
        expect(unescaped(text)).toContain(TEXTS[lang].sign_in.find_it);
        expect(unescaped(text)).toContain(TEXTS[lang].sign_in.key_hint);
      }
    });
  });
}
