// Checks a plugin's translations: nothing that the plugin does not have itself, and texts that fit the page.
import type { Field, Language, Provider } from "../../plugin/index.ts";
import { tenantFieldsOf } from "../upstream/tenant.ts";
import { type Known, type Rule, unknownKeys } from "./unknown-keys.ts";
import { isText, MAX_HELP, MAX_NAME, MAX_SENTENCE, type Report } from "./violation-report.ts";

export const LANGUAGES = ["de", "fr", "es", "pt", "ja"] as const satisfies readonly Language[];

/** What people type for a provider, by the ids that translations have: `tenant.shop`, `api_key.token`. */
export function credentialFieldsOf({ tenant, auth }: Pick<Provider, "tenant" | "auth">): [id: string, field: Field][] {
  const ofTenant = tenantFieldsOf({ tenant: isObject(tenant) ? tenant : {} });
  const ofKinds = entriesOf(auth).flatMap(([kind, own]) =>
    entriesOf(isObject(own) ? own.fields : undefined).map(([name, field]) => [`${kind}.${name}`, field] as const),
  );
  const fields = [...ofTenant.map(([name, field]) => [`tenant.${name}`, field] as const), ...ofKinds];
  return fields.map(([id, field]) => [id, field as Field]);
}

export function checkTranslations(plugin: Partial<Provider>, report: Report): void {
  const { translations } = plugin;
  if (translations === undefined) return;
  if (!isObject(translations)) return void report("translations", "must be an object of languages.");
  for (const { key, within, message } of unknownKeys(translations, knownTexts(plugin), "translations"))
    report(`${within}.${key}`, message);
  for (const language of LANGUAGES) {
    if (!Object.hasOwn(translations, language)) continue;
    const where = `translations.${language}`;
    const texts: unknown = translations[language];
    if (isObject(texts)) checkTexts(texts, where, plugin, report);
    else report(where, "must be { services, permissions, fields }.");
  }
}

/** What translations may have: a leftover of a permission that is gone would never be seen again. */
function knownTexts(plugin: Partial<Provider>): Rule {
  const services = entriesOf(plugin.services);
  const permissions = services.flatMap(([service, own]) => entriesOf(own).map(([action]) => `${service}.${action}`));
  const fields = credentialFieldsOf(plugin as Provider).map(([id]): [string, Rule] => [id, FIELD]);
  const language: Known = {
    keys: {
      services: leaves(services.map(([name]) => name)),
      permissions: leaves(permissions),
      fields: { keys: Object.fromEntries(fields) },
    },
  };
  return { keys: Object.fromEntries(LANGUAGES.map((name) => [name, language])) };
}

const leaves = (names: readonly string[]): Known => ({ keys: Object.fromEntries(names.map((name) => [name, null])) });
const FIELD = leaves(["label", "help", "steps"]);

function checkTexts(texts: Record<string, unknown>, where: string, plugin: Partial<Provider>, report: Report): void {
  for (const part of ["services", "permissions", "fields"] as const)
    if (texts[part] !== undefined && !isObject(texts[part])) report(`${where}.${part}`, "must be an object.");
  for (const [name, text] of entriesOf(texts.services)) checkText(`${where}.services.${name}`, text, MAX_NAME, report);
  for (const [name, text] of entriesOf(texts.permissions))
    checkText(`${where}.permissions.${name}`, text, MAX_SENTENCE, report);
  const english = new Map(credentialFieldsOf(plugin as Provider));
  for (const [id, own] of entriesOf(texts.fields)) {
    const at = `${where}.fields.${id}`;
    if (isObject(own)) checkField(own, at, english.get(id), report);
    else report(at, "must be { label, help, steps }.");
  }
}

function checkField(texts: Record<string, unknown>, where: string, english: Field | undefined, report: Report): void {
  const { label, help, steps } = texts;
  if (label !== undefined) checkText(`${where}.label`, label, MAX_NAME, report);
  if (help !== undefined) checkText(`${where}.help`, help, MAX_HELP, report);
  const count = english?.steps?.length ?? 0;
  const areSteps = Array.isArray(steps) && steps.length === count && steps.every((step) => isText(step, MAX_NAME));
  if (steps !== undefined && !areSteps)
    report(`${where}.steps`, `must be the field's ${count} steps, each a string of at most ${MAX_NAME} characters.`);
}

function checkText(where: string, text: unknown, max: number, report: Report): void {
  if (!isText(text, max)) report(where, `must be a string of at most ${max} characters.`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
