// What /metrics says of the replicas: how many there are of each version, and how many settings differ.
import { type Family, gauge } from "../../foundation/metrics/series.ts";
import { DIFFERENCE_KINDS } from "../cluster/differences.ts";
import { type Compared, stateOf } from "../cluster/service.ts";

/** A label for each version of a day of crashed starts would be too many. */
const MAX_VERSIONS = 10;

export function clusterFamilies({ replicas, differences }: Pick<Compared, "replicas" | "differences">): Family[] {
  const versions = new Set([...new Set(replicas.map(({ version }) => version))].slice(0, MAX_VERSIONS));
  const counts = new Map<string, { labels: { version: string; state: string }; value: number }>();
  for (const replica of replicas) {
    const labels = { version: versions.has(replica.version) ? replica.version : "other", state: stateOf(replica) };
    const id = `${labels.version} ${labels.state}`;
    counts.set(id, { labels, value: (counts.get(id)?.value ?? 0) + 1 });
  }
  const differing = DIFFERENCE_KINDS.map((kind) => ({
    labels: { kind },
    value: differences.filter((one) => one.kind === kind).length,
  }));
  return [
    gauge(
      "gateway_replicas",
      "Replicas of this database by version: serving, draining and gone.",
      [...counts.values()],
      "max",
    ),
    gauge(
      "gateway_replica_differences",
      "Settings and other things in which replicas that serve differ.",
      differing,
      "max",
    ),
  ];
}
