// What to do about each line of `gateway doctor` that is not well; the line's own message says it in more detail.
import type { Check } from "./check.ts";

/** A setting's own page is the better one where there is one. */
const PAGES: Readonly<Record<string, string>> = {
  GATEWAY_PROVIDERS_FILE: "docs/operate/providers.md",
  DATABASE_URL: "docs/operate/database.md",
  TRUST_PROXY: "docs/operate/proxy.md",
  GATEWAY_SECRET_KEYS: "docs/operate/secrets.md",
};

const BACKUPS = "docs/operate/backups.md";

/** Each sentence of a setting begins with its name. */
function settingStep(message: string): string {
  const [name] = /^[A-Z][A-Z0-9_]{2,60}/.exec(message) ?? [];
  if (name === undefined) return "correct the setting: docs/operate/settings.md";
  const page = name.startsWith("GATEWAY_BACKUP_") ? BACKUPS : (PAGES[name] ?? "docs/operate/settings.md");
  if (message.includes("must be set together")) return `set all that the line names, or none of them: ${page}`;
  if (message.includes("must be set too")) return `set all that the line names: ${page}`;
  if (message.includes("exclude each other")) return `remove the settings of one of the two: ${page}`;
  if (message.includes("is required")) return `set ${name}: ${page}`;
  if (message.startsWith("GATEWAY_PROVIDERS_FILE cannot be read"))
    return `let ${name} name a file that the gateway's user can read: ${page}`;
  return name === "GATEWAY_PROVIDERS_FILE" ? `correct the file of ${name}: ${page}` : `correct ${name}: ${page}`;
}

