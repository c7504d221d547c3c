// Tests X's polls over many pages: nothing is lost while posts and messages arrive, and a forgotten page is read anew.
import { describe, expect, test } from "bun:test";
import type { Poll, SourceContext, Upstream, UpstreamRequest } from "../../src/plugin/index.ts";
import { sources } from "./sources.ts";

const context: SourceContext = {
  identity: { id: "1100000000000000001", name: "@ada", tenant: {} },
  resource: null,
  settings: {},
  now: Date.parse("2026-01-01T00:00:00Z"),
};
const idsFrom = (first: bigint, count: number) =>
  Array.from({ length: count }, (_, index) => String(first + BigInt(index)));

/** X's lists, newest first, in pages of `size`. Before the n-th request `arrivals[n]` are there too. */
function listOf(ids: string[], size: number, arrivals: Record<number, string[]> = {}) {
  const sent: UpstreamRequest[] = [];
  const forgotten = new Set<string>();
  const answer = ({ query = {} }: UpstreamRequest) => {
    ids.push(...(arrivals[sent.length] ?? []));
    const [since, until] = [BigInt(String(query.since_id ?? 0)), query.until_id && BigInt(String(query.until_id))];
    const newestFirst = ids.filter((id) => BigInt(id) > since && (!until || BigInt(id) < until)).toReversed();
    const from = query.pagination_token ? newestFirst.indexOf(String(query.pagination_token)) : 0;
    const page = newestFirst.slice(from, from + size);
    const next = newestFirst[from + size];
    return { data: page.map((id) => ({ id })), meta: next === undefined ? {} : { next_token: next } };
  };
  const request = async (req: UpstreamRequest) => {
    sent.push(req);
    return { status: 200, headers: new Headers(), json: answer(req) };
  };
  const attempt = async (req: UpstreamRequest) =>
    forgotten.has(String(req.query?.pagination_token)) ? null : await request(req);
  return { sent, forgotten, upstream: { request, attempt } as unknown as Upstream };
}

async function pollOnce(poll: Poll, start: string, upstream: Upstream) {
  const read: string[] = [];
  for (let position = start; ; ) {
    const page = await poll.next(position, context, upstream);
    read.push(...page.items.map((item) => (item as { id: string }).id));
    expect(page.position.length).toBeLessThan(200);
    if (!page.more) return { read, position: page.position };
    position = page.position;
  }
}

describe.each([
  ["mentions", sources.mentions.poll as Poll, 100],
  ["direct messages", sources.messages.poll as Poll, 10],
])("The poll of %s", (_, poll, size) => {
  const since = "1900000000000000000";

  test("reads every one once, while more arrive, and those with the next poll", async () => {
    const first = idsFrom(1_900_000_000_000_000_001n, size * 3 + 5);
    const late = idsFrom(1_900_000_000_000_001_000n, 3);
    const { upstream } = listOf([...first], size, { 2: late });
    const walk = await pollOnce(poll, since, upstream);
    const after = await pollOnce(poll, walk.position, upstream);
    expect([...walk.read, ...after.read].toSorted()).toEqual([...first, ...late]);
    expect(after.position).toBe(late.at(-1) as string);
  });

  test("reads nothing older than its start", async () => {
    const start = await poll.start(context, {} as Upstream);
    const old = idsFrom(BigInt(start) - 20n, 20);
    const { upstream, sent } = listOf([...old, String(BigInt(start) + 1n)], size);
    expect((await pollOnce(poll, start, upstream)).read).toEqual([String(BigInt(start) + 1n)]);
    expect(sent).toHaveLength(1);
  });
});

test("a page of messages that X has forgotten loses nothing: the next poll reads all of them", async () => {
  const ids = idsFrom(1_900_000_000_000_000_001n, 25);
  const { upstream, forgotten } = listOf([...ids], 10);
  const poll = sources.messages.poll as Poll;
  const page = await poll.next("1900000000000000000", context, upstream);
  forgotten.add(page.position.split(" ")[2] as string);
  const lost = await poll.next(page.position, context, upstream);
  expect(lost).toEqual({ items: [], position: "1900000000000000000", more: false });
  forgotten.clear();
  expect((await pollOnce(poll, lost.position, upstream)).read.toSorted()).toEqual(ids);
});
