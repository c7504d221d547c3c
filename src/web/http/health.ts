// Probes for the operator of the gateway.
import type { PublicRequest, PublicRoute } from "./route.ts";
import { slowStream } from "./slow-stream.ts";

export const HEALTH_TAG = { name: "health", description: "Health probes and this document." };

export const LIVE_PATH = "/health/live";
export const READY_PATH = "/health/ready";

/** With a proof that holds, asks for a stream in place of the description. */
export const STREAM_PARAMETER = "stream";

/** Plugins that are not served, and what of the others is out of use for a while; `until` is Unix time in milliseconds. */
export interface PluginHealth {
  broken: () => readonly string[];
  quarantined: () => readonly { plugin: string; part: string | null; until: number }[];
}

/**
 * `isReady` asks whether requests can be served now; `clockDifference` gives the milliseconds by which the clock is wrong.
 * Neither that nor a plugin is a reason to take the replica out. `describe` is for `gateway doctor --live`.
 */
export function healthRoutes(
  isReady: () => Promise<boolean>,
  clockDifference: () => number | null,
  plugins: PluginHealth,
  describe: (call: Pick<PublicRequest, "request" | "address">) => object | null = () => null,
): PublicRoute[] {
  // Probes may bring a query of their own.
  const base = { method: "GET" as const, tag: HEALTH_TAG, access: "public" as const, anyQuery: true };
  return [
    {
      ...base,
      id: "health_live",
      path: LIVE_PATH,
      summary: "Whether the process runs.",
      async handle(call) {
        const description = describe(call);
        const isStream = description !== null && new URL(call.request.url).searchParams.has(STREAM_PARAMETER);
        return { response: isStream ? slowStream() : Response.json({ status: "live", ...description }) };
      },
    },
    {
      ...base,
      id: "health_ready",
      path: READY_PATH,
      summary: "Whether requests can be served.",
      responses: {
        "200": { description: "The status." },
        "503": { description: "Not ready.", types: ["application/json"] },
      },
      handle: async () => {
        const ready = await isReady();
        const difference = clockDifference();
        const broken = plugins.broken();
        const quarantined = plugins.quarantined();
        const isoOf = (ms: number) => new Date(ms).toISOString();
        const body = {
          status: ready ? "ready" : "unavailable",
          ...(difference !== null && { clock_difference_ms: difference }),
          ...(broken.length > 0 && { broken_plugins: broken }),
          ...(quarantined.length > 0 && {
            quarantined: quarantined.map((one) => ({ ...one, until: isoOf(one.until) })),
          }),
        };
        return { response: Response.json(body, { status: ready ? 200 : 503 }) };
      },
    },
  ];
}
