// The connect page addresses a person in one tone a language: Sie, vous, usted, você, です・ます; its own texts and those of plugins.
import { describe, expect, test } from "bun:test";
import { TEXTS } from "../../../src/connections/connect/page-texts.ts";
import type { Language } from "../../../src/plugin/index.ts";
import { builtInPlugins } from "../../support/built-in.ts";

const plugins = await builtInPlugins();

/** Words that only another tone has, a capital where only a sentence's first one is wrong; for Portuguese also Portugal's, as the texts are Brazil's. */
const OTHER_TONE: Readonly<Record<Exclude<Language, "ja">, string>> = {
  de: "du dir dich dein deine deinen deinem deiner deines euch euer eure euren eurem",
  fr: "tu te toi ton tes tien tienne peux veux essaie ferme reviens",
  es:
    "tú tu tus te ti contigo tuyo tuya puedes quieres quieras eres tienes estás verás volverás dijiste conoces permitas acabes" +
    " empieza avisa inténtalo dale Vuelve Cierra Pide Sigue Termina Indica Recarga Copia Comprueba Rellena",
  pt:
    "tu teu teus tua tuas ti contigo podes queres senhor senhora palavra-passe ficheiro ficheiros utilizador ecrã ligação" +
    " sítio demasiado demasiadas aceder partilhar guardado",
};

function textsIn(value: unknown, at: string): [at: string, text: string][] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${at}.${name}`));
}

const shown = (lang: Language) => [
  ...textsIn(TEXTS[lang], lang),
  ...plugins.flatMap(({ id, translations }) => textsIn(translations?.[lang], `${id}.${lang}`)),
];

describe("the tone of the connect page", () => {
  test.each(Object.entries(OTHER_TONE))("is one in %s", (lang, words) => {
    const other = new Set(words.split(" "));
    const wrong = shown(lang as Language).filter(([, text]) =>
      text.split(/[^\p{L}-]+/u).some((word) => other.has(word) || other.has(word.toLowerCase())),
    );
    expect(shown(lang as Language).length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  test("is polite in Japanese: each sentence to a person ends so, and an account is connected and signed in to by one word", () => {
    const sentences = textsIn(TEXTS.ja, "ja").flatMap(([at, text]) =>
      (text.replace(/（[^）]*）|対象：\{account\}。/g, "").match(/[^。？]+[。？]/g) ?? []).map(
        (sentence): [string, string] => [at, sentence],
      ),
    );
    const wrong = sentences.filter(([, text]) => !/(ます|です|ません|ました|でした|ください)(か)?[。？]$/.test(text));
    expect(sentences.length).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
    expect(textsIn(TEXTS.ja, "ja").filter(([, text]) => /サインイン|の接続|この接続/.test(text))).toEqual([]);
  });
});
