// `gateway doctor`: checks the configuration, files, database and providers, and says what to do.
import { migrations } from "gateway:migrations";
import { sources } from "gateway:plugins";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "../../foundation/config/config.ts";
import { configWarnings } from "../../foundation/config/config-warnings.ts";
import type { Database } from "../../foundation/db/database.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import type { Provider } from "../../plugin/index.ts";
import { assertFree } from "../../server/bind-check.ts";
import { bindingsOf } from "../../server/listeners.ts";
import { DataFolderInUse, dataDirError, openDatabase } from "../../server/serve.ts";
import {
  assertKeyRingFits,
  assertSchemaFits,
  loadProgram,
  type Program,
  providerErrors,
  providerWarnings,
} from "../../server/start-checks.ts";
import { TABLES } from "../../server/tables.ts";
import type { Check } from "../doctor/check.ts";
import { databaseChecks } from "../doctor/database-checks.ts";
import { hostChecks } from "../doctor/host-checks.ts";
import { checkIssuers } from "../doctor/issuer-check.ts";
import { checkMail } from "../doctor/mail-check.ts";
import { checkTelemetry } from "../doctor/telemetry-check.ts";
import { runningServer } from "./admin-api.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

/** Returns 1 when a check fails. */
export async function doctor(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const checks: Check[] = [];
  const addCheck: AddCheck = (check, ok, message) => void checks.push({ check, ok, message });
  const config = checkConfig(addCheck);
  if (config) {
    checkFiles(config, addCheck);
    await checkPorts(config, addCheck);
    checks.push(...hostChecks(config, Date.now()));
    checks.push(...(await checkTelemetry(config, terminal().env)));
    checks.push(...(await checkIssuers(config)));
    checks.push(...(await checkMail(config)));
    await checkQuarantine(config, addCheck);
    const program = await loadProgram({ config, platform, builtIn: sources }).catch((error: Error) => error);
    const isLoaded = !(program instanceof Error);
    const providers = isLoaded ? program.plugins.map(({ id }) => id) : null;
    checks.push(...(await checkDatabase(config, platform, addCheck, providers)));
    if (!isLoaded) addCheck("plugins", false, program.message);
    const plugins = isLoaded ? checkProviders(config, program, addCheck) : [];
    const ids = plugins.map(({ id }) => id);
    const warnings = [...configWarnings(config, terminal().env, ids), ...providerWarnings(plugins, config)];
    for (const { code, message } of warnings) {
      // The provider's own check reports it.
      if (code !== "client_half_set") checks.push({ check: code, ok: true, warning: true, message });
    }
  }
  const isWell = checks.every((check) => check.ok);
  if (options.json === true) print({ ok: isWell, checks }, true);
  else for (const check of checks) printText(formatCheck(check));
  return isWell ? 0 : 1;
}

function formatCheck({ check, ok, message, warning }: Check): string {
  return warning ? `warning: ${message}` : `${ok ? "ok  " : "FAIL"}  ${check}: ${message}`;
}

/** The ids of the plugins; null where they cannot be loaded. */
type Providers = readonly string[] | null;
type AddCheck = (check: string, ok: boolean, message: string) => void;

function checkConfig(addCheck: AddCheck): Config | null {
  try {
    const config = readConfig(terminal().env);
    addCheck(
      "configuration",
      true,
      `${config.environment}, ${config.databaseUrl ? "Postgres" : `embedded database in ${config.dataDir}`}`,
    );
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const message of error.errors) addCheck("configuration", false, message);
    return null;
  }
}

function checkFiles(config: Config, addCheck: AddCheck): void {
  const unwritable = dataDirError(config.dataDir);
  if (unwritable) addCheck("data folder", false, unwritable);
  for (const name of ["secrets.json", "server.json"]) {
    const file = join(config.dataDir, name);
    if (!existsSync(file)) continue;
    const isPrivate = (statSync(file).mode & 0o077) === 0;
    addCheck(name, isPrivate, isPrivate ? "readable by its owner only" : `others can read it: chmod 600 ${file}`);
  }
}

/** A running gateway has its ports itself. */
async function checkPorts(config: Config, addCheck: AddCheck): Promise<void> {
  if (await runningServer(config.dataDir)) return;
  for (const binding of bindingsOf(config)) {
    const refused = await assertFree(binding).catch((error: Error) => error);
    if (refused) addCheck(binding.variable === "PORT" ? "port" : "admin port", false, refused.message);
  }
}

