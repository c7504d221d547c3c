// `gateway serve`: runs until it is told to stop.
import { sources } from "gateway:plugins";
import { readConfig } from "../config.ts";
import type { Platform } from "../platform/platform.ts";
import { startGateway } from "../serve.ts";

export async function serveCommand(platform: Platform): Promise<number> {
  const config = readConfig(process.env);
  const gateway = await startGateway({ config, platform, builtIn: sources });
  console.log(`Gateway at ${gateway.url}`);
  if (config.databaseUrl === null) {
    console.log(`Embedded database in ${config.dataDir}: one process, safe from crashes but not from power loss.`);
  }
  await stopSignal();
  await gateway.stop();
  return 0;
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
