// Whether Postgres lets the replicas open all the connections that their pools may hold.
import type { Database } from "../../foundation/db/database.ts";
import { LEAST_CONNECTIONS, MAX_CONNECTIONS } from "../../foundation/db/pool-sizes.ts";
import { quotedName } from "../../foundation/db/raw.ts";
import { GONE_S } from "../cluster/replica-store.ts";
import { type Check, failed, passed, warned } from "./check.ts";
import type { DatabaseChecks } from "./database-checks.ts";

const CHECK = "connections";

interface Limits {
  role: string;
  isSuperuser: boolean;
  most: number;
  reserved: number;
  ofRole: number;
  ofDatabase: number;
  name: string;
  replicas: number;
}

export async function checkConnections({
  database,
  kind,
}: Pick<DatabaseChecks, "database" | "kind">): Promise<Check[]> {
  if (kind === "embedded") return [];
  const [row] = await database.query<Omit<Limits, "replicas">>(
    `select current_user as role, current_database() as name, rolsuper as "isSuperuser", rolconnlimit as "ofRole",
       current_setting('max_connections')::int as most,
       current_setting('superuser_reserved_connections')::int
         + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
       (select datconnlimit from pg_database where datname = current_database()) as "ofDatabase"
     from pg_roles where rolname = current_user`,
  );
  return row ? [lineOf({ ...row, replicas: await countReplicas(database) })] : [];
}

/** None in a database that is not migrated yet. */
async function countReplicas(database: Pick<Database, "query">): Promise<number> {
  const [table] = await database.query<{ exists: boolean }>("select to_regclass('replicas') is not null as exists");
  if (!table?.exists) return 0;
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from replicas where seen_at > now() - interval '${GONE_S} seconds'`,
  );
  return row?.count ?? 0;
}

function lineOf(limits: Limits): Check {
  const replicas = Math.max(limits.replicas, 1);
  const needed = replicas * MAX_CONNECTIONS;
  const { count, of, step } = lowest(limits, needed);
  const gateways = replicas === 1 ? "a gateway opens" : `${replicas} replicas open`;
  const text = `${gateways} up to ${needed}, and ${of} allows ${count}`;
  if (count >= needed) return passed(CHECK, text);
  const effect = "jobs, queues and calls fail with 53300 when they are used up";
  return count < LEAST_CONNECTIONS
    ? failed(CHECK, `${text}: ${effect}`, step)
    : warned(CHECK, `${text}: ${effect}`, step);
}

/** No limit is -1, and that of a superuser is the server's own only. */
function lowest({ role, name, isSuperuser, most, reserved, ofRole, ofDatabase }: Limits, needed: number) {
  const free = isSuperuser ? 0 : reserved;
  const server = {
    count: most - free,
    of: free === 0 ? `max_connections (${most})` : `max_connections (${most}, of which ${reserved} are reserved)`,
    step: `raise max_connections to ${needed + free} or more, and restart Postgres`,
  };
  if (isSuperuser) return server;
  const limits = [
    server,
    {
      ...{ count: ofRole, of: `the CONNECTION LIMIT of "${role}"` },
      step: `run ALTER ROLE ${quotedName(role)} CONNECTION LIMIT ${needed}, or -1 for none`,
    },
    {
      ...{ count: ofDatabase, of: "the CONNECTION LIMIT of the database" },
      step: `run ALTER DATABASE ${quotedName(name)} CONNECTION LIMIT ${needed}, or -1 for none`,
    },
  ];
  return limits.filter(({ count }) => count >= 0).reduce((least, one) => (one.count < least.count ? one : least));
}
