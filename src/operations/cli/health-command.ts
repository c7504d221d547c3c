// `gateway health`: asks the running gateway whether it is ready, for health checks of containers, which have no curl.
import { setTimeout } from "node:timers/promises";
import { readConfig } from "../../foundation/config/config.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import { runningServer } from "./admin-api.ts";
import { print, printNote, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

const TIMEOUT_MS = 5_000;

const LOOK_AGAIN_MS = 200;

/** Returns 1 unless the gateway of the data folder answers its probe with 200, with `wait` within so many seconds. */
export async function healthCommand(options: Record<string, unknown>): Promise<number> {
  const { dataDir } = readConfig(terminal().env);
  const endsAt = performance.now() + ((options.wait as number | undefined) ?? 0) * 1_000;
  let { server, status } = await state(dataDir);
  while (status !== 200 && performance.now() < endsAt) {
    await setTimeout(LOOK_AGAIN_MS);
    ({ server, status } = await state(dataDir));
  }
  const isReady = status === 200;
  if (options.json === true) print({ ready: isReady, status }, true);
  else if (!server) printNote(`No gateway runs on ${dataDir}, or it does not respond.`);
  else if (!isReady) printNote(`The gateway at ${server.url} is not ready.`);
  else printText("ready");
  return isReady ? 0 : 1;
}

async function state(dataDir: string) {
  const server = await runningServer(dataDir);
  return { server, status: server && (await probe(`${server.url}/health/ready`)) };
}

async function probe(url: string): Promise<number | null> {
  try {
    return (await fetchLocal(new Request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }))).status;
  } catch {
    // A gateway that does not answer is reported as down.
    return null;
  }
}