/** Keyed by the line's name, or its first word for lines of one provider or plugin. */
const STEPS: Readonly<Record<string, string>> = {
  "data folder": "set DATA_DIR to a folder that the gateway's user can write, as the line says",
  "server.json": "set its mode to 600",
  "log file": "set LOG_FILE to a file in a folder that the gateway's user can write, as the line says",
  "activity log": "set ACTIVITY_LOG_FILE to a file in a folder that the gateway's user can write, as the line says",
  certificate: "replace the files of TLS_CERT_FILE and TLS_KEY_FILE",
  disk: "make room on the disk of DATA_DIR, or enlarge it",
  "disk reserve": "leave 160 MB free; a running gateway then makes the reserve",
  memory: "raise the memory limit as docs/operate/choosing.md says",
  "open files": "raise the limit: LimitNOFILE of the unit, or ulimit -n",
  "backup folder":
    "let GATEWAY_BACKUP_DIR name a folder that is there, or mounted, and that the gateway's user can write",
  "backup bucket":
    "correct the GATEWAY_BACKUP_S3_ settings, or let the storage be reached from here: docs/operate/backups.md",
  backups: "make one: docs/operate/backups.md",
  "admin listener": "set ADMIN_PORT, and let only operators reach it",
  proxies: "set TRUST_PROXY as docs/operate/proxy.md describes it",
  telemetry: "start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT",
  issuer: "correct OIDC_ISSUER, or ask the issuer's operator",
  mail: "correct SMTP_URL and restart, or start the mail server; gateway mail test ADDRESS shows whether it works",
  database: "read the end of the gateway's log; docs/operate/incidents.md has the most frequent causes",
  "running gateway": "restart the gateway, so that it has the version of this program",
  "key ring": "set GATEWAY_SECRET_KEYS to the ring that sealed the database: docs/operate/secrets.md",
  version: "upgrade Postgres",
  writes: "set DATABASE_URL to the primary",
  clock: "synchronise the clocks with NTP",
  "usage partitions": "read the gateway's log for what keeps the job from running",
  "usage retention": "read the gateway's log for what keeps the job from running",
  "replica versions": "finish the upgrade: restart the others with the new version",
  "replica rings": "set the same GATEWAY_SECRET_KEYS everywhere, in the same order: docs/operate/secrets.md",
  "replica settings": "set the same value on every replica, and restart those that differ: docs/operate/cluster.md",
  "replica plugins": "copy the same plugins to every replica, and restart those that differ",
  "replica gone": "look at its machine and at the end of its log; a restart at the same place clears the line",
  jobs: "read the log for their error, then retry them",
  "audit log": "read the gateway's log for what keeps the job from running",
  "admin tokens": "create a named token for each operator",
  "live address": "correct BASE_URL, DNS or the proxy, and start the gateway",
  "live certificate": "serve a valid certificate for the host of BASE_URL with its chain, and see to its renewal",
  "live streaming": "switch the proxy's buffering of responses off: docs/operate/proxy.md",
  "live headers": "let the proxy pass all headers on: docs/operate/proxy.md",
  "live client address": "set TRUST_PROXY to the proxies that there are: docs/operate/proxy.md",
  "live clock": "synchronise the clocks with NTP",
  "live callback": "let the proxy pass /api/v1/ on",
  "live webhooks": "let the proxy pass /api/v1/ on, with every method",
  "live paths": "take the proxy's rules from docs/proxies",
  "live admin": "let the proxy pass only public paths (docs/proxies), or set ADMIN_PORT",
  plugins: "correct the plugin, or move its files out of the folder",
  plugin: "correct the plugin, or move its files out of the folder: docs/operate/plugins.md",
  provider: "correct its settings: docs/operate/providers.md",
  base_url_missing: "set BASE_URL to the public https address",
  base_url_not_https: "set BASE_URL to the public https address",
  base_url_has_path: "give the gateway a host name of its own, and set BASE_URL to it",
  base_url_local: "set BASE_URL to the address that browsers and providers use",
  base_url_private: "set BASE_URL to the public https address, or GATEWAY_PUBLIC_WEBHOOKS to off",
  base_url_underscore: "give the gateway a host name without an underscore, and set BASE_URL to it",
  environment_development: "set GATEWAY_ENV to production, or remove it",
  admin_token_weak: "set GATEWAY_ADMIN_TOKEN to 32 random bytes, and restart",
  client_placeholder: "set the client id and secret of your own OAuth app",
  secret_keys_weak: "rotate to a new key of 32 random bytes: docs/operate/secrets.md",
  backup_beside_data: "set GATEWAY_BACKUP_DIR to a folder on another disk",
  log_files_same: "set LOG_FILE or ACTIVITY_LOG_FILE to another file",
  releases_not_https: "set GATEWAY_RELEASES_FROM to an https URL or a folder",
  value_literal: "write the value itself where the variable is set",
  authorities_unreadable: "set NODE_EXTRA_CA_CERTS to a file that the gateway's user can read",
  certificates_unchecked: "remove NODE_TLS_REJECT_UNAUTHORIZED",
  proxy_unsupported: "set HTTPS_PROXY to the URL of an HTTP proxy",
  setting_unused: "set what the line names too, or remove the setting",
  plugins_none: "put a plugin into the folder, or correct GATEWAY_PLUGINS_DIR, or remove it",
  durability_relaxed: "remove DURABILITY, or make backups often",
  variable_unknown: "remove the variable, or correct its name",
  variable_mistyped: "correct the variable's name",
  variable_renamed: "set the variable of the new name as well",
  no_provider: "set the OAuth app of a provider that your users need",
  provider_settings_unused: "correct the id in GATEWAY_PROVIDERS_FILE, or remove its entry",
  base_url_incomplete: "write the object that the message names",
};

const OTHERWISE = "read docs/operate/doctor.md, and the gateway's log";

/** Null for a line that is well. Only a gateway that runs loads files again. */
export function nextStepOf({ check, ok, warning, message, next_step: own }: Check, isRunning: boolean): string | null {
  if (ok && !warning) return null;
  const [first = ""] = check.split(" ");
  if (check === "configuration") return own ?? settingStep(message);
  if (check === "certificate" && isRunning)
    return `${own ?? STEPS[check]}; the gateway that runs loads new files of the same names by itself`;
  return own ?? STEPS[check] ?? STEPS[first] ?? OTHERWISE;
}
