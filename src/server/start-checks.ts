// What stops a start, found before anything is changed: the start, `migrate` and `doctor` ask this one code.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError, type Environment } from "../foundation/config/config.ts";
import { type ConfigWarning, configWarnings } from "../foundation/config/config-warnings.ts";
import { providerVariable } from "../foundation/config/provider-settings.ts";
import { type Database, OLDEST_POSTGRES } from "../foundation/db/database.ts";
import type { Migration } from "../foundation/db/migrate.ts";
import { assertMayMigrate, readRights } from "../foundation/db/migration-rights.ts";
import { newerSchemaError, readSchemaState, type SchemaState } from "../foundation/db/schema-state.ts";
import { readOnlyDatabase } from "../foundation/db/start-error.ts";
import { assertTablesOwned, assertTablesUsable } from "../foundation/db/table-owners.ts";
import { assertNoRestore } from "../foundation/db/unfinished-restore.ts";
import { PluginLoadError, StartupError } from "../foundation/errors.ts";
import type { Platform } from "../foundation/platform/platform.ts";
import { assertSecretsNotLost, verifyKeyRing } from "../foundation/vault/key-ring-check.ts";
import { loadOrMakeSecrets, secretsFile } from "../foundation/vault/secrets-file.ts";
import { createVault } from "../foundation/vault/vault.ts";
import { checkConnections } from "../operations/doctor/connection-checks.ts";
import type { Provider } from "../plugin/index.ts";
import type { QuarantinedPart } from "../providers/guard/quarantine.ts";
import { addedPlugins, type BrokenPlugin, loadEach, type PluginSource } from "../providers/registry/load.ts";
import { type ProviderSettings, settingsErrors, settingsWarnings } from "../providers/upstream/target.ts";
import { quarantineFile, readQuarantine, type StoppedBy } from "./quarantine-file.ts";
import { RESERVED_IDS } from "./reserved-ids.ts";

export interface Program {
  /** Those of `plugins`, in the same order. */
  sources: readonly PluginSource[];
  plugins: readonly Provider[];
  /** What cannot be served: the others are. */
  broken: readonly BrokenPlugin[];
  /** Plugins whose functions ended an earlier process. */
  outOfUse: readonly QuarantinedPart[];
  /** Null without a folder. */
  added: AddedPlugins | null;
  /** What stops a start with `GATEWAY_STRICT_PLUGINS`; empty without. */
  refused: readonly string[];
}

/** The operator's own plugins, and their folder. */
export interface AddedPlugins {
  folder: string;
  ids: string[];
  /** A sentence where the folder that a setting names has no plugin. */
  none: string | null;
}

export interface ProgramOptions {
  config: Config;
  platform: Pick<Platform, "binaryFolder">;
  builtIn: readonly PluginSource[];
}

const settingsOf = ({ id, settings = {} }: Provider, config: Config): ProviderSettings =>
  config.provider(id, Object.keys(settings));

/** Each provider's settings that do not fit its plugin, as sentences; by provider id. */
export function providerErrors(plugins: readonly Provider[], config: Config): Map<string, string[]> {
  const errors = plugins.map(
    (plugin) => [plugin.id, settingsErrors(plugin, settingsOf(plugin, config), config.placeOf)] as const,
  );
  return new Map(errors.filter(([, texts]) => texts.length > 0));
}

interface WarnedStart {
  config: Config;
  env: Environment;
  plugins: readonly Provider[];
  /** Those that do not load, and have their settings all the same. */
  broken: readonly Pick<BrokenPlugin, "id">[];
  /** Ids of the providers whose OAuth app an operator has entered. */
  entered: ReadonlySet<string>;
  added: AddedPlugins | null;
}

/** What is valid, and probably not meant. */
export function startWarnings({ config, env, plugins, broken, entered, added }: WarnedStart): ConfigWarning[] {
  const ids = plugins.map(({ id }) => id);
  const declared = plugins.flatMap(({ id, settings = {} }) =>
    Object.keys(settings).map((name) => providerVariable(id, name)),
  );
  const configuredProviders = config.configuredProviders.filter((id) => !broken.some((one) => one.id === id));
  const incomplete = plugins.flatMap((plugin) => settingsWarnings(plugin, settingsOf(plugin, config)));
  return [
    ...configWarnings({ ...config, configuredProviders }, env, ids, declared, entered),
    ...incomplete.map((message) => ({ code: "base_url_incomplete" as const, message })),
    ...(added?.none ? [{ code: "plugins_none" as const, message: added.none }] : []),
  ];
}

