// Load on an embedded database in a folder whose disk is recorded, and what must be true of the folders that power cuts leave.
import fs, { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenDatabase } from "../../src/foundation/db/database.ts";
import { openEmbedded } from "../../src/foundation/db/embedded.ts";
import type { Durability } from "../../src/foundation/db/embedded-folder.ts";
import { queryIn } from "../../src/foundation/db/raw.ts";
import { embeddedTemplate } from "../support/database.ts";
import type { Random } from "../support/random.ts";
import { type RecordedDisk, recordDisk } from "./recorded-disk.ts";

const WORKERS = 12;
/** Rows of some KB each, so that pages leave the buffers of 16 MB before a checkpoint. */
const PAD_BYTES = 3_000;
const CHECKPOINT_EVERY = 150;
const REBUILD_EVERY = 400;
/** What a loss begins with where the database does not open. */
const UNOPENED = "does not open";

/** What callers know of a row at a step of the disk: its version, or that it is gone. */
interface Acknowledged {
  atStep: number;
  id: number;
  /** Null once it is deleted. */
  version: number | null;
}
export interface Recording {
  disk: RecordedDisk;
  acknowledged: Acknowledged[];
  /** The step from which on the first of all changes was acknowledged. */
  openedAt: number;
  stop(): Promise<void>;
}

/** Runs `changes` changes from twelve callers, and checkpoints, vacuums and rebuilt indexes between them. */
export async function recordLoad(changes: number, durability: Durability, random: Random): Promise<Recording> {
  const root = join(mkdtempSync(join(tmpdir(), "power-")), "data");
  const disk = recordDisk(root);
  fs.mkdirSync(root);
  const database = await openEmbedded({ dataDir: root, template: embeddedTemplate, durability });
  await database.script("create table cut (id int primary key, version int not null, pair int, pad text)");
  const openedAt = disk.steps();
  const acknowledged: Acknowledged[] = [];
  let [lastId, made] = [0, 0];
  const work = async () => {
    const own: { id: number; version: number }[] = [];
    while (made++ < changes) {
      const done = await change(database, own, () => ++lastId, random);
      const atStep = disk.steps();
      for (const one of done) acknowledged.push({ atStep, ...one });
      if (made % CHECKPOINT_EVERY === 0) await database.query("checkpoint");
      if (made % REBUILD_EVERY === 0) await database.query("reindex table cut");
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const stop = async () => {
    await database.close();
    disk.stop();
    rmSync(join(root, ".."), { recursive: true });
  };
  return { disk, acknowledged, openedAt, stop };
}

/** One change of a caller's rows: a row or two more, a newer version, or one less. */
async function change(
  database: OpenDatabase,
  own: { id: number; version: number }[],
  nextId: () => number,
  random: Random,
): Promise<{ id: number; version: number | null }[]> {
  const pad = Array.from({ length: PAD_BYTES / 5 }, () =>
    random
      .below(36 ** 5)
      .toString(36)
      .padStart(5),
  ).join("");
  const row = own[random.below(own.length)];
  const kind = random.below(10);
  if (row && kind < 4) {
    row.version++;
    await database.query("update cut set version = $2, pad = $3 where id = $1", [row.id, row.version, pad]);
    return [row].map(({ id, version }) => ({ id, version }));
  }
  if (row && kind < 5) {
    own.splice(own.indexOf(row), 1);
    await database.query("delete from cut where id = $1", [row.id]);
    return [{ id: row.id, version: null }];
  }
  const insert = "insert into cut (id, version, pair, pad) values ($1, 1, $2, $3)";
  const first = { id: nextId(), version: 1 };
  own.push(first);
  if (kind < 8) {
    await database.query(insert, [first.id, null, pad]);
    return [{ ...first }];
  }
  const second = { id: nextId(), version: 1 };
  await database.transaction(async (tx) => {
    await queryIn(tx, insert, [first.id, second.id, pad]);
    await queryIn(tx, insert, [second.id, first.id, pad]);
  });
  return [{ ...first }, { ...second }];
}

export interface Found {
  losses: string[];
  unopened: number;
}

/** Cuts the power at `cuts` random steps, a few of them while the database is made; what is wrong afterwards. */
export async function cutRecording(recording: Recording, cuts: number, random: Random): Promise<Found> {
  const { disk, openedAt } = recording;
  const found: Found = { losses: [], unopened: 0 };
  for (let cut = 0; cut < cuts; cut++) {
    const isOpening = random.below(8) === 0;
    const step = isOpening ? random.below(openedAt) : openedAt + random.below(disk.steps() - openedAt + 1);
    const folder = mkdtempSync(join(tmpdir(), "cut-"));
    try {
      disk.cut(step, folder, random);
      const losses = await lossesIn(folder, recording, step);
      if (losses.some((loss) => loss.startsWith(UNOPENED))) found.unopened++;
      found.losses.push(...losses.map((loss) => `step ${step}: ${loss}`));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return found;
}

async function lossesIn(folder: string, { acknowledged, openedAt }: Recording, step: number): Promise<string[]> {
  let database: OpenDatabase;
  try {
    database = await openEmbedded({ dataDir: folder, template: embeddedTemplate, durability: "relaxed" });
  } catch (error) {
    return [`${UNOPENED}: ${error}`];
  }
  try {
    if (step < openedAt) {
      await database.query("select count(*) from users");
      return [];
    }
    // By the table and by its index, which agree on every row.
    const byTable = await rowsOf(
      database,
      "set enable_indexscan = off; set enable_bitmapscan = off; set enable_seqscan = on",
    );
    const byIndex = await rowsOf(database, "set enable_indexscan = on; set enable_seqscan = off");
    const losses = byIndex.size === byTable.size ? [] : [`${byTable.size} rows, ${byIndex.size} by the index`];
    const last = new Map<number, number | null>();
    for (const { atStep, id, version } of acknowledged) if (atStep <= step) last.set(id, version);
    for (const [id, version] of last) {
      const found = byTable.get(id);
      const isThere = version === null ? !found : found && found.version >= version;
      const mayBeDeleted = version !== null && !found && isDeletedLater(acknowledged, id, step);
      if (!isThere && !mayBeDeleted)
        losses.push(`row ${id}: version ${version} was acknowledged, found ${found?.version}`);
    }
    for (const [id, { pair }] of byTable) {
      if (pair !== null && !byTable.has(pair) && last.get(pair) !== null && !isDeletedLater(acknowledged, pair, step)) {
        losses.push(`row ${id} is there without ${pair} of the same transaction`);
      }
    }
    return losses;
  } catch (error) {
    return [`does not work: ${error}`];
  } finally {
    await database.close();
  }
}

/** Whether its deletion may have been under way at the cut. */
const isDeletedLater = (acknowledged: readonly Acknowledged[], id: number, step: number): boolean =>
  acknowledged.some((one) => one.id === id && one.version === null && one.atStep > step);

async function rowsOf(
  database: OpenDatabase,
  settings: string,
): Promise<Map<number, { version: number; pair: number | null }>> {
  await database.script(settings);
  const rows = await database.query<{ id: number; version: number; pair: number | null; length: number }>(
    "select id, version, pair, length(pad) as length from cut where id > 0 order by id",
  );
  return new Map(rows.map(({ id, version, pair }) => [id, { version, pair }]));
}
