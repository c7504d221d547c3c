// The texts of the connect pages: the same ones with the same places in every language, chosen as the browser asks.

import { describe, expect, test } from "bun:test";
import { connectPageRequest } from "../../../src/connections/connect/page-request.ts";
import { reasonOf, scopesText, TEXTS } from "../../../src/connections/connect/page-texts.ts";
import { PAGE_LANGUAGES } from "../../../src/web/pages/language.ts";

/** `reasons.other` → its text. */
function flat(texts: object, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const english = flat(TEXTS.en);

describe.each(PAGE_LANGUAGES.map((lang) => [lang] as const))("texts in %s", (lang) => {
  const texts = flat(TEXTS[lang]);

  test("are all there, and no others", () => {
    expect([...texts.keys()]).toEqual([...english.keys()]);
    for (const text of texts.values()) expect(text.trim()).not.toBe("");
  });

  test("have the places of the English ones", () => {
    for (const [key, text] of texts) expect([key, placesIn(text)]).toEqual([key, placesIn(english.get(key) ?? "")]);
  });

  test("are translated", () => {
    const same = [...texts].filter(([key, text]) => text === english.get(key));
    expect(same.map(([key]) => key)).toEqual(lang === "en" ? [...english.keys()] : []);
  });

  test("say why a connect failed, also where the reason is new", () => {
    const names = { provider: "Google", partner: "Lovelace Mail" };
    for (const reason of ["access_denied", "a_new_one", "constructor"])
      expect(reasonOf(TEXTS[lang], reason, names).join("")).not.toMatch(/[{}]/);
    expect(scopesText(TEXTS[lang], lang, 1)).not.toContain("{");
    expect(scopesText(TEXTS[lang], lang, 1_200)).toMatch(/1[.,\s\u202f]?200/);
  });
});

describe("the language", () => {
  const langOf = (query: string, accept?: string) =>
    connectPageRequest(
      new Request(
        `http://localhost/connect/x${query}`,
        accept === undefined ? {} : { headers: { "accept-language": accept } },
      ),
    ).lang;

  test.each([
    ["", undefined, "en"],
    ["", "de-AT,de;q=0.9,en;q=0.8", "de"],
    ["", "it, fr;q=0.7, en;q=0.3", "fr"],
    ["", "pt-BR", "pt"],
    ["", "JA", "ja"],
    ["", "nl", "en"],
    ["", "*", "en"],
    ["", "de;q=0, es;q=0.1", "es"],
    ["?lang=fr", "de", "fr"],
    ["?lang=fr-CA", "de", "fr"],
    ["?lang=xx", "de", "de"],
    ["?lang=__proto__", "ja", "ja"],
  ])("%s with Accept-Language %p is %s", (query, accept, expected) => {
    expect(langOf(query, accept)).toBe(expected as (typeof PAGE_LANGUAGES)[number]);
  });
});
