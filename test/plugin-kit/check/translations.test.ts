// Plugins in the languages of the connect page: all built-in ones are complete, and the kit finds what is missing or left over.

import { describe, expect, test } from "bun:test";
import { pluginTexts } from "../../../src/connections/connect/plugin-texts.ts";
import type { Provider, Translation } from "../../../src/plugin/index.ts";
import { translationViolations, untranslatedLanguages } from "../../../src/plugin-kit/check/translations.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { permissionsOf } from "../../../src/providers/registry/scopes.ts";
import { LANGUAGES } from "../../../src/providers/registry/translation-violations.ts";
import { RESERVED_IDS } from "../../../src/server/reserved-ids.ts";
import { PAGE_LANGUAGES } from "../../../src/web/pages/language.ts";
import { builtInPlugins } from "../../support/built-in.ts";

const plugins = await builtInPlugins();
const notion = plugins.find(({ id }) => id === "notion") as Provider;
type German = Translation<Provider["services"]>;
const german = notion.translations?.de as German;
const withGerman = (changed: Partial<German>): Provider => ({
  ...notion,
  translations: { ...notion.translations, de: { ...german, ...changed } },
});
const sentencesOf = (plugin: Provider) =>
  translationViolations(plugin).map(({ where, message }) => `${where}: ${message}`);

describe("built-in plugins", () => {
  test("are in every language of the connect page", () => {
    expect(PAGE_LANGUAGES.filter((lang) => lang !== "en")).toEqual([...LANGUAGES]);
    expect(plugins.length).toBeGreaterThan(20);
    expect(plugins.flatMap((plugin) => untranslatedLanguages(plugin).map((lang) => `${plugin.id}: ${lang}`))).toEqual(
      [],
    );
    expect(plugins.flatMap((plugin) => sentencesOf(plugin).map((text) => `${plugin.id}: ${text}`))).toEqual([]);
  });

  test.each(LANGUAGES.map((lang) => [lang] as const))("show no English permission in %s", (lang) => {
    const shown = plugins.flatMap((plugin) =>
      permissionsOf(plugin).map((permission) => ({
        at: `${plugin.id} ${permission}`,
        own: pluginTexts(plugin, lang).permission(permission),
        english: pluginTexts(plugin, "en").permission(permission).text,
      })),
    );
    expect(shown.length).toBeGreaterThan(190);
    expect(
      shown.filter(({ own, english }) => own.lang !== undefined || own.text === english).map(({ at }) => at),
    ).toEqual([]);
  });
});

describe("a plugin without a language", () => {
  test("is shown in English, and says that it is English", () => {
    const { translations: _, ...untranslated } = notion;
    const texts = pluginTexts(untranslated as Provider, "de");
    expect(texts.permission("pages.read")).toEqual({ text: "Read pages and their content", lang: "en" });
    expect(texts.service("pages")).toEqual({ text: "Pages", lang: "en" });
    expect(untranslatedLanguages(untranslated as Provider)).toEqual([...LANGUAGES]);
    expect(translationViolations(untranslated as Provider)).toEqual([]);
  });
});

describe("the kit", () => {
  const { "pages.read": _, ...without } = german.permissions as Record<string, string>;
  test.each<[string, Partial<German>, string]>([
    ["a missing sentence", { permissions: without }, "permissions.pages.read: is missing"],
    [
      "the English sentence",
      { permissions: { ...german.permissions, "pages.read": "Read pages and their content." } },
      "permissions.pages.read: is the English text",
    ],
    [
      "a sentence without its full stop",
      { permissions: { ...german.permissions, "pages.read": "Seiten lesen" } },
      "permissions.pages.read: must end with a full stop",
    ],
    [
      "invisible characters",
      { permissions: { ...german.permissions, "pages.read": "Seiten\u202e lesen." } },
      "permissions.pages.read: contains invisible characters",
    ],
  ])("finds %s", (_, changed, message) => {
    expect(sentencesOf(withGerman(changed)).join("\n")).toContain(`translations.de.${message}`);
  });

  test.each([
    ["of the provider", "Read pages of Notion.", "Seiten von Noschn lesen.", 'must keep "Notion".'],
    ["with two capitals", "Read files in OneDrive.", "Dateien in Onedrive lesen.", 'must keep "OneDrive".'],
    ["of letters alone", "Read the API log.", "Das Protokoll lesen.", 'must keep "API".'],
    ["of a scope", "Ask for read_all.", "Nach allem fragen.", 'must keep "read_all".'],
    ["of a domain", "Read pages of notion.so.", "Seiten lesen.", 'must keep "notion.so".'],
    ["that is a number", "Read the last 60 days.", "Die letzten Tage lesen.", 'must keep "60".'],
  ])("holds to a name %s", (_, english, translated, message) => {
    const services = { pages: { read: { scopes: [], description: english } } };
    const sentences = (text: string) => {
      const own = { services: { pages: "Seiten" }, permissions: { "pages.read": text } };
      return sentencesOf({ ...notion, services, translations: { de: own } } as unknown as Provider);
    };
    expect(sentences(translated).join("\n")).toContain(`permissions.pages.read: ${message}`);
    expect(sentences(`Mehr: ${english}`)).toEqual([]);
  });

  test.each<[string, Partial<German>]>([
    ["of a permission that is gone", { permissions: { ...german.permissions, "pages.burn": "Seiten verbrennen." } }],
    ["of a field that is gone", { fields: { "api_key.token": { label: "Token" } } }],
    ["past 200 characters", { permissions: { ...german.permissions, "pages.read": `${"Seiten ".repeat(40)}lesen.` } }],
  ])("a text %s is refused at load", (_, changed) => {
    expect(pluginViolations(notion, RESERVED_IDS)).toEqual([]);
    expect(
      pluginViolations(withGerman(changed), RESERVED_IDS)
        .map(({ field }) => field)
        .join(),
    ).toContain("translations.de");
  });
});
