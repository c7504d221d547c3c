// Finds the client's address: the peer's, or the one that trusted proxies report in X-Forwarded-For.
import { BlockList, isIP, isIPv6 } from "node:net";
import type { TrustedProxies } from "../../foundation/config/listening-settings.ts";
import { plainAddress } from "../../metering/limits/networks.ts";

export type ClientAddressOf = (headers: Headers, peer: string | null) => string | null;

/**
 * Reads the header from right to left, as far as trusted proxies wrote it: each appended the address of its own peer. What
 * stands further left was sent by the client, who can write anything.
 */
export function clientAddressFinder(trusted: TrustedProxies | null): ClientAddressOf {
  const isTrusted = trusted ? trustOf(trusted) : () => false;
  return (headers, peer) => {
    if (peer === null) return null;
    let client = plainAddress(peer);
    if (!isTrusted(client, 0)) return client;
    const reported = headers.get("x-forwarded-for")?.split(",") ?? [];
    for (let hop = 0; isTrusted(client, hop); hop++) {
      const next = addressOf(reported.pop()?.trim() ?? "");
      // A trusted proxy that reports no address counts itself.
      if (next === null) break;
      client = next;
    }
    return client;
  };
}

/** Whether the proxy with this address, the `hop`th from us, is believed. */
function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if ("hops" in trusted) return (_address, hop) => hop < trusted.hops;
  const networks = { 4: new BlockList(), 6: new BlockList() };
  for (const network of trusted.networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) as 4 | 6;
    networks[family].addSubnet(address, Number(bits), `ipv${family}`);
  }
  return (address) => {
    const family = isIP(address);
    return (family === 4 || family === 6) && networks[family].check(address, `ipv${family}`);
  };
}

/** An address, also with a port behind it or in brackets, as some proxies write it; null for anything else. */
function addressOf(text: string): string | null {
  const bare = /^\[([^\]]+)\](:\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  const isAddress = !bare.includes("%") && isIP(bare) !== 0 && (bare === text || !text.startsWith("[") || isIPv6(bare));
  return isAddress ? plainAddress(bare) : null;
}
