// The connect page of every built-in provider over real HTTP in every language: each permission in that language, and nothing in English.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Provider } from "../../../src/plugin/index.ts";
import { permissionsOf } from "../../../src/providers/registry/scopes.ts";
import { PAGE_LANGUAGES } from "../../../src/web/pages/language.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { connectPath, HOOK_MS, REDIRECT_URL } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type PageBrowser, pageBrowser, unescaped } from "../../support/page-browser.ts";

setDefaultTimeout(HOOK_MS);

/** The texts of plugins alone, without those of the gateway. */
const PARAGRAPH = /<p(?: class="[^"]*")?(?: lang="(\w+)")?>([^<]*)<\/p>/g;
const plugins = await builtInPlugins();
const oauth = plugins.filter(({ auth }) => "oauth2" in auth);

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  const client = { clientId: "client", clientSecret: "secret" };
  gateway = await startTestGateway({
    lane: "embedded",
    plugins,
    settings: Object.fromEntries(oauth.map(({ id }) => [id, client])),
  });
  key = (await gateway.partner({ tier: "enterprise" })).key;
}, HOOK_MS);
afterAll(() => gateway.close(), HOOK_MS);

/** A connect that asks for everything the plugin knows. */
async function startConnect(plugin: Provider): Promise<{ url: string; browser: PageBrowser }> {
  const scopes = Object.values(plugin.services).flatMap((service) =>
    Object.values(service).flatMap((permission) => permission.scopes),
  );
  const asked = "oauth2" in plugin.auth ? { scopes: [...new Set(scopes)] } : {};
  const account = await gateway.account(key, `customer-of-${plugin.id}`);
  const { json, text } = await gateway.call("POST", connectPath(account), {
    key,
    body: { redirect_url: REDIRECT_URL, page: true, provider: plugin.id, ...asked },
  });
  if (!json.data) throw new Error(`${plugin.id}: ${text}`);
  return { url: json.data.connect_url, browser: pageBrowser() };
}

/** What is wrong with the page in one language. */
function problemsOf(html: string, plugin: Provider, lang: string): string[] {
  const shown = [...html.matchAll(PARAGRAPH)];
  const texts = new Set(shown.map(([, , text = ""]) => unescaped(text)));
  const translated = plugin.translations?.[lang as "de"]?.permissions as Record<string, string> | undefined;
  const missing = permissionsOf(plugin).filter((permission) => {
    const [service = "", action = ""] = permission.split(".");
    const sentence = translated?.[permission] ?? plugin.services[service]?.[action]?.description ?? "";
    return !texts.has(sentence.replace(/[.。]$/, ""));
  });
  const marked = shown.filter(([, own]) => own !== undefined).map(([, own, text]) => `${own}: ${text}`);
  return [
    ...(html.includes(`<html lang="${lang}"`) ? [] : ["the page does not say its language"]),
    ...missing.map((permission) => `${permission} is not shown`),
    ...marked.map((text) => `marked as another language: ${text}`),
  ];
}

test("every provider's permissions are shown in every language of the page, and said to be in it", async () => {
  expect(plugins.length).toBeGreaterThan(20);
  const problems: string[] = [];
  for (const plugin of plugins) {
    const { url, browser } = await startConnect(plugin);
    const [kind] = Object.keys(plugin.auth);
    for (const lang of PAGE_LANGUAGES) {
      const { status, text } = await browser.open(`${url}?lang=${lang}&auth=${kind}`);
      expect([plugin.id, lang, status]).toEqual([plugin.id, lang, 200]);
      problems.push(...problemsOf(text, plugin, lang).map((problem) => `${plugin.id} ${lang}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
});
