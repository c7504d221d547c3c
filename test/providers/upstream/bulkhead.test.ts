// The bulkhead of one host: shares, turns and queues, and no slot lost in any order of events.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Owner } from "../../../src/identity/owner.ts";
import { type BulkheadLimits, createBulkhead } from "../../../src/providers/upstream/bulkhead.ts";

const LONG_MS = 600_000;
const user = (userId: string): Owner => ({ userId, accountId: null });
const account = (userId: string, accountId: string): Owner => ({ userId, accountId });
const limits = (host: number, ofUser: number, owner: number, queued = 100): BulkheadLimits => ({
  host: { concurrent: host, queued },
  user: { concurrent: ofUser, queued },
  owner: { concurrent: owner, queued },
});
const [ADA, BO, CY] = ["ada", "bo", "cy"].map(user) as [Owner, Owner, Owner];

/** Logs who is served, in order. */
function served(bulkhead: ReturnType<typeof createBulkhead>, log: string[], name: string, owner: Owner) {
  return bulkhead.acquire(owner, null, LONG_MS).then((isServed) => void (isServed && log.push(name)));
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("S-93: slots of a host", () => {
  test("an owner has its share and no more, while others have theirs", () => {
    const bulkhead = createBulkhead(limits(4, 3, 1));
    expect([
      bulkhead.tryAcquire(ADA),
      bulkhead.tryAcquire(ADA),
      bulkhead.tryAcquire(BO),
      bulkhead.tryAcquire(BO),
    ]).toEqual([true, false, true, false]);
    bulkhead.release(ADA);
    expect(bulkhead.tryAcquire(ADA)).toBe(true);
  });

  test("a user has its share with all of its accounts", () => {
    const bulkhead = createBulkhead(limits(4, 3, 1));
    const taken = ["1", "2", "3", "4"].map((id) => bulkhead.tryAcquire(account("ada", id)));
    expect(taken).toEqual([true, true, true, false]);
    expect(bulkhead.tryAcquire(BO)).toBe(true);
  });

  test("released slots go to the owners in turn, and in order of arrival within an owner", async () => {
    const bulkhead = createBulkhead(limits(1, 1, 1));
    const log: string[] = [];
    expect(bulkhead.tryAcquire(CY)).toBe(true);
    const queued = ["a1", "a2", "a3"].map((name) => served(bulkhead, log, name, ADA));
    queued.push(...["b1", "b2"].map((name) => served(bulkhead, log, name, BO)));
    for (const owner of [CY, ADA, BO, ADA, BO]) {
      bulkhead.release(owner);
      await settle();
    }
    await Promise.all(queued);
    expect(log).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  test("an owner within its share waits its turn all the same", async () => {
    const bulkhead = createBulkhead(limits(2, 2, 2));
    const log: string[] = [];
    const taken = [bulkhead.tryAcquire(CY), bulkhead.tryAcquire(CY)];
    void served(bulkhead, log, "a1", ADA);
    void served(bulkhead, log, "a2", ADA);
    void served(bulkhead, log, "b1", BO);
    for (const _ of taken) bulkhead.release(CY);
    await settle();
    expect(log).toEqual(["a1", "b1"]);
  });

  test("turns are by user first: many accounts of one user get one user's turn", async () => {
    const bulkhead = createBulkhead(limits(1, 1, 1));
    const log: string[] = [];
    bulkhead.tryAcquire(CY);
    const accounts = ["1", "2", "3"].map((id) => account("ada", id));
    for (const [i, owner] of accounts.entries()) void served(bulkhead, log, `ada/${i + 1}`, owner);
    void served(bulkhead, log, "bo", BO);
    for (const owner of [CY, accounts[0] as Owner, BO]) {
      bulkhead.release(owner);
      await settle();
    }
    expect(log).toEqual(["ada/1", "bo", "ada/2"]);
  });

  test("a full queue of the owner, the user or the host refuses at once", async () => {
    const queues = {
      host: { concurrent: 1, queued: 3 },
      user: { concurrent: 1, queued: 2 },
      owner: { concurrent: 1, queued: 1 },
    };
    const bulkhead = createBulkhead(queues);
    bulkhead.tryAcquire(CY);
    const isRefused = async (owner: Owner) =>
      (await Promise.race([bulkhead.acquire(owner, null, LONG_MS), settle().then(() => "waits")])) === false;
    expect(await isRefused(account("ada", "1"))).toBe(false);
    expect(await isRefused(account("ada", "1"))).toBe(true);
    expect(await isRefused(account("ada", "2"))).toBe(false);
    expect(await isRefused(account("ada", "3"))).toBe(true);
    expect(await isRefused(BO)).toBe(false);
    expect(await isRefused(user("dee"))).toBe(true);
  });

  test("an aborted or timed-out request leaves the queue", async () => {
    const bulkhead = createBulkhead(limits(1, 1, 1));
    bulkhead.tryAcquire(CY);
    const stop = new AbortController();
    const left = bulkhead.acquire(ADA, stop.signal, LONG_MS);
    const late = bulkhead.acquire(ADA, null, 1);
    const last = bulkhead.acquire(ADA, null, LONG_MS);
    stop.abort();
    expect([await left, await late]).toEqual([false, false]);
    bulkhead.release(CY);
    expect(await last).toBe(true);
    expect(await bulkhead.acquire(ADA, stop.signal, LONG_MS)).toBe(false);
    bulkhead.release(ADA);
    expect(bulkhead.isIdle()).toBe(true);
  });
});

/** A random event; the numbers choose whom it concerns. */
const STEP = fc.record({ what: fc.constantFrom("send", "send", "end", "leave"), who: fc.nat(5), which: fc.nat(50) });
const OWNERS = [ADA, BO, account("cy", "1"), account("cy", "2"), account("cy", "3"), account("ada", "4")];

test("S-93: in any order of events, no limit is exceeded, no slot is lost and nobody waits beside a free one", async () => {
  const shapes = fc.constantFrom(limits(4, 3, 1), limits(5, 4, 2), limits(2, 2, 2), limits(3, 1, 1));
  await fc.assert(
    fc.asyncProperty(shapes, fc.array(STEP, { maxLength: 60 }), async (shape, steps) => {
      const bulkhead = createBulkhead(shape);
      const running: Owner[] = [];
      const queued: { owner: Owner; stop: AbortController }[] = [];
      const count = (list: readonly Owner[], key: "userId" | "accountId", like: Owner) =>
        list.filter((one) => one.userId === like.userId && (key === "userId" || one.accountId === like.accountId))
          .length;
      const hasRoom = (owner: Owner) =>
        running.length < shape.host.concurrent &&
        count(running, "userId", owner) < shape.user.concurrent &&
        count(running, "accountId", owner) < shape.owner.concurrent;
      const begin = (owner: Owner) => {
        const stop = new AbortController();
        if (bulkhead.tryAcquire(owner)) return void running.push(owner);
        const entry = { owner, stop };
        queued.push(entry);
        void bulkhead.acquire(owner, stop.signal, LONG_MS).then((isServed) => {
          if (!isServed) return;
          queued.splice(queued.indexOf(entry), 1);
          running.push(owner);
        });
      };
      for (const { what, who, which } of steps) {
        const leaver = queued[which % Math.max(1, queued.length)];
        const ender = running[which % Math.max(1, running.length)];
        if (what === "send") {
          const owner = OWNERS[who] as Owner;
          const hadRoom = hasRoom(owner);
          const before = running.length;
          begin(owner);
          expect(running.length > before).toBe(hadRoom);
        } else if (what === "leave" && leaver) {
          queued.splice(queued.indexOf(leaver), 1);
          leaver.stop.abort();
        } else if (what === "end" && ender) {
          running.splice(running.indexOf(ender), 1);
          bulkhead.release(ender);
        }
        await Promise.resolve();
        await Promise.resolve();
        expect(running.length).toBeLessThanOrEqual(shape.host.concurrent);
        for (const owner of OWNERS) {
          expect(count(running, "userId", owner)).toBeLessThanOrEqual(shape.user.concurrent);
          expect(count(running, "accountId", owner)).toBeLessThanOrEqual(shape.owner.concurrent);
        }
        expect(queued.filter(({ owner }) => hasRoom(owner))).toEqual([]);
      }
      for (const { stop } of queued) stop.abort();
      for (const owner of running) bulkhead.release(owner);
      expect(bulkhead.isIdle()).toBe(true);
    }),
    { numRuns: 300 },
  );
});
