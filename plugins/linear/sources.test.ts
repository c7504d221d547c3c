// Tests what fixtures cannot: polls of a workspace that changes meanwhile, and replayed inbound webhooks.
import { describe, expect, test } from "bun:test";
import type { Poll, Source, SourceContext, Upstream, UpstreamRequest } from "../../src/plugin/index.ts";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import { commentSource } from "./comment-source.ts";
import { issueSource } from "./issue-source.ts";
import { webhook } from "./webhook.ts";

const START = Date.parse("2026-01-01T00:00:00.250Z");
const identity = { id: "acme:ada", name: "ada", tenant: {} };
const iso = (ms: number) => new Date(ms).toISOString();

interface Thing {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** A workspace whose list shows changes of some things later than others', three things a page. */
function workspace(
  list: string,
  field: "createdAt" | "updatedAt",
  things: () => Thing[],
  shownAt: (thing: Thing) => number,
) {
  const request = async ({ json }: UpstreamRequest) => {
    const { filter, after } = (json as { variables: { filter: Record<string, { gte: string }>; after?: string } })
      .variables;
    const since = Date.parse(filter[field]?.gte ?? "");
    const found = things()
      .filter((thing) => Date.parse(thing[field]) >= since && Date.parse(thing[field]) <= shownAt(thing))
      .toSorted((a, b) => Date.parse(b[field]) - Date.parse(a[field]));
    const first = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const nodes = found.slice(first, first + 3);
    const hasNextPage = first + 3 < found.length;
    const page = { nodes, pageInfo: { hasNextPage, endCursor: nodes.at(-1)?.id ?? null } };
    return { status: 200, headers: new Headers(), json: { data: { [list]: page } } };
  };
  return { request, attempt: request } as unknown as Upstream;
}

async function idsOver(source: Source, upstream: Upstream, steps: number, at: (step: number) => number) {
  const poll = source.poll as Poll;
  const context = (now: number): SourceContext => ({ identity, resource: null, settings: {}, now });
  let position = await poll.start(context(START), upstream);
  const ids = new Set<string>();
  for (let step = 0; step < steps; step++) {
    const now = at(step);
    const page = await poll.next(position, context(now), upstream);
    position = page.position;
    for (const { id } of polledEvents(source, page.items, context(now))) ids.add(id);
  }
  return [...ids].toSorted();
}

const state = { id: "s", name: "Todo", type: "unstarted" };

describe("a poll of Linear", () => {
  test.each([0, 45_000])(
    "finds each issue's last change and each creation, with a list that lags %d ms",
    async (lag) => {
      let now = START;
      const issues = Array.from({ length: 11 }, (_, n) => {
        const createdAt = iso(START + (n - 4) * 40_000 + 17);
        return { id: `i${n}`, identifier: `ENG-${n}`, title: "x", state, createdAt, updatedAt: createdAt };
      });
      const isThere = ({ createdAt }: Thing) => Date.parse(createdAt) <= now;
      const upstream = workspace(
        "issues",
        "updatedAt",
        () => issues.filter(isThere),
        ({ id }) => now - (Number(id.slice(1)) % 2) * lag,
      );
      const last = new Map<string, string>();
      const ids = await idsOver(issueSource, upstream, 120, (step) => {
        now += 15_000;
        // Many at once, then none for a while: the list has several pages.
        for (const issue of step % 10 === 0 && step < 100 ? issues.filter(isThere) : []) {
          issue.updatedAt = iso(now - 100 - issues.indexOf(issue) * 1_000);
          last.set(issue.id, issue.updatedAt);
        }
        return now;
      });
      const created = issues.filter(({ createdAt }) => Date.parse(createdAt) >= START).map(({ id }) => `${id}:created`);
      expect(created).not.toBeEmpty();
      for (const key of [...created, ...[...last].map(([id, at]) => `${id}:${at}`)]) expect(ids).toContain(key);
      expect(ids.filter((id) => id.endsWith(":created"))).toEqual(created.toSorted());
    },
  );

  test("finds each comment since the start once, and none from before", async () => {
    let now = START;
    const comments = Array.from({ length: 40 }, (_, n) => {
      const at = iso(START + (n - 10) * 7_000);
      return { id: `c${n}`, body: "x", createdAt: at, updatedAt: at };
    });
    const upstream = workspace(
      "comments",
      "createdAt",
      () => comments,
      ({ id }) => now - (Number(id.slice(1)) % 2) * 20_000,
    );
    const ids = await idsOver(commentSource, upstream, 60, () => (now += 10_000));
    expect(ids).toEqual(
      comments
        .filter(({ createdAt }) => Date.parse(createdAt) >= START)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});

test("an inbound webhook that is sent again with another header is the same one", () => {
  const json = { type: "Issue", action: "create", organizationId: "acme", createdAt: iso(START), data: { id: "i1" } };
  const inbound = (id: string) =>
    ({ headers: new Headers({ "linear-delivery": id }), json }) as Parameters<typeof webhook.eventId>[0];
  expect(webhook.eventId(inbound("one"), json)).toBe(webhook.eventId(inbound("two"), json));
  const other = { ...json, data: { id: "i2" } };
  expect(webhook.eventId({ ...inbound("one"), json: other }, other)).not.toBe(webhook.eventId(inbound("one"), json));
});
