// GET /metrics for Prometheus. On the operator's own listener everybody may read it, elsewhere a viewer.

import { createExposer, type FamilyValues } from "../../foundation/metrics/exposition.ts";
import type { Deps } from "../../server/deps.ts";
import { acceptsType } from "../../web/http/accept.ts";
import type { AdminRoute, PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { createMetricsState, type MetricsSources } from "./metrics-state.ts";

export interface MetricsEndpoint {
  route: AdminRoute | PublicRoute;
  /** This process's metrics, as another one of the same gateway adds them to its own. */
  collect(): Promise<FamilyValues[]>;
}

/** `others` gives the metrics of the gateway's other processes on this address. */
export function createMetricsEndpoint(
  deps: Deps,
  sources: MetricsSources,
  others: () => Promise<FamilyValues[][]> = async () => [],
): MetricsEndpoint {
  const state = createMetricsState(deps, sources);
  const exposer = createExposer();
  const collect = async () => exposer.collect([...deps.metrics.families, ...(await state())]);
  const handle = async ({ request }: PublicRequest) => {
    const isOpenMetrics = acceptsType(request, "application/openmetrics-text");
    const [own, rest] = await Promise.all([collect(), others()]);
    const { contentType, text } = await exposer.write([own, ...rest], isOpenMetrics);
    return { response: new Response(text, { headers: { "content-type": contentType } }) };
  };
  const route = {
    id: "prometheus_metrics",
    method: "GET" as const,
    path: "/metrics",
    summary: "Metrics for Prometheus.",
    tag: { name: "admin", description: "The operator's API." },
    responses: {
      "200": { description: "The metrics as text.", types: ["text/plain", "application/openmetrics-text"] },
    },
    handle,
  };
  const isOwnListener = deps.config.adminPort !== null;
  return { route: isOwnListener ? { ...route, access: "public" } : { ...route, access: "admin" }, collect };
}
