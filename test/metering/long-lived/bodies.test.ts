// Bodies that are on their way: shares by key, user, network and process, by place and by bytes; the largest that is not complete goes
// first.
import { describe, expect, test } from "bun:test";
import type { AppError } from "../../../src/foundation/errors.ts";
import { type CountedBody, createBodies } from "../../../src/metering/long-lived/bodies.ts";
import { createSlots, KINDS } from "../../../src/metering/long-lived/slots.ts";

const MiB = 1024 * 1024;

function stage() {
  const slots = createSlots();
  const bodies = createBodies(slots);
  const open = (address: string, userId: string | null = null) => {
    const body = bodies.open(address);
    if (userId !== null) body.belongsTo({ userId, credentialId: `key of ${userId}`, address });
    const refused: AppError[] = [];
    body.begin((error) => void refused.push(error));
    return { body, refused };
  };
  return { slots, open };
}

/** How many can be held until one is refused. */
function held(next: (i: number) => { body: CountedBody }): { count: number; refusal: AppError } {
  for (let count = 0; count < 5_000; count++) {
    try {
      next(count).body.hold();
    } catch (error) {
      return { count, refusal: error as AppError };
    }
  }
  throw new Error("Nothing was refused.");
}

describe("places of slow bodies", () => {
  test("S-110: a /48 of strangers leaves room for other strangers, and takes none from callers", () => {
    const { slots, open } = stage();
    const ofSite = (i: number) => open(`2001:db8:1:${i.toString(16)}::1`);
    const { count, refusal } = held(ofSite);
    expect(count).toBe(KINDS.strangerBody.ofNetwork);
    expect([refusal.code, refusal.retryAfter, refusal.details.share]).toEqual(["SERVICE_UNAVAILABLE", 5, "network"]);
    open("2001:db8:2::1").body.hold();
    for (let i = 0; i < 300; i++) open(`2001:db8:1:${i.toString(16)}::1`, `user ${i}`).body.hold();
    expect(slots.count("strangerBody")).toBe(count + 1);
  });

  test("S-110: a body gives its place back when it is complete, once", () => {
    const { slots, open } = stage();
    const { body } = open("192.0.2.1", "ada");
    for (let i = 0; i < 3; i++) body.hold();
    expect(slots.count("body")).toBe(1);
    for (let i = 0; i < 3; i++) body.end();
    for (let i = 0; i < 3; i++) body.release();
    expect(slots.count("body")).toBe(0);
  });
});

describe("bytes of bodies", () => {
  test("S-110: past its share a user's largest body that is not complete goes, and nobody else's", () => {
    const { open } = stage();
    const other = open("192.0.2.1", "bob");
    other.body.take(90 * MiB);
    const [large, small, next] = [40, 20, 36].map((size) => {
      const one = open("192.0.2.1", "ada");
      one.body.take(size * MiB);
      return one;
    }) as [ReturnType<typeof open>, ReturnType<typeof open>, ReturnType<typeof open>];
    next.body.take(1);
    expect(large.refused.map(({ code, details }) => [code, details.share])).toEqual([["RATE_LIMITED", "credential"]]);
    expect([large.body.isRefused, small.refused, next.refused, other.refused]).toEqual([true, [], [], []]);
  });

  test("S-110: what is complete stays until its request ends, and the newcomer is refused", () => {
    const { slots, open } = stage();
    const first = open("192.0.2.1", "ada");
    first.body.take(90 * MiB);
    first.body.end();
    const second = open("192.0.2.1", "ada");
    expect(() => second.body.take(7 * MiB)).toThrow("This key has 96 MiB of request bodies being received");
    expect([second.body.isRefused, first.refused]).toEqual([true, []]);
    first.body.release();
    second.body.take(7 * MiB);
    second.body.release();
    expect(slots.count("bytes")).toBe(0);
  });

  test("S-110: strangers from everywhere hold no more than their part, and callers theirs", () => {
    const { slots, open } = stage();
    for (let i = 0; i < 200; i++) open(`10.${i}.0.1`).body.take(i * 10_000);
    for (let i = 0; i < 200; i++) {
      try {
        open(`10.${i}.0.1`).body.take(MiB);
      } catch {}
    }
    expect(slots.count("strangerBytes")).toBeLessThanOrEqual(KINDS.strangerBytes.inProcess);
    open("10.0.0.1", "ada").body.take(90 * MiB);
    expect(slots.count("bytes")).toBe(90 * MiB);
  });
});
