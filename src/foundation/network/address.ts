// SSRF protection: where a request to a user-supplied URL may go, by its form and the addresses of its host (promises S-31, S-33).
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import type { Config } from "../config/config.ts";
import { SendError } from "./send-error.ts";

/** All A and AAAA addresses of a host; rejects where there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export type AddressPolicy = Pick<Config, "environment" | "webhooksAllowPrivate">;

const MAX_LENGTH = 2_048;

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

type Range = readonly [network: string, bits: number];
const LOOPBACK: readonly Range[] = [
  ["127.0.0.0", 8],
  ["::1", 128],
];
/** RFC 1918, shared (CGNAT) and unique local addresses. */
const PRIVATE: readonly Range[] = [
  ...LOOPBACK,
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["fc00::", 7],
];
/** "This network", link-local with the metadata services, assignments, documentation, benchmarks, multicast, class E. */
const SPECIAL: readonly Range[] = [
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Within 2000::/3: Teredo and other assignments, documentation, 6to4.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];
/** Global unicast. IPv4-mapped, NAT64, link-local and multicast addresses lie outside. */
const GLOBAL_IPV6: readonly Range[] = [["2000::", 3]];

/** A family has a list of its own: a common one would compare an IPv4-mapped address with the IPv4 ranges. */
function rangeCheck(ranges: readonly Range[]): (address: string) => boolean {
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const [network, bits] of ranges) {
    const family = isIP(network) as 4 | 6;
    lists[family].addSubnet(network, bits, `ipv${family}`);
  }
  return (address) => {
    const family = isIP(address);
    return family !== 0 && lists[family as 4 | 6].check(address, `ipv${family as 4 | 6}`);
  };
}

const isLoopback = rangeCheck(LOOPBACK);
/** Whether an address is of this machine or of a private network. */
export const isPrivateAddress = rangeCheck(PRIVATE);
const isSpecial = rangeCheck(SPECIAL);
const isGlobalIpv6 = rangeCheck(GLOBAL_IPV6);

/** Whether an address is on the public internet. False for what is no address, and for one with a zone. */
export function isPublicAddress(address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || isPrivateAddress(address) || isSpecial(address)) return false;
  return family === 4 || isGlobalIpv6(address);
}

/** The normalized URL, or why it is refused, as a sentence. */
export function parseEndpointUrl(text: string, policy: AddressPolicy): { url: URL } | { error: string } {
  if (text.length > MAX_LENGTH) return { error: `url is longer than ${MAX_LENGTH} characters.` };
  // The parser drops tabs and line breaks, and takes "https:host" and backslashes: the URL checked would not be the one read.
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return { error: "url contains a space, a backslash or a control character." };
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return { error: "url must be an absolute https URL." };
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return { error: "url must not contain a user name or password." };
  if (url.hash !== "" || text.includes("#")) return { error: "url must not have a fragment." };
  if (url.port === "0") return { error: "url must not have the port 0." };
  // "localhost." is localhost.
  const host = url.hostname.replace(/(?<!\.)\.+$/, "");
  if (host === "") return { error: "url must have a host." };
  if (host !== url.hostname) url.hostname = host;
  if (url.protocol === "http:" && !mayBePlain(policy)) return { error: "url must be https." };
  return url.href.length > MAX_LENGTH ? { error: `url is longer than ${MAX_LENGTH} characters.` } : { url };
}

const mayBePlain = ({ environment, webhooksAllowPrivate }: AddressPolicy) =>
  environment === "development" && webhooksAllowPrivate;

/** The host's addresses; throws `SendError` where one of them is forbidden, or none is found. */
export async function checkedAddresses(url: URL, policy: AddressPolicy, resolve: Resolve): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await resolved(host, resolve);
  const isAllowed = (address: string) => {
    if (url.protocol === "http:") return mayBePlain(policy) && isLoopback(address);
    return isPublicAddress(address) || (policy.webhooksAllowPrivate && isPrivateAddress(address));
  };
  // One forbidden address is enough: which of them is dialled must not decide.
  if (!addresses.every(isAllowed)) throw new SendError("address_refused");
  return addresses;
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(host).catch(() => {
    // A name that cannot be resolved has no address, which the error below says.
    return [];
  });
  if (addresses.length === 0) throw new SendError("connect");
  return addresses;
}
