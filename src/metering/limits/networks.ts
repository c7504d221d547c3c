// The networks that an address counts for: an IPv4 address by itself, an IPv6 address with its whole /64, which one holder
// commands, and the larger ones that a provider gives to one holder.
import { isIPv4, isIPv6 } from "node:net";

/** The smallest network: what one holder has at least. */
export function networkOf(address: string | null): string {
  return (networksOf(address)[0] as Network).name;
}

/** The largest network that one holder is usually given: an IPv6 /48, an IPv4 /24. */
export function siteOf(address: string | null): string {
  return (networksOf(address).at(-1) as Network).name;
}

export interface Network {
  /** Such as `192.0.2.7`, `192.0.2.0/24` or `2001:db8:1:2::/64`. */
  name: string;
  /** How many smallest networks' shares it has in all. */
  shares: number;
}

/** Every network of an address that counts, the smallest first (RFC 6177: sites get a /48, a /56 or a /64). */
export function networksOf(address: string | null): readonly Network[] {
  if (address === null) return [{ name: "unknown", shares: 1 }];
  const plain = plainAddress(address);
  if (isIPv4(plain)) {
    return [
      { name: plain, shares: 1 },
      { name: `${plain.slice(0, plain.lastIndexOf("."))}.0/24`, shares: 16 },
    ];
  }
  if (!isIPv6(plain)) return [{ name: plain, shares: 1 }];
  const groups = groupsOf(plain);
  const upTo = (count: number, last = 0xffff) =>
    groups
      .slice(0, count)
      .map((group, at) => (at === count - 1 ? group & last : group).toString(16))
      .join(":");
  return [
    { name: `${upTo(4)}::/64`, shares: 1 },
    { name: `${upTo(4, 0xff00)}::/56`, shares: 4 },
    { name: `${upTo(3)}::/48`, shares: 16 },
  ];
}

/** The same address without a zone; IPv4 within IPv6 (RFC 4291, section 2.5.5.2) is the IPv4 address. */
export function plainAddress(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  const plain = address.split("%", 1)[0] as string;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return plain;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** The eight groups of a valid address. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address
    .split("::")
    .map((side) => (side === "" ? [] : side.split(":")).flatMap(groupOf));
  const zeros = address.includes("::") ? 8 - head.length - tail.length : 0;
  return [...head, ...Array<number>(zeros).fill(0), ...tail];
}

/** One group, or two where the last 32 bits stand in dots. */
function groupOf(text: string): number[] {
  if (!isIPv4(text)) return [Number.parseInt(text, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}
