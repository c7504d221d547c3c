// Reads where the gateway listens and which proxies it trusts.
import { isIP } from "node:net";
import { resolve } from "node:path";
import type { SettingValue } from "./config.ts";
import type { TlsFiles } from "./tls.ts";

export interface ListeningSettings {
  port: number;
  host: string;
  /** The port of a separate listener for the admin API; null: the main listener serves it. */
  adminPort: number | null;
  adminHost: string;
  /** Whose `X-Forwarded-For` is believed; null: nobody's. */
  trustedProxies: TrustedProxies | null;
  /** What every listener serves by TLS; null: plain HTTP. */
  tls: TlsFiles | null;
}

/** So many proxies in front of us, whatever their addresses, or those in these networks (CIDR). */
export type TrustedProxies = { hops: number } | { networks: readonly string[] };

export function readListening(value: SettingValue, errors: string[]): ListeningSettings {
  const port = readPort("PORT", value("PORT", "process"), errors) ?? 3000;
  const adminPort = readPort("ADMIN_PORT", value("ADMIN_PORT", "process"), errors);
  if (adminPort === port && port !== 0) errors.push("ADMIN_PORT must be different from PORT.");
  return {
    port,
    host: value("HOST", "process") ?? "127.0.0.1",
    adminPort,
    adminHost: value("ADMIN_HOST", "process") ?? "127.0.0.1",
    trustedProxies: readTrustedProxies(value("TRUST_PROXY"), errors),
    tls: readTlsFiles(value("TLS_CERT_FILE", "process"), value("TLS_KEY_FILE", "process"), errors),
  };
}

function readTlsFiles(certFile: string | undefined, keyFile: string | undefined, errors: string[]): TlsFiles | null {
  if (certFile !== undefined && keyFile !== undefined)
    return { certFile: resolve(certFile), keyFile: resolve(keyFile) };
  if (certFile !== keyFile) errors.push("TLS_CERT_FILE and TLS_KEY_FILE must be set together.");
  return null;
}

function readPort(name: string, text: string | undefined, errors: string[]): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 0 && port <= 65535)) errors.push(`${name} must be a number from 0 to 65535.`);
  return port;
}

const MAX_HOPS = 10;
/** Names that other servers have for these networks too. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** A number of proxies, or their addresses, networks and names, separated by commas. */
function readTrustedProxies(text: string | undefined, errors: string[]): TrustedProxies | null {
  if (text === undefined) return null;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_HOPS) return { hops: Number(text) };
  const parts = text.split(",").map((part) => networksOf(part.trim()));
  if (parts.every((networks) => networks !== null)) return { networks: parts.flat() };
  const names = Object.keys(NAMED_NETWORKS).join(", ");
  errors.push(
    `TRUST_PROXY must be the number of proxies, from 1 to ${MAX_HOPS}, or a list of addresses, networks (10.0.0.0/8) and names (${names}).`,
  );
  return null;
}

function networksOf(part: string): readonly string[] | null {
  const named = Object.hasOwn(NAMED_NETWORKS, part) ? NAMED_NETWORKS[part] : undefined;
  if (named) return named;
  const [address = "", bits, ...rest] = part.split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || rest.length > 0) return null;
  const most = family === 4 ? 32 : 128;
  if (bits === undefined) return [`${address}/${most}`];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [part] : null;
}
