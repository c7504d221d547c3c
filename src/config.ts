// Reads the environment into one frozen configuration, or names every bad value at once.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ProviderSettings } from "./upstream/target.ts";
import { type KeyRing, parseKeyRing } from "./vault/key-ring.ts";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export interface Config {
  port: number;
  host: string;
  /** Of the listener that the admin API has to itself; null: it is served beside the rest. */
  adminPort: number | null;
  adminHost: string;
  /** Without a trailing slash; null means `http://<host>:<port>`, known once the server listens. */
  baseUrl: string | null;
  /** Null means the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  environment: "development" | "production";
  keyRing: KeyRing | null;
  adminToken: string | null;
  pluginsDir: string | null;
  /** Whether a partner must list its redirect origins before it connects anybody. */
  requireRedirectOrigins: boolean;
  /** The most connected accounts of one partner; Infinity where the operator sets no bound. */
  maxAccountsPerPartner: number;
  /** How long a stopping gateway still takes requests while it says that it is not ready. */
  drainMs: number;
  logLevel: LogLevel;
  /** The operator's settings of a provider: the providers file with the environment laid over it. */
  provider(id: string): ProviderSettings;
  /** Provider ids that the providers file names. */
  configuredProviders: readonly string[];
  /** Environment variables that are settings, those of providers aside. */
  settings: readonly string[];
}

/** What follows `<ID>_` in the environment variables of a provider. */
export const PROVIDER_SETTINGS = ["CLIENT_ID", "CLIENT_SECRET", "WEBHOOK_SECRET", "BOT_TOKEN"] as const;

/** Every value that is wrong, in sentences. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly errors: readonly string[]) {
    super(errors.join("\n"));
  }
}

export type Environment = Record<string, string | undefined>;
const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error", "silent"];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether a host name is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** Reads the configuration; throws `ConfigError` with every fault. */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const settings = new Set<string>();
  const value = (name: string) => {
    settings.add(name);
    return env[name]?.trim() || undefined;
  };
  const [port, adminPort] = readPorts(value("PORT"), value("ADMIN_PORT"), problems);
  const host = value("HOST") ?? "127.0.0.1";
  const baseUrl = readUrl("BASE_URL", value("BASE_URL"), ["http:", "https:"], problems);
  if (baseUrl && /[?#@]/.test(baseUrl)) problems.push("BASE_URL must have no credentials, no query and no fragment.");
  const databaseUrl = readUrl("DATABASE_URL", value("DATABASE_URL"), ["postgres:", "postgresql:"], problems);
  const environment = readEnvironment(value("GATEWAY_ENV"), baseUrl, host, problems);
  const logLevel = (value("LOG_LEVEL") ?? "info") as LogLevel;
  if (!LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${LEVELS.join(", ")}.`);
  const keyRing = readKeyRing(value("GATEWAY_SECRET_KEYS"), problems);
  const adminToken = value("GATEWAY_ADMIN_TOKEN") ?? null;
  if (adminToken !== null && !/^[\x21-\x7e]{16,256}$/.test(adminToken)) {
    problems.push("GATEWAY_ADMIN_TOKEN must be 16 to 256 visible ASCII characters.");
  }
  if (databaseUrl && !value("GATEWAY_SECRET_KEYS")) {
    problems.push("GATEWAY_SECRET_KEYS is required with DATABASE_URL: id:base64 of 32 random bytes.");
  }
  if (databaseUrl && !adminToken) problems.push("GATEWAY_ADMIN_TOKEN is required with DATABASE_URL.");
  const requireRedirectOrigins = value("GATEWAY_REQUIRE_REDIRECT_ORIGINS") ?? "false";
  if (!["true", "false"].includes(requireRedirectOrigins)) {
    problems.push("GATEWAY_REQUIRE_REDIRECT_ORIGINS must be true or false.");
  }
  const maxAccountsPerPartner = readMaxAccounts(value("MAX_ACCOUNTS_PER_PARTNER"), problems);
  const drainMs = readDrain(value("DRAIN_SECONDS"), environment, problems);
  const providersFile = readProvidersFile(value("GATEWAY_PROVIDERS_FILE"), environment, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({
    port,
    host,
    adminPort,
    adminHost: value("ADMIN_HOST") ?? "127.0.0.1",
    baseUrl: baseUrl?.replace(/\/+$/, "") ?? null,
    databaseUrl,
    dataDir: resolve(value("DATA_DIR") ?? "./data"),
    environment,
    keyRing,
    adminToken,
    pluginsDir: value("GATEWAY_PLUGINS_DIR") ? resolve(value("GATEWAY_PLUGINS_DIR") as string) : null,
    logLevel,
    requireRedirectOrigins: requireRedirectOrigins === "true",
    maxAccountsPerPartner,
    drainMs,
    configuredProviders: Object.keys(providersFile),
    settings: [...settings],
    provider(id: string): ProviderSettings {
      const own = (setting: (typeof PROVIDER_SETTINGS)[number]) => value(`${id.toUpperCase()}_${setting}`);
      const [clientId, clientSecret] = [own("CLIENT_ID"), own("CLIENT_SECRET")];
      const [webhookSecret, botToken] = [own("WEBHOOK_SECRET"), own("BOT_TOKEN")];
      return {
        ...providersFile[id],
        ...(clientId && { clientId }),
        ...(clientSecret && { clientSecret }),
        ...(webhookSecret && { webhookSecret }),
        ...(botToken && { botToken }),
      };
    },
  });
}

function readPorts(text: string | undefined, adminText: string | undefined, problems: string[]) {
  const port = readPort("PORT", text, problems) ?? 3000;
  const adminPort = readPort("ADMIN_PORT", adminText, problems);
  if (adminPort === port && port !== 0) problems.push("ADMIN_PORT must be another port than PORT.");
  return [port, adminPort] as const;
}

function readPort(name: string, text: string | undefined, problems: string[]): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 0 && port <= 65535)) problems.push(`${name} must be a number from 0 to 65535.`);
  return port;
}

const MAX_ACCOUNTS = 100_000;

function readMaxAccounts(text: string | undefined, problems: string[]): number {
  if (text === undefined) return MAX_ACCOUNTS;
  if (!/^\d{1,9}$/.test(text)) problems.push("MAX_ACCOUNTS_PER_PARTNER must be a whole number; 0 sets no bound.");
  return Number(text) === 0 ? Number.POSITIVE_INFINITY : Number(text);
}

/** Where nobody else can take over, as on a developer's machine, there is nothing to wait for. */
function readDrain(text: string | undefined, environment: Config["environment"], problems: string[]): number {
  if (text === undefined) return environment === "production" ? 5_000 : 0;
  const seconds = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= 20)) problems.push("DRAIN_SECONDS must be a number from 0 to 20.");
  return Math.round(seconds * 1_000);
}

function readUrl(name: string, text: string | undefined, protocols: string[], problems: string[]): string | null {
  if (text === undefined) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(" or ")}.`);
    return null;
  }
  return text;
}

