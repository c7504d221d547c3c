// The gateway that dev.ts runs and restarts: from source on the embedded database, with the emulated providers' settings.
import { createOwner } from "../demo/dashboard.ts";
import { type Config, readConfig } from "../src/foundation/config/config.ts";
import { createLog } from "../src/foundation/log/log.ts";
import { platform } from "../src/foundation/platform/bun.ts";
import { virtualModules } from "../src/foundation/platform/modules.ts";
import { stopSignal } from "../src/foundation/platform/stop-signal.ts";
import type { ProviderSettings } from "../src/providers/upstream/target.ts";

/** Sent by dev.ts in the variable DEV_GATEWAY, as JSON. */
export interface DevOrder {
  baseUrl: string;
  dataDir: string;
  settings: Record<string, ProviderSettings>;
  /** Whether to set a password for the owner: later starts keep it, and the browser stays signed in. */
  isFirst: boolean;
}

/** Sent to dev.ts when the gateway listens. */
export interface DevReady {
  listening: string;
  access: { email: string; password: string } | null;
}

const EMAIL = "dev@example.com";
/** A change waits for nothing but what is in flight. */
const STOP_MS = 1_000;

const order = JSON.parse(process.env.DEV_GATEWAY ?? "null") as DevOrder | null;
if (!order || !process.send) throw new Error("npm run dev starts this.");
const stopped = stopSignal();
platform.provideModules(virtualModules);
const { sources } = await import("gateway:plugins");
const { startGateway } = await import("../src/server/start.ts");

// The environment's other variables belong to a real deployment.
const { LOG_LEVEL, GATEWAY_PLUGINS_DIR } = process.env;
const config: Config = {
  ...readConfig({
    PORT: "0",
    LOG_LEVEL: LOG_LEVEL ?? "warn",
    GATEWAY_PLUGINS_DIR,
    // Who changes a plugin wants to see at once that it does not load.
    GATEWAY_STRICT_PLUGINS: "true",
    DATA_DIR: order.dataDir,
  }),
  baseUrl: order.baseUrl,
  publicWebhooks: true,
  webhooksAllowPrivate: true,
  // The emulated Google cannot push.
  provider: (id) => ({ ...order.settings[id], ...(id === "google" && { events: "poll" }) }),
};
const log = createLog(config.logLevel);
const gateway = await startGateway({ config, platform, builtIn: sources, log, stopMs: STOP_MS });
const ready: DevReady = { listening: gateway.listening, access: order.isFirst ? await makeOwner() : null };
process.send(ready);
await stopped;
await gateway.stop();
process.exit(0);

/** A kept data folder has the person already, who gets the new password. */
async function makeOwner(): Promise<DevReady["access"]> {
  const response = await fetch(`${gateway.adminListening}/admin/v1/users`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, tier: "pro" }),
  });
  if (!response.ok && response.status !== 409) throw new Error(`No user was made: ${await response.text()}`);
  return createOwner(gateway.app.deps, platform, [EMAIL]);
}
