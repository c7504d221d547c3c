// Warns of a valid configuration that is probably a mistake: mistyped names, unreachable addresses, incomplete providers.

import { editDistance } from "../schema/edit-distance.ts";
import { type Config, type Environment, PROVIDER_SETTINGS } from "./config.ts";
import { isLoopback } from "./providers-file.ts";
import { baseUrlErrors } from "./url-settings.ts";

export interface ConfigWarning {
  code:
    | "base_url_missing"
    | "base_url_not_https"
    | "base_url_has_path"
    | "variable_unknown"
    | "variable_mistyped"
    | "variable_renamed"
    | "client_half_set"
    | "durability_relaxed"
    | "no_provider"
    | "provider_settings_unused"
    | "base_url_incomplete";
  /** The mistake and its correction. */
  message: string;
}

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

/**
 * For the log at start and for doctor. `plugins` are the ids of the loaded ones, `declared` the variables of their own
 * settings, and `entered` the providers whose OAuth app an operator has entered.
 */
export function configWarnings(
  config: Config,
  env: Environment,
  plugins: readonly string[],
  declared: readonly string[] = [],
  entered: ReadonlySet<string> = new Set(),
): ConfigWarning[] {
  const variables = [...renamedWarnings(env), ...variableWarnings(config, env, plugins, declared)];
  return [
    ...addressWarnings(config, env),
    ...durabilityWarnings(config),
    ...variables,
    ...providerWarnings(config, plugins, entered),
  ];
}

function addressWarnings({ baseUrl, environment, host }: Config, env: Environment): ConfigWarning[] {
  if (baseUrl === null) {
    // A wrong one is named as that.
    if (env.BASE_URL?.trim()) return [];
    if (environment === "development" && isLoopback(host)) return [];
    const message = `BASE_URL is not set, so browsers return from a provider to this machine's own address (HOST is ${host}): set it to the public https address.`;
    return [{ code: "base_url_missing", message }];
  }
  const { hostname, pathname, protocol } = new URL(baseUrl);
  const warnings: ConfigWarning[] = [];
  if (pathname !== "/" && baseUrlErrors(baseUrl).length === 0) {
    const message = `BASE_URL has the path ${pathname}: a proxy must take it off, the callback is ${baseUrl}/api/v1/connect/callback, and the dashboard's pages work only at a host name of their own.`;
    warnings.push({ code: "base_url_has_path", message });
  }
  if (protocol === "https:" || (environment === "development" && isLoopback(hostname))) return warnings;
  const message =
    "BASE_URL starts with http://, so keys are sent unencrypted and most providers refuse the callback: set the https address.";
  return [...warnings, { code: "base_url_not_https", message }];
}

function durabilityWarnings({ durability, databaseUrl, environment }: Config): ConfigWarning[] {
  if (durability === "full" || (databaseUrl === null && environment === "development")) return [];
  const message = databaseUrl
    ? "DURABILITY is for the embedded database, and DATABASE_URL chooses Postgres: remove one of the two."
    : "DURABILITY is relaxed, so a power cut can lose what was acknowledged, and the whole database: set full, or make backups.";
  return [{ code: "durability_relaxed", message }];
}

/** Only this version reads the days of deliveries for inbound webhooks as well. */
function renamedWarnings(env: Environment): ConfigWarning[] {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  if (!isSet("GATEWAY_DELIVERY_DAYS") || isSet("GATEWAY_INBOUND_WEBHOOK_DAYS")) return [];
  const message =
    "GATEWAY_DELIVERY_DAYS also says how long inbound webhooks are stored, but only in this version: set GATEWAY_INBOUND_WEBHOOK_DAYS as well.";
  return [{ code: "variable_renamed", message }];
}

function variableWarnings(
  config: Config,
  env: Environment,
  plugins: readonly string[],
  declared: readonly string[],
): ConfigWarning[] {
  const ofProviders = plugins.flatMap((id) => PROVIDER_SETTINGS.map((setting) => `${id.toUpperCase()}_${setting}`));
  const known = new Set([...config.settings, ...ofProviders, ...declared]);
  // A setting that has a value is not what a mistyped name means.
  const unset = [...known].filter((name) => name.length >= MIN_NAME && !env[name]?.trim());
  const warnings: ConfigWarning[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (known.has(name) || OTHERS_NAMES.has(name) || name.length < MIN_NAME || !value?.trim()) continue;
    if (SERVICE_LINK.test(name) || SERVICE_PORT.test(value)) continue;
    const meant = unset.find((right) => isMistyped(name.toUpperCase(), right));
    if (meant)
      warnings.push({ code: "variable_mistyped", message: `${name} is not a setting; did you mean ${meant}?` });
    else if (name.startsWith("GATEWAY_")) {
      warnings.push({ code: "variable_unknown", message: `${name} is not a setting: remove it, or correct its name.` });
    }
  }
  return warnings;
}

/** In a provider's name two edits make another provider: LINE and LINEAR, GITLAB and GITHUB. */
function isMistyped(name: string, right: string): boolean {
  const isOtherName = PROVIDER_SETTINGS.some(
    (setting) => name.endsWith(`_${setting}`) && right.endsWith(`_${setting}`),
  );
  const most = right.length < MIN_NAME_FOR_TWO_EDITS || isOtherName ? 1 : 2;
  return editDistance(name, right, most) <= most;
}

function providerWarnings(config: Config, plugins: readonly string[], entered: ReadonlySet<string>): ConfigWarning[] {
  const warnings: ConfigWarning[] = [];
  let isAnySet = entered.size > 0;
  for (const id of plugins) {
    const { clientId, clientSecret } = config.provider(id);
    if (clientId && clientSecret) isAnySet = true;
    if (Boolean(clientId) === Boolean(clientSecret)) continue;
    const prefix = id.toUpperCase();
    const [there, missing] = clientId ? ["CLIENT_ID", "CLIENT_SECRET"] : ["CLIENT_SECRET", "CLIENT_ID"];
    const effect = entered.has(id)
      ? "so that the OAuth app that an operator has entered is used"
      : "and cannot be connected";
    const message = `${id} is only half set up ${effect}: ${prefix}_${there} is set, set ${prefix}_${missing} as well.`;
    warnings.push({ code: "client_half_set", message });
  }
  if (!isAnySet) {
    const message =
      "No provider has an OAuth app of yours, so only partners with their own OAuth apps can connect one by OAuth; providers with API keys need none: set <ID>_CLIENT_ID and <ID>_CLIENT_SECRET, such as GOOGLE_CLIENT_ID, or enter an app at the dashboard.";
    warnings.push({ code: "no_provider", message });
  }
  for (const id of config.configuredProviders) {
    if (plugins.includes(id)) continue;
    const message = `GATEWAY_PROVIDERS_FILE has settings for "${id}", but no plugin has this id: use one of ${plugins.join(", ")}.`;
    warnings.push({ code: "provider_settings_unused", message });
  }
  return warnings;
}
