// Finds variables whose names are probably those of settings, written wrongly.
import { editDistance } from "../schema/edit-distance.ts";
import type { Config, Environment } from "./config.ts";
import type { ConfigWarning } from "./config-warnings.ts";
import { PROVIDER_SETTINGS, providerVariable } from "./provider-settings.ts";

/** Shorter names resemble the system's own ones (PATH, HOST, HOME). */
const MIN_NAME = 6;
/** In a shorter name two edits make another word. */
const MIN_NAME_FOR_TWO_EDITS = 10;
/** A variable of OpenSSL that many images set; it resembles TLS_CERT_FILE. */
const OTHERS_NAMES: ReadonlySet<string> = new Set([
  "SSL_CERT_FILE",
  // The commands listen and trigger read these, and a developer may run them beside the gateway.
  "GATEWAY_API_KEY",
  "GATEWAY_WEBHOOK_SECRET",
]);
/** Variables that Kubernetes and Docker set for a service named "gateway". */
const SERVICE_LINK = /_SERVICE_HOST$|_SERVICE_PORT(?:_|$)|_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:_|$)/;
const SERVICE_PORT = /^(tcp|udp|sctp):\/\//;
const PREFIX = "GATEWAY_";
/** What other programs call the same. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  SMTP_FROM: "MAIL_FROM",
  SMTP_SENDER: "MAIL_FROM",
  POSTGRES_URL: "DATABASE_URL",
  PUBLIC_URL: "BASE_URL",
  TLS_CERTIFICATE: "TLS_CERT_FILE",
  TLS_PRIVATE_KEY: "TLS_KEY_FILE",
  SECRET_KEY: "GATEWAY_SECRET_KEYS",
  TRUSTED_PROXIES: "TRUST_PROXY",
};

/** Parts of SMTP_URL, which other programs read one by one. */
const OF_MAIL_SERVER: readonly string[] = ["HOST", "SERVER", "PORT", "USER", "USERNAME", "PASS", "PASSWORD"].flatMap(
  (part) => [`SMTP_${part}`, `MAIL_${part}`],
);

function mailServerWarnings(env: Environment): ConfigWarning[] {
  const names = OF_MAIL_SERVER.filter((name) => env[name]?.trim());
  if (env.SMTP_URL?.trim() || !names.some((name) => /HOST|SERVER/.test(name))) return [];
  const message = `${names.join(", ")} ${names.length === 1 ? "is not a setting" : "are no settings"}: set one SMTP_URL=smtps://user:password@host:port in their place.`;
  return [{ code: "variable_mistyped", message }];
}

/** The variables of the settings that every provider has. */
export const variablesOf = (plugins: readonly string[]): string[] =>
  plugins.flatMap((id) => PROVIDER_SETTINGS.map((setting) => providerVariable(id, setting)));

/** Names of variables that are no settings, and probably meant as one. `declared` are those of plugins' own settings. */
export function variableWarnings(
  config: Config,
  env: Environment,
  plugins: readonly string[],
  declared: readonly string[],
): ConfigWarning[] {
  const known = new Set([...config.settings, ...variablesOf(plugins), ...declared]);
  // A setting that has a value is not what a mistyped name means.
  const unset = [...known].filter((name) => !env[name]?.trim());
  const warnings = mailServerWarnings(env);
  for (const [name, value] of Object.entries(env)) {
    if (
      known.has(name) ||
      OTHERS_NAMES.has(name) ||
      OF_MAIL_SERVER.includes(name) ||
      name.length < MIN_NAME ||
      !value?.trim()
    )
      continue;
    if (SERVICE_LINK.test(name) || SERVICE_PORT.test(value)) continue;
    const meant = meantBy(name.toUpperCase(), unset);
    if (meant)
      warnings.push({ code: "variable_mistyped", message: `${name} is not a setting; did you mean ${meant}?` });
    else if (name.startsWith("GATEWAY_")) {
      warnings.push({ code: "variable_unknown", message: `${name} is not a setting: remove it, or correct its name.` });
    }
  }
  return warnings;
}

const meantBy = (name: string, unset: readonly string[]): string | undefined =>
  unset.find((right) => right.length >= MIN_NAME && isMistyped(name, right)) ??
  unset.find((right) => isCutShort(name, right)) ??
  unset.find((right) => OTHER_WORDS[name] === right);

/** A name without its first or last word, as ADMIN_TOKEN and TLS_CERT, or with the gateway's own before it. */
function isCutShort(name: string, right: string): boolean {
  if (name === `${PREFIX}${right}`) return true;
  if (!name.includes("_")) return false;
  return right === `${PREFIX}${name}` || (right.startsWith(`${name}_`) && !right.slice(name.length + 1).includes("_"));
}

/** In a provider's name two edits make another provider: LINE and LINEAR, GITLAB and GITHUB. */
function isMistyped(name: string, right: string): boolean {
  const isOtherName = PROVIDER_SETTINGS.some(
    (setting) => name.endsWith(`_${setting}`) && right.endsWith(`_${setting}`),
  );
  const most = right.length < MIN_NAME_FOR_TWO_EDITS || isOtherName ? 1 : 2;
  return editDistance(name, right, most) <= most;
}
