// Whether a database lets its user migrate it, found before a migration does: the start, `migrate --plan` and doctor ask this.
import type { Database } from "./database.ts";
import { type PathOwner, refusedMigration } from "./start-error.ts";

interface Rights {
  isReadOnly: boolean;
  /** Whether its user may create tables. */
  tables: boolean;
  /** Whether the schema of the jobs is there, or its user may create it. */
  schemas: boolean;
  user: string;
  database: string;
  /** That of new tables; null where the search_path names no schema that exists. */
  schema: string | null;
  pathOf: PathOwner | null;
}

const RIGHTS = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as tables,
    to_regnamespace('gateway_jobs') is not null or has_database_privilege(current_database(), 'create') as schemas,
    current_user as "user", current_database() as database, current_schema() as schema,
    (select case when setrole = 0 then 'database' when setdatabase = 0 then 'role' else 'role in database' end
     from pg_db_role_setting
     where setdatabase in (0, (select oid from pg_database where datname = current_database()))
       and setrole in (0, (select oid from pg_roles where rolname = current_user))
       and exists (select from unnest(setconfig) as one where one like 'search_path=%')
     order by setrole = 0, setdatabase = 0 limit 1) as "pathOf"`;

export async function readRights({ query }: Pick<Database, "query">): Promise<Rights | null> {
  return (await query<Rights>(RIGHTS))[0] ?? null;
}

/** Changes nothing. Throws `StartupError` with what its owner runs: for the jobs too, without which a start would serve. */
export async function assertMayMigrate(database: Pick<Database, "query">): Promise<void> {
  const found = await readRights(database);
  if (!found) return;
  if (found.isReadOnly) throw refusedMigration("25006", found);
  if (found.schema === null) throw refusedMigration("3F000", found);
  if (!found.tables) throw refusedMigration("42501", found, { tables: true, schemas: !found.schemas });
}
