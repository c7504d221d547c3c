// Says in a sentence what a Postgres that cannot be used at the start needs from its operator.
import { StartupError, sqlStateOf } from "../errors.ts";
import { type DatabaseAddress, databaseAddress } from "./database-address.ts";
import { MAX_CONNECTIONS } from "./pool-sizes.ts";

type Login = Pick<DatabaseAddress, "user" | "database">;

/** Keyed by SQLSTATE, or by the driver's code if there is none. */
const NEEDED: Record<string, (login: Login) => string> = {
  "28P01": ({ user }) => `it refuses the password of "${user}": correct the one in DATABASE_URL`,
  "28000": ({ user }) =>
    `it refuses the user "${user}": create that user, allow this machine in pg_hba.conf, or add ?sslmode=require if it requires TLS`,
  "3D000": ({ database }) => `it has no database "${database}": create it with CREATE DATABASE "${database}"`,
  "53300": () => `it has no free connections: raise max_connections; a gateway opens up to ${MAX_CONNECTIONS}`,
  "57P03": () => "it is starting or stopping: try again in a moment",
  "42501": ({ user, database }) =>
    `"${user}" lacks a privilege there: as its owner run GRANT CREATE, USAGE ON SCHEMA public TO "${user}" in the database "${database}", or make the user the database's owner`,
  "25006": () =>
    "it does not accept writes: set DATABASE_URL to the primary, not to a read-only replica, or switch default_transaction_read_only off",
  "53100": () => "its disk is full: free some space first",
};

/** The error with the sentence that helps; an error without one as it is. */
export function startError(error: unknown, url: string | null): unknown {
  const code = sqlStateOf(error) ?? "";
  const needed = NEEDED[code];
  if (!url || error instanceof StartupError || !needed) return error;
  const { host, ...login } = databaseAddress(url) as DatabaseAddress;
  return new StartupError(`The database at ${host} cannot be used: ${needed(login)} (${code}).`, { cause: error });
}
