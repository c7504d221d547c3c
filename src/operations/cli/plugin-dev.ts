// `gateway plugin dev`: serves a plugin while it is being written; each save restarts the gateway and checks the plugin.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { readConfig } from "../../foundation/config/config.ts";
import { StartupError } from "../../foundation/errors.ts";
import { ownProgram } from "../../foundation/platform/own-program.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { stopSignal } from "../../foundation/platform/stop-signal.ts";
import { startFront } from "./dev-front.ts";
import { checksOf, isWatched } from "./plugin-watch.ts";
import { printNote, printText } from "./print.ts";
import { restartingProcess } from "./restarting-process.ts";
import { terminal } from "./terminal.ts";

export async function developPlugin(platform: Platform, path: string): Promise<number> {
  const folder = resolve(path);
  if (!existsSync(join(folder, "index.ts")) || !statSync(folder).isDirectory())
    throw new StartupError("plugin dev needs the folder of a plugin, with its index.ts.");
  const config = readConfig(terminal().env);
  if (config.environment === "production")
    throw new StartupError(
      "plugin dev is for your own machine, and GATEWAY_ENV is production: unset it, or use serve.",
    );
  const stopped = stopSignal();
  const front = startFront(platform, config.port);
  const plugins = linkedFolder(folder, config.pluginsDir);
  const env = {
    ...terminal().env,
    PORT: "0",
    GATEWAY_PLUGINS_DIR: plugins,
    GATEWAY_STRICT_PLUGINS: "true",
    BASE_URL: config.baseUrl ?? front.url,
  };
  let savedAt: number | null = null;
  const isFirst = () => savedAt === null;
  const gateway = restartingProcess({
    spawn: () => spawn(process.execPath, [...ownProgram(), "serve"], { env, stdio: ["ignore", "pipe", "inherit"] }),
    begin: (own) =>
      readLines(own, isFirst, (listening) => {
        front.follow(listening);
        if (savedAt === null) printText(`Gateway at ${front.url} with ${folder}; Ctrl-C ends.`);
        else printText(`Restarted in ${((performance.now() - savedAt) / 1_000).toFixed(1)} s.`);
        checks.run();
      }),
    front,
    say: printNote,
  });
  const checks = checksOf(["plugin", "check", folder]);
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (file !== null && !isWatched(file)) return;
    // A fixture changes nothing that is served.
    if (file?.endsWith(".json")) return checks.request();
    savedAt = performance.now();
    gateway.request();
  });
  gateway.start();
  try {
    await stopped;
    return 0;
  } finally {
    watcher.close();
    checks.stop();
    await gateway.stop();
    front.stop();
    rmSync(plugins, { recursive: true, force: true });
  }
}

/** A folder with links to the plugin and to the operator's others: the plugin's own parent may hold anything. */
function linkedFolder(folder: string, pluginsDir: string | null): string {
  const made = mkdtempSync(join(tmpdir(), "gateway-plugin-dev-"));
  const others = pluginsDir === null ? [] : readdirSync(pluginsDir).filter((name) => !name.startsWith("."));
  const paths = [folder, ...others.map((name) => join(resolve(pluginsDir as string), name))];
  for (const path of new Set(paths)) {
    // Without the rights to make links Windows can still make a junction of a folder.
    if (!existsSync(join(made, basename(path)))) symlinkSync(path, join(made, basename(path)), "junction");
  }
  return made;
}

/** What `serve` prints: the address behind the front leads there, and its log goes on to the terminal. */
function readLines(own: ChildProcess, isFirst: () => boolean, begin: (listening: string) => void): void {
  const lines = createInterface({ input: own.stdout as Readable });
  lines.on("line", (line) => {
    const [, listening] = /^Gateway at \S+, listening at (\S+)$/.exec(line) ?? [];
    if (listening !== undefined) begin(listening);
    // What a start says besides is said once.
    else if (isFirst() || line.startsWith("{")) printText(line);
  });
}
