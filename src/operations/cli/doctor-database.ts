// What doctor finds in the database: itself, or by the gateway that has the embedded one open.
import { migrations } from "gateway:migrations";
import { existsSync } from "node:fs";
import { listOperatorClients } from "../../connections/oauth/operator-client-store.ts";
import type { Config } from "../../foundation/config/config.ts";
import type { Database, OpenDatabase } from "../../foundation/db/database.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { planMigrations } from "../../foundation/db/migration-plan.ts";
import { startError } from "../../foundation/db/start-error.ts";
import { StartupError, sqlStateOf } from "../../foundation/errors.ts";
import { portOf } from "../../foundation/network/url-port.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { secretsFile } from "../../foundation/vault/secrets-file.ts";
import { compareVersions, VERSION } from "../../foundation/version.ts";
import { DataFolderInUse, dataDirError } from "../../server/data-folder.ts";
import { openDatabase } from "../../server/serve.ts";
import { assertKeyRingFits, assertSchemaFits } from "../../server/start-checks.ts";
import { startFailure } from "../../server/start-failure.ts";
import { TABLES } from "../../server/tables.ts";
import { type Check, failed, passed, warned } from "../doctor/check.ts";
import { checkConnections } from "../doctor/connection-checks.ts";
import { checkRights, databaseChecks } from "../doctor/database-checks.ts";
import type { AdminServer } from "./admin-api.ts";
import { gatewayThere, ringOfRunning } from "./doctor-port.ts";

export interface DatabaseQuestion {
  config: Config;
  platform: Platform;
  /** The ids of the plugins; null where they cannot be loaded. */
  providers: readonly string[] | null;
  /** The gateway that runs on the data folder. */
  running: AdminServer | null;
}

export interface DatabaseReport {
  checks: Check[];
  /** Ids of the providers whose OAuth app an operator has entered; null where nobody could say. */
  entered: ReadonlySet<string> | null;
}

/** A gateway that does not respond in this time is reported as such. */
const TIMEOUT_MS = 10_000;
const RUNNING = "running gateway";

export async function checkDatabase(question: DatabaseQuestion): Promise<DatabaseReport> {
  const { config, platform, running } = question;
  const version = running ? await checkVersion(config, running) : [];
  const isOwnVersion = version.every(({ ok, warning }) => ok && !warning);
  if (!config.databaseUrl && !hasEmbedded(config.dataDir)) {
    // The line of the folder says more of one that cannot be looked into.
    if (dataDirError(config.dataDir) !== null) return { checks: version, entered: null };
    if (!config.keyRing && existsSync(secretsFile(config.dataDir)))
      return { checks: [...version, lostDatabase(config)], entered: new Set() };
    return { checks: [...version, passed("database", "not created yet (serve creates it)")], entered: new Set() };
  }
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(config, platform);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      return withLines(version, await atRunning(question, error.message, isOwnVersion));
    return { checks: [...version, unusable(error, config)], entered: null };
  }
  const { database, release } = opened;
  try {
    const ready = running && database.kind === "postgres" ? await checkReady(running) : [];
    return withLines([...version, ...ready], await inDatabase(question, database));
  } catch (error) {
    return { checks: [...version, unusable(error, config)], entered: null };
  } finally {
    await database.close();
    release();
  }
}

const withLines = (lines: readonly Check[], { checks, entered }: DatabaseReport): DatabaseReport => ({
  checks: [...lines, ...checks],
  entered,
});

/** SQLSTATEs of a server that is there, and refuses what a session wants: its rights, objects and parameters. */
const REFUSALS = /^(?:22|42|55|3F)[0-9A-Z]{3}$/;

/** Secrets are made together with a database, which a start would make again, empty. */
const lostDatabase = ({ dataDir }: Config): Check =>
  warned(
    "database",
    `secrets.json is in ${dataDir}, and its database is not: serve would make an empty one`,
    "set DATA_DIR to the folder that has the database, or restore a backup: docs/operate/restore.md",
  );

function unusable(error: unknown, config: Config): Check {
  const known = startFailure(startError(error, config.databaseUrl), config) as Error;
  const step = known instanceof StartupError ? known.nextStep : undefined;
  const isOfServer = step === undefined || (known.cause !== undefined && !REFUSALS.test(sqlStateOf(known.cause) ?? ""));
  const isAway = config.databaseUrl !== null && isOfServer;
  const causes = "docs/operate/incidents.md has causes under Postgres is away";
  return failed("database", known.message, isAway ? `${step ?? "read the server's log"}; ${causes}` : step);
}

