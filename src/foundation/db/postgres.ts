// The Postgres side of the database.
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { VERSION } from "../version.ts";
import { postgresCopySession } from "./copy-session.ts";
import type { Database, MigrationSession, OpenDatabase, Orm, Parameter, PoolState } from "./database.ts";
import { databaseAddress } from "./database-address.ts";
import { againAfterDeadlock } from "./deadlock.ts";
import { JOB_CONNECTIONS, ORM_CONNECTIONS, RAW_CONNECTIONS, REPORT_CONNECTIONS } from "./pool-sizes.ts";
import { postgresJobConnections } from "./postgres-jobs.ts";
import { isOtherServer } from "./postgres-probe.ts";
import {
  createPostgresSockets,
  endReadOnly,
  isOfServer,
  LOST_AFTER_MS,
  type PostgresSockets,
  watchSilence,
} from "./postgres-sockets.ts";
import { runningMs } from "./running-clock.ts";
import { createStatementGate, gatedClient, type StatementGate } from "./statement-gate.ts";
import { boundBySilence, createSilence, requestDatabase, statementLogger } from "./timeouts.ts";

const STATEMENT_TIMEOUT_MS = 10_000;
const LISTEN_AGAIN_MS = 250;
const FIRST_RESPONSE_MS = 10_000;
/** SQLSTATE of a server that starts, stops or recovers. */
const CANNOT_CONNECT_NOW = "57P03";
/** The driver's own wait between attempts grows to 20 seconds, long after the database is back. */
const MAX_RECONNECT_WAIT_SECONDS = 0.25;

/** Tells an operator whose connections these are (pg_stat_activity). */
const APPLICATION_NAME = `gateway ${VERSION}`;
/** The server ends a migrator that has vanished, whose lock others wait for. Many times the pause between two attempts. */
const MIGRATOR_IDLE = "60s";

type ClientOptions = postgres.Options<Record<string, never>>;

/** Connects to Postgres; throws when it cannot be reached. */
export async function openPostgres(url: string, lostAfterMs = LOST_AFTER_MS): Promise<OpenDatabase> {
  const hasSeveralHosts = databaseAddress(url)?.hasSeveralHosts === true;
  const sockets = createPostgresSockets();
  const options = clientOptions(sockets, hasSeveralHosts);
  const endIfReadOnly = endReadOnly(sockets);
  let refusedAt = Number.NEGATIVE_INFINITY;
  const onFailed = (error: unknown) => {
    if (isOfServer(error)) refusedAt = runningMs();
    endIfReadOnly(error);
  };
  const raw = rawQueries(url, { ...options, max: RAW_CONNECTIONS }, onFailed);
  // A plan for any values searches a long table for a rare one: 10 seconds instead of 0.1, seen with 10,000,000 events.
  const ofReports = { ...options, connection: { ...options.connection, plan_cache_mode: "force_custom_plan" } };
  const reports = rawQueries(url, { ...ofReports, max: REPORT_CONNECTIONS }, onFailed);
  // Drizzle rewires the parsers of the client it is given, so raw queries and LISTEN have clients of their own.
  const ormClient = postgres(url, { ...options, max: ORM_CONNECTIONS });
  const ormGate = createStatementGate(ORM_CONNECTIONS, runningMs, onFailed);
  const orm = drizzle(gatedClient(ormClient, ormGate), { logger: statementLogger }) as unknown as Orm;
  // An error of the server is a sign of life as well: while all wait for one lock, no statement ends well.
  const heardAt = () => Math.max(raw.gate.respondedAt, ormGate.respondedAt, reports.gate.respondedAt, refusedAt);
  const silence = createSilence(() => Math.max(raw.gate.respondedAt, ormGate.respondedAt));
  const boundedClient = gatedClient(ormClient, ormGate, boundBySilence(silence));
  const boundedOrm = drizzle(boundedClient) as unknown as Orm;
  const listeners: Listener[] = [];
  await firstResponse(raw, hasSeveralHosts).catch(async (error: unknown) => {
    throw await namedServer(error, url, hasSeveralHosts);
  });
  const stopWatch = watchSilence({ lostAfterMs, query: raw.query, heardAt }, sockets);
  return {
    kind: "postgres",
    folder: null,
    orm,
    query: raw.query,
    requests: requestDatabase({ kind: "postgres", query: raw.query, orm, boundedOrm, silence }, reports.query),
    script: raw.script,
    transaction: (work) => againAfterDeadlock(() => orm.transaction((tx) => work(tx as unknown as Orm))),
    async listen(channel, onMessage, onState) {
      listeners.push(await keepListening(url, options, channel, onMessage, onState));
    },
    openConnections: () => openConnections(raw.query, orm),
    migrationSession: async () => migrationSession(url, options),
    copySession: async () => postgresCopySession((onclose) => copyClient(url, options, onclose)),
    jobs: () => postgresJobConnections(url, { ...options, max: JOB_CONNECTIONS }),
    pools: () => [
      poolState("calls", RAW_CONNECTIONS, raw.gate),
      poolState("transactions", ORM_CONNECTIONS, ormGate),
      poolState("reports", REPORT_CONNECTIONS, reports.gate),
    ],
    async close() {
      stopWatch();
      const clients = [ormClient, raw.client, reports.client].map((client) => client.end({ timeout: 5 }));
      await Promise.all([...clients, ...listeners.map((listener) => listener.end())]);
    },
  };
}

function clientOptions(sockets: PostgresSockets, hasSeveralHosts: boolean) {
  return {
    connect_timeout: 5,
    socket: sockets.open,
    // Each new connection tries one host after the other until one is the primary, also after a failover.
    ...(hasSeveralHosts && { target_session_attrs: "primary" as const }),
    connection: { application_name: APPLICATION_NAME, statement_timeout: STATEMENT_TIMEOUT_MS },
    onnotice: () => {},
    backoff: (attempts: number) => Math.min(3 ** attempts / 100, MAX_RECONNECT_WAIT_SECONDS),
  };
}

