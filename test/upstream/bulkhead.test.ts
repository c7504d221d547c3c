// The places at one host: shares, turns and queues, and no place lost whatever the order of things.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Owner } from "../../src/owner.ts";
import { type Caps, createBulkhead } from "../../src/upstream/bulkhead.ts";

const LONG_MS = 600_000;
const user = (userId: string): Owner => ({ userId, accountId: null });
const account = (userId: string, accountId: string): Owner => ({ userId, accountId });
const caps = (host: number, ofUser: number, owner: number, waiting = 100): Caps => ({
  host: { atOnce: host, waiting },
  user: { atOnce: ofUser, waiting },
  owner: { atOnce: owner, waiting },
});
const [ADA, BO, CY] = ["ada", "bo", "cy"].map(user) as [Owner, Owner, Owner];

/** Notes who is served, in order. */
function served(places: ReturnType<typeof createBulkhead>, log: string[], name: string, owner: Owner) {
  return places.acquire(owner, null, LONG_MS).then((isServed) => void (isServed && log.push(name)));
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("S-93: places at a host", () => {
  test("an owner has its share and no more, while others have theirs", () => {
    const places = createBulkhead(caps(4, 3, 1));
    expect([places.tryAcquire(ADA), places.tryAcquire(ADA), places.tryAcquire(BO), places.tryAcquire(BO)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    places.release(ADA);
    expect(places.tryAcquire(ADA)).toBe(true);
  });

  test("a user has its share with all of its accounts", () => {
    const places = createBulkhead(caps(4, 3, 1));
    const taken = ["1", "2", "3", "4"].map((id) => places.tryAcquire(account("ada", id)));
    expect(taken).toEqual([true, true, true, false]);
    expect(places.tryAcquire(BO)).toBe(true);
  });

  test("places that come free go to the owners in turn, and among one owner's to who came first", async () => {
    const places = createBulkhead(caps(1, 1, 1));
    const log: string[] = [];
    expect(places.tryAcquire(CY)).toBe(true);
    const waiting = ["a1", "a2", "a3"].map((name) => served(places, log, name, ADA));
    waiting.push(...["b1", "b2"].map((name) => served(places, log, name, BO)));
    for (const owner of [CY, ADA, BO, ADA, BO]) {
      places.release(owner);
      await settle();
    }
    await Promise.all(waiting);
    expect(log).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  test("an owner who could have more places waits its turn all the same", async () => {
    const places = createBulkhead(caps(2, 2, 2));
    const log: string[] = [];
    const taken = [places.tryAcquire(CY), places.tryAcquire(CY)];
    void served(places, log, "a1", ADA);
    void served(places, log, "a2", ADA);
    void served(places, log, "b1", BO);
    for (const _ of taken) places.release(CY);
    await settle();
    expect(log).toEqual(["a1", "b1"]);
  });

  test("turns go round the users first: many accounts of one get no more than one user's turn", async () => {
    const places = createBulkhead(caps(1, 1, 1));
    const log: string[] = [];
    places.tryAcquire(CY);
    const accounts = ["1", "2", "3"].map((id) => account("ada", id));
    for (const [i, owner] of accounts.entries()) void served(places, log, `ada/${i + 1}`, owner);
    void served(places, log, "bo", BO);
    for (const owner of [CY, accounts[0] as Owner, BO]) {
      places.release(owner);
      await settle();
    }
    expect(log).toEqual(["ada/1", "bo", "ada/2"]);
  });

  test("who may not wait is refused at once: past the owner's queue, the user's and the host's", async () => {
    const queues = {
      host: { atOnce: 1, waiting: 3 },
      user: { atOnce: 1, waiting: 2 },
      owner: { atOnce: 1, waiting: 1 },
    };
    const places = createBulkhead(queues);
    places.tryAcquire(CY);
    const isRefused = async (owner: Owner) =>
      (await Promise.race([places.acquire(owner, null, LONG_MS), settle().then(() => "waits")])) === false;
    expect(await isRefused(account("ada", "1"))).toBe(false);
    expect(await isRefused(account("ada", "1"))).toBe(true);
    expect(await isRefused(account("ada", "2"))).toBe(false);
    expect(await isRefused(account("ada", "3"))).toBe(true);
    expect(await isRefused(BO)).toBe(false);
    expect(await isRefused(user("dee"))).toBe(true);
  });

  test("who leaves, or whose time is up, has no turn any more", async () => {
    const places = createBulkhead(caps(1, 1, 1));
    places.tryAcquire(CY);
    const stop = new AbortController();
    const left = places.acquire(ADA, stop.signal, LONG_MS);
    const late = places.acquire(ADA, null, 1);
    const last = places.acquire(ADA, null, LONG_MS);
    stop.abort();
    expect([await left, await late]).toEqual([false, false]);
    places.release(CY);
    expect(await last).toBe(true);
    expect(await places.acquire(ADA, stop.signal, LONG_MS)).toBe(false);
    places.release(ADA);
    expect(places.isIdle()).toBe(true);
  });
});

/** What a made-up history does; the numbers choose among those who could do it. */
const STEP = fc.record({ what: fc.constantFrom("send", "send", "end", "leave"), who: fc.nat(5), which: fc.nat(50) });
const OWNERS = [ADA, BO, account("cy", "1"), account("cy", "2"), account("cy", "3"), account("ada", "4")];

test("S-93: whatever happens in whatever order, no cap is passed, no place is lost and nobody waits beside a free one", async () => {
  const shapes = fc.constantFrom(caps(4, 3, 1), caps(5, 4, 2), caps(2, 2, 2), caps(3, 1, 1));
  await fc.assert(
    fc.asyncProperty(shapes, fc.array(STEP, { maxLength: 60 }), async (shape, steps) => {
      const places = createBulkhead(shape);
      const running: Owner[] = [];
      const waiting: { owner: Owner; stop: AbortController }[] = [];
      const count = (list: readonly Owner[], key: "userId" | "accountId", like: Owner) =>
        list.filter((one) => one.userId === like.userId && (key === "userId" || one.accountId === like.accountId))
          .length;
      const hasRoom = (owner: Owner) =>
        running.length < shape.host.atOnce &&
        count(running, "userId", owner) < shape.user.atOnce &&
        count(running, "accountId", owner) < shape.owner.atOnce;
      const begin = (owner: Owner) => {
        const stop = new AbortController();
        if (places.tryAcquire(owner)) return void running.push(owner);
        const entry = { owner, stop };
        waiting.push(entry);
        void places.acquire(owner, stop.signal, LONG_MS).then((isServed) => {
          if (!isServed) return;
          waiting.splice(waiting.indexOf(entry), 1);
          running.push(owner);
        });
      };
      for (const { what, who, which } of steps) {
        const leaver = waiting[which % Math.max(1, waiting.length)];
        const ender = running[which % Math.max(1, running.length)];
        if (what === "send") {
          const owner = OWNERS[who] as Owner;
          const hadRoom = hasRoom(owner);
          const before = running.length;
          begin(owner);
          expect(running.length > before).toBe(hadRoom);
        } else if (what === "leave" && leaver) {
          waiting.splice(waiting.indexOf(leaver), 1);
          leaver.stop.abort();
        } else if (what === "end" && ender) {
          running.splice(running.indexOf(ender), 1);
          places.release(ender);
        }
        await Promise.resolve();
        await Promise.resolve();
        expect(running.length).toBeLessThanOrEqual(shape.host.atOnce);
        for (const owner of OWNERS) {
          expect(count(running, "userId", owner)).toBeLessThanOrEqual(shape.user.atOnce);
          expect(count(running, "accountId", owner)).toBeLessThanOrEqual(shape.owner.atOnce);
        }
        expect(waiting.filter(({ owner }) => hasRoom(owner))).toEqual([]);
      }
      for (const { stop } of waiting) stop.abort();
      for (const owner of running) places.release(owner);
      expect(places.isIdle()).toBe(true);
    }),
    { numRuns: 300 },
  );
});
