// Warns of a valid configuration that is probably a mistake: mistyped names, unreachable addresses, incomplete providers.

import type { Config, Environment } from "./config.ts";
import { variablesOf, variableWarnings } from "./mistyped-names.ts";
import { isPlaceholder } from "./placeholders.ts";
import { providerVariable } from "./provider-settings.ts";
import { isLoopback } from "./providers-file.ts";
import { isPrivateHost, settingWarnings } from "./setting-warnings.ts";
import { baseUrlErrors } from "./url-settings.ts";
import { valueWarnings } from "./value-warnings.ts";

export interface ConfigWarning {
  code:
    | "base_url_missing"
    | "base_url_not_https"
    | "base_url_has_path"
    | "base_url_local"
    | "base_url_private"
    | "base_url_underscore"
    | "environment_development"
    | "admin_token_weak"
    | "client_placeholder"
    | "secret_keys_weak"
    | "backup_beside_data"
    | "log_files_same"
    | "releases_not_https"
    | "setting_unused"
    | "value_literal"
    | "authorities_unreadable"
    | "certificates_unchecked"
    | "proxy_unsupported"
    | "plugins_none"
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
    ...developmentWarnings(config, env),
    ...settingWarnings(config, env),
    ...valueWarnings(config, [...variablesOf(plugins), ...declared], env),
    ...variables,
    ...providerWarnings(config, plugins, entered),
  ];
}

function addressWarnings(config: Config, env: Environment): ConfigWarning[] {
  const { baseUrl, environment, host, tls } = config;
  if (baseUrl === null) {
    // A wrong one is named as that.
    if (env.BASE_URL?.trim()) return [];
    if (environment === "development" && isLoopback(host)) return [];
    const message = `BASE_URL is not set, so browsers return from a provider to this machine's own address (HOST is ${host}): set it to the public https address.`;
    return [{ code: "base_url_missing", message }];
  }
  const { hostname, pathname, protocol } = new URL(baseUrl);
  const warnings: ConfigWarning[] = [];
  if (protocol === "https:" && hostname.includes("_")) {
    const message =
      "BASE_URL has a host with an underscore, for which no authority makes a certificate and which many providers refuse: use a name with hyphens.";
    warnings.push({ code: "base_url_underscore", message });
  }
  if (pathname !== "/" && baseUrlErrors(baseUrl).length === 0) {
    const message = `BASE_URL has the path ${pathname}: a proxy must take it off, the callback is ${baseUrl}/api/v1/connect/callback, and the dashboard's pages work only at a host name of their own.`;
    warnings.push({ code: "base_url_has_path", message });
  }
  if (protocol === "http:" && tls !== null) {
    const message =
      "BASE_URL starts with http://, and the gateway serves by TLS alone (TLS_CERT_FILE), so that no callback arrives: set the same address with https://.";
    return [...warnings, { code: "base_url_not_https", message }];
  }
  if (protocol === "https:" || (environment === "development" && isLoopback(hostname)))
    return [...warnings, ...localWarnings(config, hostname)];
  const message =
    "BASE_URL starts with http://, so keys are sent unencrypted and most providers refuse the callback: set the https address.";
  return [...warnings, { code: "base_url_not_https", message }];
}

/** What a listener has, and no browser can open elsewhere. */
const isEveryAddress = (hostname: string) => hostname === "0.0.0.0" || hostname === "[::]";

/** An address that only this machine or its network can use, for a gateway that is there for others. */
function localWarnings({ environment, host, publicWebhooks }: Config, hostname: string): ConfigWarning[] {
  if (isLoopback(hostname) || isEveryAddress(hostname)) {
    if (environment === "development" && isLoopback(host)) return [];
    const message = `BASE_URL is this machine's own address, and the gateway is for others (GATEWAY_ENV ${environment}, HOST ${host}): only browsers on this machine can connect an account; set the address that others use.`;
    return [{ code: "base_url_local", message }];
  }
  if (environment !== "production" || publicWebhooks !== null || !isPrivateHost(hostname)) return [];
  const message =
    "BASE_URL is an address of a private network, at which providers deliver no events: set the public address, or GATEWAY_PUBLIC_WEBHOOKS=off.";
  return [{ code: "base_url_private", message }];
}

/** Chosen by name, where others can reach the gateway; by default the address decides. */
function developmentWarnings({ environment, baseUrl, host }: Config, env: Environment): ConfigWarning[] {
  if (environment !== "development" || !env.GATEWAY_ENV?.trim()) return [];
  const { protocol, hostname } = new URL(baseUrl ?? "http://localhost");
  const isPublic = protocol === "https:" && !isLoopback(hostname) && !isPrivateHost(hostname);
  // An open HOST before an address of this machine has a warning of its own.
  if (!isPublic && (isLoopback(host) || isLoopback(hostname))) return [];
  const where = isPublic ? "BASE_URL is a public https address" : `HOST is ${host}`;
  const message = `GATEWAY_ENV is development, and ${where}: what only a developer's machine should allow is open to others; set production, or remove GATEWAY_ENV.`;
  return [{ code: "environment_development", message }];
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

function providerWarnings(config: Config, plugins: readonly string[], entered: ReadonlySet<string>): ConfigWarning[] {
  const warnings: ConfigWarning[] = [];
  let isAnySet = entered.size > 0;
  for (const id of plugins) {
    const { clientId, clientSecret } = config.provider(id);
    if (clientId && clientSecret) isAnySet = true;
    const unmeant = [
      ...(isPlaceholder(clientId) ? [providerVariable(id, "CLIENT_ID")] : []),
      ...(isPlaceholder(clientSecret) ? [providerVariable(id, "CLIENT_SECRET")] : []),
    ];
    if (unmeant.length > 0) {
      const message = `${unmeant.join(" and ")} ${unmeant.length === 1 ? "has a placeholder for a value" : "have placeholders for values"}, so that nobody can connect ${id}: write what the provider's console shows for your OAuth app.`;
      warnings.push({ code: "client_placeholder", message });
    }
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
