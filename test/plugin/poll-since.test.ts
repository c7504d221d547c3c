// A poll of everything since a time: spans overlap, pages of a span belong together, and a change is created, updated or both.
import { describe, expect, test } from "bun:test";
import { changesSince, isSecondOver, type Poll, pollSince, type SourceContext, type Upstream } from "gateway/plugin";
import { rejection } from "../support/rejection.ts";

const upstream = {} as Upstream;
const at = (now: number): SourceContext => ({
  identity: { id: "1", name: "ada", tenant: {} },
  resource: null,
  settings: {},
  now,
});
const NOON = Date.parse("2026-01-01T12:00:00Z");

/** A poll whose provider shows these times, two a page. */
function pollOver(times: number[], reads: [since: number, cursor: string | null][] = []): Poll {
  return pollSince({
    everyS: 60,
    overlapS: 30,
    read: async (since, cursor) => {
      reads.push([since, cursor]);
      const found = times.filter((time) => time >= since);
      const from = cursor === null ? 0 : Number(cursor);
      return { items: found.slice(from, from + 2), cursor: found.length > from + 2 ? String(from + 2) : null };
    },
  });
}

describe("a poll of everything since a time", () => {
  test("starts at the present and emits nothing", async () => {
    expect(await pollOver([NOON - 1]).start(at(NOON), upstream)).toBe(String(NOON));
  });

  test("reads the next span from before the last one's beginning, so that what shows late is found", async () => {
    const times: number[] = [];
    const poll = pollOver(times);
    const first = await poll.next(String(NOON), at(NOON + 60_000), upstream);
    expect(first).toEqual({ items: [], position: String(NOON + 30_000), more: false });
    times.push(NOON + 45_000);
    const second = await poll.next(first.position, at(NOON + 120_000), upstream);
    expect(second.items).toEqual([NOON + 45_000]);
  });

  test("never goes back, also when it is polled again at once", async () => {
    const { position } = await pollOver([]).next(String(NOON), at(NOON + 5_000), upstream);
    expect(position).toBe(String(NOON));
  });

  test("keeps a span's beginning over its pages, however late the last one is read", async () => {
    const reads: [number, string | null][] = [];
    const poll = pollOver([NOON, NOON + 1, NOON + 2, NOON + 3, NOON + 4], reads);
    let page = await poll.next(String(NOON), at(NOON + 60_000), upstream);
    const items = [...page.items];
    for (let late = 1; page.more; late++) {
      page = await poll.next(page.position, at(NOON + late * 3_600_000), upstream);
      items.push(...page.items);
    }
    expect(items).toHaveLength(5);
    expect(reads).toEqual([
      [NOON, null],
      [NOON, "2"],
      [NOON, "4"],
    ]);
    expect(page.position).toBe(String(NOON + 30_000));
  });

  test("refuses a position that is none", async () => {
    expect(await rejection(pollOver([]).next("soon", at(NOON), upstream))).toHaveProperty("message");
  });
});

describe("what happened to a thing", () => {
  test("is its creation, its change, or both, by when it was created", () => {
    expect(changesSince(NOON, NOON, NOON)).toEqual(["created"]);
    expect(changesSince(NOON, NOON + 5, NOON + 900)).toEqual(["created"]);
    expect(changesSince(NOON, NOON + 5, NOON + 1_005)).toEqual(["created", "updated"]);
    expect(changesSince(NOON, NOON - 1, NOON + 1)).toEqual(["updated"]);
    expect(changesSince(NOON, NOON - 1, NOON - 1)).toEqual(["updated"]);
  });

  test("is read in whole seconds once the second is over, since a further change would get the same time", () => {
    expect(isSecondOver(NOON, NOON + 999)).toBe(false);
    expect(isSecondOver(NOON, NOON + 1_000)).toBe(true);
    expect(isSecondOver(Number.NaN, NOON)).toBe(false);
  });
});
