// Probes for whoever runs the gateway.
import type { PublicRoute } from "./route.ts";

export const HEALTH_TAG = { name: "health", description: "Probes and this document." };

export const LIVE_PATH = "/health/live";

/** `isReady` asks whether requests can be served now. */
export function healthRoutes(isReady: () => Promise<boolean>): PublicRoute[] {
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
      responses: { "200": { description: "The answer." }, "503": { description: "Not ready." } },
      handle: async () => {
        const ready = await isReady();
        return { response: Response.json({ status: ready ? "ready" : "unavailable" }, { status: ready ? 200 : 503 }) };
      },
    },
  ];
}
