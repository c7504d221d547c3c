// Whether a database lets its user migrate it, found before a migration does: the start, `migrate --plan` and doctor ask this.
import type { Database } from "./database.ts";
import { refusedMigration } from "./start-error.ts";

interface Rights {
  isReadOnly: boolean;
  tables: boolean;
  user: string;
  database: string;
}

const RIGHTS = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as tables,
    current_user as "user", current_database() as database`;

/** Changes nothing. Throws `StartupError` with what its owner runs. */
export async function assertMayMigrate({ query }: Pick<Database, "query">): Promise<void> {
  const [found] = await query<Rights>(RIGHTS);
  if (!found) return;
  if (found.isReadOnly) throw refusedMigration("25006", found);
  if (!found.tables) throw refusedMigration("42501", found);
}
