// `npm run dev`: the gateway from source with emulated providers and an owner, started anew whenever a file changes.
import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulatedProviders } from "../emulators/emulators.ts";
import { platform } from "../src/foundation/platform/bun.ts";
import { stopSignal } from "../src/foundation/platform/stop-signal.ts";
import { startFront } from "../src/operations/cli/dev-front.ts";
import { restartingProcess } from "../src/operations/cli/restarting-process.ts";
import type { DevOrder, DevReady } from "./dev-gateway.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PROGRAM = join(ROOT, "scripts", "dev-gateway.ts");
const PORT = 3000;
const WATCHED = /\.(tsx?|json|css|js|svg|sql)$/;
const UNWATCHED = /(^|[/\\])(\.[^/\\]*|node_modules)([/\\]|$)/;

/** Its password is printed and its webhooks reach this machine: nothing for others. */
function refuseProduction({ NODE_ENV, GATEWAY_ENV }: NodeJS.ProcessEnv): void {
  const name = NODE_ENV === "production" ? "NODE_ENV" : GATEWAY_ENV === "production" ? "GATEWAY_ENV" : null;
  if (name === null) return;
  console.error(`npm run dev is for your own machine, and ${name} is production: use npm start, or unset ${name}.`);
  process.exit(1);
}

refuseProduction(process.env);
const stopped = stopSignal();
const front = startFront(platform, Number(process.env.PORT ?? PORT));
const emulated = await startEmulatedProviders({ redirectUri: `${front.url}/api/v1/connect/callback` });
const order: DevOrder = {
  baseUrl: front.url,
  dataDir: resolve(process.env.DATA_DIR?.trim() || join(ROOT, "data", "dev")),
  settings: emulated.settings,
  isFirst: true,
};

const restarting = restartingProcess({
  begin(own) {
    own.once("message", (message) => {
      const { listening, access } = message as DevReady;
      if (access) console.log(`Gateway at ${front.url}, data in ${order.dataDir}; Ctrl-C ends.`);
      if (access) console.log(`Sign in as ${access.email} with ${access.password}`);
      else console.log("Started anew.");
      order.isFirst = order.isFirst && access === null;
      front.follow(listening);
    });
  },
  spawn() {
    const variables = { ...process.env, DEV_GATEWAY: JSON.stringify(order) };
    const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
    return spawn(process.execPath, ["--no-install", PROGRAM], { env: variables, stdio: [...stdio] });
  },
  front,
  say: (text) => console.error(text),
});

const folders = ["src", "plugins", "migrations"].map((name) => join(ROOT, name));
const { GATEWAY_PLUGINS_DIR: added } = process.env;
const watchers = [...folders, ...(added && existsSync(added) ? [added] : [])].map((folder) =>
  watch(folder, { recursive: true }, (_, file) => {
    if (file !== null && (!WATCHED.test(file) || UNWATCHED.test(file))) return;
    restarting.request();
  }),
);
restarting.start();
await stopped;
for (const watcher of watchers) watcher.close();
await restarting.stop();
front.stop();
await emulated.close();
process.exit(0);
