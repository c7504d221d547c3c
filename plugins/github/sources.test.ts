// Tests the poll of GitHub's notifications over many pages, while some arrive and some are read at GitHub.
import { describe, expect, test } from "bun:test";
import type { Poll, SourceContext, Upstream, UpstreamRequest } from "../../src/plugin/index.ts";
import { sources } from "./sources.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const poll = sources.notifications.poll as Poll;
const contextAt = (now: number): SourceContext => ({
  identity: { id: "101", name: "ada", tenant: {} },
  resource: null,
  settings: {},
  now,
});
const timeOf = (second: number) => new Date(START + second * 1_000).toISOString().replace(".000Z", "Z");
const note = (second: number, id = second) => ({ id: String(id), updated_at: timeOf(second) });
type Note = ReturnType<typeof note>;

/** GitHub's list, newest first, in pages of 50; `change` runs before each request. */
function listOf(notes: Note[], change: (request: number) => void = () => {}) {
  const sent: UpstreamRequest[] = [];
  const request = async (req: UpstreamRequest) => {
    change(sent.push(req));
    const { since, before } = req.query ?? {};
    const found = notes
      .filter(({ updated_at }) => updated_at >= String(since) && (before === undefined || updated_at < String(before)))
      .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
    const link = found.length > 50 ? { link: '<https://api.github.com/notifications?page=2>; rel="next"' } : undefined;
    return { status: 200, headers: new Headers(link), json: found.slice(0, 50) };
  };
  return { sent, upstream: { request } as unknown as Upstream };
}

async function pollOnce(start: string, upstream: Upstream, now: number) {
  const read: string[] = [];
  for (let position = start; ; ) {
    const page = await poll.next(position, contextAt(now), upstream);
    read.push(...page.items.map((item) => (item as Note).id));
    if (!page.more) return { read, position: page.position };
    position = page.position;
  }
}

describe("The poll of notifications", () => {
  const start = timeOf(0);
  const ids = (notes: Note[]) => notes.map(({ id }) => id).toSorted();

  test("loses none of four pages while one arrives and others are read at GitHub", async () => {
    const notes = Array.from({ length: 180 }, (_, index) => note(index + 1));
    const expected = ids(notes);
    const { upstream } = listOf(notes, (request) => {
      if (request === 2) notes.push(note(900));
      // The person reads those of the first page: all others move up by 50.
      if (request === 3) notes.splice(130, 50);
    });
    const walk = await pollOnce(start, upstream, START + 200_000);
    const after = await pollOnce(walk.position, upstream, START + 1_000_000);
    expect([...new Set([...walk.read, ...after.read])].toSorted()).toEqual([...expected, "900"].toSorted());
  });

  test("goes on behind a second that has more notifications than a page", async () => {
    const notes = [...Array.from({ length: 60 }, (_, index) => note(100, 1_000 + index)), note(50)];
    const { upstream, sent } = listOf(notes);
    const { read } = await pollOnce(start, upstream, START + 200_000);
    expect(read).toContain("50");
    expect(sent.length).toBeLessThan(6);
  });

  test("reads the last minute again for five minutes, and then nothing, so that it can slow down", async () => {
    const notes = [note(100), note(130)];
    const { upstream } = listOf(notes);
    const first = await pollOnce(start, upstream, START + 140_000);
    notes.push(note(120));
    const second = await pollOnce(first.position, upstream, START + 200_000);
    expect(second.read).toContain("120");
    const third = await pollOnce(second.position, upstream, START + 600_000);
    expect((await pollOnce(third.position, upstream, START + 660_000)).read).toEqual([]);
  });

  test("starts from now", async () => {
    const { upstream } = listOf([note(-5), note(5)]);
    const position = await poll.start(contextAt(START), upstream);
    expect((await pollOnce(position, upstream, START + 60_000)).read).toEqual(["5"]);
  });
});
