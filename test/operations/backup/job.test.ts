// Backups that the gateway makes by itself: when, where, what stays, and what is said of those that fail.
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BackupSettings } from "../../../src/foundation/config/backup-settings.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { openEmbedded } from "../../../src/foundation/db/embedded.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { createMetrics } from "../../../src/foundation/metrics/metrics.ts";
import { registerKeyRing } from "../../../src/foundation/vault/key-ring-check.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { inspectArchive } from "../../../src/operations/backup/archive.ts";
import { type BackupJobDeps, backUpIfDue } from "../../../src/operations/backup/job.ts";
import { insertRun } from "../../../src/operations/backup/run-store.ts";
import { s3Storage } from "../../../src/operations/backup/s3-storage.ts";
import { createBackups } from "../../../src/operations/backup/service.ts";
import { fileSource } from "../../../src/operations/backup/source.ts";
import { backupState } from "../../../src/operations/backup/state.ts";
import { storageOf } from "../../../src/operations/backup/storage.ts";
import type { Verify } from "../../../src/operations/backup/verification.ts";
import { embeddedTemplate, LANES, type Lane, testDatabase } from "../../support/database.ts";
import { newFolder, START_MS } from "../../support/gateway-process.ts";
import { rejection } from "../../support/rejection.ts";
import { S3_ACCESS_KEY, S3_REGION, S3_SECRET_KEY, type S3Server, startS3 } from "../../support/s3-server.ts";
import { ringNamed } from "./sample.ts";

setDefaultTimeout(4 * START_MS);

const HOUR_MS = 3_600_000;
const vault = createVault(ringNamed("k1"));
const NEVER = new AbortController().signal;
const good: Verify = async () => ({ verified: true, reason: null });

interface Rig {
  database: OpenDatabase;
  folder: string;
  clock: { time: number; now(): number };
  lines: string[];
  deps: BackupJobDeps;
  settings(changes: Partial<BackupSettings>): void;
  run(verify?: Verify, signal?: AbortSignal): Promise<void>;
  files(): string[];
  rows(): Promise<{ outcome: string; verified: boolean | null; reason: string | null; name: string }[]>;
  close(): Promise<void>;
}

async function rigOf(lane: Lane): Promise<Rig> {
  const dataDir = newFolder();
  const folder = newFolder();
  const opened = lane === "postgres" ? await testDatabase(lane) : null;
  const database = opened?.database ?? (await openEmbedded({ dataDir, template: embeddedTemplate }));
  await registerKeyRing(database, vault);
  const clock = { time: Date.parse("2026-11-30T00:00:00Z"), now: () => clock.time };
  const lines: string[] = [];
  const log = createLog("debug", undefined, (line) => void lines.push(line));
  let backups: BackupSettings = { place: { folder }, everyMs: 24 * HOUR_MS, keep: { backups: 2 }, isVerified: true };
  const deps: BackupJobDeps = {
    config: {
      dataDir,
      get backups() {
        return backups;
      },
    },
    clock,
    log,
    metrics: createMetrics(),
    vault,
    backups: createBackups(database, log),
    commandLine: [],
  };
  return {
    database,
    folder,
    clock,
    lines,
    deps,
    settings: (changes) => {
      backups = { ...backups, ...changes };
    },
    run: (verify = good, signal = NEVER) => backUpIfDue(deps, database, signal, { verify }),
    files: () => readdirSync(folder).sort(),
    rows: () => database.query("select outcome, verified, reason, name from backup_runs order by started_at, name"),
    close: () => opened?.close() ?? database.close(),
  };
}

