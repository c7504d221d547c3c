// Guides and the pages of the dashboard lead to each other, and code in guides can be copied without inline script.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { guidedPages } from "../../src/dashboard/navigation.ts";
import { servedGuides } from "../../src/reference/files.ts";
import { type SignedIn, signedIn } from "../dashboard/browser.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ROOT } from "../support/sources.ts";

setDefaultTimeout(HOOK_MS);

let gateway: TestGateway;
let person: SignedIn;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded" });
  person = await signedIn(gateway);
});
afterAll(() => gateway.close());

test("every page of the side bar names a guide that exists, and the guide leads back to the page", async () => {
  const guides = servedGuides(ROOT);
  for (const { title, path, guide } of guidedPages()) {
    expect(guides).toContain(guide);
    const { text } = await gateway.call("GET", `/docs/guides/${guide}`);
    expect(text, guide).toContain(`<li><a href="${path}">${title}</a></li>`);
  }
});

test("a page leads to its guide, and a page below it to the same one", async () => {
  for (const path of ["/tools", "/settings/keys", "/settings/keys/new"]) {
    const { text } = await person.get(path);
    const entry = guidedPages().find((page) => path.startsWith(page.path) && page.path !== "/");
    expect(text, path).toContain(`href="/docs/guides/${entry?.guide}"`);
  }
});

test("a guide runs one script, which is a file of this host", async () => {
  const { text, headers } = await gateway.call("GET", "/docs/guides/tutorial-product");
  expect(text.match(/<script[^>]*>/g)).toHaveLength(1);
  const [, path = ""] = /<script src="(\/docs\/assets\/guide\.[0-9a-f]{16}\.js)" defer>/.exec(text) ?? [];
  expect((await gateway.call("GET", path)).status).toBe(200);
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(headers.get("content-security-policy")).not.toContain("unsafe");
  expect(text).toContain('<div class="code"><pre tabindex="0">');
});

test("the tutorials come first", async () => {
  const { text } = await gateway.call("GET", "/docs/guides/api");
  const [first] = text.match(/\/docs\/guides\/[a-z-]+/g) ?? [];
  expect(first).toBe("/docs/guides/tutorial-product");
});
