// The client's address: X-Forwarded-For counts as far as trusted proxies wrote it, and what others send changes nothing.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isIP } from "node:net";
import fc from "fast-check";
import { readConfig } from "../../../src/foundation/config/config.ts";
import { clientAddressFinder } from "../../../src/web/pipeline/client-address.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

const find = (trust: string, peer: string | null, forwarded?: string) =>
  clientAddressFinder(readConfig({ TRUST_PROXY: trust }).trustedProxies)(
    new Headers(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }),
    peer,
  );
const CLIENT = "203.0.113.7";
const PROXY = "10.0.0.2";

describe("S-90: the client's address", () => {
  test.each<[what: string, trust: string, peer: string | null, header: string | undefined, address: string | null]>([
    ["nobody is trusted by default", "", PROXY, CLIENT, PROXY],
    ["a trusted peer reports the client", PROXY, PROXY, CLIENT, CLIENT],
    ["a peer that is not trusted reports nobody", PROXY, CLIENT, "192.0.2.1", CLIENT],
    ["what the client wrote stands further left", PROXY, PROXY, `192.0.2.1, 192.0.2.2, ${CLIENT}`, CLIENT],
    ["two proxies of a network", "10.0.0.0/8", PROXY, `192.0.2.1, ${CLIENT}, 10.9.9.9`, CLIENT],
    ["one hop", "1", PROXY, `192.0.2.1, ${CLIENT}`, CLIENT],
    ["two hops", "2", PROXY, `192.0.2.1, ${CLIENT}, 10.9.9.9`, CLIENT],
    ["more hops than proxies", "5", PROXY, CLIENT, CLIENT],
    ["all are trusted", "10.0.0.0/8", PROXY, "10.1.1.1, 10.2.2.2", "10.1.1.1"],
    ["no header", "loopback", "127.0.0.1", undefined, "127.0.0.1"],
    ["an empty header", "loopback", "127.0.0.1", "", "127.0.0.1"],
    ["no address known", "1", null, CLIENT, null],
    ["loopback of IPv6", "loopback", "::1", CLIENT, CLIENT],
    ["IPv4 within IPv6", "loopback", "::ffff:127.0.0.1", "::ffff:203.0.113.7", CLIENT],
    ["private networks", "uniquelocal", "fd00::1", "2001:db8::7", "2001:db8::7"],
    ["an address with a port", PROXY, PROXY, `${CLIENT}:4711`, CLIENT],
    ["IPv6 in brackets", PROXY, PROXY, "[2001:db8::7]:443", "2001:db8::7"],
    ["IPv6 in brackets without a port", PROXY, PROXY, "[2001:db8::7]", "2001:db8::7"],
  ])("%s", (_what, trust, peer, header, address) => {
    expect(find(trust, peer, header)).toBe(address);
  });

  test.each([
    "unknown",
    "_hidden",
    "1.2.3",
    "1.2.3.4.5",
    "300.1.1.1",
    "[1.2.3.4]",
    "fe80::1%eth0",
    "[::1",
    "::1]",
    "<",
  ])("%j in place of an address: the proxy that reports it is the client", (garbage) => {
    expect(find(PROXY, PROXY, `${CLIENT}, ${garbage}`)).toBe(PROXY);
  });

  const address = fc.oneof(fc.ipV4(), fc.ipV6());
  const garbage = fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:[]%,; \t"x/'.split("")), maxLength: 60 });

  test("no header makes it fail or return anything but an address", () => {
    fc.assert(
      fc.property(fc.constantFrom("1", "3", "loopback", "0.0.0.0/0,::/0"), garbage, (trust, header) => {
        expect(isIP(find(trust, "127.0.0.1", header) ?? "")).not.toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("nothing that a client writes changes what the proxies in front of us appended", () => {
    const proxies = fc.array(fc.constantFrom("10.0.0.1", "10.1.2.3", "10.255.0.9"), { maxLength: 4 });
    const client = address.filter((one) => !one.startsWith("10.") && !one.includes("."));
    fc.assert(
      fc.property(garbage, client, proxies, (written, from, between) => {
        const appended = [from, ...between];
        const header = [written, ...appended].join(",");
        const [bare, spoofed] = [find("10.0.0.0/8", PROXY, appended.join(", ")), find("10.0.0.0/8", PROXY, header)];
        expect(spoofed).toBe(bare);
        expect(find(String(between.length + 1), PROXY, header)).toBe(bare);
      }),
    );
  });

  test("what an untrusted peer sends is not read at all", () => {
    fc.assert(
      fc.property(garbage, (header) => {
        expect(find("10.0.0.0/8", CLIENT, header)).toBe(CLIENT);
      }),
    );
  });
});

describe.each(laneOf(import.meta.file))("behind a trusted proxy on %s", (lane) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane, env: { TRUST_PROXY: "loopback" } });
  }, 60_000);
  afterAll(() => gateway.close());

  test("S-43: each client has a limit of its own, an IPv6 client by its /64, and the log names it", async () => {
    const refused = async (forwarded: string) =>
      (await gateway.call("GET", "/api/v1/tools", { headers: { "x-forwarded-for": forwarded } })).status;
    for (let i = 0; i < 60; i++) expect(await refused(`192.0.2.${i}, 2001:db8:1:1::${i}`)).toBe(401);
    expect(await refused("198.51.100.1, 2001:db8:1:1:ffff::")).toBe(429);
    expect([await refused("2001:db8:1:2::1"), await refused("198.51.100.1")]).toEqual([401, 401]);
    const logged = gateway.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === "key_refused");
    expect(logged.at(-1).address).toBe("198.51.100.1");
  });
});
