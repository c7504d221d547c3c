// Rows of replicas: each process that serves has one, which its heartbeat keeps young.
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Fingerprints } from "./fingerprints.ts";

type Reader = Pick<Database, "query">;

/** What a process says of itself. */
export interface ReplicaFacts {
  id: string;
  name: string;
  port: number;
  version: string;
  isDraining: boolean;
  ring: readonly string[];
  migrations: number;
  usageQueued: number;
  fingerprints: Fingerprints;
}

export interface ReplicaRow extends ReplicaFacts {
  /** Whether its last heartbeat is too old. */
  isGone: boolean;
  /** ISO 8601. */
  startedAt: string;
  seenAt: string;
}

/** Three heartbeats, with the database's clock. */
export const GONE_S = 90;
const GONE = `seen_at < now() - interval '${GONE_S} seconds'`;
/** One that is gone is listed for so long. */
const STAY_MS = 3_600_000;
/** More than anybody runs; more rows are dead starts. */
export const MAX_LISTED = 200;

/** No call lasts longer; what is older is of a process that died. */
const CALL_MINUTES = 10;

/** Also forgets a dead process at the same place, which this one has replaced. */
export async function recordReplica(database: Reader, facts: ReplicaFacts): Promise<void> {
  const { id, name, port, version, isDraining, ring, migrations, usageQueued, fingerprints } = facts;
  await database.query(
    `with replaced as (
       delete from replicas where name = $2 and port = $3::text::integer and id <> $1::text::uuid and ${GONE}
     )
     insert into replicas (id, name, port, version, is_draining, ring, migrations, usage_queued, fingerprints)
     values ($1::text::uuid, $2, $3::text::integer, $4, $5::text::boolean,
       array(select jsonb_array_elements_text($6::text::jsonb)), $7::text::integer, $8::text::integer, $9::text::jsonb)
     on conflict (id) do update set seen_at = now(), is_draining = excluded.is_draining, usage_queued = excluded.usage_queued`,
    [
      ...[id, name, String(port), version, String(isDraining), JSON.stringify(ring)],
      ...[String(migrations), String(usageQueued), JSON.stringify(fingerprints)],
    ],
  );
}

export async function removeReplica(database: Reader, id: string): Promise<void> {
  await database.query("delete from replicas where id = $1::text::uuid", [id]);
}

const ISO = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Those that serve first, in the order of their names. */
export function listReplicas(database: Reader): Promise<ReplicaRow[]> {
  return database.query(
    `select id, name, port, version, is_draining as "isDraining", ring, migrations, usage_queued as "usageQueued",
       fingerprints, ${GONE} as "isGone", ${ISO("started_at")} as "startedAt", ${ISO("seen_at")} as "seenAt"
     from replicas order by ${GONE}, name, port, started_at, id limit ${MAX_LISTED}`,
  );
}

export interface SchemaFacts {
  migrations: number;
  newest: string | null;
}

export async function readSchemaFacts(database: Reader): Promise<SchemaFacts> {
  const [row] = await database.query<SchemaFacts>(
    "select count(*)::int as migrations, max(name) as newest from migrations",
  );
  return row as SchemaFacts;
}

export interface LeaseCount {
  lease: "token_refreshes" | "idempotent_calls";
  holder: string;
  count: number;
}

/** What replicas hold now, so that no other takes it. */
export function countLeases(database: Reader): Promise<LeaseCount[]> {
  return database.query(
    `select 'token_refreshes' as lease, lease_owner as holder, count(*)::int as count from connections
     where lease_owner is not null and lease_until > now() group by 2
     union all
     select 'idempotent_calls', split_part(owner, '/', 1), count(*)::int from idempotency_keys
     where status is null and owner <> '' and created_at > now() - interval '${CALL_MINUTES} minutes' group by 2
     order by 1, 2 limit ${2 * MAX_LISTED}`,
  );
}

export interface JobRun {
  job: string;
  replica: string | null;
  /** ISO 8601. */
  lastSuccessAt: string;
}

/** Which replica ran each scheduled job last. */
export function listJobRuns(database: Reader): Promise<JobRun[]> {
  return database.query(
    `select queue as job, replica::text as replica, ${ISO("last_success_at")} as "lastSuccessAt"
     from scheduled_runs order by queue limit 100`,
  );
}

export const TABLES: readonly Table[] = [
  {
    table: "replicas",
    bound: "One for each process that serves; one that ended without a stop goes an hour after its last heartbeat.",
    personal: { erasure: "none", why: "The operator's machines." },
    aged: [{ since: "seen_at", stayMs: STAY_MS }],
  },
];
