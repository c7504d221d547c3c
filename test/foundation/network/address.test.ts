// Which URLs and addresses an outgoing webhook may go to (S-33).
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type AddressPolicy,
  checkedAddresses,
  isPublicAddress,
  parseEndpointUrl,
} from "../../../src/foundation/network/address.ts";
import type { SendError } from "../../../src/foundation/network/send-error.ts";
import { rejection } from "../../support/rejection.ts";

const STRICT: AddressPolicy = { environment: "production", webhooksAllowPrivate: false };
const PRIVATE: AddressPolicy = { environment: "production", webhooksAllowPrivate: true };
const DEVELOPMENT: AddressPolicy = { environment: "development", webhooksAllowPrivate: true };

/** A range as the first address's number and its bits, counted on its own. */
const FORBIDDEN_IPV4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const numberOf = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const ipv4Of = (number: number) => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
const isForbiddenIpv4 = (number: number) =>
  FORBIDDEN_IPV4.some(([network, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor(numberOf(network) / size);
  });
const groupsOf = (number: bigint) =>
  Array.from({ length: 8 }, (_, i) => ((number >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(":");
/** Edges of the ranges come up as well. */
const ipv4 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc
    .tuple(fc.constantFrom(...FORBIDDEN_IPV4), fc.integer({ min: -1, max: 1 }), fc.boolean())
    .map(([[network, bits], step, isEnd]) => {
      const edge = numberOf(network) + (isEnd ? 2 ** (32 - bits) - 1 : 0) + step;
      return Math.min(2 ** 32 - 1, Math.max(0, edge));
    }),
);
const ipv6 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });

describe("S-33: addresses of outgoing webhooks", () => {
  test("an IPv4 address is public exactly outside the forbidden ranges", () => {
    fc.assert(
      fc.property(ipv4, (number) => {
        expect(isPublicAddress(ipv4Of(number))).toBe(!isForbiddenIpv4(number));
      }),
      { numRuns: 3_000 },
    );
  });

  test("an IPv6 address is public only within 2000::/3, less Teredo, documentation and 6to4", () => {
    fc.assert(
      fc.property(ipv6, (number) => {
        const first = number >> 112n;
        const isAssigned = first === 0x2001n && ((number >> 96n) & 0xffffn) < 0x200n;
        const isDocumented = number >> 96n === 0x20010db8n || number >> 108n === 0x3fff0n;
        const isPublic = number >> 125n === 1n && !isAssigned && !isDocumented && first !== 0x2002n;
        expect(isPublicAddress(groupsOf(number))).toBe(isPublic);
      }),
      { numRuns: 3_000 },
    );
  });

  test("no IPv6 form of an IPv4 address is public: mapped, compatible, translated, 6to4", () => {
    fc.assert(
      fc.property(ipv4, (number) => {
        const [high, low] = [Math.floor(number / 65_536).toString(16), (number % 65_536).toString(16)];
        const forms = [`::ffff:${ipv4Of(number)}`, `::ffff:${high}:${low}`, `::${high}:${low}`];
        const wrapped = [`64:ff9b::${high}:${low}`, `64:ff9b:1::${high}:${low}`, `2002:${high}:${low}::1`];
        expect([...forms, ...wrapped].filter(isPublicAddress)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(["", "localhost", "1", "127.1", "0x7f.0.0.1", "8.8.8.8 ", "fe80::1%eth0", "2606:4700::1111%eth0", "::"])(
    "%p is no public address",
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  test.each(["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "2606:4700::1111", "2a00:1450::5"])(
    "%p is one",
    (text) => {
      expect(isPublicAddress(text)).toBe(true);
    },
  );
});

describe("S-33: URLs of outgoing webhooks", () => {
  test.each([
    "",
    "hooks.example.com",
    "//hooks.example.com",
    "https:hooks.example.com",
    "https:///hook",
    "https://",
    "http://hooks.example.com/",
    "http://127.0.0.1/",
    "ftp://hooks.example.com/",
    "javascript:alert(1)",
    "https://ada@hooks.example.com/",
    "https://ada:pw@hooks.example.com/",
    "https://hooks.example.com/#a",
    "https://hooks.example.com/#",
    "https://hooks.example.com:0/",
    "https://hooks.example.com:65536/",
    "https://hooks.example.com\\@evil.example/",
    "https://hooks.exam\tple.com/",
    " https://hooks.example.com/",
    "https://./",
    `https://hooks.example.com/${"a".repeat(2_100)}`,
  ])("%p is refused", (text) => {
    expect(parseEndpointUrl(text, STRICT)).toEqual({ error: expect.stringMatching(/^url /) });
  });

  test.each([
    ["https://hooks.example.com", "https://hooks.example.com/"],
    ["HTTPS://Hooks.Example.COM.:443/a?b=c", "https://hooks.example.com/a?b=c"],
    ["https://hooks.example.com:8443/", "https://hooks.example.com:8443/"],
    ["https://localhost./", "https://localhost/"],
    ["https://2130706433/", "https://127.0.0.1/"],
    ["https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/"],
  ])("%p is read as %p", (text, url) => {
    expect(parseEndpointUrl(text, STRICT)).toEqual({ url: new URL(url) });
  });

  const resolve = (addresses: string[]) => async () => addresses;
  const check = (url: string, policy: AddressPolicy, addresses: string[]) =>
    checkedAddresses(new URL(url), policy, resolve(addresses));
  const codeOf = async (work: Promise<unknown>) => ((await rejection(work)) as SendError).code;

  test("one forbidden address among a host's refuses it, wherever it stands", async () => {
    const name = "https://hooks.example.com/";
    expect(await check(name, STRICT, ["8.8.8.8", "2606:4700::1"])).toEqual(["8.8.8.8", "2606:4700::1"]);
    for (const bad of ["127.0.0.1", "169.254.169.254", "::1", "fe80::1", "::ffff:8.8.8.8", "nonsense"]) {
      expect(await codeOf(check(name, STRICT, ["8.8.8.8", bad]))).toBe("address_refused");
      expect(await codeOf(check(name, STRICT, [bad, "8.8.8.8"]))).toBe("address_refused");
    }
    expect(await codeOf(check(name, STRICT, []))).toBe("connect");
  });

  test("an address as host is checked without a look-up, in every spelling", async () => {
    for (const host of ["2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::a00:1]"])
      expect(await codeOf(check(`https://${host}/`, STRICT, ["8.8.8.8"]))).toBe("address_refused");
  });

  test("GATEWAY_WEBHOOKS_ALLOW_PRIVATE admits private addresses, never link-local or multicast ones", async () => {
    const name = "https://hooks.example.com/";
    for (const good of ["127.0.0.1", "10.1.2.3", "192.168.0.1", "100.64.0.1", "::1", "fd00::1"])
      expect(await check(name, PRIVATE, [good])).toEqual([good]);
    for (const bad of ["169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "::ffff:127.0.0.1"])
      expect(await codeOf(check(name, PRIVATE, [bad]))).toBe("address_refused");
  });

  test("http needs that setting, development and a loopback address", async () => {
    const name = "http://hooks.example.com/";
    expect(parseEndpointUrl(name, PRIVATE)).toEqual({ error: "url must be https." });
    expect(parseEndpointUrl(name, { environment: "development", webhooksAllowPrivate: false })).toEqual({
      error: "url must be https.",
    });
    expect(parseEndpointUrl(name, DEVELOPMENT)).toEqual({ url: new URL(name) });
    expect(await check(name, DEVELOPMENT, ["127.0.0.1"])).toEqual(["127.0.0.1"]);
    for (const bad of ["10.0.0.1", "8.8.8.8"])
      expect(await codeOf(check(name, DEVELOPMENT, [bad]))).toBe("address_refused");
  });
});
