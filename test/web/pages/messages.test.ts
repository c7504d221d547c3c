// The texts of pages and their translations: each fits its English text, and a page has no text in one language alone.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { Markup } from "../../../src/web/pages/jsx-runtime.ts";
import { PAGE_LANGUAGES } from "../../../src/web/pages/language.ts";
import { inLanguage, pageLanguage, rich, tr, translationOf } from "../../../src/web/pages/messages.ts";
import { messagesOfSource, rawTexts } from "../../support/messages.ts";
import { ROOT } from "../../support/sources.ts";

const messages = new Set(messagesOfSource());
const fileOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, "src/web/pages/messages", `${language}.json`), "utf8"));

interface Part {
  type: number;
  value: string;
  children?: Part[];
  options?: Record<string, { value: Part[] }>;
}
const LITERAL = 0;
const POUND = 7;

/** The names of the places and tags of a text, each once. */
function placesOf(text: string): string[] {
  const names = new Set<string>();
  const visit = (parts: readonly Part[]): void => {
    for (const { type, value, children = [], options = {} } of parts) {
      if (type !== LITERAL && type !== POUND) names.add(value);
      visit(children);
      for (const option of Object.values(options)) visit(option.value);
    }
  };
  visit(new IntlMessageFormat(text, "en").getAst() as Part[]);
  return [...names].sort();
}

/** Texts without places are not read as patterns, so `{` may stand in them as it is. */
const isPattern = (text: string) => /\{\w+[,}]|<\w+>/.test(text);

for (const language of PAGE_LANGUAGES.slice(1)) {
  test(`${language}: each translation is of a text in the source, and has its places and tags`, () => {
    const wrong = Object.entries(fileOf(language)).filter(
      ([text, translation]) =>
        !messages.has(text) ||
        translation.trim() === "" ||
        (isPattern(text) && placesOf(text).join() !== placesOf(translation).join()),
    );
    expect(wrong).toEqual([]);
  });
}

test("each language has every text", () => {
  const lacking = PAGE_LANGUAGES.slice(1).map((language) => {
    const own = fileOf(language);
    return [language, [...messages].filter((text) => !Object.hasOwn(own, text))];
  });
  expect(lacking).toEqual(PAGE_LANGUAGES.slice(1).map((language) => [language, []]));
});

test("a page has the texts of its language's file", () => {
  for (const language of PAGE_LANGUAGES.slice(1)) {
    const read = Object.keys(fileOf(language)).map((text) => [text, inLanguage(language, () => translationOf(text))]);
    expect(Object.fromEntries(read)).toEqual(fileOf(language));
  }
});

test("the English texts are readable patterns", () => {
  for (const text of messages) if (isPattern(text)) expect(placesOf(text)).not.toEqual([]);
});

test("the language is that of the page around it, also over an await", async () => {
  const seen = await Promise.all(
    PAGE_LANGUAGES.map((language) =>
      inLanguage(language, async () => {
        await Promise.resolve();
        return pageLanguage();
      }),
    ),
  );
  expect(seen).toEqual(PAGE_LANGUAGES);
});

test("a value is never a pattern, and an unknown text is English", () => {
  expect(tr("Hello {name}", { name: "{name} <b>'{" })).toBe("Hello {name} <b>'{");
  expect(inLanguage("de", () => [tr("Nobody translated this"), translationOf("Nobody translated this")])).toEqual([
    "Nobody translated this",
    null,
  ]);
  const link = new Markup("<a>x</a>");
  expect(rich("See <a>{name}</a>.", { name: "x", a: () => link })).toEqual(["See ", link, "."]);
});

test("every text of a page is in the reader's language", () => {
  // The API's input, in the sentence that its caller gets, and codes of scripts.
  const found = rawTexts().filter(({ file }) => !["src/dashboard/api.ts", "src/web/pages/reader.ts"].includes(file));
  expect(found).toEqual([]);
});
