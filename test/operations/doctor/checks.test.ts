// What doctor says of a database and a machine: nothing of well ones, and a sentence with what to do of each trouble.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { readConfig } from "../../../src/foundation/config/config.ts";
import { createJobEngine } from "../../../src/foundation/jobs/engine.ts";
import { recordSuccess } from "../../../src/foundation/jobs/scheduled-runs.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { VERSION } from "../../../src/foundation/version.ts";
import { makePartitions } from "../../../src/metering/usage/partitions.ts";
import { recordBackup } from "../../../src/operations/backup/last-backup.ts";
import { type BackupRun, insertRun } from "../../../src/operations/backup/run-store.ts";
import type { Check } from "../../../src/operations/doctor/check.ts";
import { checkConnections } from "../../../src/operations/doctor/connection-checks.ts";
import { type DatabaseChecks, databaseChecks } from "../../../src/operations/doctor/database-checks.ts";
import { hostChecks } from "../../../src/operations/doctor/host-checks.ts";
import { nextStepOf } from "../../../src/operations/doctor/next-steps.ts";
import { TABLES } from "../../../src/server/tables.ts";
import { makeCertificates } from "../../support/certificates.ts";
import { laneOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { endProcesses, newFolder } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";

const DAY_MS = 86_400_000;
const troublesOf = (checks: readonly Check[]) =>
  checks.flatMap(({ check, ok, warning, message }) =>
    ok && !warning ? [] : [`${ok ? "warning" : "FAIL"} ${check}: ${message}`],
  );

afterAll(endProcesses);

const made = (finishedAt: number, changes: Partial<BackupRun> = {}): BackupRun => ({
  id: crypto.randomUUID(),
  startedAt: finishedAt - 1_000,
  finishedAt,
  outcome: "made",
  place: "/backups",
  name: "a.backup",
  bytes: 14_176,
  verified: true,
  reason: null,
  ...changes,
});

for (const lane of laneOf(import.meta.file)) {
  describe(`doctor on ${lane}`, () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await testDatabase(lane);
      await makePartitions(database.database);
      await insertRun(database.database, made(Date.now()));
    });
    afterAll(() => database.close());

    const config = { environment: "development" as const, usageMonths: 13, dataDir: newFolder(), backups: null };
    const check = (changes: Partial<DatabaseChecks> = {}) =>
      databaseChecks({
        database: database.database,
        tables: TABLES,
        kind: lane,
        config,
        now: Date.now,
        isServed: true,
        providers: null,
        ...changes,
      });

    test("a database that is well gives lines without trouble", async () => {
      const checks = await check();
      expect(troublesOf(checks)).toEqual([]);
      expect(checks.map((line) => line.check)).toEqual(
        expect.arrayContaining(["version", "clock", "usage partitions", "jobs"]),
      );
    });

    test("a clock a day off, failed and late jobs, and a lone bootstrap token are told with what to do", async () => {
      const ahead = troublesOf(await check({ now: () => Date.now() + DAY_MS }));
      expect(ahead).toContainEqual(
        expect.stringMatching(/^FAIL clock: .* s ahead of the database's: synchronise both with NTP/),
      );
      const behind = troublesOf(await check({ now: () => Date.now() - DAY_MS }));
      expect(behind).toContainEqual(expect.stringMatching(/^FAIL clock: .* s behind the database's/));
      const production = { ...config, environment: "production" as const };
      expect(troublesOf(await check({ config: production }))).toContainEqual(
        expect.stringContaining("gateway admin-token create"),
      );
      const late = troublesOf(await check({ now: () => Date.now() + 400 * DAY_MS }));
      expect(late).toContainEqual(
        expect.stringContaining("warning usage partitions: the usage log has partitions until"),
      );
    });

    test("a replica of a version without heartbeats is known by its connections", async () => {
      const name = "gateway 0.3.0";
      const named = async () => {
        if (lane === "embedded") return database.database.query(`set application_name = '${name}'`);
        const other = postgres(database.url as string, { max: 1, connection: { application_name: name } });
        await other`select 1`;
        return () => other.end();
      };
      const versions = async () => (await check()).filter((line) => line.check === "replica versions");
      expect(await versions()).toEqual([]);
      const end = await named();
      expect(await versions()).toEqual([
        expect.objectContaining({ warning: true, message: expect.stringMatching(/^version 0\.3\.0 is connected/) }),
      ]);
      if (typeof end === "function") await end();
      else await database.database.query("reset application_name");
    });

    test("a check that cannot be carried out is a line with the name that it has in the documents", async () => {
      const query = async () => {
        throw Object.assign(new Error("too many connections"), { code: "53300" });
      };
      const lines = await check({ database: { query } });
      expect(lines.length).toBeGreaterThan(5);
      const documented = readFileSync(join(ROOT, "docs/operate/doctor.md"), "utf8");
      for (const { check: name, message } of lines) {
        expect([name, documented.includes(`\`${name}\``)]).toEqual([name, true]);
        expect(message).toBe("could not be checked (53300)");
      }
    });

    test("scheduled jobs that have no tables a minute after a gateway's start, or do not run, fail", async () => {
      const serving = async (startedAgo: string) => {
        await database.database.query("delete from replicas");
        await database.database.query(
          `insert into replicas (id, name, port, version, is_draining, ring, migrations, usage_queued, fingerprints, started_at)
           values (gen_random_uuid(), 'one', 3000, $1, false, '{}', 1, 0, '{}', now() - $2::text::interval)`,
          [VERSION, startedAgo],
        );
      };
      const lines = async (changes: Partial<DatabaseChecks> = {}) =>
        (await check(changes)).filter((line) => line.check === "jobs").map(({ ok }) => ok);
      await serving("10 seconds");
      expect(await lines()).toEqual([true]);
      await serving("2 minutes");
      expect(await lines({ isServed: false })).toEqual([true]);
      expect((await check()).find((line) => line.check === "jobs")).toMatchObject({
        ok: false,
        message: expect.stringMatching(/its scheduled jobs do not run: see jobs_unavailable/),
      });
      const log = createLog("silent", Date.now, () => {});
      const engine = createJobEngine({
        database: database.database,
        log,
        replicaId: crypto.randomUUID(),
        startAfterMs: 0,
      });
      engine.start([{ name: "one", everyMinutes: 60, timeoutSeconds: 60, run: async () => {} }]);
      await engine.started();
      expect(await lines()).toEqual([true]);
      await serving("20 minutes");
      expect(await lines()).toEqual([false]);
      await recordSuccess(database.database, "one", crypto.randomUUID());
      expect(await lines()).toEqual([true]);
      await database.database.query("update scheduled_runs set last_success_at = now() - interval '11 minutes'");
      expect(await lines()).toEqual([false]);
      await database.database.query("delete from replicas");
      await engine.stop();
    });

    test("an audit entry that has no seal for hours is a warning where a gateway runs", async () => {
      const HOURS_3 = 3 * 3_600_000;
      await database.database.query(
        "insert into audit_entries (id, at, event, actor_kind, outcome, times, details) values (gen_random_uuid(), now(), 'key_created', 'key', 'success', 1, '{}')",
      );
      const lineOf = async (changes: Partial<DatabaseChecks>) =>
        (await check(changes)).find((line) => line.check === "audit log");
      const late = { now: () => Date.now() + HOURS_3 + 60_000 };
      expect(await lineOf(late)).toMatchObject({
        warning: true,
        message: expect.stringMatching(/^1 entries have no seal, the oldest for 3 h: see job_failed of audit_seals/),
      });
      expect(await lineOf({ ...late, isServed: false })).toEqual({ check: "audit log", ok: true, message: "sealed" });
      expect(await lineOf({})).toEqual({ check: "audit log", ok: true, message: "sealed" });
      await database.database.query("delete from audit_entries");
    });

    test("backups: none, an old one, a failure since, and one that could not be restored are told; a good one passes", async () => {
      const clock = Date.now();
      const backups = {
        place: { folder: "/backups" },
        everyMs: DAY_MS,
        keep: { backups: 7 },
        isVerified: true,
      };
      const lineAt = async (time: number, settings: typeof backups | null = backups) =>
        (await check({ config: { ...config, backups: settings }, now: () => time })).find(
          (one) => one.check === "backups",
        );
      expect(await lineAt(clock)).toMatchObject({
        ok: true,
        message: expect.stringMatching(/ \(14\.2 kB\), and was restored as a trial$/),
      });
      expect(await lineAt(clock, { ...backups, place: { folder: "/others" } })).toMatchObject({
        warning: true,
        message: expect.stringContaining("no backup was made yet"),
      });
      expect(await lineAt(clock + 3 * DAY_MS)).toMatchObject({
        warning: true,
        message: expect.stringContaining("72 hours old"),
      });
      await insertRun(
        database.database,
        made(clock + 60_000, { outcome: "failed", verified: null, reason: "The disk is full." }),
      );
      expect(await lineAt(clock + 120_000)).toMatchObject({
        ok: false,
        message: expect.stringContaining("The disk is full."),
      });
      await insertRun(database.database, made(clock + 180_000, { verified: false, reason: "It is damaged." }));
      expect(await lineAt(clock + 240_000)).toMatchObject({
        ok: false,
        message: expect.stringContaining("It is damaged."),
      });
      await database.database.query("delete from backup_runs");
      expect(await lineAt(clock)).toMatchObject({
        warning: true,
        message: expect.stringContaining("no backup was made yet"),
      });
      if (lane === "postgres")
        expect(await lineAt(clock, null)).toMatchObject({
          warning: true,
          message: expect.stringContaining("no backup is known"),
        });
      await insertRun(database.database, made(clock));
    });

    test("each line's next step is one that helps: of backups that fail or that the gateway will make, and of failed jobs", async () => {
      const backups = { place: { folder: newFolder() }, everyMs: DAY_MS, keep: { backups: 7 }, isVerified: true };
      const line = async () =>
        (await check({ config: { ...config, backups } })).find((one) => one.check === "backups") as Check;
      expect(nextStepOf(await line(), true)).toMatch(/^keep the gateway running, then run doctor again/);
      const row = { place: backups.place.folder, verified: null, reason: "The disk is full." };
      await insertRun(database.database, made(Date.now() - 1_000, { ...row, outcome: "failed" }));
      expect(nextStepOf(await line(), true)).toMatch(/^remove the cause that the line names/);
      await database.database.query("delete from backup_runs where outcome = 'failed'");
      await database.database.query(
        `insert into inbound_webhooks (provider, source_id, webhook_key, partition_key, state, attempts, next_at, error, received_at)
         values ('stub', '00000000-0000-0000-0000-000000000000', 'x', 'stub', 'failed', 3, now(), 'no_owner', now())`,
      );
      expect(troublesOf(await check())).toEqual([
        expect.stringContaining('"gateway jobs retry inbound_webhooks --all" tries them again'),
      ]);
      await database.database.query("delete from inbound_webhooks");
    });

    test("fewer connections than the pools may open are a warning, and fewer than one for each a failure", async () => {
      if (lane === "embedded") return expect(await checkConnections({ ...database, kind: lane })).toEqual([]);
      const role = `few_${crypto.randomUUID().slice(0, 8)}`;
      const client = postgres(database.url as string, { max: 1, onnotice: () => {} });
      const query: DatabaseChecks["database"]["query"] = async (text) => [...(await client.unsafe(text))] as never;
      const line = async (limit: number) => {
        await client.unsafe(`reset role; alter role ${role} connection limit ${limit}; set role ${role}`);
        return (await checkConnections({ database: { query }, kind: lane }))[0];
      };
      try {
        await client.unsafe(`create role ${role}; grant select on replicas to ${role}`);
        expect(await line(3)).toMatchObject({ ok: false, message: expect.stringMatching(/allows 3: .* 53300/) });
        const few = await line(17);
        expect(few).toMatchObject({
          warning: true,
          message: expect.stringMatching(/^a gateway opens up to 18, and the/),
        });
        expect(few?.next_step).toBe(`run ALTER ROLE "${role}" CONNECTION LIMIT 18, or -1 for none`);
        expect(await line(18)).toEqual(expect.objectContaining({ check: "connections", ok: true }));
        expect((await line(18))?.warning).toBeUndefined();
        await client.unsafe(
          "reset role; insert into replicas (id, name, port, version, is_draining, ring, migrations, usage_queued, fingerprints) select gen_random_uuid(), 'm', n, '0.4.0', false, '{}', 1, 0, '{}' from generate_series(1, 2) n",
        );
        expect(await line(18)).toMatchObject({
          warning: true,
          message: expect.stringContaining("2 replicas open up to 36"),
        });
      } finally {
        await client.unsafe(`reset role; delete from replicas; drop owned by ${role}; drop role ${role}`);
        await client.end();
      }
    });

    test("a check that cannot be carried out is a line, and the others go on", async () => {
      const query: DatabaseChecks["database"]["query"] = (text, parameters) =>
        text.includes("pg_inherits") ? Promise.reject(new Error("gone")) : database.database.query(text, parameters);
      const checks = await check({ database: { query } });
      expect(troublesOf(checks)).toEqual(["FAIL usage partitions: could not be checked (gone)"]);
      expect(checks.some((line) => line.check === "jobs")).toBe(true);
    });
  });
}

test("a certificate that is not valid yet has the clock for its next step, and one that has expired has new files", () => {
  const { cert, key } = makeCertificates().right;
  const folder = newFolder();
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  const config = readConfig({ DATA_DIR: folder, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
  const stepAt = (now: number) => {
    const line = hostChecks(config, now).find(({ check, ok }) => check === "certificate" && !ok);
    return line && nextStepOf(line, false);
  };
  expect(stepAt(Date.now() - 9 * DAY_MS)).toStartWith("compare this machine's clock");
  expect(stepAt(Date.now() + 9 * DAY_MS)).toBe("replace the files of TLS_CERT_FILE and TLS_KEY_FILE");
});

test("this machine: a missing and an old backup, an exposed admin API, a proxy that is not named or is everybody", () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "pglite"));
  writeFileSync(join(dataDir, "pglite", "PG_VERSION"), "18\n");
  const now = Date.now();
  const troubles = (env: Record<string, string> = {}) =>
    troublesOf(hostChecks(readConfig({ DATA_DIR: dataDir, ...env }), now)).filter((line) => !line.includes(" disk:"));
  expect(troubles()).toEqual([expect.stringContaining("gateway backup <file>")]);
  recordBackup(dataDir, { finished_at: new Date(now - 8 * DAY_MS).toISOString(), file: "/b/gateway.backup", bytes: 1 });
  expect(troubles()).toEqual([expect.stringContaining("8 days old (/b/gateway.backup)")]);
  recordBackup(dataDir, { finished_at: new Date(now).toISOString(), file: "/b/gateway.backup", bytes: 1 });
  expect(troubles()).toEqual([]);
  expect(troubles({ GATEWAY_ENV: "production" })).toEqual([
    expect.stringMatching(/^warning disk reserve: there is none in .* a full disk prevents the next start/),
  ]);
  writeFileSync(join(dataDir, "reserve"), "");
  expect(troubles({ GATEWAY_ENV: "production" })).toEqual([]);
  expect(troubles({ HOST: "0.0.0.0" })).toEqual([expect.stringContaining("set ADMIN_PORT")]);
  expect(troubles({ HOST: "0.0.0.0", ADMIN_PORT: "3001" })).toEqual([]);
  expect(troubles({ ADMIN_PORT: "3001", ADMIN_HOST: "0.0.0.0" })).toEqual([expect.stringContaining("only operators")]);
  expect(troubles({ BASE_URL: "https://gateway.example.com" })).toEqual([
    expect.stringContaining("TRUST_PROXY is not set"),
  ]);
  expect(troubles({ BASE_URL: "https://gateway.example.com", TRUST_PROXY: "loopback" })).toEqual([]);
  expect(troubles({ TRUST_PROXY: "0.0.0.0/0" })).toEqual([expect.stringContaining("any client can claim any")]);
});
