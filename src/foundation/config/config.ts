// Reads the environment into one frozen configuration, or reports every invalid value at once.
import { resolve } from "node:path";
import type { ProviderSettings } from "../../providers/upstream/target.ts";
import type { Durability } from "../db/embedded-folder.ts";
import { type KeyRing, parseKeyRing } from "../vault/key-ring.ts";
import { type ActivitySettings, readActivity } from "./activity-settings.ts";
import { readAdminToken } from "./admin-token.ts";
import { type BackupSettings, readBackups } from "./backup-settings.ts";
import { type ListeningSettings, readListening } from "./listening-settings.ts";
import { type LogSettings, readLog } from "./log-settings.ts";
import { type MailSettings, readMail } from "./mail-settings.ts";
import { type IssuerSettings, readOidc } from "./oidc-settings.ts";
import { placesOf, providerSettings } from "./provider-settings.ts";
import { isLoopback, readProvidersFile } from "./providers-file.ts";
import { readApprovalWait, readDays, readMonths } from "./retention-settings.ts";
import { baseUrlErrors, readDatabaseUrl, readTelemetry, readUrl } from "./url-settings.ts";

export interface Config extends ListeningSettings, ActivitySettings, LogSettings {
  /** Without a trailing slash; null means `http://<host>:<port>`, with the port that the server gets. */
  baseUrl: string | null;
  /** Null means the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** What the embedded database survives. */
  durability: Durability;
  environment: "development" | "production";
  keyRing: KeyRing | null;
  adminToken: string | null;
  /** Whether the operator has switched the bootstrap token off, for named ones. */
  isBootstrapOff: boolean;
  /** The named admin token that commands use in place of the bootstrap token. */
  operatorToken: string | null;
  pluginsDir: string | null;
  /** The place of releases for `gateway upgrade`. */
  releasesFrom: string | null;
  /** Whether a plugin that does not load stops the start. */
  hasStrictPlugins: boolean;
  /** Whether a partner must list redirect origins before its accounts can connect. */
  requireRedirectOrigins: boolean;
  /** Infinity where the operator sets no bound. */
  maxAccountsPerPartner: number;
  /** How long a stopping gateway, which is no longer ready, still accepts requests. */
  drainMs: number;
  /** How long a start tries to lock the tables of one migration. */
  migrationWaitMs: number;
  /** Whether providers can deliver events to the base URL; null: they can where it is https and not loopback. */
  publicWebhooks: boolean | null;
  /**
   * The operator's settings of a provider: the environment overrides the providers file. `names` are the settings that its
   * plugin declares.
   */
  provider(id: string, names?: readonly string[]): ProviderSettings;
  /** A provider's setting as the operator wrote it: its variable where that is set, else its place in the providers file. */
  placeOf(id: string, setting: string, place?: string): string;
  /** The OpenID Connect issuers by which people sign in. */
  oidc: IssuerSettings;
  /** The SMTP server for mails to people; null where there is none. */
  mail: MailSettings | null;
  /** Backups that the gateway makes by itself; null where the operator sets no place. */
  backups: BackupSettings | null;
  /** Whether outgoing webhooks may go to loopback and private addresses, and in development by http to loopback. */
  webhooksAllowPrivate: boolean;
  /** Whether traces and log lines go to a collector; the SDK reads the further variables itself. */
  hasTelemetry: boolean;
  /** Days for which inbound webhooks are stored. */
  inboundWebhookDays: number;
  /** Days for which deliveries of outgoing webhooks are logged. */
  deliveryDays: number;
  /** How many days events stay in the inbox. */
  inboxDays: number;
  /** How many days the audit log keeps an entry. */
  auditDays: number;
  /** How many days recorded arguments and responses of calls stay. */
  evidenceDays: number;
  /** How long a call waits for a person, in milliseconds. */
  approvalWaitMs: number;
  /** Whole months before the current one that stay in the usage log. */
  usageMonths: number;
  /** Provider ids that the providers file names. */
  configuredProviders: readonly string[];
  /** The environment variables that are settings, without those of providers. */
  settings: readonly string[];
  /** What is set of the settings that all replicas should share, as texts that may be secret; undefined where one is not set. */
  sharedSettings: ReadonlyMap<string, string | undefined>;
}

/** Whose a setting is: by default all replicas should have the same value; `process`: each may have its own. */
export type SettingScope = "process";
export type SettingValue = (name: string, scope?: SettingScope) => string | undefined;

