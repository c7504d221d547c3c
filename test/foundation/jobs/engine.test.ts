// Scheduled jobs over several replicas: each run once, again after a death, and through outages of the database.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { createJobEngine, type JobEngine } from "../../../src/foundation/jobs/engine.ts";
import { cronOf, type ScheduledJob } from "../../../src/foundation/jobs/scheduled-job.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { ownPostgres, testPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

const TEST_MS = 60_000;
setDefaultTimeout(TEST_MS);
/** The engine's shortest times. */
const QUICK = { startAfterMs: 0, pollSeconds: 0.5, monitorSeconds: 1, heartbeatSeconds: 10, stopMs: 1_000 };

function job(name: string, run: ScheduledJob["run"]): ScheduledJob {
  return { name, everyMinutes: 60, timeoutSeconds: 60, run };
}

function engineOn(database: TestDatabase["database"]): { engine: JobEngine; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", Date.now, (line) => void lines.push(JSON.parse(line)));
  return { engine: createJobEngine({ database, log, replicaId: crypto.randomUUID(), ...QUICK }), lines };
}

/** Moves what the engine waits for into the past: the end of a dead run's heartbeats, and the pause before a repetition. */
async function hurry(database: TestDatabase["database"]): Promise<void> {
  await database.query(
    "update gateway_jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active' and heartbeat_on is not null",
  );
  await database.query("update gateway_jobs.job set start_after = now() where state = 'retry'");
}

test("the minutes of a job in cron's words", () => {
  const crons = ([1, 5, 30, 60] as const).map((everyMinutes) => cronOf({ everyMinutes }));
  expect(crons).toEqual(["* * * * *", "*/5 * * * *", "*/30 * * * *", "0 * * * *"]);
});

for (const lane of LANES) {
  describe(`the job engine on ${lane}`, () => {
    let opened: TestDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
    }, TEST_MS);
    afterAll(() => opened.close());

    test("three replicas that start at once and queue a job at once run it once, and never twice at a time", async () => {
      let runs = 0;
      let active = 0;
      let most = 0;
      const finish = Promise.withResolvers<void>();
      const once = job("once", async () => {
        runs++;
        most = Math.max(most, ++active);
        await finish.promise;
        active--;
      });
      const engines = [1, 2, 3].map(() => engineOn(opened.database).engine);
      for (const engine of engines) engine.start([once]);
      await Promise.all(engines.map((engine) => engine.started()));
      const queued = await Promise.all(engines.map((engine) => engine.runNow("once")));
      expect(queued.filter(Boolean)).toHaveLength(1);
      await until(() => runs === 1, TEST_MS);
      // Running excludes another run, also on the other replicas.
      expect(await Promise.all(engines.map((engine) => engine.runNow("once")))).toEqual([false, false, false]);
      finish.resolve();
      await until(async () => (await engines[0]?.runNow("once")) === true, TEST_MS);
      await until(() => runs === 2, TEST_MS);
      await Promise.all(engines.map((engine) => engine.stop()));
      expect(most).toBe(1);
      const schedules = await opened.database.query("select name, cron from gateway_jobs.schedule");
      expect(schedules).toEqual([{ name: "once", cron: "0 * * * *" }]);
    });

    test("what the version before scheduled and queued under a job's previous name runs, and is scheduled no longer", async () => {
      const before = engineOn(opened.database).engine;
      before.start([job("old_name", () => Promise.reject(new Error("The version before runs no more.")))]);
      await before.started();
      await before.stop();
      const command = engineOn(opened.database).engine;
      expect(await command.runNow("old_name")).toBe(true);
      await command.stop();
      let runs = 0;
      const { engine } = engineOn(opened.database);
      engine.start([{ ...job("new_name", async () => void runs++), previousName: "old_name" }]);
      await engine.started();
      await until(() => runs === 1, TEST_MS);
      const schedules = "select name from gateway_jobs.schedule where name like '%_name'";
      expect(await opened.database.query(schedules)).toEqual([{ name: "new_name" }]);
      await engine.runNow("new_name");
      await until(() => runs === 2, TEST_MS);
      await engine.stop();
    });

    test("a run that fails is logged, repeated twice, then failed without the error's text, and retried on request", async () => {
      const { engine, lines } = engineOn(opened.database);
      let runs = 0;
      const breaking = job("breaking", async () => {
        runs++;
        throw new Error("Refused: sk_secret.");
      });
      engine.start([breaking]);
      await engine.started();
      await engine.runNow("breaking");
      await until(() => runs === 1, TEST_MS);
      // The pauses between repetitions are the engine's own.
      const hurry = () =>
        opened.database.query(
          "update gateway_jobs.job set start_after = now() where name = 'breaking' and state = 'retry'",
        );
      const failed = async () =>
        opened.database.query<{ id: string; output: string }>(
          "select id, output::text as output from gateway_jobs.job where name = 'breaking' and state = 'failed'",
        );
      await until(async () => {
        await hurry();
        return (await failed()).length === 1;
      }, TEST_MS);
      expect(runs).toBe(3);
      expect(lines.filter(({ event }) => event === "job_failed")).toHaveLength(3);
      const [row] = await failed();
      expect(row?.output).not.toContain("sk_secret");
      expect(await engine.retry("breaking", [row?.id ?? ""])).toBe(1);
      await until(() => runs === 4, TEST_MS);
      await engine.stop();
    });

    test("a retry of a failed run does nothing while a newer run is queued, nor of one that never was", async () => {
      const { engine: worker } = engineOn(opened.database);
      const failing = job("failing", () => Promise.reject(new Error("Refused.")));
      worker.start([failing]);
      await worker.started();
      await worker.runNow("failing");
      const failed = () =>
        opened.database.query<{ id: string }>(
          "select id from gateway_jobs.job where name = 'failing' and state = 'failed'",
        );
      await until(async () => {
        await hurry(opened.database);
        return (await failed()).length === 1;
      }, TEST_MS);
      await worker.stop();
      const [row] = await failed();
      const { engine: command } = engineOn(opened.database);
      expect(await command.runNow("failing")).toBe(true);
      expect(await command.retry("failing", [row?.id ?? "", crypto.randomUUID()])).toBe(0);
      expect(await failed()).toHaveLength(1);
      await opened.database.query("delete from gateway_jobs.job where name = 'failing' and state <> 'failed'");
      expect(await command.retry("failing", [row?.id ?? "", crypto.randomUUID()])).toBe(1);
      await command.stop();
    });

    test("it starts once the database is there, and logs the outage once", async () => {
      let isGone = true;
      const jobs = () => {
        const connections = opened.database.jobs();
        const executeSql: typeof connections.executeSql = async (text, values) => {
          if (isGone) throw Object.assign(new Error("Refused."), { code: "ECONNREFUSED" });
          return connections.executeSql(text, values);
        };
        return { ...connections, executeSql };
      };
      const { engine, lines } = engineOn({ ...opened.database, jobs });
      let runs = 0;
      engine.start([job("later", async () => void runs++)]);
      await until(() => lines.length > 0);
      isGone = false;
      await engine.started();
      await engine.runNow("later");
      await until(() => runs === 1, TEST_MS);
      expect(lines.map(({ event }) => event)).toEqual(["jobs_unavailable", "jobs_available"]);
      await engine.stop();
    });

    test("a stop gives a run some seconds, tells it by its signal where they are not enough, and ends", async () => {
      const { engine } = engineOn(opened.database);
      const began = Promise.withResolvers<AbortSignal>();
      engine.start([job("long", (signal) => new Promise(() => began.resolve(signal)))]);
      await engine.started();
      await engine.runNow("long");
      const signal = await began.promise;
      const start = performance.now();
      await engine.stop();
      expect(signal.aborted).toBe(true);
      expect(performance.now() - start).toBeLessThan(11_000);
    });
  });
}

