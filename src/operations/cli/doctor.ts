// `gateway doctor`: checks the configuration, files, database and providers, and says what to do.
import { sources } from "gateway:plugins";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, inspectConfig } from "../../foundation/config/config.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { exposedFile, secretsFile, storedRing } from "../../foundation/vault/secrets-file.ts";
import { isAlive, readServerFile } from "../../server/server-file.ts";
import { type Program, providerErrors, startWarnings } from "../../server/start-checks.ts";
import { inspectStart } from "../../server/start-inspection.ts";
import { checkBucket } from "../doctor/bucket-check.ts";
import { type Check, failed, passed, warned } from "../doctor/check.ts";
import { hostChecks } from "../doctor/host-checks.ts";
import { checkIssuers } from "../doctor/issuer-check.ts";
import { liveChecks } from "../doctor/live-checks.ts";
import { checkMail } from "../doctor/mail-check.ts";
import { nextStepOf } from "../doctor/next-steps.ts";
import { providerChecks } from "../doctor/provider-checks.ts";
import { checkTelemetry } from "../doctor/telemetry-check.ts";
import { type AdminServer, runningServer } from "./admin-api.ts";
import { checkDatabase } from "./doctor-database.ts";
import { ownPorts } from "./doctor-port.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

const TIMEOUT_MS = 10_000;

/** Returns 1 when a check fails. */
export async function doctor(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const { dataDir } = inspectConfig(terminal().env).config;
  const running = await runningServer(dataDir);
  const found = await allChecks(platform, running);
  const live = options.live === true ? await fromOutside() : [];
  const checks = withoutRepeats([...found, ...live]).map((check) => withNextStep(check, running !== null));
  const isWell = checks.every((check) => check.ok);
  if (options.json === true) print({ ok: isWell, checks }, true);
  else for (const check of checks) printText(formatCheck(check));
  return isWell ? 0 : 1;
}

async function allChecks(platform: Platform, running: AdminServer | null): Promise<Check[]> {
  const { config, errors } = inspectConfig(terminal().env);
  // A running gateway has its ports itself.
  const needsPorts = running === null;
  const { problems, warnings, program } = await inspectStart({
    config,
    errors,
    needsPorts,
    platform,
    builtIn: sources,
  });
  const found = [...problems, ...warnings].map(({ check, message, nextStep }) => failed(check, message, nextStep));
  const stops = await ownPorts(found, config, storedRing(config));
  const isSetting = ({ check }: Check) => check === "configuration";
  const settings = errors.length > 0 ? stops.filter(isSetting) : [passed("configuration", kindOf(config))];
  const ofProvider = ({ check }: Check) => check.startsWith("provider ");
  const ofHost = stops.filter((check) => !isSetting(check) && !ofProvider(check));
  const checks = [...settings, ...checkFiles(config, running), ...ofHost];
  // Its answers would be to settings that nobody wants.
  const around = errors.length > 0 ? [] : await surroundings(config, running);
  const ids = program ? program.plugins.map(({ id }) => id) : null;
  const database =
    errors.length > 0
      ? { checks: [], entered: null }
      : await checkDatabase({ config, platform, providers: ids, running });
  return [...checks, ...around, ...database.checks, ...(program ? ofPlugins(config, program, database.entered) : [])];
}

/** Nothing where the settings are wrong: their lines say so. */
async function fromOutside(): Promise<Check[]> {
  const { config, errors } = inspectConfig(terminal().env);
  return errors.length > 0 ? [] : liveChecks(config, storedRing(config));
}

const kindOf = ({ environment, databaseUrl, dataDir }: Config) =>
  `${environment}, ${databaseUrl ? "Postgres" : `embedded database in ${dataDir}`}`;

async function surroundings(config: Config, running: AdminServer | null): Promise<Check[]> {
  return [
    ...hostChecks(config, Date.now()),
    ...(await checkBucket(config)),
    ...(await checkTelemetry(config, terminal().env)),
    ...(await checkIssuers(config)),
    ...(await checkMail(config)),
    ...(running ? await checkQuarantine(running) : []),
  ];
}