/** One sentence for each invalid value. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly errors: readonly string[]) {
    super(errors.join("\n"));
  }
}

export type Environment = Record<string, string | undefined>;
/** Throws `ConfigError` with every error. */
export function readConfig(env: Environment): Config {
  const { config, errors } = inspectConfig(env);
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}

/** Every error of the settings, and what they say all the same: with a wrong one, the others are checked too. */
export function inspectConfig(env: Environment): { config: Config; errors: readonly string[] } {
  const errors: string[] = [];
  const settings = new Set<string>();
  const shared = new Map<string, string | undefined>();
  const value: SettingValue = (name, scope) => {
    settings.add(name);
    const text = env[name]?.trim() || undefined;
    if (scope === undefined) shared.set(name, text);
    return text;
  };
  const listening = readListening(value, errors);
  const baseUrl = readUrl("BASE_URL", value("BASE_URL"), ["http:", "https:"], errors);
  if (baseUrl) errors.push(...baseUrlErrors(baseUrl));
  const databaseUrl = readDatabaseUrl(value("DATABASE_URL", "process"), errors);
  const environment = readEnvironment(value("GATEWAY_ENV"), baseUrl, listening.host, errors);
  const keyRing = readKeyRing(value("GATEWAY_SECRET_KEYS", "process"), errors);
  const isBootstrapOff = value("GATEWAY_ADMIN_TOKEN") === "off";
  const adminToken = isBootstrapOff ? null : readAdminToken(value("GATEWAY_ADMIN_TOKEN"), errors);
  if (databaseUrl && !value("GATEWAY_SECRET_KEYS", "process")) {
    errors.push("GATEWAY_SECRET_KEYS is required with DATABASE_URL: id:base64 of 32 random bytes.");
  }
  if (databaseUrl && !adminToken && !isBootstrapOff) errors.push("GATEWAY_ADMIN_TOKEN is required with DATABASE_URL.");
  const rules = readRules(value, environment, errors);
  const hasTelemetry = readTelemetry(value, errors);
  const activity = readActivity(value, hasTelemetry, errors);
  const drainMs = readDrain(value("DRAIN_SECONDS"), environment, errors);
  const providersFile = readProvidersFile(value("GATEWAY_PROVIDERS_FILE", "process"), environment, errors);
  const pluginsDir = value("GATEWAY_PLUGINS_DIR", "process");
  const config: Config = Object.freeze({
    ...listening,
    baseUrl: baseUrl?.replace(/(?<!\/)\/+$/, "") ?? null,
    databaseUrl,
    dataDir: resolve(value("DATA_DIR", "process") ?? "./data"),
    durability: readDurability(value("DURABILITY"), errors),
    environment,
    keyRing,
    adminToken,
    isBootstrapOff,
    operatorToken: value("GATEWAY_OPERATOR_TOKEN", "process") ?? null,
    pluginsDir: pluginsDir === undefined ? null : resolve(pluginsDir),
    releasesFrom: value("GATEWAY_RELEASES_FROM", "process") ?? null,
    ...readLog(value, errors),
    ...rules,
    drainMs,
    hasTelemetry,
    ...activity,
    configuredProviders: Object.keys(providersFile),
    settings: [...settings],
    // A copy: what follows reads the settings of providers, which are compared as a whole.
    sharedSettings: new Map(shared),
    provider: (id: string, names: readonly string[] = []) => ({
      ...providersFile[id],
      ...providerSettings(value, id, names, providersFile[id]?.settings),
    }),
    placeOf: placesOf(value),
  });
  return { config, errors };
}

