// Tests what fixtures cannot: a poll of a workspace that is edited meanwhile, whose times have no seconds.
import { describe, expect, test } from "bun:test";
import type { Poll, SourceContext, Upstream, UpstreamRequest } from "../../src/plugin/index.ts";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import { pageSource } from "./page-source.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-01-01T10:30:45.678Z");
const cut = (ms: number) => new Date(ms - (ms % MINUTE)).toISOString();
const poll = pageSource.poll as Poll;
const context = (now: number): SourceContext => ({
  identity: { id: "w:ada", name: "ada", tenant: {} },
  resource: null,
  settings: {},
  now,
});

interface Page {
  id: string;
  created: number;
  /** The edit that search shows, and the real one. */
  shown: number;
  edited: number;
}

/** A search that shows edits of every second page a while later, three pages at a time. */
function workspace(pages: Page[], clock: () => number, lagMs: number): Upstream {
  const request = async ({ json }: UpstreamRequest) => {
    for (const [n, page] of pages.entries()) if (page.edited <= clock() - (n % 2) * lagMs) page.shown = page.edited;
    const found = pages
      .filter(({ created }, n) => created <= clock() - (n % 2) * lagMs)
      .toSorted((a, b) => Date.parse(cut(b.shown)) - Date.parse(cut(a.shown)));
    const { start_cursor } = json as { start_cursor?: string };
    const first = Number(start_cursor ?? 0);
    const results = found.slice(first, first + 3).map(({ id, created, shown }) => ({
      object: "page",
      id,
      created_time: cut(created),
      last_edited_time: cut(shown),
    }));
    const next_cursor = first + 3 < found.length ? String(first + 3) : null;
    return { status: 200, headers: new Headers(), json: { results, next_cursor } };
  };
  return { request, attempt: request } as unknown as Upstream;
}

describe("a poll of Notion's search", () => {
  test.each([0, 50_000, 3 * MINUTE])(
    "finds each page's last edit and each creation, to the minute, with a search that lags %d ms",
    async (lagMs) => {
      let now = START;
      const pages = Array.from({ length: 10 }, (_, n): Page => {
        const created = START + (n - 5) * 4 * MINUTE;
        return { id: `p${n}`, created, shown: created, edited: created };
      });
      const upstream = workspace(pages, () => now, lagMs);
      let position = await poll.start(context(now), upstream);
      const ids = new Set<string>();
      for (let step = 0; step < 150; step++) {
        now += 23_000;
        const page = pages[(step * 3) % pages.length];
        if (page && page.created < now && step < 120) page.edited = now - 1_000;
        const read = await poll.next(position, context(now), upstream);
        position = read.position;
        for (const { id } of polledEvents(pageSource, read.items, context(now))) ids.add(id);
      }
      const made = pages.filter(({ created }) => created >= START).map(({ id }) => `${id}:created`);
      expect(made).not.toBeEmpty();
      expect([...ids].filter((id) => id.endsWith(":created")).toSorted()).toEqual(made.toSorted());
      for (const { id, edited } of pages) expect([...ids]).toContain(`${id}:${Date.parse(cut(edited))}`);
      const before = [...ids].filter((id) => Number(id.split(":")[1]) < Date.parse(cut(START)));
      expect(before).toEqual([]);
    },
  );

  test("finds an edit of the minute that was read last", async () => {
    const now = START;
    const page: Page = { id: "p1", created: 0, shown: 0, edited: 0 };
    const other: Page = { id: "p2", created: 0, shown: START + 5_000, edited: START + 5_000 };
    const upstream = workspace([page, other], () => now + MINUTE, 0);
    const first = await poll.next(await poll.start(context(now), upstream), context(now), upstream);
    page.edited = START + 10_000;
    const second = await poll.next(first.position, context(now), upstream);
    const ids = polledEvents(pageSource, second.items, context(now)).map(({ id }) => id);
    expect(ids).toContain(`p1:${Date.parse(cut(page.edited))}`);
  });
});
