// Whether the program that has a port is this gateway: one that server.json does not name, so that commands do not find it.
import { randomBytes } from "node:crypto";
import type { Config } from "../../foundation/config/config.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { KeyRing } from "../../foundation/vault/key-ring.ts";
import { createVault } from "../../foundation/vault/vault.ts";
import { localHost } from "../../server/bind-check.ts";
import { LIVE_PATH } from "../../web/http/health.ts";
import { type Check, warned } from "../doctor/check.ts";
import { challengeQuery, readDescription } from "../doctor/self-description.ts";

const TIMEOUT_MS = 5_000;

/** Lines in place of those that name another program at the ports; the public listener alone says whose it is. */
export async function ownPorts(checks: readonly Check[], config: Config, ring: KeyRing | null): Promise<Check[]> {
  const isOfPort = ({ check }: Check) => check === "port" || check === "admin port";
  const isTaken = checks.some(({ check, message }) => check === "port" && message.includes(" is taken;"));
  const version = isTaken && ring ? await versionThere(config, ring) : null;
  if (version === null) return [...checks];
  const text = `this gateway itself, version ${version}, has port ${config.port}, and no server.json in ${config.dataDir} names it, so that commands do not find it`;
  const next = "restart that gateway, with a DATA_DIR that no other one uses";
  return checks.flatMap((one) => (!isOfPort(one) ? [one] : one.check === "port" ? [warned("port", text, next)] : []));
}

/** Only one with the same key ring can sign the challenge. */
async function versionThere({ host, port, tls }: Config, ring: KeyRing): Promise<string | null> {
  const vault = createVault(ring);
  const challenge = randomBytes(16).toString("hex");
  const address = localHost(host);
  const origin = `${tls ? "https" : "http"}://${address.includes(":") ? `[${address}]` : address}:${port}`;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const url = `${origin}${LIVE_PATH}?${challengeQuery(vault, challenge)}`;
    const response = await fetchLocal(new Request(url, { redirect: "manual", signal }));
    return readDescription(vault, challenge, await response.json())?.version ?? null;
  } catch {
    // Another program need not speak HTTP or JSON.
    return null;
  }
}
