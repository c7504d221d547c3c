// `gateway doctor`: checks what an operator can get wrong, each with a sentence on what to do.

import { migrations } from "gateway:migrations";
import { sources } from "gateway:plugins";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "../config.ts";
import type { Platform } from "../platform/platform.ts";
import { loadPlugins, pluginsInFolder } from "../registry/load.ts";
import { openDatabase } from "../serve.ts";
import { checkKeyRing } from "../vault/key-ring-check.ts";
import { loadOrMakeSecrets } from "../vault/secrets-file.ts";
import { createVault } from "../vault/vault.ts";
import { print } from "./print.ts";

interface Check {
  check: string;
  ok: boolean;
  message: string;
}

/** Runs every check; 1 when one fails. */
export async function doctor(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const checks: Check[] = [];
  const say = (check: string, ok: boolean, message: string) => void checks.push({ check, ok, message });
  const config = readConfigQuietly(say);
  if (config) {
    checkFiles(config, say);
    await checkDatabase(config, platform, say);
    await checkProviders(config, say);
  }
  const isWell = checks.every((check) => check.ok);
  if (options.json === true) print({ ok: isWell, checks }, true);
  else for (const { check, ok, message } of checks) console.log(`${ok ? "ok  " : "FAIL"}  ${check}: ${message}`);
  return isWell ? 0 : 1;
}

type Say = (check: string, ok: boolean, message: string) => void;

function readConfigQuietly(say: Say): Config | null {
  try {
    const config = readConfig(process.env);
    say(
      "configuration",
      true,
      `${config.environment}, ${config.databaseUrl ? "Postgres" : `embedded database in ${config.dataDir}`}`,
    );
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) say("configuration", false, problem);
    return null;
  }
}

function checkFiles(config: Config, say: Say): void {
  for (const name of ["secrets.json", "server.json"]) {
    const file = join(config.dataDir, name);
    if (!existsSync(file)) continue;
    const isPrivate = (statSync(file).mode & 0o077) === 0;
    say(name, isPrivate, isPrivate ? "readable by its owner only" : `others can read it: chmod 600 ${file}`);
  }
}

async function checkDatabase(config: Config, platform: Platform, say: Say): Promise<void> {
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(config, platform);
  } catch (error) {
    // A running gateway holds the embedded database: that is as it should be.
    const isInUse = (error as Error).name === "CannotStart";
    return say("database", isInUse, (error as Error).message);
  }
  try {
    const { database } = opened;
    const rows = await database
      .query<{ name: string }>("select name from migrations")
      .catch(() => [] as { name: string }[]);
    const open = migrations.length - rows.length;
    say(
      "database",
      true,
      open > 0 ? `reachable, ${open} migrations to apply (serve applies them)` : "reachable and up to date",
    );
    if (rows.length > 0) {
      await checkKeyRing(database, createVault(loadOrMakeSecrets(config.dataDir, config).keyRing));
      say("key ring", true, "opens what the database holds");
    }
  } catch (error) {
    say("key ring", false, (error as Error).message);
  } finally {
    await opened.database.close();
    opened.release();
  }
}

async function checkProviders(config: Config, say: Say): Promise<void> {
  try {
    const plugins = await loadPlugins([...sources, ...(config.pluginsDir ? pluginsInFolder(config.pluginsDir) : [])]);
    for (const { id, name } of plugins) {
      const { clientId, clientSecret } = config.provider(id);
      const prefix = id.toUpperCase();
      const isSet = Boolean(clientId && clientSecret);
      const isHalfSet = Boolean(clientId) !== Boolean(clientSecret);
      const missing = `set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET`;
      say(
        `provider ${id}`,
        !isHalfSet,
        isSet ? `${name} is set up` : `${isHalfSet ? "half set up" : "not set up"}: ${missing}`,
      );
    }
  } catch (error) {
    say("plugins", false, (error as Error).message);
  }
}
