// What this process is and how it stands: version, database, last backup, and the hosts of providers that it calls.

import { VERSION } from "../../foundation/version.ts";
import type { Deps } from "../../server/deps.ts";
import { backupState } from "../backup/state.ts";

const MAX_HOSTS = 50;

/** `replica_id` is of this process; behind one address there may be others. */
export async function statusOf(
  deps: Pick<Deps, "config" | "database" | "hostStates" | "replicaId" | "usage" | "clock">,
) {
  const { config, database, hostStates, replicaId, usage } = deps;
  const { last, failure } = await backupState(deps);
  return {
    version: VERSION,
    environment: config.environment,
    database: database.kind,
    replica_id: replicaId,
    is_usage_log_writable: usage.outage() === null,
    last_backup: last && {
      finished_at: new Date(last.finishedAt).toISOString(),
      bytes: last.bytes,
      verified: last.verified,
      reason: last.reason,
    },
    backup_job: config.backups && {
      every_s: config.backups.everyMs / 1_000,
      failed_at: failure && new Date(failure.finishedAt).toISOString(),
      reason: failure?.reason ?? null,
    },
    hosts: hostStates()
      .slice(0, MAX_HOSTS)
      .map(({ origin, isOpen, active, queued }) => ({ origin, is_circuit_open: isOpen, active, queued })),
  };
}
