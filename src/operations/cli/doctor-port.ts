// Whether the program that has a port is this gateway, also one that server.json does not name, and runs with these secrets.
import { randomBytes } from "node:crypto";
import type { Config } from "../../foundation/config/config.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { KeyRing } from "../../foundation/vault/key-ring.ts";
import { storedRing } from "../../foundation/vault/secrets-file.ts";
import { createVault } from "../../foundation/vault/vault.ts";
import { localHost } from "../../server/bind-check.ts";
import { LIVE_PATH } from "../../web/http/health.ts";
import { type Check, failed, passed, warned } from "../doctor/check.ts";
import { challengeQuery, readDescription } from "../doctor/self-description.ts";
import type { AdminServer } from "./admin-api.ts";

const TIMEOUT_MS = 5_000;

type Listening = Pick<Config, "host" | "port" | "tls">;
/** Whether a gateway is behind an address, by what its probe responds with. */
export type Presence = "live" | "starting";

/** Lines in place of those that name another program at the ports; the public listener alone says whose it is. */
export async function ownPorts(checks: readonly Check[], config: Config, ring: KeyRing | null): Promise<Check[]> {
  const isOfPort = ({ check }: Check) => check === "port" || check === "admin port";
  const taken = checks.filter((one) => isOfPort(one) && one.message.includes(" is taken;"));
  if (taken.length === 0) return [...checks];
  const version = taken.some(({ check }) => check === "port") && ring ? await versionThere(config, ring) : null;
  if (version !== null) {
    const text = `this gateway itself, version ${version}, has port ${config.port}, and no server.json in ${config.dataDir} names it, so that commands do not find it`;
    const next = "restart that gateway, with a DATA_DIR that no other one uses";
    return checks.flatMap((one) => (!isOfPort(one) ? [one] : one.check === "port" ? [warned("port", text, next)] : []));
  }
  const presences = new Map(
    await Promise.all(taken.map(async (one) => [one, await presenceAt(addressOf(one.check, config))] as const)),
  );
  return checks.map((one) => lineOf(one, presences.get(one) ?? null));
}

const addressOf = (check: string, { host, port, adminHost, adminPort, tls }: Config): Listening =>
  check === "port" || adminPort === null ? { host, port, tls } : { host: adminHost, port: adminPort, tls };

/** Without its key ring, nothing says whose gateway it is. */
function lineOf(line: Check, presence: Presence | null): Check {
  if (presence === "starting") return warned(line.check, `${line.message} A gateway that is starting has it.`, WAIT);
  if (presence === "live")
    return { ...line, message: `${line.message} A gateway answers there.`, next_step: ENVIRONMENT };
  return line;
}

const WAIT = "wait until it has started, then run doctor again";
const ENVIRONMENT =
  "run doctor with DATA_DIR and the other variables of that gateway if it is the one that you mean; else set another port";

/** The gateway that listens with these settings and starts or serves; null without one. */
export async function gatewayThere(config: Config): Promise<Presence | null> {
  const admin = config.adminPort === null ? null : await presenceAt(addressOf("admin port", config));
  return admin ?? presenceAt(config);
}

const originOf = ({ host, port, tls }: Listening) => {
  const address = localHost(host);
  return `${tls ? "https" : "http"}://${address.includes(":") ? `[${address}]` : address}:${port}`;
};

async function presenceAt(listening: Listening): Promise<Presence | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = new Request(`${originOf(listening)}${LIVE_PATH}`, { redirect: "manual", signal });
    const { status } = (await (await fetchLocal(request)).json()) as { status?: unknown };
    return status === "live" || status === "starting" ? status : null;
  } catch {
    // Another program need not speak HTTP or JSON.
    return null;
  }
}

const versionThere = async (config: Listening, ring: KeyRing) => (await proofAt(originOf(config), ring)).version;

/** Only a gateway with the same key ring can sign the challenge; one with another responds as to any probe. */
async function proofAt(origin: string, ring: KeyRing): Promise<{ version: string | null; isOther: boolean }> {
  const vault = createVault(ring);
  const challenge = randomBytes(16).toString("hex");
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const url = `${origin}${LIVE_PATH}?${challengeQuery(vault, challenge)}`;
    const response = await fetchLocal(new Request(url, { redirect: "manual", signal }));
    const body = (await response.json()) as { status?: unknown };
    const version = readDescription(vault, challenge, body)?.version ?? null;
    return { version, isOther: version === null && body.status === "live" };
  } catch {
    // Another program need not speak HTTP or JSON.
    return { version: null, isOther: false };
  }
}

/** What these settings, or the folder, would give its next start; the operator's own listener signs nothing. */
export async function ringOfRunning(config: Config, { url }: Pick<AdminServer, "url">): Promise<Check[]> {
  const ring = storedRing(config);
  if (!ring || config.adminPort !== null) return [];
  const { version, isOther } = await proofAt(url, ring);
  if (!isOther) return version === null ? [] : [passed("key ring", "that of the running gateway")];
  return [
    failed(
      "key ring",
      `the gateway at ${url} runs with another key ring than that of ${config.keyRing ? "GATEWAY_SECRET_KEYS" : "secrets.json"}`,
      "run doctor with the variables of the running gateway; if they are to change, rotate the keys as docs/operate/secrets.md says",
    ),
  ];
}
