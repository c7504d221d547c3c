// The language of the dashboard: what the browser accepts, or what a person chose in this browser.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import german from "../../src/web/pages/messages/de.json" with { type: "json" };
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";
import { everyPage } from "./every-page.ts";

setDefaultTimeout(HOOK_MS);

const PATH = "/settings/language";
let gateway: TestGateway;
let person: SignedIn;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded" });
  person = await signedIn(gateway);
});
afterAll(() => gateway.close());

const languageOf = async (accepted?: string) => {
  const { text } = await person.get("/tools", accepted ? { "accept-language": accepted } : {});
  return /<html lang="([a-z]+)"/.exec(text)?.[1];
};

test("a page is in the language that the browser prefers among ours, and in English for others", async () => {
  for (const [accepted, language] of [
    ["de-AT,en;q=0.5", "de"],
    ["it,fr;q=0.4,en;q=0.2", "fr"],
    ["it", "en"],
    ["no language;;,", "en"],
  ]) {
    expect(await languageOf(accepted)).toBe(language);
  }
});

test("a choice goes before the browser's, until it is taken back, and leads to the page where it was made", async () => {
  const { headers } = await person.submit(PATH, { language: "ja", next: "/tools?q=mail" }, "/tools");
  expect([headers.get("location"), await languageOf("de")]).toEqual(["/tools?q=mail", "ja"]);
  await person.submit(PATH, { language: "", next: "/tools" }, "/tools");
  expect(await languageOf("de")).toBe("de");
});

test("what is no language chooses none, and another site is no page to go back to", async () => {
  const { headers } = await person.submit(PATH, { language: "xx;a=1", next: "//evil.example/" }, "/tools");
  expect([headers.get("location"), await languageOf()]).toEqual(["/", "en"]);
});

test("no page shows the English of a text that the reader's language has", async () => {
  const reader = await signedIn(gateway, { role: "owner", partner: true });
  await reader.submit(PATH, { language: "de", next: "/" }, "/tools");
  const english = new Set(Object.entries(german).flatMap(([text, own]) => (text === own ? [] : [text])));
  const pages = await everyPage(gateway, reader);
  const found = pages.flatMap(({ path, html }) => textsOf(html).map((text) => [path, text] as const));
  expect(found.length).toBeGreaterThan(1_000);
  expect(found.filter(([, text]) => english.has(text))).toEqual([]);
});

/** What stands between tags, but for names, code and what is marked as English. */
function textsOf(html: string): string[] {
  const read = html.replace(
    /<(code|pre|bdi|script|textarea|style)\b[^>]*>[\s\S]*?<\/\1>|<(\w+)[^>]* lang="en"[^>]*>[^<]*<\/\2>/g,
    "",
  );
  const body = read.slice(read.indexOf("<body"));
  return [...body.matchAll(/>([^<>]+)</g)].map(([, text = ""]) => unescaped(text).trim()).filter((text) => text !== "");
}
