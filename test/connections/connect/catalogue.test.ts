// What a product reads to draw its own page of integrations: nothing that a call would contradict.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { builtInPlugins, PLUGIN_IDS } from "../../support/built-in.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/api/v1/providers";

interface Entry {
  id: string;
  name: string;
  logo: string | null;
  is_set_up: boolean;
  is_set_up_for_accounts: boolean;
  sign_in: {
    kind: string;
    is_set_up: boolean;
    fields: { name: string; part: string; label: string; is_secret: boolean }[];
  }[];
  services: { name: string; title: string; permissions: { name: string; text: string }[] }[];
}

describe("the catalogue of providers", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins(), emulate: ["github"] });
    key = (await gateway.partner()).key;
  });
  afterAll(() => gateway.close());

  const list = async (query = "", headers?: Record<string, string>, by = key) => {
    const { json } = await gateway.call("GET", PATH + query, { key: by, headers });
    return json.data as { lang: string; providers: Entry[] };
  };
  const entryOf = async (id: string, by = key) =>
    (await list("", undefined, by)).providers.find((one) => one.id === id);

  test("has every provider, with what its plugin declares, a picture, and words for each permission", async () => {
    const { lang, providers } = await list();
    expect([lang, providers.map(({ id }) => id).sort()]).toEqual(["en", [...PLUGIN_IDS].sort()]);
    for (const { id, logo, sign_in, services } of providers) {
      const plugin = gateway.app.deps.registry.provider(id);
      expect(sign_in.map(({ kind }) => kind).sort()).toEqual(Object.keys(plugin?.auth ?? {}).sort());
      expect(logo).toStartWith("data:image/svg+xml,");
      for (const { name, permissions } of services)
        for (const permission of permissions) {
          expect(permission.name).toStartWith(`${name}.`);
          expect(permission.text.length).toBeGreaterThan(5);
        }
    }
  });

  test("says what is set up as a connect finds it", async () => {
    const seen = new Set<number>();
    for (const { id, sign_in } of (await list()).providers) {
      const oauth = sign_in.find(({ kind }) => kind === "oauth2");
      if (!oauth || oauth.fields.length > 0) continue;
      const body = { provider: id, redirect_url: "http://localhost/done" };
      const { status } = await gateway.call("POST", "/api/v1/integrations/connect", { key, body });
      expect([id, status]).toEqual([id, oauth.is_set_up ? 200 : 502]);
      seen.add(status);
    }
    expect([...seen].sort()).toEqual([200, 502]);
  });

  test("a partner's own OAuth app sets a provider up for its accounts only, and for no other partner's", async () => {
    const other = (await gateway.partner()).key;
    const body = { client_id: "own-client", client_secret: "own-secret" };
    expect((await gateway.call("PUT", "/api/v1/oauth-apps/slack", { key, body })).status).toBe(200);
    await gateway.heard();
    const states = [await entryOf("slack"), await entryOf("slack", other)];
    expect(states.map((one) => [one?.is_set_up, one?.is_set_up_for_accounts])).toEqual([
      [false, true],
      [false, false],
    ]);
  });

  test("is in the reader's language, by name or by what the browser accepts", async () => {
    const titleOf = ({ lang, providers }: Awaited<ReturnType<typeof list>>) => [
      lang,
      providers.find(({ id }) => id === "google")?.services.find(({ name }) => name === "calendar")?.title,
    ];
    expect(titleOf(await list("?lang=de"))).toEqual(["de", "Kalender"]);
    expect(titleOf(await list("", { "accept-language": "de-AT,en;q=0.5" }))).toEqual(["de", "Kalender"]);
    expect(titleOf(await list("?lang=en", { "accept-language": "de" }))).toEqual(["en", "Calendar"]);
    expect((await gateway.call("GET", `${PATH}?lang=xx`, { key })).status).toBe(400);
  });
});