/** What the operator allows, and how long it lasts. */
function readRules(value: SettingValue, environment: string, errors: string[]) {
  const isOn = (name: string, text: string | undefined): boolean => readSwitch(name, text, errors);
  return {
    hasStrictPlugins: isOn("GATEWAY_STRICT_PLUGINS", value("GATEWAY_STRICT_PLUGINS")),
    requireRedirectOrigins: isOn("GATEWAY_REQUIRE_REDIRECT_ORIGINS", value("GATEWAY_REQUIRE_REDIRECT_ORIGINS")),
    maxAccountsPerPartner: readMaxAccounts(value("MAX_ACCOUNTS_PER_PARTNER"), errors),
    publicWebhooks: readPublicWebhooks(value("GATEWAY_PUBLIC_WEBHOOKS"), errors),
    auditDays: readDays("GATEWAY_AUDIT_DAYS", value("GATEWAY_AUDIT_DAYS"), { unset: 400, most: 3_650 }, errors),
    evidenceDays: readDays("GATEWAY_EVIDENCE_DAYS", value("GATEWAY_EVIDENCE_DAYS"), { unset: 7, most: 30 }, errors),
    approvalWaitMs: readApprovalWait(value("GATEWAY_APPROVAL_MINUTES"), errors),
    migrationWaitMs: readMigrationWait(value("GATEWAY_MIGRATION_WAIT_SECONDS", "process"), errors),
    inboxDays: readDays("GATEWAY_INBOX_DAYS", value("GATEWAY_INBOX_DAYS"), { unset: 30, most: 400 }, errors),
    usageMonths: readMonths(value("GATEWAY_USAGE_MONTHS"), errors),
    oidc: readOidc(value, environment, errors),
    mail: readMail(value, errors),
    backups: readBackups(value, errors),
    webhooksAllowPrivate: isOn("GATEWAY_WEBHOOKS_ALLOW_PRIVATE", value("GATEWAY_WEBHOOKS_ALLOW_PRIVATE")),
    ...readWebhookDays(value, errors),
  };
}

/** In this version the days of deliveries apply to inbound webhooks too, where only they are set. */
function readWebhookDays(value: (name: string) => string | undefined, errors: string[]) {
  const daysOf = (name: string, unset: number) => readDays(name, value(name), { unset, most: 365 }, errors);
  const deliveryDays = daysOf("GATEWAY_DELIVERY_DAYS", 7);
  return { deliveryDays, inboundWebhookDays: daysOf("GATEWAY_INBOUND_WEBHOOK_DAYS", deliveryDays) };
}

function readPublicWebhooks(text: string | undefined, errors: string[]): boolean | null {
  if (text !== undefined && text !== "on" && text !== "off") errors.push("GATEWAY_PUBLIC_WEBHOOKS must be on or off.");
  return text === undefined ? null : text === "on";
}

/** `true` or `false`; false unless set. */
function readSwitch(name: string, text: string | undefined, errors: string[]): boolean {
  if (text !== undefined && text !== "true" && text !== "false") errors.push(`${name} must be true or false.`);
  return text === "true";
}

const MIGRATION_WAIT_SECONDS = 600;
const MAX_MIGRATION_WAIT_SECONDS = 86_400;

function readMigrationWait(text: string | undefined, errors: string[]): number {
  if (text === undefined) return MIGRATION_WAIT_SECONDS * 1_000;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= MAX_MIGRATION_WAIT_SECONDS)) {
    errors.push(`GATEWAY_MIGRATION_WAIT_SECONDS must be a whole number from 0 to ${MAX_MIGRATION_WAIT_SECONDS}.`);
  }
  return seconds * 1_000;
}

const MAX_ACCOUNTS = 100_000;

function readMaxAccounts(text: string | undefined, errors: string[]): number {
  if (text === undefined) return MAX_ACCOUNTS;
  if (!/^\d{1,9}$/.test(text)) errors.push("MAX_ACCOUNTS_PER_PARTNER must be a whole number; 0 means no limit.");
  return Number(text) === 0 ? Number.POSITIVE_INFINITY : Number(text);
}

/** Zero in development, where no other replica takes over. */
function readDrain(text: string | undefined, environment: Config["environment"], errors: string[]): number {
  if (text === undefined) return environment === "production" ? 5_000 : 0;
  const seconds = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= 20)) errors.push("DRAIN_SECONDS must be a number from 0 to 20.");
  return Math.round(seconds * 1_000);
}

function readEnvironment(
  text: string | undefined,
  baseUrl: string | null,
  host: string,
  errors: string[],
): Config["environment"] {
  if (text === "development" || text === "production") return text;
  if (text !== undefined) errors.push("GATEWAY_ENV must be development or production.");
  const hostname = baseUrl ? new URL(baseUrl).hostname : host;
  return isLoopback(hostname) ? "development" : "production";
}

function readDurability(text: string | undefined, errors: string[]): Durability {
  if (text !== undefined && text !== "full" && text !== "relaxed") errors.push("DURABILITY must be full or relaxed.");
  return text === "relaxed" ? "relaxed" : "full";
}

function readKeyRing(text: string | undefined, errors: string[]): KeyRing | null {
  if (text === undefined) return null;
  const ring = parseKeyRing(text);
  if (typeof ring !== "string") return ring;
  errors.push(`GATEWAY_SECRET_KEYS ${ring}`);
  return null;
}
