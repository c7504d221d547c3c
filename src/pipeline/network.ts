// The network that an address counts for: an IPv4 address by itself, an IPv6 address with its whole /64, which one holder commands.
import { isIPv4, isIPv6 } from "node:net";

export function networkOf(address: string | null): string {
  if (address === null) return "unknown";
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  return `${groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The same address without a zone; IPv4 within IPv6 (RFC 4291, section 2.5.5.2) is the IPv4 address. */
export function plainAddress(address: string): string {
  if (!address.includes(":") || !isIPv6(address)) return address;
  const plain = address.replace(/%.*$/, "");
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
