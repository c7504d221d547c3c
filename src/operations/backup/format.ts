// What a backup's file holds: the head, the files of the embedded database or the tables of Postgres, and the manifest.
import { StartupError } from "../../foundation/errors.ts";

/** The files of the embedded database. */
export const FILES_FORMAT = 1;
/** The tables of a Postgres, as text; versions before 0.4.0 refuse it by its number. */
export const TABLES_FORMAT = 2;
/** Says what the backup is, before its files. */
export const HEAD = "backup.json";
/** Checksums of all files, at the end: a file without it was cut off. */
export const MANIFEST = "manifest.json";
export const SECRETS = "secrets.json";
/** In a backup of tables: the columns and partitions of each. */
export const TABLES = "tables.json";
/** In a backup of tables: the last numbers that were given. */
export const SEQUENCES = "sequences.json";

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
  /** The size of the database's files, some of which grow while they are copied, or of its tables with their indexes. */
  bytes: number;
}

export interface ManifestFile {
  name: string;
  size: number;
  sha256: string;
}

export interface Manifest {
  id: string;
  /** The position in the WAL to which everything is in the backup; null for one of tables. */
  lsn: string | null;
  files: readonly ManifestFile[];
}

export interface BackedUpTable {
  name: string;
  /** Those that are stored and not computed. */
  columns: readonly string[];
  /** Those of a partitioned table, with the bound of each as SQL. */
  partitions: readonly { name: string; bound: string }[];
}

export interface BackedUpSequence {
  name: string;
  last_value: string;
  is_called: boolean;
}

/** A backup that cannot be made, read or restored: a sentence for the operator. */
export class BackupError extends StartupError {
  override name = "BackupError";
}
