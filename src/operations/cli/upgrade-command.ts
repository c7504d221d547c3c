// `gateway upgrade`: replaces this binary by that of another release.
import { releaseKeys, target } from "gateway:release";
import { existsSync } from "node:fs";
import about from "../../../package.json" with { type: "json" };
import { type Config, readConfig } from "../../foundation/config/config.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import { isBinary } from "../../foundation/platform/own-program.ts";
import { isVersion, VERSION } from "../../foundation/version.ts";
import { READY_PATH } from "../../web/http/health.ts";
import { type Running, type UpgradeRequest, upgrade } from "../upgrade/upgrade.ts";
import { UpgradeError } from "../upgrade/upgrade-error.ts";
import { runningServer } from "./admin-api.ts";
import { askYesOrNo } from "./ask.ts";
import { print, printNote } from "./print.ts";
import { terminal } from "./terminal.ts";

type Options = Record<string, unknown>;
const PROBE_MS = 5_000;
const WAIT_SECONDS = 120;

export async function upgradeCommand(wanted: string | undefined, options: Options): Promise<number> {
  const { env } = terminal();
  assertReplaceable(env);
  const version = wanted?.replace(/^v/, "") ?? null;
  if (version !== null && !isVersion(version))
    throw new UpgradeError("RELEASE_NOT_FOUND", `${wanted} is not a version: write it as 1.2.3.`);
  const config = readConfig(env);
  const server = config.databaseUrl ? null : await runningServer(config.dataDir);
  const given = options.publicKey === undefined ? [] : [String(options.publicKey)];
  const request: UpgradeRequest = {
    program: process.execPath,
    current: VERSION,
    target: target ?? `${process.platform}-${process.arch}`,
    version,
    keys: [...releaseKeys, ...given],
    isUnsigned: options.unsigned === true,
    from: placeOf(options.from, config, version),
    allowsOlder: options.older === true,
    restartCommand: options.restartCommand === undefined ? null : String(options.restartCommand),
    waitMs: ((options.wait as number | undefined) ?? WAIT_SECONDS) * 1_000,
    env,
    database: databaseOf(config, server !== null),
    running: () => running(config),
    confirm: () => confirm(options.yes === true),
    say: printNote,
  };
  const upgraded = await upgrade(request);
  print({ ...upgraded }, options.json === true);
  if (upgraded.former !== null && !upgraded.restarted)
    printNote(`Restart the gateway, then run "gateway health". To go back: mv ${upgraded.former} ${upgraded.program}`);
  return 0;
}

/** Why this program is not one to replace. */
function assertReplaceable(env: Readonly<Record<string, string | undefined>>): void {
  // First: the image has a binary too, whose place is in a layer that cannot be written.
  if (env.container || env.KUBERNETES_SERVICE_HOST)
    throw new UpgradeError(
      "NOT_A_BINARY",
      "This gateway runs in a container: change the tag of its image instead (docs/operate/container.md, docs/operate/kubernetes.md).",
    );
  if (!isBinary())
    throw new UpgradeError(
      "NOT_A_BINARY",
      "This gateway runs from source: check out the tag of the release with git, and start it again (docs/operate/upgrades.md).",
    );
  if (process.platform === "win32")
    throw new UpgradeError(
      "NOT_A_BINARY",
      "Windows does not let a running program be replaced: stop the gateway and put gateway.exe of the release in its place.",
    );
}

/** The address of this project's releases, where package.json has one. */
function placeOf(from: unknown, { releasesFrom }: Config, version: string | null): string {
  const given = from === undefined ? releasesFrom : String(from);
  if (given !== null) return given;
  const { repository } = about as { repository?: { url?: string } };
  if (repository?.url === undefined)
    throw new UpgradeError(
      "RELEASE_NOT_FOUND",
      "Say where releases are: --from with a folder or an https URL that has SHA256SUMS, or the setting GATEWAY_RELEASES_FROM.",
    );
  const home = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  return version === null ? `${home}/releases/latest/download` : `${home}/releases/download/v${version}`;
}

function databaseOf({ databaseUrl, dataDir }: Config, isRunning: boolean): UpgradeRequest["database"] {
  if (databaseUrl) return "free";
  if (!existsSync(dataDir) || !hasEmbedded(dataDir)) return "none";
  return isRunning ? "busy" : "free";
}

async function running({ dataDir }: Config): Promise<Running | null> {
  const server = await runningServer(dataDir);
  if (server === null) return null;
  try {
    const request = new Request(`${server.url}${READY_PATH}`, { signal: AbortSignal.timeout(PROBE_MS) });
    return { pid: server.pid, isReady: (await fetchLocal(request)).ok };
  } catch {
    // It lives and does not respond, as during its stop.
    return { pid: server.pid, isReady: false };
  }
}

async function confirm(isGiven: boolean): Promise<boolean> {
  if (isGiven) return true;
  const isConfirmed = await askYesOrNo("Go on?");
  if (isConfirmed === null)
    throw new UpgradeError(
      "NOT_CONFIRMED",
      "Nothing was changed: there is no terminal to confirm at. Repeat with --yes.",
    );
  return isConfirmed;
}