function ofPlugins(config: Config, program: Program, entered: ReadonlySet<string> | null): Check[] {
  const { plugins, broken, added } = program;
  const errors = providerErrors(plugins, config);
  // With strict plugins an empty folder is a line of its own already.
  const ofFolder = config.hasStrictPlugins ? null : added;
  const context = { config, env: terminal().env, plugins, broken, added: ofFolder };
  const warnings = startWarnings({ ...context, entered: entered ?? new Set() });
  return [
    ...broken.flatMap(({ id, violations }) => violations.map((message) => failed(`plugin ${id}`, message))),
    ...providerChecks({ config, plugins, errors, entered }),
    // The provider's own line has half an app, and nobody knows of entered ones without the database.
    ...warnings
      .filter(({ code }) => code !== "client_half_set" && (code !== "no_provider" || entered !== null))
      .map(({ code, message }) => warned(code, message)),
  ];
}

/** One cause may be found twice, by what stops the start and by the line that looks closer. */
function withoutRepeats(checks: readonly Check[]): Check[] {
  const messages = new Set<string>();
  return checks.filter(({ ok, message }) => ok || (!messages.has(message) && messages.add(message)));
}

function withNextStep(check: Check, isRunning: boolean): Check {
  const next = nextStepOf(check, isRunning);
  return next === null ? check : { ...check, next_step: next };
}

function formatCheck({ check, ok, message, warning, next_step: next }: Check): string {
  const state = warning ? "warning" : ok ? "ok  " : "FAIL";
  return `${state}  ${check}: ${message}${next === undefined ? "" : `\n      next: ${next}`}`;
}

function checkFiles(config: Config, running: AdminServer | null): Check[] {
  const lost = running && lostSecrets(config, running);
  return [...(lost ? [lost] : []), ...privateFiles(config), ...sharedFolder(config)];
}

export function sharedFolder({ dataDir }: Pick<Config, "dataDir">): Check[] {
  const file = readServerFile(join(dataDir, "server.json"));
  if (!file?.other || !isAlive(file.other.pid) || !isAlive(file.pid)) return [];
  const text = `the gateways at ${file.other.url} and ${file.url} share ${dataDir}, and commands reach only the second`;
  return [warned("data folder", text, "set another DATA_DIR for one of them, and restart it")];
}

/** The gateway read them when it started; a start without them refuses the database that they sealed. */
function lostSecrets({ dataDir, databaseUrl, keyRing }: Config, { url }: AdminServer): Check | null {
  const file = secretsFile(dataDir);
  if (keyRing || databaseUrl || existsSync(file) || !hasEmbedded(dataDir)) return null;
  return failed(
    "secrets.json",
    `${file} is missing. The gateway at ${url} goes on with the keys that it has read, and its next start refuses`,
    "put your copy of the file back before the next start, with mode 600",
  );
}

function privateFiles(config: Config): Check[] {
  return ["secrets.json", "server.json"].flatMap((name) => {
    const file = join(config.dataDir, name);
    if (!existsSync(file)) return [];
    const exposed = exposedFile(file);
    return [exposed ? failed(name, exposed.message, exposed.nextStep) : passed(name, "readable by its owner only")];
  });
}

interface QuarantinedAtServer {
  plugin: string;
  part: string | null;
  /** ISO 8601. */
  until: string;
}

/** What a running gateway has taken out of use for a while. */
export async function checkQuarantine({ url }: Pick<AdminServer, "url">, timeoutMs = TIMEOUT_MS): Promise<Check[]> {
  let quarantined: readonly QuarantinedAtServer[] = [];
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetchLocal(new Request(`${url}/health/ready`, { signal }));
    quarantined = ((await response.json()) as { quarantined?: QuarantinedAtServer[] }).quarantined ?? [];
  } catch {
    // The line "running gateway" says that it does not answer.
  }
  return quarantined.map(({ plugin, part, until }) => {
    const what = part === null ? "held the whole process" : `ran too long (${part})`;
    return failed(`plugin ${plugin}`, `${what} and is out of use until ${until}: the gateway's log says what happened`);
  });
}
