// What a page with all providers costs a browser: bytes on the wire, requests, and hosts; for every page of the dashboard.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { PAGE_LANGUAGES } from "../../src/web/pages/language.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SignedIn, signedIn } from "./browser.ts";
import { everyPage, type SeenPage } from "./every-page.ts";

setDefaultTimeout(HOOK_MS);
const MAX_PAGE_BYTES = 100_000;
const MAX_SCRIPT_BYTES = 20_000;

describe("the budget of pages", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  let pages: SeenPage[];
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins(), emulate: ["google"] });
    person = await signedIn(gateway, { role: "owner", partner: true });
    pages = await everyPage(gateway, person);
  });
  afterAll(() => gateway.close());

  const assetsOf = (html: string) =>
    [...html.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(([, path = ""]) => path);

  /** Bytes of the body as it is sent to a browser. */
  const sent = async (asset: string): Promise<number> => {
    const response = await fetch(gateway.url + asset, { headers: { "accept-encoding": "br" }, decompress: false });
    return (await response.arrayBuffer()).byteLength;
  };

  test.each(PAGE_LANGUAGES)(
    "a page with its style sheets and scripts has less than 100 KB, in six requests at most: %s",
    async (language) => {
      await person.submit("/settings/language", { language, next: "/" }, "/tools");
      const sizes = new Map<string, number>();
      for (const { path, html } of await everyPage(gateway, person)) {
        const assets = assetsOf(html);
        for (const asset of assets) if (!sizes.has(asset)) sizes.set(asset, await sent(asset));
        const total = assets.reduce((sum, asset) => sum + (sizes.get(asset) ?? 0), Buffer.byteLength(html));
        expect([path, total < MAX_PAGE_BYTES, assets.length <= 5]).toEqual([path, true, true]);
      }
      await person.submit("/settings/language", { language: "", next: "/" }, "/tools");
    },
  );

  test("our own script has less than 20 KB, and nothing comes from another host", async () => {
    const { text } = await person.get("/");
    const assets = assetsOf(text);
    expect(assets.filter((path) => !path.startsWith("/assets/"))).toEqual([]);
    const script = assets.find((path) => path.startsWith("/assets/page."));
    expect((await person.get(script as string)).text.length).toBeLessThan(MAX_SCRIPT_BYTES);
    for (const { html } of pages) expect(html).not.toMatch(/(?:src|srcset|data)="https?:/);
  });

  test("every link, form and label of a page leads somewhere", async () => {
    const followed = new Set<string>();
    for (const { path, html } of pages) {
      const ids = new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
      const named = [...html.matchAll(/(?:for|aria-labelledby|aria-describedby|data-copy)="([^"]+)"/g)];
      for (const [, list = ""] of named)
        for (const id of list.split(" ")) expect([path, id, ids.has(id)]).toEqual([path, id, true]);
      for (const [, href = ""] of html.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)) {
        if (followed.has(href)) continue;
        followed.add(href);
        const linked = await person.get(href.replaceAll("&amp;", "&"));
        expect([path, href, linked.status < 400]).toEqual([path, href, true]);
      }
    }
  });
});