/** A proxy without a server behind it takes connections and closes them, and the driver then connects again without end. */
async function firstResponse(
  { client, query }: ReturnType<typeof rawQueries>,
  hasSeveralHosts: boolean,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const silence = new Promise<never>((_, reject) => {
    // A start has a sentence for each code.
    const code = hasSeveralHosts ? "NO_PRIMARY" : "NO_RESPONSE";
    const error = Object.assign(new Error(`No response within ${FIRST_RESPONSE_MS} ms.`), { code });
    timer = setTimeout(() => {
      isOver = true;
      reject(error);
    }, FIRST_RESPONSE_MS);
  });
  try {
    await Promise.race([hasSeveralHosts ? ofAnyHost(query, () => isOver) : query("select 1"), silence]);
  } catch (error) {
    await client.end({ timeout: 0 });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Another kind of server at the address leaves the driver with a time-out, or with an error of TLS. */
async function namedServer(error: unknown, url: string, hasSeveralHosts: boolean): Promise<unknown> {
  if (hasSeveralHosts || isOfServer(error) || !(await isOtherServer(url))) return error;
  return Object.assign(new Error("What responds is no Postgres.", { cause: error }), { code: "NOT_POSTGRES" });
}

/** Goes on after a host that is lost or starting, since another may be the primary. */
async function ofAnyHost(query: Database["query"], isOver: () => boolean): Promise<void> {
  for (;;) {
    try {
      return void (await query("select 1"));
    } catch (error) {
      const isFinal = error instanceof postgres.PostgresError && error.code !== CANNOT_CONNECT_NOW;
      if (isFinal || isOver()) throw error;
    }
  }
}

/** The driver opens one for each statement that finds none free. Never fails. */
async function openConnections(query: Database["query"], orm: Orm): Promise<void> {
  const ofQueries = Array.from({ length: RAW_CONNECTIONS }, () => query("select 1"));
  const ofOrm = Array.from({ length: ORM_CONNECTIONS }, async () => orm.execute(sql`select 1`));
  await Promise.allSettled([...ofQueries, ...ofOrm]);
}

/** A client for queries as text; a connection is made when it is first needed. */
function rawQueries(url: string, options: ClientOptions & { max: number }, onFailed: (error: unknown) => void) {
  const client = postgres(url, options);
  const gate = createStatementGate(options.max, runningMs, onFailed);
  const query: Database["query"] = async <Row>(text: string, parameters: readonly Parameter[] = []) =>
    (await gate.run(() => client.unsafe(text, [...parameters], { prepare: true }))) as unknown as Row[];
  const script = async (text: string) => void (await gate.run(() => client.unsafe(text)));
  return { client, gate, query, script };
}

function poolState(name: PoolState["name"], size: number, { outstanding }: StatementGate): PoolState {
  return { name, size, busy: Math.min(size, outstanding), queued: Math.max(0, outstanding - size) };
}

function migrationSession(url: string, options: ClientOptions): MigrationSession {
  const connection = { ...options.connection, application_name: `${APPLICATION_NAME} migrate` };
  const client = postgres(url, { ...options, connection, max: 1, idle_timeout: 0, max_lifetime: null });
  return {
    async begin(lockTimeoutMs) {
      // Before the script: the time-out of a script that has begun no longer changes.
      const [session] = await client.unsafe<{ pid: number }[]>(
        `select pg_backend_pid() as pid, set_config('statement_timeout', '0', false),
           set_config('lock_timeout', $1, false), set_config('idle_session_timeout', '${MIGRATOR_IDLE}', false)`,
        [`${lockTimeoutMs}`],
      );
      return session?.pid as number;
    },
    async tryLock(id) {
      const [lock] = await client.unsafe<{ taken: boolean }[]>(`select pg_try_advisory_lock(${id}) as taken`);
      return lock?.taken === true;
    },
    async script(text, signal) {
      const query = client.unsafe(text);
      const cancel = () => query.cancel();
      signal?.addEventListener("abort", cancel);
      try {
        await query;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    close: () => client.end({ timeout: 1 }),
  };
}

/** Without time-outs: a large table takes minutes, and the reader of its rows may pause. */
function copyClient(url: string, options: ClientOptions, onclose: () => void): postgres.Sql {
  const connection = {
    ...options.connection,
    application_name: `${APPLICATION_NAME} backup`,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
  return postgres(url, { ...options, connection, max: 1, idle_timeout: 0, max_lifetime: null, onclose });
}

interface Listener {
  end(): Promise<void>;
}

/** Listens on its own connection, and again when that is lost; the driver's `listen` would hide missed messages. */
async function keepListening(
  url: string,
  options: ClientOptions,
  channel: string,
  onMessage: (payload: string) => void,
  onState: (isListening: boolean) => void,
): Promise<Listener> {
  let isUp = false;
  let isEnded = false;
  const own = {
    ...options,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotify: (_channel: string, payload: string) => onMessage(payload),
    onclose: () => {
      if (!isUp) return;
      isUp = false;
      onState(false);
      void listenAgain();
    },
  };
  const client = postgres(url, own);
  const listen = async () => {
    await client.unsafe(`listen "${channel}"`);
    isUp = true;
    onState(true);
  };
  const listenAgain = async () => {
    while (!isEnded) {
      try {
        return await listen();
      } catch {
        // `onState` has told that no notices come; the next attempt follows.
        await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS));
      }
    }
  };
  await listen();
  return {
    end() {
      isEnded = true;
      return client.end({ timeout: 5 });
    },
  };
}
