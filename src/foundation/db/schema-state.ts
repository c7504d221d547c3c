// Compares the migrations that a database has with those of this version.
import { createHash } from "node:crypto";
import { StartupError } from "../errors.ts";
import { compareVersions, VERSION } from "../version.ts";
import type { Database } from "./database.ts";
import type { Migration } from "./migrate.ts";

export interface AppliedMigration {
  name: string;
  checksum: string;
  /** The release that brought it; null where a version before 0.2.0 applied it. */
  release: string | null;
  /** The oldest release that runs on the schema after it. */
  runsWith: string | null;
}

export interface SchemaState {
  pending: Migration[];
  /** Applied by a newer version. */
  unknown: AppliedMigration[];
  /** Whether the table of migrations exists, with the columns of their versions. */
  hasTable: boolean;
}

/** Throws for a migration whose file was changed after it was applied. Takes no lock that anybody waits for. */
export async function readSchemaState(
  database: Pick<Database, "query">,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const [table] = await database.query<{ exists: boolean; versions: boolean }>(
    `select to_regclass('migrations') is not null as "exists", exists (
       select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'runs_with'
     ) as versions`,
  );
  const rows = table?.exists
    ? await database.query<AppliedMigration>(
        // As JSON: a database of 0.1.0 lacks the columns of the versions.
        `select name, checksum, to_jsonb(m) ->> 'release' as release, to_jsonb(m) ->> 'runs_with' as "runsWith"
         from migrations m order by name`,
      )
    : [];
  const applied = new Map(rows.map((row) => [row.name, row]));
  for (const migration of migrations) {
    const row = applied.get(migration.name);
    if (row && row.checksum !== checksumOf(migration)) {
      throw new StartupError(`Migration ${migration.name} differs from the one that was applied.`, {
        nextStep: "start the version of the gateway that migrated this database, and change no file of migrations",
      });
    }
  }
  const own = new Set(migrations.map(({ name }) => name));
  return {
    pending: migrations.filter(({ name }) => !applied.has(name)),
    unknown: rows.filter(({ name }) => !own.has(name)),
    hasTable: table?.versions === true,
  };
}

export function checksumOf({ sql }: Migration): string {
  return createHash("sha256").update(sql).digest("hex");
}

/** Why a version cannot run on the schema of a newer one; null where it can. */
export function newerSchemaError({ unknown }: SchemaState, version = VERSION): StartupError | null {
  const refusing = unknown.filter(({ runsWith }) => runsWith === null || compareVersions(version, runsWith) < 0);
  if (refusing.length === 0) return null;
  const needed = refusing.flatMap(({ runsWith }) => runsWith ?? []).sort(compareVersions);
  const remedy = needed.length > 0 ? `: start ${needed.at(-1)} or newer` : "";
  const names = unknown.map(({ name }) => name).join(", ");
  return new StartupError(
    `The database was migrated by a newer version: it has ${names}. Version ${version} cannot run on it${remedy}.`,
    { nextStep: `start ${needed.at(-1) ?? "the version that migrated it"} or newer, or restore what this version had` },
  );
}