/** Returns the further checks of a database that is up to date. */
async function checkDatabase(
  config: Config,
  platform: Platform,
  addCheck: AddCheck,
  providers: Providers,
): Promise<Check[]> {
  if (!config.databaseUrl && !hasEmbedded(config.dataDir)) {
    addCheck("database", true, "not created yet (serve creates it)");
    return [];
  }
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(config, platform);
  } catch (error) {
    if (error instanceof DataFolderInUse) return checkRunning(config, addCheck, error.message);
    addCheck("database", false, (error as Error).message);
    return [];
  }
  try {
    return await checkContent(config, opened.database, addCheck, providers);
  } catch (error) {
    addCheck("database", false, (error as Error).message);
    return [];
  } finally {
    await opened.database.close();
    opened.release();
  }
}

/** The embedded database belongs to a running gateway, which compared the key ring at its start. */
async function checkRunning(config: Config, addCheck: AddCheck, inUse: string): Promise<Check[]> {
  const server = await runningServer(config.dataDir);
  if (!server) {
    addCheck("database", false, `${inUse} It does not respond.`);
    return [];
  }
  const { status } = await fetchLocal(new Request(`${server.url}/health/ready`));
  addCheck(
    "database",
    status === 200,
    `in use by the gateway at ${server.url}, whose /health/ready responds with ${status}`,
  );
  const headers = { authorization: `Bearer ${config.operatorToken ?? server.adminToken}` };
  const response = await fetchLocal(new Request(`${server.url}/admin/v1/checks`, { headers }));
  const { data } = (await response.json().catch(() => {
    // A gateway of another version may have no such checks.
    return {};
  })) as { data?: { checks: Check[] } };
  return data?.checks ?? [];
}

async function checkContent(
  config: Config,
  database: Database,
  addCheck: AddCheck,
  providers: Providers,
): Promise<Check[]> {
  const { pending, unknown } = await assertSchemaFits(database, migrations);
  const current =
    unknown.length > 0
      ? "reachable, migrated by a newer version with which this one can run"
      : "reachable and up to date";
  const state = pending.length > 0 ? `reachable, ${pending.length} migrations to apply (serve applies them)` : current;
  addCheck("database", true, state);
  await checkKeyRing(config, database, addCheck);
  if (pending.length > 0) return [];
  const isServed = database.kind === "postgres";
  return databaseChecks({ database, tables: TABLES, kind: database.kind, config, now: Date.now, isServed, providers });
}

async function checkKeyRing(config: Config, database: Database, addCheck: AddCheck): Promise<void> {
  try {
    const isSealed = await assertKeyRingFits(database, config);
    addCheck(
      "key ring",
      true,
      isSealed ? "decrypts the secrets in the database" : "not created yet (serve creates it)",
    );
  } catch (error) {
    addCheck("key ring", false, (error as Error).message);
  }
}

interface QuarantinedAtServer {
  plugin: string;
  part: string | null;
  /** ISO 8601. */
  until: string;
}

/** What a running gateway has taken out of use for a while. */
async function checkQuarantine(config: Config, addCheck: AddCheck): Promise<void> {
  const server = await runningServer(config.dataDir);
  if (!server) return;
  const response = await fetchLocal(new Request(`${server.url}/health/ready`));
  const { quarantined = [] } = (await response.json()) as { quarantined?: QuarantinedAtServer[] };
  for (const { plugin, part, until } of quarantined) {
    const what = part === null ? "held the whole process" : `ran too long (${part})`;
    addCheck(
      `plugin ${plugin}`,
      false,
      `${what} and is out of use until ${until}: the gateway's log says what happened`,
    );
  }
}

/** Returns the plugins that load. */
function checkProviders(config: Config, { plugins, broken }: Program, addCheck: AddCheck): readonly Provider[] {
  for (const { id, violations } of broken) for (const message of violations) addCheck(`plugin ${id}`, false, message);
  const errors = providerErrors(plugins, config);
  for (const { id, name } of plugins) {
    for (const message of errors.get(id) ?? []) addCheck(`provider ${id}`, false, message);
    if (!errors.has(id)) checkClient(config, id, name, addCheck);
  }
  return plugins;
}

function checkClient(config: Config, id: string, name: string, addCheck: AddCheck): void {
  const { clientId, clientSecret } = config.provider(id);
  const prefix = id.toUpperCase();
  const isSet = Boolean(clientId && clientSecret);
  const isHalfSet = Boolean(clientId) !== Boolean(clientSecret);
  const missing = isHalfSet
    ? `set ${prefix}_CLIENT_${clientId ? "SECRET" : "ID"} too`
    : `set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET`;
  addCheck(
    `provider ${id}`,
    !isHalfSet,
    isSet ? `${name} is set up` : `${isHalfSet ? "half set up" : "not set up"}: ${missing}`,
  );
}
