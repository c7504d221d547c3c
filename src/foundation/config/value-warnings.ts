// Warns of values that were taken as they stand, where a shell, a template or another program would have changed them.
import { accessSync, constants } from "node:fs";
import { sqlStateOf } from "../errors.ts";
import type { Config, Environment } from "./config.ts";
import type { ConfigWarning } from "./config-warnings.ts";

const PATHS: readonly string[] = [
  "ACTIVITY_LOG_FILE",
  "DATA_DIR",
  "GATEWAY_BACKUP_DIR",
  "GATEWAY_PLUGINS_DIR",
  "GATEWAY_PROVIDERS_FILE",
  "LOG_FILE",
  "TLS_CERT_FILE",
  "TLS_KEY_FILE",
];

/** `known` are the names of all settings. No message has a value, which may be a secret. */
export function valueWarnings(config: Config, known: Iterable<string>, env: Environment): ConfigWarning[] {
  const warnings: ConfigWarning[] = [];
  for (const name of new Set([...config.settings, ...known])) {
    const literal = literalOf(name, env[name]?.trim() ?? "");
    if (literal !== null) warnings.push({ code: "value_literal", message: `${name} ${literal}` });
  }
  return [...warnings, ...issuerWarnings(config, env), ...runtimeWarnings(env)];
}

/** What follows the name; null for a value that may well be meant. */
function literalOf(name: string, value: string): string | null {
  if (/^"[^"]*"$|^'[^']*'$/.test(value))
    return "has quotes around its value, which are taken as a part of it: remove them.";
  if (/^\$(?:[A-Za-z_]\w*|\{\w+\})$/.test(value))
    return "is the name of another variable, which nothing has replaced by its value: write the value.";
  if (/^<[^<>]*>$/.test(value)) return "is a placeholder in angle brackets: write your own value.";
  if (!PATHS.includes(name)) return null;
  if (value.startsWith("~")) return "begins with ~, which only a shell replaces: write the whole path.";
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value)
    ? "is a URL, and is used as a path: write the path of a file or folder."
    : null;
}

/** An issuer is read only under the names of `OIDC_ISSUERS`. */
function issuerWarnings({ settings }: Config, env: Environment): ConfigWarning[] {
  const unread = Object.keys(env).flatMap((name) => {
    const [, key] = /^OIDC_([A-Z][A-Z0-9]*)_ISSUER$/.exec(name) ?? [];
    return key === undefined || settings.includes(name) || !env[name]?.trim()
      ? []
      : [[name, key.toLowerCase()] as const];
  });
  return unread.map(([name, key]) => ({
    code: "setting_unused",
    message: `${name} has no effect, since OIDC_ISSUERS does not list ${key}: add it there, or remove the variable.`,
  }));
}

/** Variables of the runtime, which is silent about them. */
function runtimeWarnings(env: Environment): ConfigWarning[] {
  const warnings: ConfigWarning[] = [];
  const authorities = env.NODE_EXTRA_CA_CERTS?.trim();
  const code = authorities ? unreadable(authorities) : null;
  if (code !== null) {
    const message = `NODE_EXTRA_CA_CERTS cannot be read (${code}), so that certificates of your own authority are refused: correct the path.`;
    warnings.push({ code: "authorities_unreadable", message });
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED?.trim() === "0") {
    const message =
      "NODE_TLS_REJECT_UNAUTHORIZED is 0, so that no certificate is checked and anybody in between can read tokens: remove it, and name your own authority in NODE_EXTRA_CA_CERTS.";
    warnings.push({ code: "certificates_unchecked", message });
  }
  for (const name of ["HTTPS_PROXY", "https_proxy"]) {
    if (!/^(?!https?:)[a-z0-9+.-]+:\/\//i.test(env[name]?.trim() ?? "")) continue;
    const message = `${name} has another scheme than http and https, so that every call to a provider fails: name an HTTP proxy.`;
    warnings.push({ code: "proxy_unsupported", message });
  }
  return warnings;
}

/** The system's code; null where the file can be read. */
function unreadable(file: string): string | null {
  try {
    accessSync(file, constants.R_OK);
    return null;
  } catch (error) {
    return sqlStateOf(error) ?? "unknown";
  }
}
