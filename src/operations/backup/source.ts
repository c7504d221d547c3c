// Finds the backup that a command names: a file, or one in the place of the job's backups by name.
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { BackupSettings, S3Settings } from "../../foundation/config/backup-settings.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { BackupError } from "./format.ts";
import { listObjects, readObject, type StoredObject, statObject } from "./s3-objects.ts";
import type { S3Times } from "./s3-storage.ts";

const CHUNK_BYTES = 256 * 1024;
/** What the job calls its backups. */
const JOB_NAME = /^gateway-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{8}\.backup$/;
const IN_BUCKET = "s3:";

/** A backup that is read several times: checked first, used afterwards. */
export interface BackupSource {
  /** For the summary of a command. */
  file: string;
  /** For an error. */
  name: string;
  /** From its first byte. Nothing of it is stored here. */
  read(): AsyncIterable<Uint8Array>;
}

export const fileSource = (file: string): BackupSource => ({
  file,
  name: basename(file),
  read: () => createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>,
});

type Place = BackupSettings["place"] | null;

/** The backup that a command names: a file, `s3:<key>`, or a name in the place of the settings. */
export async function findSource(given: string, place: Place, times: S3Times = {}): Promise<BackupSource> {
  const s3 = place !== null && "s3" in place ? place.s3 : null;
  if (given.startsWith(IN_BUCKET)) {
    if (!s3)
      throw new BackupError(
        "s3: names a backup in a bucket: set GATEWAY_BACKUP_S3_ENDPOINT, _BUCKET, _ACCESS_KEY and _SECRET_KEY to those of the bucket.",
      );
    return objectSource(s3, given.slice(IN_BUCKET.length), times);
  }
  const file = resolve(given);
  if (!JOB_NAME.test(given) || existsSync(file) || place === null) return fileSource(file);
  return s3
    ? objectSource(s3, s3.prefix + given, times)
    : fileSource(join((place as { folder: string }).folder, given));
}

async function objectSource(settings: S3Settings, key: string, times: S3Times): Promise<BackupSource> {
  const state = await statObject(settings, key, times);
  return { file: IN_BUCKET + key, name: basename(key), read: () => readObject(settings, key, state, times) };
}

export interface ListedBackup {
  /** What `gateway restore` takes. */
  backup: string;
  taken_at: string;
  bytes: number;
}

/** The job's backups in the place, the newest first; without the database, which may be what is lost. */
export async function listBackups(place: NonNullable<Place>, times: S3Times = {}): Promise<ListedBackup[]> {
  const found = "s3" in place ? await listObjects(place.s3, times) : filesIn(place.folder);
  const prefix = "s3" in place ? place.s3.prefix : "";
  return found
    .flatMap(({ key, bytes }) => {
      const backup = key.slice(prefix.length);
      const [, ...parts] = JOB_NAME.exec(backup) ?? [];
      const [year, month, day, hour, minute, second] = parts;
      return year === undefined
        ? []
        : [{ backup, taken_at: `${year}-${month}-${day}T${hour}:${minute}:${second}Z`, bytes }];
    })
    .sort((one, other) => other.backup.localeCompare(one.backup));
}

function filesIn(folder: string): StoredObject[] {
  try {
    return readdirSync(folder)
      .filter((name) => JOB_NAME.test(name))
      .map((key) => ({ key, bytes: statSync(join(folder, key)).size }));
  } catch (error) {
    throw new BackupError(`The folder ${folder} of GATEWAY_BACKUP_DIR cannot be read (${sqlStateOf(error)}).`);
  }
}
