// `gateway health`: asks the running gateway whether it is ready, for health checks of containers, which have no curl.
import { readConfig } from "../../foundation/config/config.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import { runningServer } from "./admin-api.ts";
import { print, printNote, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

const TIMEOUT_MS = 5_000;

/** Returns 1 unless the gateway of the data folder answers its probe with 200. */
export async function healthCommand(options: Record<string, unknown>): Promise<number> {
  const { dataDir } = readConfig(terminal().env);
  const server = await runningServer(dataDir);
  const status = server && (await probe(`${server.url}/health/ready`));
  const isReady = status === 200;
  if (options.json === true) print({ ready: isReady, status }, true);
  else if (!server) printNote(`No gateway runs on ${dataDir}, or it does not respond.`);
  else if (!isReady) printNote(`The gateway at ${server.url} is not ready.`);
  else printText("ready");
  return isReady ? 0 : 1;
}

async function probe(url: string): Promise<number | null> {
  try {
    return (await fetchLocal(new Request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }))).status;
  } catch {
    // A gateway that does not answer is reported as down.
    return null;
  }
}
