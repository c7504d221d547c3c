// The cluster as an operator sees it: its replicas, where they differ, who holds what, and what waits.
import type { Database } from "../../foundation/db/database.ts";
import { listQueues } from "../../foundation/jobs/service.ts";
import type { Deps } from "../../server/deps.ts";
import { type Difference, differencesOf, labelsOf } from "./differences.ts";
import { countLeases, listJobRuns, listReplicas, type ReplicaRow, readSchemaFacts } from "./replica-store.ts";

export type ReplicaState = "serving" | "draining" | "gone";

export const stateOf = ({ isGone, isDraining }: Pick<ReplicaRow, "isGone" | "isDraining">): ReplicaState =>
  isGone ? "gone" : isDraining ? "draining" : "serving";

export interface Compared {
  replicas: readonly ReplicaRow[];
  labels: ReadonlyMap<string, string>;
  differences: readonly Difference[];
}

/** A replica that drains or is gone is no longer compared. */
export async function compareReplicas(database: Pick<Database, "query">): Promise<Compared> {
  const replicas = await listReplicas(database);
  const labels = labelsOf(replicas);
  const serving = replicas.filter((one) => stateOf(one) === "serving");
  return { replicas, labels, differences: differencesOf(serving, labels) };
}

type ClusterDeps = Pick<Deps, "database" | "tables" | "clock" | "jobs" | "log" | "replicaId">;

export async function clusterState(deps: ClusterDeps) {
  const { reports, kind } = deps.database;
  const { replicas, labels, differences } = await compareReplicas(reports);
  const { migrations, newest } = await readSchemaFacts(reports);
  const leases = await countLeases(reports);
  const runs = await listJobRuns(reports);
  const { queues } = await listQueues(deps);
  const labelOf = (id: string | null) => (id === null ? null : (labels.get(id) ?? null));
  return {
    database: { kind, migrations, newest_migration: newest },
    replicas: replicas.map((row) => viewOf(row, labels.get(row.id) as string, deps.replicaId)),
    differences: [...differences],
    leases: leases.map(({ lease, holder, count }) => ({ lease, count, replica_id: holder, replica: labelOf(holder) })),
    jobs: runs.map(({ job, replica, lastSuccessAt }) => ({
      ...{ job, last_success_at: lastSuccessAt, replica_id: replica, replica: labelOf(replica) },
    })),
    queues,
  };
}

const viewOf = (row: ReplicaRow, label: string, ownId: string) => ({
  id: row.id,
  replica: label,
  state: stateOf(row),
  is_this: row.id === ownId,
  version: row.version,
  started_at: row.startedAt,
  seen_at: row.seenAt,
  ring: [...row.ring],
  migrations: row.migrations,
  usage_rows_queued: row.usageQueued,
});
