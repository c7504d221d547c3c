// `npm run dev`: the gateway from source with emulated providers and an owner, started anew whenever a file changes.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmulatedProviders } from "../emulators/emulators.ts";
import { stopSignal } from "../src/foundation/platform/stop-signal.ts";
import { startFront } from "./dev-front.ts";
import type { DevOrder, DevReady } from "./dev-gateway.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PROGRAM = join(ROOT, "scripts", "dev-gateway.ts");
const PORT = 3000;
/** An editor writes a file in several steps, and several files at once. */
const SETTLE_MS = 150;
/** A gateway that stops for longer is ended. */
const KILL_MS = 5_000;
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
const front = startFront(Number(process.env.PORT ?? PORT));
const emulated = await startEmulatedProviders({ redirectUri: `${front.url}/api/v1/connect/callback` });
const order: DevOrder = {
  baseUrl: front.url,
  dataDir: resolve(process.env.DATA_DIR?.trim() || join(ROOT, "data", "dev")),
  settings: emulated.settings,
  isFirst: true,
};

let child: ChildProcess | null = null;
let isRestarting = false;
let isRequested = false;
let isStopping = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function start(): void {
  const variables = { ...process.env, DEV_GATEWAY: JSON.stringify(order) };
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  const own = spawn(process.execPath, ["--no-install", PROGRAM], { env: variables, stdio: [...stdio] });
  child = own;
  own.once("message", (message) => {
    const { listening, access } = message as DevReady;
    if (access) console.log(`Gateway at ${front.url}, data in ${order.dataDir}; Ctrl-C ends.`);
    if (access) console.log(`Sign in as ${access.email} with ${access.password}`);
    else console.log("Started anew.");
    order.isFirst = order.isFirst && access === null;
    front.follow(listening);
  });
  own.once("exit", (code) => {
    if (own !== child || isRestarting || isStopping) return;
    console.error(`The gateway ended with ${code}. Waiting for a change.`);
    front.wait();
    front.follow(null);
  });
}

/** Ends the gateway in order: the embedded database takes one process at a time. */
async function end(): Promise<void> {
  const ending = child;
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
  const ended = new Promise((done) => ending.once("exit", done));
  const killing = setTimeout(() => ending.kill("SIGKILL"), KILL_MS);
  ending.kill("SIGTERM");
  await ended;
  clearTimeout(killing);
}

async function restart(): Promise<void> {
  if (isStopping) return;
  isRequested = isRestarting;
  if (isRestarting) return;
  isRestarting = true;
  front.wait();
  await end();
  isRestarting = false;
  if (isRequested) return restart();
  if (!isStopping) start();
}

const folders = ["src", "plugins", "migrations"].map((name) => join(ROOT, name));
const { GATEWAY_PLUGINS_DIR: added } = process.env;
const watchers = [...folders, ...(added && existsSync(added) ? [added] : [])].map((folder) =>
  watch(folder, { recursive: true }, (_, file) => {
    if (file !== null && (!WATCHED.test(file) || UNWATCHED.test(file))) return;
    clearTimeout(timer);
    timer = setTimeout(restart, SETTLE_MS);
  }),
);
start();
await stopped;
isStopping = true;
clearTimeout(timer);
for (const watcher of watchers) watcher.close();
await end();
front.stop();
await emulated.close();
process.exit(0);
