// What stops a start, or a part of it from working, found at once and before anything is changed: serve, migrate and doctor ask this one code.
import { migrations } from "gateway:migrations";
import { type Config, ConfigError } from "../foundation/config/config.ts";
import { readTlsPair } from "../foundation/config/tls.ts";
import { startError } from "../foundation/db/start-error.ts";
import { PluginLoadError, StartupError } from "../foundation/errors.ts";
import { logFileError } from "../foundation/log/log-file.ts";
import type { Platform } from "../foundation/platform/platform.ts";
import { exposedFile, secretsError, secretsFile } from "../foundation/vault/secrets-file.ts";
import { placeError } from "../operations/backup/storage.ts";
import { assertFree } from "./bind-check.ts";
import { dataDirError } from "./data-folder.ts";
import { bindingsOf } from "./listeners.ts";
import { openDatabase } from "./serve.ts";
import { assertDatabaseFits, loadProgram, type Program, type ProgramOptions, providerErrors } from "./start-checks.ts";

export interface StartProblem {
  /** The line of `gateway doctor`. */
  check: string;
  /** What is wrong, and what to do. */
  message: string;
  /** What doctor names as the next step, where the line's name does not say it. */
  nextStep?: string | undefined;
}

export interface StartInspection {
  problems: readonly StartProblem[];
  /** What does not stop the start, since calls go on without it. */
  warnings: readonly StartProblem[];
  /** Null where the plugins cannot be loaded. */
  program: Program | null;
}

export interface InspectedStart extends ProgramOptions {
  config: Config;
  /** What `inspectConfig` found wrong with the settings. */
  errors: readonly string[];
  /** False where another process of this gateway has the ports. */
  needsPorts: boolean;
}

const MAX_PORT = 65_535;
const NO_PLUGIN = "put a plugin into the folder, or correct GATEWAY_PLUGINS_DIR, or remove it";

/** Changes nothing. What only the database tells, `assertDatabaseFits` checks afterwards. */
export async function inspectStart({ errors, needsPorts, ...options }: InspectedStart): Promise<StartInspection> {
  const { config } = options;
  const problems: StartProblem[] = errors.map((message) => ({ check: "configuration", message }));
  const add = (check: string, message: string | null, nextStep?: string) =>
    void (message !== null && problems.push({ check, message, nextStep }));
  const secrets = secretsError(config.dataDir, config);
  add("data folder", dataDirError(config.dataDir));
  add("secrets.json", secrets?.message ?? null, secrets?.nextStep);
  add("log file", config.logFile === null ? null : logFileError(config.logFile));
  const certificate = certificateError(config);
  add("certificate", certificate?.message ?? null, certificate?.nextStep);
  if (needsPorts) problems.push(...(await portProblems(config)));
  const program = await loadProgram(options).catch((error: unknown) => {
    if (!(error instanceof PluginLoadError)) throw error;
    for (const violation of error.violations) add("plugins", violation, error.nextStep);
    return null;
  });
  const none = program?.added?.none;
  for (const violation of program?.refused ?? []) add("plugins", violation, violation === none ? NO_PLUGIN : undefined);
  for (const [id, messages] of providerErrors(program?.plugins ?? [], config))
    for (const message of messages) add(`provider ${id}`, message);
  return { problems, warnings: startWarningsOf(config), program };
}

function startWarningsOf({ dataDir, backups, activityFile }: Config): StartProblem[] {
  const exposed = exposedFile(secretsFile(dataDir));
  const noPlace = placeError(backups);
  const noActivity = activityFile === null ? null : logFileError(activityFile, "ACTIVITY_LOG_FILE");
  return [
    ...(exposed ? [{ check: "secrets.json", ...exposed }] : []),
    ...(noPlace === null ? [] : [{ check: "backup folder", message: noPlace }]),
    ...(noActivity === null ? [] : [{ check: "activity log", message: noActivity }]),
  ];
}

/** One error with every problem; its kind tells a script what is to be corrected. */
export function refusalOf(problems: readonly StartProblem[]): Error {
  const messages = problems.map(({ message }) => message);
  const isSetting = ({ check }: StartProblem) => check === "configuration" || check.startsWith("provider ");
  if (problems.every(({ check }) => check === "plugins")) return new PluginLoadError(messages);
  return problems.some(isSetting) ? new ConfigError(messages) : new StartupError(messages.join("\n"));
}

/** The program and the warnings, if nothing stops the start; else throws every reason. */
export async function loadInspected(
  options: InspectedStart & { platform: Platform },
): Promise<{ program: Program; warnings: readonly StartProblem[] }> {
  const { problems, warnings, program } = await inspectStart(options);
  if (problems.length > 0 || !program) throw refusalOf([...problems, ...(await databaseProblems(options))]);
  return { program, warnings };
}

/** Also what the database tells, so that one start lists everything. The embedded one is not opened: that writes to its files. */
async function databaseProblems({
  config,
  errors,
  platform,
}: InspectedStart & { platform: Platform }): Promise<StartProblem[]> {
  if (errors.length > 0 || config.databaseUrl === null) return [];
  try {
    const { database } = await openDatabase(config, platform);
    await assertDatabaseFits(database, migrations, config).finally(() => database.close());
    return [];
  } catch (error) {
    return [{ check: "database", message: (startError(error, config.databaseUrl) as Error).message }];
  }
}

function certificateError({ tls }: Config): StartupError | null {
  try {
    if (tls) readTlsPair(tls);
    return null;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error;
  }
}

async function portProblems(config: Config): Promise<StartProblem[]> {
  const problems: StartProblem[] = [];
  for (const binding of bindingsOf(config)) {
    // What is no port is a wrong setting already.
    if (!(binding.port >= 0 && binding.port <= MAX_PORT)) continue;
    await assertFree(binding).catch((error: unknown) => {
      if (!(error instanceof StartupError)) throw error;
      const check = binding.variable === "PORT" ? "port" : "admin port";
      problems.push({ check, message: error.message, nextStep: error.nextStep });
    });
  }
  return problems;
}
