// Kills what erases a user's usage rows and drops old months, at random moments, and looks at what is there afterwards.
import { fileURLToPath } from "node:url";
import type { OpenDatabase } from "../../src/foundation/db/database.ts";
import { openEmbedded } from "../../src/foundation/db/embedded.ts";
import { listPartitions, makePartitions, monthStart } from "../../src/metering/usage/partitions.ts";
import { foldIncrements } from "../../src/metering/usage/totals.ts";
import { createUsageWriter } from "../../src/metering/usage/writer.ts";
import { type Lane, testDatabase } from "../support/database.ts";
import { type Ended, migratedDataDir, START_MS, startProcess } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { usageRow } from "../support/usage-row.ts";

const WORKER = [process.execPath, fileURLToPath(new URL("usage-worker.ts", import.meta.url))] as const;
/** The start of the first month; the worker's clock is 15 months later, so that two months are past their retention. */
const FIRST = Date.UTC(2026, 2);
const MONTHS = 16;
const KEPT_FROM = 2;

interface Stage {
  env: Record<string, string>;
  /** Opens the database for a look; the embedded one is the worker's otherwise. */
  look<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

async function stageOf(lane: Lane): Promise<Stage> {
  if (lane === "postgres") {
    const { database, url, close } = await testDatabase(lane);
    return { env: { DATABASE_URL: url as string }, look: (work) => work(database), end: close };
  }
  const dataDir = await migratedDataDir();
  return {
    env: { DATA_DIR: dataDir },
    async look(work) {
      const database = await openEmbedded({ dataDir });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    end: async () => {},
  };
}

async function fill(database: OpenDatabase, userId: string, rowsAMonth: number): Promise<void> {
  await database.query("insert into users (id, email) values ($1, $2)", [userId, userId]);
  const writer = createUsageWriter(database.requests);
  for (let month = 0; month < MONTHS; month++) {
    const occurredAt = monthStart(FIRST, month);
    const rows = Array.from({ length: rowsAMonth }, () => usageRow(userId, { occurredAt, requestId: userId }));
    await Promise.all(rows.map((row) => writer.write(row)));
  }
  await foldIncrements(database);
}

const START_OF_LOOK = `
  select
    (select count(*) from usage_entries where user_id = $1)::int as kept,
    (select sum(calls) from usage_totals where user_id = $1)::int as calls,
    (select sum(calls) from usage_totals where user_id <> $1)::int as "erasedCalls",
    (select count(*) from usage_entries where user_id <> $1)::int as erased,
    (select count(*) from usage_entries as e where to_jsonb(e)::text like '%' || $2 || '%')::int
      + (select count(*) from usage_totals as t where to_jsonb(t)::text like '%' || $2 || '%')::int as traces,
    (select count(*) from pg_class where relkind = 'r' and relname like 'usage\\_entries\\_%' and not relispartition)::int as loose`;

/** Kills the worker so many times, lets it end, and counts. */
export async function killUsageWorker(lane: Lane, kills: number, rowsAMonth: number, longestMs: number) {
  const stage = await stageOf(lane);
  const [kept, erased] = [crypto.randomUUID(), crypto.randomUUID()];
  await stage.look(async (database) => {
    for (let month = 0; month < MONTHS; month += 4) await makePartitions(database, monthStart(FIRST, month));
    await fill(database, kept, rowsAMonth);
    await fill(database, erased, rowsAMonth);
  });
  const now = monthStart(FIRST, MONTHS - 1) + 10 * 86_400_000;
  const start = () => startProcess([erased, String(now)], stage.env, undefined, WORKER);
  let killed = 0;
  for (let i = 0; i < kills; i++) {
    const worker = start();
    let ended: Ended | null = null;
    void worker.ended.then((end) => {
      ended = end;
    });
    await until(() => ended !== null || worker.written.stdout.includes("begun"), START_MS);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs));
    if (ended === null) killed++;
    worker.kill("SIGKILL");
    await worker.ended;
  }
  const last = await start().ended;
  const found = await stage.look(async (database) => {
    const [row] = await database.query<Record<string, number>>(START_OF_LOOK, [kept, erased]);
    const partitions = (await listPartitions(database)).filter(
      ({ from }) => from !== null && from < monthStart(FIRST, KEPT_FROM),
    );
    return { ...row, oldPartitions: partitions.length };
  });
  await stage.end();
  const months = MONTHS - KEPT_FROM;
  return {
    killed,
    last: last.stdout + last.stderr,
    found,
    expected: {
      kept: months * rowsAMonth,
      calls: MONTHS * rowsAMonth,
      erasedCalls: MONTHS * rowsAMonth,
      erased: months * rowsAMonth,
      traces: 0,
      loose: 0,
      oldPartitions: 0,
    },
  };
}
