// Applies the migrations in order, once, under a lock; refuses a database whose history differs from the files.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StartupError } from "../errors.ts";
import type { OpenDatabase } from "./database.ts";

type MigratedDatabase = Pick<OpenDatabase, "query" | "script">;

export interface Migration {
  /** `0001_create_users`. */
  name: string;
  sql: string;
}

/** Any fixed number, the same in every replica. */
const LOCK_ID = 715_391_277;

/** Reads the migrations of the source tree. */
export function readMigrations(): Migration[] {
  const folder = fileURLToPath(new URL("../../migrations/", import.meta.url));
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), sql: readFileSync(`${folder}${file}`, "utf8") }));
}

/** Brings a database up to date and returns the names of the migrations that it applied. */
export async function migrate(database: MigratedDatabase, migrations: readonly Migration[]): Promise<string[]> {
  // Statements sent as one script are one transaction (simple query protocol): lock and change stand or fall together.
  await database.script(`
    select pg_advisory_xact_lock(${LOCK_ID});
    create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    );
  `);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await applyOne(database, migration)) applied.push(migration.name);
  }
  const known = new Set(migrations.map((migration) => migration.name));
  const rows = await database.query<{ name: string }>("select name from migrations order by name");
  const foreign = rows.filter((row) => !known.has(row.name));
  if (foreign.length > 0) {
    throw new StartupError(
      `The database was migrated by a newer version: it has ${foreign.map((row) => row.name).join(", ")}.`,
    );
  }
  return applied;
}

async function applyOne(database: MigratedDatabase, migration: Migration): Promise<boolean> {
  const checksum = createHash("sha256").update(migration.sql).digest("hex");
  const stored = () =>
    database.query<{ checksum: string }>("select checksum from migrations where name = $1", [migration.name]);
  let [row] = await stored();
  let isApplied = false;
  if (!row) {
    try {
      await database.script(`
        -- A migration may take longer than a statement of a request.
        set local statement_timeout = 0;
        select pg_advisory_xact_lock(${LOCK_ID});
        insert into migrations (name, checksum) values ('${migration.name}', '${checksum}');
        ${migration.sql}
      `);
      isApplied = true;
    } catch (error) {
      [row] = await stored();
      // Another replica applied it while this one waited for the lock.
      if (!row) throw error;
    }
  }
  if (row && row.checksum !== checksum)
    throw new StartupError(`Migration ${migration.name} differs from the one that was applied.`);
  return isApplied;
}
