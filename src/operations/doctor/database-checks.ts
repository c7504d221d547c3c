// What doctor checks in a migrated database; in the process of a running gateway where that one has the embedded database.

import type { Config } from "../../foundation/config/config.ts";
import { clockDifferenceMs } from "../../foundation/db/clock-check.ts";
import { type Database, OLDEST_POSTGRES } from "../../foundation/db/database.ts";
import { readRights } from "../../foundation/db/migration-rights.ts";
import { grantsOf, refusedMigration } from "../../foundation/db/start-error.ts";
import type { Table } from "../../foundation/db/table.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { unsealed } from "../../identity/audit/seal-store.ts";
import { listPartitions, monthStart } from "../../metering/usage/partitions.ts";
import { checkBackups } from "./backup-checks.ts";
import { type Check, failed, passed, warned } from "./check.ts";
import { checkReplicas } from "./cluster-checks.ts";
import { checkConnections } from "./connection-checks.ts";
import { checkJobs } from "./job-checks.ts";

export interface DatabaseChecks {
  database: Pick<Database, "query">;
  tables: readonly Table[];
  kind: Database["kind"];
  config: Pick<Config, "environment" | "usageMonths" | "dataDir" | "backups">;
  /** The ids of the plugins that are served; null where nobody knows. */
  providers: readonly string[] | null;
  now(): number;
  /** Whether a gateway runs, so that jobs should be worked. */
  isServed: boolean;
}

type DatabaseCheck = (context: DatabaseChecks) => Promise<Check[]>;

const DAY_MS = 86_400_000;
/** Seconds: leases and windows bear the first, tokens and signatures not the second. */
const CLOCK_WARNING_S = 2;
const CLOCK_FAILURE_S = 30;
/** Days that partitions are ahead at least; the hourly job makes three months. */
const AHEAD_DAYS = 31;

/** Keyed by the line that each gives, since a binary has no names of functions. */
const CHECKS: Readonly<Record<string, DatabaseCheck>> = {
  version: checkServer,
  rights: checkRights,
  connections: checkConnections,
  clock: checkClock,
  "usage partitions": checkPartitions,
  jobs: checkJobs,
  replicas: checkReplicas,
  backups: checkBackups,
  "audit log": checkSeals,
  "admin tokens": checkTokens,
  providers: checkProviders,
};

/** One that cannot be carried out is a line of its own, and keeps no other from its turn. */
export async function databaseChecks(context: DatabaseChecks): Promise<Check[]> {
  const lists: Check[][] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      lists.push(await check(context));
    } catch (error) {
      lists.push([failed(name, `could not be checked (${sqlStateOf(error) ?? (error as Error).message})`)]);
    }
  }
  return lists.flat();
}

async function checkServer({ database, kind }: DatabaseChecks): Promise<Check[]> {
  const [row] = await database.query<{ version: string; isStandby: boolean; isReadOnly: boolean }>(
    `select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
       current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  );
  const version = row?.version ?? "";
  const name = `${kind === "embedded" ? "embedded Postgres" : "Postgres"} ${version}`;
  const checks = [
    Number.parseInt(version, 10) < OLDEST_POSTGRES
      ? failed("version", `${name} is older than ${OLDEST_POSTGRES}: upgrade it`)
      : passed("version", name),
  ];
  if (row?.isStandby)
    checks.push(failed("writes", "the server is a standby, which takes no writes: set DATABASE_URL to the primary"));
  else if (row?.isReadOnly) {
    const text = "the database takes no writes: its default_transaction_read_only is on";
    checks.push(failed("writes", text, "make room if its disk is full, then switch default_transaction_read_only off"));
  }
  return checks;
}

/** A role without the second right migrates and serves, and its scheduled jobs do not run. */
export async function checkRights({ database, kind }: Pick<DatabaseChecks, "database" | "kind">): Promise<Check[]> {
  if (kind === "embedded") return [];
  const rights = await readRights(database);
  if (!rights) return [];
  const lacked = { tables: !rights.tables, schemas: !rights.schemas };
  const role = `"${rights.user}"`;
  if (rights.schema === null) {
    const refused = refusedMigration("3F000", rights);
    return [failed("rights", refused.message, refused.nextStep)];
  }
  const what = [...(lacked.tables ? ["tables"] : []), ...(lacked.schemas ? ["the schema of the jobs"] : [])];
  if (what.length === 0) return [passed("rights", `${role} may migrate`)];
  const statements = grantsOf(rights, lacked);
  return [
    failed(
      "rights",
      `${role} may not create ${what.join(" and ")}: run ${statements}`,
      `as the database's owner run ${statements}`,
    ),
  ];
}