describe("the job engine on Postgres", () => {
  const ROLE = "engine_role";
  test.each<[what: string, statement: (database: string) => string]>([
    ["may create schemas", (database) => `grant create on database "${database}" to ${ROLE}`],
    ["has a schema for the jobs", () => `create schema gateway_jobs authorization ${ROLE}`],
  ])("it starts by itself once its user, who lacked the right, %s", async (_what, statement) => {
    const server = await testPostgres();
    const url = new URL(await server.createDatabase());
    const admin = postgres(url.href, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create role ${ROLE} login password 'secret'`);
    const asRole = new URL(url);
    [asRole.username, asRole.password] = [ROLE, "secret"];
    const database = await openPostgres(asRole.href);
    const { engine, lines } = engineOn(database);
    engine.start([job("rightless", async () => {})]);
    await until(() => lines.length > 0);
    await admin.unsafe(statement(url.pathname.slice(1)));
    await engine.started();
    expect(lines.map(({ event }) => event)).toEqual(["jobs_unavailable", "jobs_available"]);
    await engine.stop();
    await database.close();
    await admin.unsafe(`drop owned by ${ROLE} cascade; drop role ${ROLE}`);
    await admin.end();
    await server.dropDatabase(url.href);
  });

  test("a run whose process is killed is run again by another", async () => {
    const opened = await testDatabase("postgres");
    const worker = spawn(process.execPath, [fileURLToPath(new URL("./hanging-worker.ts", import.meta.url))], {
      env: { ...process.env, DATABASE_URL: opened.url ?? "" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(worker.stdout, "data");
    worker.kill("SIGKILL");
    const { engine } = engineOn(opened.database);
    let runs = 0;
    engine.start([job("hanging", async () => void runs++)]);
    await until(async () => {
      await hurry(opened.database);
      return runs === 1;
    }, TEST_MS);
    await engine.stop();
    await opened.close();
  });

  test("it goes on by itself after a restart of the database in the middle", async () => {
    const server = await ownPostgres();
    const database = await openPostgres(await server.createDatabase());
    const { engine, lines } = engineOn(database);
    let runs = 0;
    engine.start([job("steady", async () => void runs++)]);
    await engine.started();
    await engine.runNow("steady");
    await until(() => runs === 1, TEST_MS);
    server.restart();
    // The restart may have cut off the end of the first run, which then has to lapse.
    await until(async () => {
      await hurry(database).catch(() => {});
      return engine.runNow("steady").catch(() => false);
    }, TEST_MS);
    await until(() => runs >= 2, TEST_MS);
    expect(lines.filter(({ event }) => event === "jobs_unavailable").length).toBeLessThanOrEqual(1);
    await engine.stop();
    await database.close();
    await server.end();
  });
});
