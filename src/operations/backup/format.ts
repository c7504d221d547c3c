// What a backup's file holds, beside the files of the database: the head, the manifest and, if asked for, the secrets.
import { StartupError } from "../../foundation/errors.ts";

export const FORMAT = 1;
/** Says what the backup is, before its files. */
export const HEAD = "backup.json";
/** Checksums of all files, at the end: a file without it was cut off. */
export const MANIFEST = "manifest.json";
export const SECRETS = "secrets.json";

/** A sealed known text of a ring key: tells whether a ring opens the backup. */
export interface KeyCheck {
  key_id: string;
  sealed: string;
}

/** A row of the table of migrations. */
export interface BackedUpMigration {
  name: string;
  checksum: string;
  release: string | null;
  runs_with: string | null;
}

export interface Head {
  format: number;
  id: string;
  /** The version of the gateway that made the backup, and of Postgres within it. */
  gateway: string;
  postgres: string;
  started_at: string;
  migrations: readonly BackedUpMigration[];
  key_checks: readonly KeyCheck[];
  /** The size of the database's files, some of which grow while they are copied. */
  bytes: number;
}

export interface ManifestFile {
  name: string;
  size: number;
  sha256: string;
}

export interface Manifest {
  id: string;
  /** The position in the WAL to which everything is in the backup. */
  lsn: string;
  files: readonly ManifestFile[];
}

/** A backup that cannot be made, read or restored: a sentence for the operator. */
export class BackupError extends StartupError {
  override name = "BackupError";
}
