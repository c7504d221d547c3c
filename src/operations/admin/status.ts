// What this process is and how it stands: version, database, last backup, and the hosts of providers that it calls.

import { VERSION } from "../../foundation/version.ts";
import type { Deps } from "../../server/deps.ts";
import { lastBackup } from "../backup/last-backup.ts";

const MAX_HOSTS = 50;

/** `replica_id` is of this process; behind one address there may be others. */
export function statusOf({ config, database, hostStates, replicaId, usage }: Deps) {
  const backup = database.kind === "embedded" ? lastBackup(config.dataDir) : null;
  return {
    version: VERSION,
    environment: config.environment,
    database: database.kind,
    replica_id: replicaId,
    is_usage_log_writable: usage.outage() === null,
    last_backup: backup && { finished_at: backup.finished_at, bytes: backup.bytes },
    hosts: hostStates()
      .slice(0, MAX_HOSTS)
      .map(({ origin, isOpen, active, queued }) => ({ origin, is_circuit_open: isOpen, active, queued })),
  };
}