/** A start of this program would find the folder in use; a replica of another version is what an upgrade replaces. */
async function checkVersion(config: Config, running: AdminServer): Promise<Check[]> {
  const reply = await ask<{ version?: string; database?: string }>(config, running, "/status");
  const { version, database } = reply.data ?? {};
  if (version === undefined) return [unsaidVersion(running, reply)];
  const kind = config.databaseUrl === null ? "embedded" : "postgres";
  if (database !== undefined && database !== kind) return [otherDatabase(running, database, kind)];
  const text = `version ${version} at ${running.url}`;
  return version === VERSION
    ? [passed(RUNNING, text)]
    : [warned(RUNNING, `${text}, while this program is ${VERSION}: its checks are those of ${version}`)];
}

/** The variables of a service are not those of a shell. */
const otherDatabase = ({ url }: AdminServer, its: string, ours: string): Check =>
  warned(
    RUNNING,
    `that at ${url} has another database (${its}) than these settings (${ours}), of which the lines below speak`,
    "run doctor with the variables of the running gateway, DATABASE_URL above all",
  );

/** Only a gateway that is well and lacks the operation or its version is an older one. */
function unsaidVersion({ url }: AdminServer, { status, code }: Pick<Reply<unknown>, "status" | "code">): Check {
  const silent = `that at ${url} does not answer now`;
  if (status === null)
    return warned(RUNNING, `${silent}: no response came within ${TIMEOUT_MS / 1_000} s`, "read the end of its log");
  if (code === "SERVICE_UNAVAILABLE")
    return warned(
      RUNNING,
      `${silent} (503): its database is away`,
      "bring the database back: the gateway recovers by itself, without a restart",
    );
  if (status === 200 || status === 404)
    return warned(RUNNING, `that at ${url} does not say its version: it is older than this one, ${VERSION}`);
  if (status === 401)
    return warned(
      RUNNING,
      `that at ${url} refuses the admin token (401)`,
      "run doctor with the variables of the running gateway, and with a token in GATEWAY_OPERATOR_TOKEN that is in force",
    );
  return warned(RUNNING, `${silent} (${status})`, "wait until it has started; else read the end of its log");
}

/** A database that doctor can read may refuse the gateway's writes. */
async function checkReady({ url }: AdminServer): Promise<Check[]> {
  const status = await readyStatus(url);
  if (status === 200 || status === null) return [];
  const text = `that at ${url} takes no calls: its /health/ready responds with ${status}`;
  const step =
    "read the code of usage_log_behind or readiness_probe_failed in its log: 53100 is a full disk of Postgres, 25006 a database that takes no writes";
  return [failed(RUNNING, text, step)];
}

/** Null where nothing came. */
async function readyStatus(url: string): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await fetchLocal(new Request(`${url}/health/ready`, { signal }))).status;
  } catch {
    // The caller says so.
    return null;
  }
}

interface Reply<T> {
  /** Null where none came. */
  status: number | null;
  code: string | null;
  /** The `data` of an operation; null where the gateway has none. */
  data: T | null;
}

async function ask<T>(config: Config, running: AdminServer, path: string): Promise<Reply<T>> {
  const headers = { authorization: `Bearer ${config.operatorToken ?? running.adminToken}` };
  let status: number | null = null;
  let code: string | null = null;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchLocal(new Request(`${running.url}/admin/v1${path}`, { headers, signal }));
    status = response.status;
    code = response.headers.get("x-error-code");
    return { status, code, data: ((await response.json()) as { data?: T }).data ?? null };
  } catch {
    // A gateway that is away, or one of another version without this operation.
    return { status, code, data: null };
  }
}

