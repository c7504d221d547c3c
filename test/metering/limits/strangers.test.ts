// The limits of networks that have not signed in: each network has its share, small ones within larger ones, in bounded memory.
import { describe, expect, test } from "bun:test";
import { createStrangers } from "../../../src/metering/limits/strangers.ts";

/** How many of `tries` pieces are admitted. */
const admitted = (guard: ReturnType<typeof createStrangers>, tries: number, address: (i: number) => string) =>
  Array.from({ length: tries }, (_, i) => guard.count("registration", address(i))).filter(({ refused }) => !refused)
    .length;
const v6 = (i: number) => `2001:db8:1:${(i % 0x10000).toString(16)}::1`;

describe("the limits of networks that have not signed in", () => {
  test("S-112: 10,000 addresses of one /48 have sixteen shares, and another network has its own", () => {
    const guard = createStrangers(() => 0);
    const one = admitted(guard, 1_000, () => "2001:db8:9:9::1");
    expect(admitted(guard, 10_000, v6)).toBe(16 * one);
    expect(admitted(guard, 1, () => "2001:db8:2::1")).toBe(1);
    expect(admitted(guard, 1, () => "192.0.2.1")).toBe(1);
  });

  test("S-112: a /56 has four shares, an IPv4 /24 sixteen", () => {
    const guard = createStrangers(() => 0);
    const one = admitted(guard, 1_000, () => "192.0.2.1");
    expect(admitted(guard, 10_000, (i) => `2001:db8:1:${(0x100 + (i % 256)).toString(16)}::1`)).toBe(4 * one);
    expect(admitted(guard, 10_000, (i) => `198.51.100.${i % 256}`)).toBe(16 * one);
  });

  test("each kind of work has its own count, and each minute is another", () => {
    let now = 0;
    const guard = createStrangers(() => now);
    admitted(guard, 1_000, () => "192.0.2.1");
    expect(guard.count("registration", "192.0.2.1").refused).toMatchObject({ code: "RATE_LIMITED", retryAfter: 60 });
    expect(guard.count("sign_in", "192.0.2.1").refused).toBeNull();
    now = 60_000;
    expect(guard.count("registration", "192.0.2.1").refused).toBeNull();
  });

  test("what is refused is not counted, so that it does not lengthen the wait", () => {
    let now = 0;
    const guard = createStrangers(() => now);
    admitted(guard, 10_000, () => "192.0.2.1");
    now = 60_000;
    expect(guard.state("registration", "192.0.2.1").remaining).toBe(guard.state("registration", "192.0.2.9").limit);
  });

  test("a client without a known address counts as well", () => {
    const guard = createStrangers(() => 0);
    for (let i = 0; i < 60; i++) guard.admit("refused_key", null);
    expect(() => guard.admit("refused_key", null)).toThrow("Too many requests without a valid API key.");
  });
});
