// The embedded side of the database: PGlite in a folder, or in memory for tests.
import fs from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers";
import { promisify } from "node:util";
import { zstdDecompress, zstdDecompressSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { flushFolder, flushPath } from "../flush-files.ts";
import { embeddedCopySession } from "./copy-session.ts";
import type { Database, MigrationSession, OpenDatabase, Orm, Parameter } from "./database.ts";
import { acknowledgeDurably, DurableFolder } from "./durable-folder.ts";
import { type Durability, hasEmbedded, LOCK_FILE } from "./embedded-folder.ts";
import { nameStatements, UNNAMED } from "./embedded-statements.ts";
import { embeddedJobConnections } from "./job-connections.ts";
import { type Dump, unpackDump } from "./template.ts";
import { type Connections, requestDatabase, statementLogger, withDbTimeout } from "./timeouts.ts";

/** Paths of PGlite's files, compressed by zstd, where they are not beside its package. */
export interface EmbeddedFiles {
  wasm: string;
  initdbWasm: string;
  data: string;
}

export interface EmbeddedOptions {
  /** The folder; absent means memory only. */
  dataDir?: string;
  /** Loads a dump to start from; called for a new folder. */
  template?: () => Promise<Dump | null>;
  files?: EmbeddedFiles | null;
  /** What a database in a folder survives; full where it is absent. */
  durability?: Durability;
  /** Gets what the disk said when it refused a flush, before the process ends. */
  onRefusal?: (error: Error) => void;
}

const SETTINGS = {
  // Instead of 128: 163 MB of memory instead of 290, at the same speed for our small rows.
  shared_buffers: "16MB",
  // Instead of 80 MB and 1 GB, which are for servers: bounds the WAL that stays after a checkpoint.
  min_wal_size: "32MB",
  max_wal_size: "128MB",
};
const START_PARAMETERS = [
  ...PGlite.defaultStartParams,
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];
/** With flushes, of which PGlite's own `-F` frees it; the system call behind fdatasync has no hook. */
const DURABLE_PARAMETERS = [...START_PARAMETERS.filter((one) => one !== "-F"), "-c", "wal_sync_method=fsync"];

/** Opens the embedded database. The caller holds the process lock: two processes on one folder lose rows (pglite#1106). */
export async function openEmbedded(options: EmbeddedOptions = {}): Promise<OpenDatabase> {
  const folder = options.dataDir === undefined ? undefined : join(options.dataDir, "pglite");
  if (folder) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ownFiles = options.files ? readFiles(options.files) : null;
  ownFiles?.catch(() => {
    // It counts where the files are awaited, which is not reached when the folder's own steps fail first.
  });
  const isNew = options.dataDir === undefined || !hasEmbedded(options.dataDir);
  const template = isNew ? await options.template?.() : null;
  if (template && folder) await unpackDump(template, folder);
  const durable = folder && options.durability !== "relaxed" ? new DurableFolder(folder, options.onRefusal) : null;
  // An older gateway, or one with relaxed durability, left what it never flushed.
  if (folder && durable && !isNew) flushFolder(folder, LOCK_FILE);
  const client = await PGlite.create({
    ...(durable ? { fs: durable } : folder ? { dataDir: folder } : template && { loadDataDir: new Blob([template]) }),
    ...(await ownFiles),
    startParams: durable ? DURABLE_PARAMETERS : START_PARAMETERS,
  });
  // Before the flushes, which the results of named statements wait for as well.
  nameStatements(client);
  if (durable) {
    // Nobody flushes what makes a new database.
    if (folder && isNew) {
      flushFolder(folder, LOCK_FILE);
      flushPath(dirname(folder));
    }
    acknowledgeDurably(client, durable.flushes);
  }
  const own = connectionsOf(client);
  return {
    kind: "embedded",
    folder: folder ?? null,
    orm: own.orm,
    query: own.query,
    requests: requestDatabase(own, reportsOf(client)),
    script: async (text) => void (await client.exec(text)),
    openConnections: async () => {},
    migrationSession: async () => migrationSessionOf(client),
    transaction: (work) => own.orm.transaction((tx) => work(tx as unknown as Orm)),
    async listen(channel, onMessage, onState) {
      await client.listen(channel, onMessage);
      onState(true);
    },
    copySession: async () => embeddedCopySession(client),
    jobs: () => embeddedJobConnections(client),
    pools: () => [],
    close: () => client.close(),
  };
}

/** The one connection works on this thread: other queries run between two steps of a report. */
function reportsOf(client: PGlite): Database["query"] {
  return async <Row>(text: string, parameters: readonly Parameter[] = []) => {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    // A plan for any values may search a long table for a rare one.
    return (await client.query<Row>(text, [...parameters], UNNAMED)).rows;
  };
}

/** The one connection: nobody else can hold a lock, and a running script cannot be cancelled. */
function migrationSessionOf(client: PGlite): MigrationSession {
  return {
    begin: async () => null,
    tryLock: async () => true,
    script: async (text) => void (await client.exec(text)),
    close: async () => {},
  };
}

function connectionsOf(client: PGlite): Connections {
  const query: Database["query"] = async <Row>(text: string, parameters: readonly Parameter[] = []) =>
    (await client.query<Row>(text, [...parameters])).rows;
  const boundedClient = new Proxy(client, {
    get: (target, name) =>
      name === "query"
        ? (...args: Parameters<PGlite["query"]>) => withDbTimeout(target.query(...args))
        : Reflect.get(target, name, target),
  });
  return {
    kind: "embedded",
    query,
    orm: drizzle(client, { logger: statementLogger }) as unknown as Orm,
    boundedOrm: drizzle(boundedClient) as unknown as Orm,
  };
}

/** Other threads compile while this one, which unpacks at once for that, flushes a folder or unpacks a dump. */
async function readFiles(files: EmbeddedFiles) {
  const compile = (path: string) => WebAssembly.compile(zstdDecompressSync(fs.readFileSync(path)));
  const unpack = async (path: string) =>
    (await promisify(zstdDecompress)(fs.readFileSync(path))) as Uint8Array<ArrayBuffer>;
  const [pgliteWasmModule, initdbWasmModule, data] = await Promise.all([
    compile(files.wasm),
    compile(files.initdbWasm),
    unpack(files.data),
  ]);
  return { pgliteWasmModule, initdbWasmModule, fsBundle: new Blob([data]) };
}

/** A dump of an embedded database, to start others from. */
export async function dumpEmbedded(
  migrate: (database: Pick<OpenDatabase, "query" | "migrationSession">) => Promise<unknown>,
): Promise<Dump> {
  const client = await PGlite.create({ startParams: START_PARAMETERS });
  const { query } = connectionsOf(client);
  await migrate({ query, migrationSession: async () => migrationSessionOf(client) });
  // Else each new database would replay the WAL of the migrations.
  await client.exec("checkpoint");
  const dump = await client.dumpDataDir("none");
  await client.close();
  return new Uint8Array(await dump.arrayBuffer());
}
