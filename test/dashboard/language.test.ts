// The language of the dashboard: what the browser accepts, or what a person chose in this browser.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { LANGUAGE_NAMES } from "../../src/web/pages/language.ts";
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

test("what a page has in English on a German page is a name, or is marked as English", async () => {
  const reader = await signedIn(gateway, { role: "owner", partner: true });
  const pagesIn = async (language: string) => {
    await reader.submit(PATH, { language, next: "/" }, "/tools");
    return new Map((await everyPage(gateway, reader)).map(({ path, html }) => [path, textsOf(html)]));
  };
  const english = await pagesIn("en");
  const found: string[] = [];
  let compared = 0;
  for (const [path, texts] of await pagesIn("de")) {
    const same = new Set(english.get(path));
    compared += texts.length;
    found.push(...texts.filter((text) => same.has(text) && !isName(text)).map((text) => `${path}: ${text}`));
  }
  expect(compared).toBeGreaterThan(1_000);
  expect([...new Set(found)]).toEqual([]);
});

/** A word that German has too, as its translation says, or what no language changes: names, ids, addresses, HTTP's statuses. */
function isName(text: string): boolean {
  const { providers } = gateway.app.deps.registry;
  const names = [...providers.values()].flatMap(({ name, services }) => [name, ...Object.keys(services)]);
  const all = [
    ...names,
    ...Object.values(LANGUAGE_NAMES),
    "free",
    "pro",
    "enterprise",
    "development",
    "URL",
    "CSV",
    "JSON",
  ];
  return (
    (german as Record<string, string>)[text] === text ||
    text.split(", ").every((one) => all.includes(one)) ||
    /^\S*[._:@…]\S*$|^[1-5]\d\d /.test(text) ||
    !/[a-z]{2}/i.test(text)
  );
}

/** What stands between tags, but for names, code and what is marked as English. */
function textsOf(html: string): string[] {
  const read = html.replace(/<(code|kbd|pre|bdi|script|textarea|style|time)\b[^>]*>[\s\S]*?<\/\1>/g, "");
  const body = read.slice(read.indexOf("<body")).replace(/<(\w+)[^>]* lang="en"[^>]*>(?:(?!<\1\b)[\s\S])*?<\/\1>/g, "");
  return [...body.matchAll(/>([^<>]+)</g)].map(([, text = ""]) => unescaped(text).trim()).filter((text) => text !== "");
}
