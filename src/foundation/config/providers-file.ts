// Reads the file with the operator's settings of providers, and names every error in it.
import { readFileSync } from "node:fs";
import type { ProviderSettings } from "../../providers/upstream/target.ts";
import { sqlStateOf } from "../errors.ts";
import { jsonErrorPlace } from "../schema/json-error.ts";
import { nearest } from "../schema/nearest.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

export function readProvidersFile(
  file: string | undefined,
  environment: string,
  errors: string[],
): Record<string, ProviderSettings> {
  if (!file) return {};
  let text = "";
  let parsed: unknown;
  try {
    text = readFileSync(file, "utf8");
    parsed = JSON.parse(text);
  } catch (error) {
    const why =
      error instanceof SyntaxError
        ? `is not JSON from ${jsonErrorPlace(text) ?? "its start"}`
        : `cannot be read (${sqlStateOf(error)})`;
    errors.push(`GATEWAY_PROVIDERS_FILE ${why}: ${file}`);
    return {};
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    errors.push("GATEWAY_PROVIDERS_FILE must contain an object with one entry for each provider.");
    return {};
  }
  const settings: Record<string, ProviderSettings> = {};
  for (const [id, entry] of Object.entries(parsed)) {
    const fileErrors = settingsFileErrors(entry, environment);
    if (fileErrors.length === 0) settings[id] = entry as ProviderSettings;
    else errors.push(...fileErrors.map((error) => `GATEWAY_PROVIDERS_FILE: ${id}.${error}`));
  }
  return settings;
}

const TEXT_SETTINGS = ["clientId", "clientSecret", "webhookSecret", "botToken", "events"];
const URL_SETTINGS = ["authorizationUrl", "tokenUrl", "revocationUrl", "identityUrl", "issuer", "jwksUrl"];

/** Validates one provider's settings; each error begins with the setting's name. */
export function settingsFileErrors(entry: unknown, environment: string): string[] {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return ["(entry) must be an object."];
  const errors: string[] = [];
  const checkUrl = (name: string, url: unknown) => {
    const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
    const plain = parsed?.protocol === "http:" && isLoopback(parsed.hostname) && environment === "development";
    if (!parsed || (parsed.protocol !== "https:" && !plain)) {
      errors.push(`${name} must be an https URL (http only to loopback hosts in development).`);
    }
  };
  for (const [name, value] of Object.entries(entry)) {
    if (URL_SETTINGS.includes(name)) checkUrl(name, value);
    else if (name === "baseUrl" && typeof value === "object" && value !== null) {
      for (const [service, url] of Object.entries(value)) checkUrl(`baseUrl.${service}`, url);
    } else if (name === "baseUrl") checkUrl(name, value);
    else if (name === "scopes" || name === "hosts") {
      if (!Array.isArray(value) || value.some((s) => typeof s !== "string"))
        errors.push(`${name} must be a list of strings.`);
    } else if (name === "settings") {
      const isTexts = typeof value === "object" && value !== null && !Array.isArray(value);
      if (!isTexts || Object.values(value).some((text) => typeof text !== "string"))
        errors.push("settings must be an object whose values are strings.");
    } else if (!TEXT_SETTINGS.includes(name)) errors.push(notSetting(name));
    else if (typeof value !== "string" || value === "") errors.push(`${name} must be a string.`);
  }
  return errors;
}

const SETTINGS = [...TEXT_SETTINGS, ...URL_SETTINGS, "baseUrl", "scopes", "hosts", "settings"];

function notSetting(name: string): string {
  const near = nearest(name, SETTINGS);
  return near === null ? `${name} is not a setting.` : `${name} is not a setting: did you mean ${near}?`;
}