for (const lane of LANES) {
  describe(`R-46: the job of backups on ${lane}`, () => {
    let rig: Rig;
    beforeEach(async () => {
      rig = await rigOf(lane);
    });
    afterEach(() => rig.close());

    test("makes one at once and one each interval, sealed, and deletes its own past their number, never the newest good one", async () => {
      writeFileSync(join(rig.folder, "gateway-20200101T000000Z-00000000.backup"), "another one's");
      await rig.run();
      await rig.run();
      rig.clock.time += 23 * HOUR_MS;
      await rig.run();
      const [, first = ""] = rig.files();
      expect(rig.files()).toHaveLength(2);
      expect(first).toMatch(/^gateway-20261130T000000Z-[0-9a-f]{8}\.backup$/);
      const file = join(rig.folder, first);
      expect(readFileSync(file).toString("latin1")).toStartWith("gateway-sealed-backup-1 ");
      expect((await inspectArchive(fileSource(file), vault)).head.key_checks).toHaveLength(1);
      expect(String(await rejection(inspectArchive(fileSource(file), createVault(ringNamed("k1", 2)))))).toContain(
        "cannot be opened",
      );

      const bad: Verify = async () => ({ verified: false, reason: "It cannot be restored." });
      for (let day = 0; day < 4; day++) {
        rig.clock.time += 24 * HOUR_MS;
        await rig.run(bad);
      }
      // The only one that could be restored stays, with the newest two and what is not the job's.
      expect(rig.files()).toHaveLength(4);
      expect(rig.files()).toContain(first);
      const state = await backupState({ ...rig.deps, database: rig.database });
      expect(state.last).toMatchObject({ verified: false, reason: "It cannot be restored." });
      rig.settings({ keep: { forMs: HOUR_MS } });
      rig.clock.time += 24 * HOUR_MS;
      await rig.run();
      expect(rig.files()).toHaveLength(2);
    });

    test("a folder that is missing fails with a sentence, is tried again after a while, and not made", async () => {
      rmSync(rig.folder, { recursive: true });
      await rig.run();
      expect(await rig.rows()).toEqual([
        expect.objectContaining({
          outcome: "failed",
          reason: expect.stringContaining("is missing: create or mount it"),
        }),
      ]);
      mkdirSync(rig.folder);
      rig.clock.time += 60_000;
      await rig.run();
      expect(rig.files()).toEqual([]);
      rig.clock.time += 15 * 60_000;
      await rig.run();
      expect(rig.files()).toHaveLength(1);
      expect((await backupState({ ...rig.deps, database: rig.database })).failure).toBeNull();
    });

    test("a restored database's rows are of the past: the state takes what lies at the place since", async () => {
      await rig.run();
      const [before] = await rig.rows();
      const state = () => backupState({ ...rig.deps, database: rig.database });
      expect((await state()).last).toMatchObject({ verified: true });
      rig.clock.time += 25 * HOUR_MS;
      await rig.run();
      const [, later = ""] = rig.files();
      await rig.database.query("delete from backup_runs where name <> $1", [before?.name ?? ""]);
      rmSync(join(rig.deps.config.dataDir, "last-backup.json"), { force: true });
      const { size } = statSync(join(rig.folder, later));
      expect((await state()).last).toMatchObject({ finishedAt: rig.clock.time, bytes: size, verified: null });
      await rig.database.query("delete from backup_runs");
      expect((await state()).last).toMatchObject({ finishedAt: rig.clock.time, bytes: size });
      // A name of a clock that was ahead is no backup of today.
      rig.clock.time -= HOUR_MS;
      expect((await state()).last?.finishedAt).toBe(rig.clock.time - 24 * HOUR_MS);
      rmSync(rig.folder, { recursive: true });
      expect((await state()).last).toBeNull();
    });

    test("a failure in a folder that the settings no longer name is none of the new one", async () => {
      rmSync(rig.folder, { recursive: true });
      await rig.run();
      const failureNow = async () => (await backupState({ ...rig.deps, database: rig.database })).failure;
      expect((await failureNow())?.reason).toContain("is missing");
      rig.settings({ place: { folder: newFolder() } });
      expect(await failureNow()).toBeNull();
    });

    test("one that is ended in the middle, or whose verification breaks, leaves no file; what a dead process left goes with the next", async () => {
      const stop = new AbortController();
      const stopping: Verify = async () => {
        stop.abort();
        throw stop.signal.reason;
      };
      await rig.run(stopping, stop.signal);
      expect(rig.files()).toEqual([]);
      const name = "gateway-20261129T000000Z-11111111.backup";
      writeFileSync(join(rig.folder, `${name}.partial`), "half");
      writeFileSync(join(rig.folder, "another.partial"), "not the job's");
      const open = { finishedAt: null, bytes: null, verified: null, reason: null };
      const running = { startedAt: rig.clock.time - HOUR_MS, outcome: "running" as const, place: rig.folder, name };
      await insertRun(rig.database, { id: crypto.randomUUID(), ...running, ...open });
      await rig.run();
      expect(rig.files()).toEqual(["another.partial", expect.stringMatching(/^gateway-20261130/)]);
      expect((await rig.rows()).map(({ outcome }) => outcome).sort()).toEqual(["interrupted", "interrupted", "made"]);
    });

    test("a whole file of a process that died goes once there is a newer one that is not bad", async () => {
      const name = "gateway-20261129T000000Z-22222222.backup";
      writeFileSync(join(rig.folder, name), "whole");
      const open = { finishedAt: null, bytes: null, verified: null, reason: null };
      const running = { startedAt: rig.clock.time - HOUR_MS, outcome: "running" as const, place: rig.folder, name };
      await insertRun(rig.database, { id: crypto.randomUUID(), ...running, ...open });
      await rig.run(async () => ({ verified: false, reason: "It cannot be restored." }));
      expect(rig.files()).toContain(name);
      rig.clock.time += 24 * HOUR_MS;
      await rig.run();
      expect(rig.files()).not.toContain(name);
      expect(rig.files()).toHaveLength(2);
    });

    test("a clock that was ahead does not keep backups from being made", async () => {
      rig.clock.time += 365 * 24 * HOUR_MS;
      await rig.run();
      rig.clock.time -= 365 * 24 * HOUR_MS;
      await rig.run();
      await rig.run();
      expect(rig.files()).toHaveLength(2);
    });
  });
}

