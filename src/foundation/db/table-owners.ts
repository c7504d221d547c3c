// Whether the gateway's user may use the tables of its database, which belong to the user who restored them.
import { StartupError } from "../errors.ts";
import type { Database } from "./database.ts";
import { quotedName } from "./raw.ts";

interface Foreign {
  owner: string;
  user: string;
  database: string;
  /** Whether the owner may do everything, which nobody should get as a member of it. */
  isSuperuser: boolean;
  isUsable: boolean;
}

const FOREIGN = `
  select pg_get_userbyid(relowner) as owner, current_user as "user", current_database() as database,
    (select rolsuper from pg_roles where pg_roles.oid = relowner) as "isSuperuser",
    bool_and(has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) as "isUsable"
  from pg_class
  where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')
  group by relowner order by count(*) desc limit 1`;

/** Tables of another owner can be used where that one grants it, but not migrated. */
export async function assertTablesUsable(database: Pick<Database, "query">): Promise<void> {
  const [foreign] = await database.query<Foreign>(FOREIGN);
  if (foreign && !foreign.isUsable) throw refusal(foreign);
}

/** Before a migration, which changes tables as their owner alone can. */
export async function assertTablesOwned(database: Pick<Database, "query">): Promise<void> {
  const [foreign] = await database.query<Foreign>(FOREIGN);
  if (foreign) throw refusal(foreign);
}

function refusal({ owner, user, database, isSuperuser }: Foreign): StartupError {
  const restore = `restore it again with createdb --owner=${quotedName(user)} and pg_restore --no-owner --role=${quotedName(user)} (docs/operate/backups.md)`;
  // Reassigning everything that a role owns would take the tables of other programs as well.
  const grant = `as an administrator run GRANT ${quotedName(owner)} TO ${quotedName(user)}`;
  const step = `correct the user in DATABASE_URL if it should be another; else ${isSuperuser ? restore : grant}`;
  return new StartupError(
    `The tables of the database "${database}" belong to "${owner}", and "${user}" may not use them: ${step}.`,
    { nextStep: step },
  );
}
