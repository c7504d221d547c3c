// The admin API of the cluster: its replicas, and where they differ.
import type { Deps } from "../../server/deps.ts";
import { clusterState } from "../cluster/service.ts";
import { ClusterShape } from "./cluster-shapes.ts";
import { operation } from "./operation.ts";

export function clusterRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_show_cluster",
        data: ClusterShape,
        method: "GET",
        path: "/cluster",
        summary: "Show the replicas, where they differ, what each holds, and what is queued.",
      },
      () => clusterState(deps),
    ),
  ];
}
