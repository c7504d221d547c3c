// What this process says of itself among the replicas.
import { hostname } from "node:os";
import { VERSION } from "../foundation/version.ts";
import { comparedParts, fingerprintsOf } from "../operations/cluster/fingerprints.ts";
import { createHeartbeat, type Heartbeat } from "../operations/cluster/heartbeat.ts";
import type { Deps } from "./deps.ts";

/** A name of the domain system has no more. */
const MAX_NAME = 253;

export interface ReplicaPlace {
  port: number;
  /** How many migrations the program has. */
  migrations: number;
  /** The operator's own plugins, with a hash of their files. */
  added: ReadonlyMap<string, string>;
}

export function heartbeatOf(deps: Deps, { port, migrations, added }: ReplicaPlace): Heartbeat {
  const { config, registry, vault, replicaId, database, log, usage } = deps;
  const parts = comparedParts({ config, providers: [...registry.providers.values()], added });
  const facts = {
    id: replicaId,
    name: nameOfHost(),
    port,
    version: VERSION,
    ring: vault.keyIds,
    migrations,
    fingerprints: fingerprintsOf(vault, parts),
  };
  return createHeartbeat({ database, log, facts, usageQueued: () => usage.queued });
}

/** A container's name is its id or its pod's. Characters that no host name has would disturb lists. */
const nameOfHost = (): string =>
  hostname()
    .replace(/[^\w.-]/g, "_")
    .slice(0, MAX_NAME) || "unnamed";