describe("R-46: backups in a bucket", () => {
  let rig: Rig;
  let s3: S3Server;
  let work: string;
  beforeEach(async () => {
    rig = await rigOf(LANES[0] as Lane);
    s3 = startS3();
    work = newFolder();
  });
  afterEach(async () => {
    await s3.stop();
    await rig.close();
  });

  const settingsOf = () => ({
    endpoint: s3.url,
    bucket: "backups",
    prefix: "gate way/",
    region: S3_REGION,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  });
  const runWith = (times: { partBytes?: number; timeoutMs?: number } = {}, changes = {}) => {
    const settings = { ...settingsOf(), ...changes };
    const storage = s3Storage(settings, () => work, { waitMs: 1, ...times });
    return backUpIfDue(rig.deps, rig.database, NEVER, { verify: good, storage });
  };
  const lastReason = async () => (await rig.rows()).at(-1)?.reason;

  test("are uploaded whole or in parts, with signed requests, and deleted past their number", async () => {
    await runWith();
    expect([...s3.objects.keys()]).toEqual([
      expect.stringMatching(/^gate way\/gateway-20261130T000000Z-[0-9a-f]{8}\.backup$/),
    ]);
    rig.clock.time += 24 * HOUR_MS;
    await runWith({ partBytes: 3_000 });
    expect(s3.requests.filter((line) => line.startsWith("PUT")).length).toBeGreaterThan(2);
    const [, object = new Uint8Array()] = [...s3.objects.values()];
    const copy = join(newFolder(), "copy.backup");
    writeFileSync(copy, object);
    expect((await inspectArchive(fileSource(copy), vault)).head.format).toBeGreaterThan(0);
    rig.clock.time += 24 * HOUR_MS;
    await runWith();
    expect(s3.objects.size).toBe(2);
    expect([readdirSync(work), s3.uploads.size]).toEqual([[], 0]);
  });

  test("are listed for the state when the rows know of none in time, or where doctor looks closely", async () => {
    await runWith();
    const key = [...s3.objects.keys()][0] ?? "";
    rig.settings({ place: { s3: settingsOf() } });
    const stateAt = (isThorough: boolean) => backupState({ ...rig.deps, database: rig.database }, { isThorough });
    rig.clock.time += HOUR_MS;
    const later = key.replace(/T\d{6}Z/, "T003000Z");
    s3.objects.set(later, new Uint8Array(7));
    expect([(await stateAt(false)).last?.bytes === 7, (await stateAt(true)).last?.bytes]).toEqual([false, 7]);
    rig.clock.time += 24 * HOUR_MS;
    expect((await stateAt(false)).last?.bytes).toBe(7);
    await rig.database.query("delete from backup_runs");
    rmSync(join(rig.deps.config.dataDir, "last-backup.json"), { force: true });
    expect((await stateAt(false)).last).toMatchObject({ bytes: 7, finishedAt: Date.parse("2026-11-30T00:30:00Z") });
  });

  test("survive a storage that fails for a moment or closes the connection, and end with a sentence where it goes on", async () => {
    const unavailable = () => new Response("<Error><Code>InternalError</Code></Error>", { status: 500 });
    s3.failures.push(unavailable, null, unavailable);
    await runWith();
    expect(s3.objects.size).toBe(1);
    rig.clock.time += 24 * HOUR_MS;
    s3.failures.push(unavailable, unavailable, unavailable);
    await runWith();
    expect(await lastReason()).toContain("responded with 500 (PUT of gate way/");
    rig.clock.time += HOUR_MS;
    const never = () => new Promise<Response>(() => {});
    s3.failures.push(never, never, never);
    await runWith({ timeoutMs: 50 });
    expect(await lastReason()).toContain("did not respond in time");
    expect([s3.objects.size, readdirSync(work)]).toEqual([1, []]);
  });

  test("that are refused, or cut on their way, are told with what to see to, and without the keys", async () => {
    await runWith({}, { secretKey: "another/secret" });
    expect(await lastReason()).toContain("responded with 403 (PUT of gate way/");
    expect(await lastReason()).toContain("SignatureDoesNotMatch): see GATEWAY_BACKUP_S3_ACCESS_KEY");
    rig.clock.time += HOUR_MS;
    await runWith({}, { bucket: "elsewhere" });
    expect(await lastReason()).toContain("NoSuchBucket): see GATEWAY_BACKUP_S3_BUCKET");
    rig.clock.time += HOUR_MS;
    const cut = () => {
      s3.objects.set("x", new Uint8Array());
      return new Response(null, { headers: { "content-length": "12" } });
    };
    s3.failures.push(null, cut);
    await runWith();
    expect(await lastReason()).toContain("has another size of it than was sent");
    const said = [...rig.lines, ...(await rig.rows()).map(({ reason }) => reason)].join("\n");
    for (const key of [S3_ACCESS_KEY, S3_SECRET_KEY, "another/secret", "Signature="]) expect(said).not.toContain(key);
  });

  test("are written to TMPDIR where that is set: a container's data folder may be small", () => {
    const [before, dataDir] = [process.env.TMPDIR, newFolder()];
    const fileWith = (folder: string | undefined) => {
      process.env.TMPDIR = folder;
      if (folder === undefined) delete process.env.TMPDIR;
      return storageOf({ place: { s3: settingsOf() } }, dataDir).fileOf("one.backup");
    };
    try {
      const chosen = newFolder();
      expect(fileWith(chosen)).toBe(join(chosen, "gateway-backups", "one.backup"));
      expect(fileWith(undefined)).toBe(join(dataDir, "gateway-backups", "one.backup"));
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  test("that a dead process began to upload are ended by the next run", async () => {
    const name = "gateway-20261129T000000Z-11111111.backup";
    s3.uploads.set("left", { key: `gate way/${name}`, parts: new Map() });
    s3.uploads.set("foreign", { key: `gate way/${name}.other`, parts: new Map() });
    writeFileSync(join(work, `${name}.partial`), "half");
    const open = { finishedAt: null, bytes: null, verified: null, reason: null };
    const place = s3Storage(settingsOf(), () => work).place;
    const running = { startedAt: rig.clock.time - HOUR_MS, outcome: "running" as const, place, name };
    await insertRun(rig.database, { id: crypto.randomUUID(), ...running, ...open });
    await runWith();
    expect([[...s3.uploads.keys()], readdirSync(work)]).toEqual([["foreign"], []]);
  });
});
