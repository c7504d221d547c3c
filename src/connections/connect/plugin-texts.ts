// What the pages show of a plugin, in their language where the plugin has it, else in English.

import { entryOf, type Field, type Provider } from "../../plugin/index.ts";
import type { PageLanguage } from "../../web/pages/language.ts";

/** `lang` is the text's own, where it is not the page's. */
export interface PluginText {
  text: string;
  lang: "en" | undefined;
}

export interface FieldTexts {
  label: PluginText;
  help: PluginText | null;
  /** None where the field has no steps. */
  steps: { texts: readonly string[]; lang: "en" | undefined };
}

export interface PluginTexts {
  service: (name: string) => PluginText;
  /** What it allows, as an entry of a list: without a full stop. */
  permission: (permission: string) => PluginText;
  /** `id` is the one that translations have, such as `tenant.shop`. */
  field: (id: string, field: Field) => FieldTexts;
}

export function pluginTexts(provider: Provider, lang: PageLanguage): PluginTexts {
  const own = lang === "en" ? undefined : provider.translations?.[lang];
  const textOf = (translated: string | undefined, english: string): PluginText => ({
    text: translated ?? english,
    lang: translated === undefined && lang !== "en" ? "en" : undefined,
  });
  return {
    service: (name) => textOf(entryOf(own?.services ?? {}, name), titleOf(name)),
    permission: (permission) => {
      const { text, lang } = textOf(entryOf(own?.permissions ?? {}, permission), sentenceOf(provider, permission));
      return { text: text.replace(/[.。]$/, ""), lang };
    },
    field: (id, { label, help, steps = [] }) => {
      const texts = entryOf(own?.fields ?? {}, id);
      const isEnglish = texts?.steps === undefined && lang !== "en";
      return {
        label: textOf(texts?.label, label),
        help: help === undefined ? null : textOf(texts?.help, help),
        steps: { texts: texts?.steps ?? steps, lang: isEnglish ? "en" : undefined },
      };
    },
  };
}

function sentenceOf(provider: Provider, permission: string): string {
  const [service = "", action = ""] = permission.split(".");
  return provider.services[service]?.[action]?.description ?? permission;
}

/** `pull_requests` and `adAccounts` as `Pull requests` and `Ad accounts`. */
function titleOf(service: string): string {
  const words = service
    .replace(/[_-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