/** The plugins to serve, built in and added. Throws `PluginLoadError` where their folder is none. */
export async function loadProgram({ config, platform, builtIn }: ProgramOptions): Promise<Program> {
  const { folder, sources: own } = addedPlugins(config.pluginsDir, platform.binaryFolder);
  const stopped = readQuarantine(config.dataDir, Date.now());
  const byImport = stopped.filter(({ phase }) => phase === "load");
  const outOfUse = stopped.flatMap(({ plugin, phase, until }) =>
    phase === "run" ? [{ plugin, part: null, until: Date.parse(until) }] : [],
  );
  const sentences = new Map(byImport.map((one) => [one.plugin, stoppedText(config.dataDir, one)]));
  const { loaded, broken } = await loadEach([...builtIn, ...own], RESERVED_IDS, sentences);
  // One that is out of use does not stop the start: that would end every replica, where the others can serve.
  const strict = config.hasStrictPlugins ? broken.filter(({ id }) => !sentences.has(id)) : [];
  const none = own.length === 0 ? noPluginIn(config.pluginsDir, platform.binaryFolder) : null;
  const noPlugin = none !== null && config.hasStrictPlugins ? [none] : [];
  const refused = [...strict.flatMap(({ violations }) => violations), ...noPlugin];
  const [sources, plugins] = [loaded.map(({ source }) => source), loaded.map(({ provider }) => provider)];
  const ids = loaded.flatMap(({ source, provider }) => (own.includes(source) ? provider.id : []));
  return { sources, plugins, broken, outOfUse, refused, added: folder === null ? null : { folder, ids, none } };
}

/** Null without such a folder, and for an empty one that switches off the one beside the binary. */
function noPluginIn(folder: string | null, binaryFolder: string | null): string | null {
  if (folder === null) return null;
  const isSwitch =
    binaryFolder !== null && existsSync(join(binaryFolder, "plugins")) && readdirSync(folder).length === 0;
  return isSwitch
    ? null
    : `GATEWAY_PLUGINS_DIR ${folder} has no plugin: one is <name>.ts or <name>/index.ts directly in this folder.`;
}

const stoppedText = (dataDir: string, { at, until }: StoppedBy) =>
  `held the whole process while it was imported, on ${at}, and is not loaded by a start before ${until}. Mend it, remove ${quarantineFile(dataDir)}, and restart.`;

/** The same, if the operator's settings fit the plugins; else throws `ConfigError` with every one that does not. */
export async function loadCheckedProgram(options: ProgramOptions): Promise<Program> {
  const program = await loadProgram(options);
  if (program.refused.length > 0) throw new PluginLoadError(program.refused);
  const errors = [...providerErrors(program.plugins, options.config).values()].flat();
  if (errors.length > 0) throw new ConfigError(errors);
  return program;
}

/**
 * Throws `StartupError` where this version cannot run on a database as it is, or not with these secrets. Changes nothing, so
 * that the version before can still start.
 */
export async function assertDatabaseFits(
  database: Database,
  migrations: readonly Migration[],
  config: Config,
): Promise<SchemaState> {
  const schema = await assertSchemaFits(database, migrations);
  await assertKeyRingFits(database, config);
  return schema;
}

/** What only serving needs: a database that takes writes, and connections for each kind of work. */
export async function assertServes(database: Pick<Database, "query" | "kind">): Promise<void> {
  if (database.kind === "embedded") return;
  const rights = await readRights(database);
  if (rights?.isReadOnly) throw readOnlyDatabase(rights);
  const [connections] = await checkConnections({ database, kind: database.kind });
  if (connections && !connections.ok)
    throw new StartupError(`There are too few connections to the database: ${connections.message}.`, {
      nextStep: connections.next_step,
    });
}

/** The part of `assertDatabaseFits` that needs no secrets. */
export async function assertSchemaFits(database: Database, migrations: readonly Migration[]): Promise<SchemaState> {
  const [row] = await database.query<{ version: string; encoding: string }>(
    "select current_setting('server_version') as version, current_setting('server_encoding') as encoding",
  );
  const { version = "", encoding = "" } = row ?? {};
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES) {
    throw new StartupError(
      `Postgres ${version} is older than ${OLDEST_POSTGRES}, the oldest supported version: upgrade it.`,
      { nextStep: `upgrade Postgres to ${OLDEST_POSTGRES} or newer` },
    );
  }
  if (encoding !== "UTF8") {
    const step =
      "create another database with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and set DATABASE_URL to it";
    throw new StartupError(`The database has the encoding ${encoding}, which cannot store every text: ${step}.`, {
      nextStep: step,
    });
  }
  await assertTablesUsable(database);
  await assertNoRestore(database);
  const schema = await readSchemaState(database, migrations);
  if (schema.pending.length > 0) {
    await assertTablesOwned(database);
    await assertMayMigrate(database);
  }
  const newer = newerSchemaError(schema);
  if (newer) throw newer;
  return schema;
}

/** Whether the ring opens what the database has sealed; false where it has sealed nothing yet. */
export async function assertKeyRingFits(database: Database, config: Config): Promise<boolean> {
  await assertSecretsNotLost(database, config);
  if (!config.keyRing && !existsSync(secretsFile(config.dataDir))) return false;
  const [table] = await database.query<{ exists: boolean }>(
    "select to_regclass('key_ring_checks') is not null as exists",
  );
  if (!table?.exists) return false;
  const keyRing = config.keyRing ?? loadOrMakeSecrets(config.dataDir, config).keyRing;
  return (await verifyKeyRing(database, createVault(keyRing))).size > 0;
}
