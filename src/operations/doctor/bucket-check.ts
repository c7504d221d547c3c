// Whether the bucket of the backups takes a request with the keys of the settings; a folder is looked at by the start.
import type { Config } from "../../foundation/config/config.ts";
import { BackupError } from "../backup/format.ts";
import { probeBucket } from "../backup/s3-objects.ts";
import { type Check, failed, passed } from "./check.ts";

const CHECK = "backup bucket";
/** For each of three attempts. */
const TIMES = { timeoutMs: 5_000, waitMs: 100 };

/** Stores nothing. No line where no bucket is set. */
export async function checkBucket({ backups }: Pick<Config, "backups">): Promise<Check[]> {
  if (!backups || !("s3" in backups.place)) return [];
  const { s3 } = backups.place;
  const where = `${s3.bucket} at ${new URL(s3.endpoint).host}`;
  try {
    await probeBucket(s3, TIMES);
    return [passed(CHECK, `${where} can be listed`)];
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return [failed(CHECK, `no backup can be stored in ${where}: ${error.message.replace(/\.$/, "")}`)];
  }
}
