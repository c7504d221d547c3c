// The command `gateway cluster`: the replicas as a table, then what an operator has to do about.
import type { Command } from "commander";
import type { AdminApi } from "./admin-api.ts";
import type { OperationData } from "./operations.ts";
import { type Print, print, printText } from "./print.ts";
import { type AdminCommand, command } from "./program.ts";

export function clusterCommand(program: Command, adminCommand: AdminCommand): void {
  command(program, "cluster", "show the replicas, where they differ, what each holds and what is queued").action(
    adminCommand(async (api, { json }) => show(api, json === true)),
  );
}

async function show(api: AdminApi, asJson: boolean): Promise<Print> {
  const cluster = await api.call("admin_show_cluster");
  if (asJson) return cluster;
  const { database, replicas, differences, leases, jobs, queues } = cluster;
  printText(`${database.kind}, ${database.migrations} migrations, the newest ${database.newest_migration ?? "none"}`);
  section("Replicas", replicas.map(lineOfReplica));
  section("Differences", differences.map(lineOfDifference));
  section(
    "Leases",
    leases.map(({ lease, count, ...holder }) => ({ lease, count, replica: nameOf(holder, replicas) })),
  );
  section(
    "Jobs",
    jobs.map(({ job, last_success_at, ...runner }) => ({ job, last_success_at, replica: nameOf(runner, replicas) })),
  );
  section(
    "Queues",
    queues
      .filter(({ due, active, failed }) => due + (active ?? 0) + failed > 0)
      .map(({ last_run_at: _, ...one }) => one),
  );
  return {};
}

function section(title: string, rows: Print[]): void {
  printText(`\n${title}`);
  print({ rows }, false);
}

type Cluster = OperationData<"admin_show_cluster">;

/** The id of a replica that is no longer listed, as after a restore, would lead nowhere. */
export function nameOf(
  { replica, replica_id: id }: { replica: string | null; replica_id: string | null },
  replicas: readonly Pick<Cluster["replicas"][number], "id" | "state">[],
): string | null {
  if (id === null) return null;
  if (replica === null) return "gone";
  return replicas.some((one) => one.id === id && one.state === "gone") ? `${replica} (gone)` : replica;
}

const lineOfReplica = (one: Cluster["replicas"][number]): Print => ({
  replica: one.is_this ? `${one.replica} *` : one.replica,
  state: one.state,
  version: one.version,
  migrations: one.migrations,
  ring: one.ring,
  usage_rows_queued: one.usage_rows_queued,
  started_at: one.started_at,
  seen_at: one.seen_at,
});

/** One column for each group would be as many columns as replicas. */
const lineOfDifference = ({ kind, name, groups }: Cluster["differences"][number]): Print => ({
  kind,
  name,
  replicas: groups
    .map(({ value, is_set: isSet, replicas }, i) => {
      const isOnly = groups.filter((group) => group.is_set).length === 1;
      const set = isOnly ? "set" : `value ${i + 1}`;
      const what = value ?? (isSet ? set : kind === "plugin" ? "not loaded" : "not set");
      return `${what}: ${replicas.join(", ")}`;
    })
    .join("; "),
});