function readEnvironment(
  text: string | undefined,
  baseUrl: string | null,
  host: string,
  problems: string[],
): Config["environment"] {
  if (text === "development" || text === "production") return text;
  if (text !== undefined) problems.push("GATEWAY_ENV must be development or production.");
  const hostname = baseUrl ? new URL(baseUrl).hostname : host;
  return isLoopback(hostname) ? "development" : "production";
}

function readKeyRing(text: string | undefined, problems: string[]): KeyRing | null {
  if (text === undefined) return null;
  const ring = parseKeyRing(text);
  if (typeof ring !== "string") return ring;
  problems.push(`GATEWAY_SECRET_KEYS ${ring}`);
  return null;
}

function readProvidersFile(
  file: string | undefined,
  environment: string,
  problems: string[],
): Record<string, ProviderSettings> {
  if (!file) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    problems.push(`GATEWAY_PROVIDERS_FILE ${why}: ${file}`);
    return {};
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    problems.push("GATEWAY_PROVIDERS_FILE must hold an object with one entry for each provider.");
    return {};
  }
  const settings: Record<string, ProviderSettings> = {};
  for (const [id, entry] of Object.entries(parsed)) {
    const faults = settingsFileErrors(entry, environment);
    if (faults.length === 0) settings[id] = entry as ProviderSettings;
    else problems.push(...faults.map((fault) => `GATEWAY_PROVIDERS_FILE: ${id}.${fault}`));
  }
  return settings;
}

const TEXT_SETTINGS = ["clientId", "clientSecret", "webhookSecret", "botToken"];
const URL_SETTINGS = ["authorizationUrl", "tokenUrl", "revocationUrl", "identityUrl", "issuer"];

/** What is wrong with one provider's settings, each fault led by the setting's name. */
export function settingsFileErrors(entry: unknown, environment: string): string[] {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return ["(entry) must be an object."];
  const faults: string[] = [];
  const checkUrl = (name: string, url: unknown) => {
    const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
    const plain = parsed?.protocol === "http:" && isLoopback(parsed.hostname) && environment === "development";
    if (!parsed || (parsed.protocol !== "https:" && !plain)) {
      faults.push(`${name} must be an https URL (http only to loopback hosts in development).`);
    }
  };
  for (const [name, value] of Object.entries(entry)) {
    if (URL_SETTINGS.includes(name)) checkUrl(name, value);
    else if (name === "baseUrl" && typeof value === "object" && value !== null) {
      for (const [service, url] of Object.entries(value)) checkUrl(`baseUrl.${service}`, url);
    } else if (name === "baseUrl") checkUrl(name, value);
    else if (name === "scopes") {
      if (!Array.isArray(value) || value.some((s) => typeof s !== "string"))
        faults.push("scopes must be a list of texts.");
    } else if (!TEXT_SETTINGS.includes(name)) faults.push(`${name} is not a setting.`);
    else if (typeof value !== "string" || value === "") faults.push(`${name} must be a text.`);
  }
  return faults;
}