/** The embedded database belongs to a running gateway, which compared the key ring at its start. */
async function atRunning(
  { config, running }: DatabaseQuestion,
  inUse: string,
  isOwnVersion: boolean,
): Promise<DatabaseReport> {
  if (!running) return { checks: [await ofUnknownProcess(config, inUse)], entered: null };
  const status = await readyStatus(running.url);
  const text = `in use by the gateway at ${running.url}, whose /health/ready responds with ${status ?? "nothing"}`;
  const { data: found } = await ask<{ checks: Check[] }>(config, running, "/checks");
  const { data: listed } = await ask<{ providers: { id: string; entered_client: unknown }[] }>(
    config,
    running,
    "/providers",
  );
  const entered = listed?.providers.flatMap(({ id, entered_client: client }) => (client ? [id] : []));
  return {
    checks: [
      status === 200 ? passed("database", text) : failed("database", text),
      ...portOfRunning(config, running),
      // An older version signs no challenge, whatever its ring.
      ...(isOwnVersion ? await ringOfRunning(config, running) : []),
      ...(found?.checks ?? []),
    ],
    entered: entered ? new Set(entered) : null,
  };
}

/** Other settings than the running gateway's: what else is found may not be what it has. */
function portOfRunning({ port, adminPort }: Config, { url }: AdminServer): Check[] {
  const [name, expected] = adminPort === null ? ["PORT", port] : ["ADMIN_PORT", adminPort];
  if (expected === 0 || portOf(url) === expected) return [];
  const text = `the data folder's gateway listens at ${url}, and ${name} is ${expected} here`;
  return [warned(RUNNING, text, "run doctor with the variables of the running gateway")];
}

/** A start, whose listener responds before server.json is there, or a command; neither is there for long. */
async function ofUnknownProcess(config: Config, inUse: string): Promise<Check> {
  if ((await gatewayThere(config)) === "starting")
    return warned(
      "database",
      "in use by a gateway that is starting",
      "wait until it has started, then run doctor again",
    );
  return failed(
    "database",
    `${inUse} It does not respond: it may be a gateway that is starting or stopping, or a command.`,
    "run doctor again in a minute; if the line stays, end the process that has the folder's gateway.lock open",
  );
}

async function inDatabase({ config, providers }: DatabaseQuestion, database: OpenDatabase): Promise<DatabaseReport> {
  const { pending, unknown } = await assertSchemaFits(database, migrations);
  const current =
    unknown.length > 0
      ? "reachable, migrated by a newer version with which this one can run"
      : "reachable and up to date";
  const checks = [passed("database", pending.length > 0 ? await toApply(database) : current)];
  checks.push(await checkKeyRing(config, database));
  const entered = await enteredClients(database);
  if (pending.length > 0) {
    const beforehand = { database, kind: database.kind };
    return {
      checks: [...checks, ...(await checkRights(beforehand)), ...(await checkConnections(beforehand))],
      entered,
    };
  }
  const isServed = database.kind === "postgres";
  const context = { database, tables: TABLES, kind: database.kind, config, now: Date.now, isServed, providers };
  return { checks: [...checks, ...(await databaseChecks(context))], entered };
}

/** Whether replicas of the version before may go on serving while this one migrates. */
async function toApply(database: Database): Promise<string> {
  const planned = await planMigrations(database, migrations);
  const text = `reachable, ${planned.length} migrations to apply (serve applies them)`;
  if (planned.length === migrations.length) return text;
  const [oldest] = planned
    .map(({ release, runs_with: runsWith }) => (release === null ? null : runsWith))
    .sort((one, other) => (one === null ? -1 : other === null ? 1 : compareVersions(other, one)));
  return typeof oldest === "string"
    ? `${text}; replicas of ${oldest} and later can serve on meanwhile, and older ones must be stopped first`
    : `${text}; stop every replica of an older version first (migrate --plan says which of them need it)`;
}

async function enteredClients(database: Database): Promise<ReadonlySet<string>> {
  const [table] = await database.query<{ exists: boolean }>(
    "select to_regclass('operator_clients') is not null as exists",
  );
  return new Set(table?.exists ? (await listOperatorClients(database)).map(({ provider }) => provider) : []);
}

async function checkKeyRing(config: Config, database: Database): Promise<Check> {
  try {
    const isSealed = await assertKeyRingFits(database, config);
    const text = config.keyRing ? "the database has no secrets yet" : "not created yet (serve creates it)";
    return passed("key ring", isSealed ? "decrypts the secrets in the database" : text);
  } catch (error) {
    return failed("key ring", (error as Error).message, error instanceof StartupError ? error.nextStep : undefined);
  }
}
