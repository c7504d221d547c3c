// The kit's rules for translations: a language has all texts, each says what the English one does, and names stay.

import { entryOf, type Provider } from "../../plugin/index.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import { credentialFieldsOf, LANGUAGES } from "../../providers/registry/translation-violations.ts";
import { visibleText } from "../../web/pages/visible-text.ts";
import type { Violation } from "./violation.ts";

/** `isName`: a name may be the same in two languages. */
interface Text {
  where: string;
  english: string | null;
  translated: string | undefined;
  isName: boolean;
}

/** The connect page's languages, beside English, in which it shows the plugin in English. */
export const untranslatedLanguages = ({ translations = {} }: Provider): string[] =>
  LANGUAGES.filter((language) => translations[language] === undefined);

export function translationViolations(plugin: Provider): Violation[] {
  return LANGUAGES.flatMap((language) =>
    textsOf(plugin, language).flatMap((text) =>
      violationsOf(text, plugin).map((message) => ({ where: `translations.${language}.${text.where}`, message })),
    ),
  );
}

function textsOf(plugin: Provider, language: (typeof LANGUAGES)[number]): Text[] {
  const own = plugin.translations?.[language];
  if (own === undefined) return [];
  const services = Object.keys(plugin.services).map((name) => ({
    where: `services.${name}`,
    english: null,
    translated: entryOf(own.services ?? {}, name),
    isName: true,
  }));
  const permissions = permissionsOf(plugin).map((permission) => {
    const [service = "", action = ""] = permission.split(".");
    return {
      where: `permissions.${permission}`,
      english: plugin.services[service]?.[action]?.description ?? "",
      translated: entryOf(own.permissions ?? {}, permission),
      isName: false,
    };
  });
  const fields = credentialFieldsOf(plugin).flatMap(([id, { label, help }]) => {
    const texts = entryOf(own.fields ?? {}, id);
    const where = `fields.${id}`;
    const ofLabel = { where: `${where}.label`, english: label, translated: texts?.label, isName: true };
    const ofHelp = { where: `${where}.help`, english: help ?? null, translated: texts?.help, isName: false };
    return help === undefined && texts?.help === undefined ? [ofLabel] : [ofLabel, ofHelp];
  });
  return [...services, ...permissions, ...fields];
}

function violationsOf({ english, translated, isName }: Text, plugin: Provider): string[] {
  if (translated === undefined) return ["is missing: translate every text of a language, or leave the language out."];
  const invisible = visibleText(translated) === translated ? [] : ["contains invisible characters."];
  if (english === null) return isName ? invisible : [...invisible, "has no English text."];
  const lost = [...new Set(namesIn(english, plugin))].filter((name) => !translated.includes(name));
  return [
    ...invisible,
    ...(!isName && translated === english ? ["is the English text: leave a language out until it is translated."] : []),
    ...(endOf(translated) === endOf(english)
      ? []
      : ["must end with a full stop if, and only if, the English text does."]),
    ...lost.map((name) => `must keep "${name}".`),
  ];
}

/** Words that no language changes: with two capitals (OneDrive, API), with an underscore, domains, numbers. */
const NAMES = /\b\w*[A-Z]\w*[A-Z]\w*|\b\w+_\w+\b|(?:\b[a-z-]+)?(?:\.[a-z]{2,})+\b|\d+/g;

function namesIn(english: string, { name }: Provider): string[] {
  const own = new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`).test(english) ? [name] : [];
  return [...own, ...[...english.matchAll(NAMES)].map(([word]) => word)];
}

const endOf = (text: string) => /[.。]$/.test(text);
