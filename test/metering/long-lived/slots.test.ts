// Slots of what is held: every share is a bound, a release gives back what was taken, and nobody's share takes another's place.
import { describe, expect, test } from "bun:test";
import { createSlots, type Holder, KINDS, type LongLivedKind } from "../../../src/metering/long-lived/slots.ts";

/** What is counted one by one, by user and key; bodies have a test of their own. */
const kinds = ["stream", "listener", "export", "body"] as const;
const holder = (user: string, credential: string, address: string): Holder => ({
  userId: user,
  credentialId: `${user} ${credential}`,
  address,
});
/** Takes slots as long as there are; gives their releases. */
const takeAll = (slots: ReturnType<typeof createSlots>, kind: LongLivedKind, of: (i: number) => Holder) => {
  const releases: (() => void)[] = [];
  try {
    for (let i = 0; i < 5_000; i++) releases.push(slots.take(kind, of(i)));
  } catch {}
  return releases;
};

describe.each(kinds)("slots of a %s", (kind) => {
  const { ofCredential, ofUser, ofNetwork, inProcess } = KINDS[kind];

  test("S-110: a user with any number of keys, from anywhere, leaves room for another's only one", () => {
    const slots = createSlots();
    const taken = takeAll(slots, kind, (i) => holder("greedy", `key ${i}`, `192.0.${i >> 8}.${i & 255}`));
    expect(taken).toHaveLength(ofUser);
    expect(ofUser).toBeLessThan(inProcess);
    slots.take(kind, holder("other", "key", "198.51.100.1"))();
    // From the greedy user's own address as well.
    slots.take(kind, holder("other", "key", "192.0.0.1"))();
  });

  test("S-110: a network with any number of users leaves room for another network", () => {
    const slots = createSlots();
    const taken = takeAll(slots, kind, (i) => holder(`user ${i}`, "key", `2001:db8::${i.toString(16)}`));
    expect(taken).toHaveLength(ofNetwork);
    expect(ofNetwork).toBeLessThan(inProcess);
    slots.take(kind, holder("other", "key", "198.51.100.1"))();
  });

  test("one key has its own bound, and the process has one", () => {
    const slots = createSlots();
    expect(takeAll(slots, kind, () => holder("user", "key", "192.0.2.1"))).toHaveLength(ofCredential);
    const everybody = createSlots();
    const all = takeAll(everybody, kind, (i) => holder(`user ${i}`, "key", `10.${i >> 8}.${i & 255}.1`));
    expect([all.length, everybody.count(kind)]).toEqual([inProcess, inProcess]);
  });

  test("a release works once, and gives back every share", () => {
    const slots = createSlots();
    const one = () => holder("user", "key", "192.0.2.1");
    for (let round = 0; round < 3; round++) {
      const releases = takeAll(slots, kind, one);
      for (const release of [...releases, ...releases]) release();
      expect(slots.count(kind)).toBe(0);
    }
    expect(takeAll(slots, kind, one)).toHaveLength(ofCredential);
  });

  test("a refusal says whose turn it is and when to come back", () => {
    const slots = createSlots();
    takeAll(slots, kind, () => holder("user", "key", "192.0.2.1"));
    let refused: unknown;
    try {
      slots.take(kind, holder("user", "key", "192.0.2.1"));
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ code: "RATE_LIMITED", details: { share: "credential", reason: "limited" } });
    expect((refused as { retryAfter: number }).retryAfter).toBeGreaterThan(0);
  });
});
