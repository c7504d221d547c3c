// Probes for the operator of the gateway.
import type { PublicRoute } from "./route.ts";

export const HEALTH_TAG = { name: "health", description: "Health probes and this document." };

export const LIVE_PATH = "/health/live";

/**
 * `isReady` asks whether requests can be served now; `clockDifference` gives the milliseconds by which the clock is wrong,
 * `brokenPlugins` the plugins that are not served: neither is a reason to take the replica out.
 */
export function healthRoutes(
  isReady: () => Promise<boolean>,
  clockDifference: () => number | null,
  brokenPlugins: () => readonly string[],
): PublicRoute[] {
  // Probes may bring a query of their own.
  const base = { method: "GET" as const, tag: HEALTH_TAG, access: "public" as const, anyQuery: true };
  return [
    {
      ...base,
      id: "health_live",
      path: LIVE_PATH,
      summary: "Whether the process runs.",
      handle: async () => ({ response: Response.json({ status: "live" }) }),
    },
    {
      ...base,
      id: "health_ready",
      path: "/health/ready",
      summary: "Whether requests can be served.",
      responses: {
        "200": { description: "The status." },
        "503": { description: "Not ready.", types: ["application/json"] },
      },
      handle: async () => {
        const ready = await isReady();
        const difference = clockDifference();
        const broken = brokenPlugins();
        const body = {
          status: ready ? "ready" : "unavailable",
          ...(difference !== null && { clock_difference_ms: difference }),
          ...(broken.length > 0 && { broken_plugins: broken }),
        };
        return { response: Response.json(body, { status: ready ? 200 : 503 }) };
      },
    },
  ];
}