async function checkClock({ database, now }: DatabaseChecks): Promise<Check[]> {
  const difference = await clockDifferenceMs(database, { now });
  const seconds = Math.round(Math.abs(difference) / 100) / 10;
  if (seconds < CLOCK_WARNING_S) return [passed("clock", "agrees with the database's")];
  const text = `is ${seconds} s ${difference > 0 ? "ahead of" : "behind"} the database's: synchronise both with NTP`;
  return [
    seconds >= CLOCK_FAILURE_S
      ? failed("clock", `this machine's ${text}`)
      : warned("clock", `this machine's clock ${text}`),
  ];
}

async function checkPartitions({ database, now, config }: DatabaseChecks): Promise<Check[]> {
  const partitions = await listPartitions(database);
  const last = Math.max(...partitions.map(({ to }) => to ?? 0));
  const check = "usage partitions";
  const remedy =
    "a running gateway creates them each hour: look for usage_partitions_locked or usage_partitions_failed in its log";
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (last === 0) return [passed(check, "created by the first start")];
  const checks = [
    last < now() + AHEAD_DAYS * DAY_MS
      ? warned(
          check,
          `the usage log has partitions until ${day(last)} only, and a default one for later rows, which is never dropped as a whole: ${remedy}`,
        )
      : passed(check, `created until ${day(last)}`),
  ];
  const oldest = monthStart(now(), -config.usageMonths) - 3 * DAY_MS;
  const expired =
    config.usageMonths > 0 && partitions.some(({ to, isDefault }) => !isDefault && to !== null && to < oldest);
  if (expired)
    checks.push(warned("usage retention", `months past their retention are still in the usage log: ${remedy}`));
  return checks;
}

/** A gap is a time in which nobody would notice a change of the audit log. */
async function checkSeals({ database, now, isServed }: DatabaseChecks): Promise<Check[]> {
  const { entries, oldestAt } = await unsealed(database);
  const hours = oldestAt === null ? 0 : (now() - oldestAt) / 3_600_000;
  if (!isServed || hours <= 1) return [passed("audit log", "sealed")];
  const text = `${entries} entries have no seal, the oldest for ${Math.floor(hours)} h`;
  return [warned("audit log", `${text}: see job_failed of audit_seals in the log; after an upgrade, wait for the job`)];
}

async function checkTokens({ database, config }: DatabaseChecks): Promise<Check[]> {
  if (config.environment !== "production") return [];
  const [row] = await database.query<{ named: number }>(
    "select count(*)::int as named from admin_tokens where revoked_at is null and (expires_at is null or expires_at > now())",
  );
  if ((row?.named ?? 0) > 0) return [passed("admin tokens", `${row?.named} named ones`)];
  const text = "everyone uses the bootstrap token, so the audit log cannot show who did what";
  return [warned("admin tokens", `${text}: run gateway admin-token create <name> --role operator`)];
}

/** Integrations whose plugin is gone serve nobody. */
async function checkProviders({ database, providers }: DatabaseChecks): Promise<Check[]> {
  if (providers === null) return [];
  const rows = await database.query<{ provider: string; count: number }>(
    `select provider, count(*)::int as count from connections
     where provider <> all (select jsonb_array_elements_text($1::text::jsonb)) group by provider order by provider limit 20`,
    [JSON.stringify(providers)],
  );
  return rows.map(({ provider, count }) =>
    failed(
      `provider ${provider}`,
      `${count} integrations are unavailable: its plugin does not load, or is gone`,
      "mend its plugin, or put it back into GATEWAY_PLUGINS_DIR, and restart; or disconnect its integrations",
    ),
  );
}
