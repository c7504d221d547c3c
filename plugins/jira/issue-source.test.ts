// Tests what fixtures cannot: polls of a site that changes meanwhile, times, and what a registration leaves.
import { describe, expect, test } from "bun:test";
import type {
  CallIdentity,
  SourceContext,
  Upstream,
  UpstreamRequest,
  UpstreamResponse,
} from "../../src/plugin/index.ts";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import { issueSource, jqlSince } from "./issue-source.ts";
import { expiryIn } from "./subscription.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-03-29T00:30:00Z");
const identity: CallIdentity = {
  id: "acme.atlassian.net/557058.ada",
  name: "Acme",
  tenant: { cloud: "c", site: "acme.atlassian.net", account: "557058.ada" },
};
const bob = { accountId: "712020:bob", displayName: "Bob" };

interface Issue {
  id: string;
  created: number;
  histories: { id: string; at: number }[];
  comments: { id: string; at: number }[];
}

/** Jira's form of a time, in the zone of the person; its clocks go forward an hour at 01:00 UTC. */
function jiraTime(ms: number): string {
  const hours = ms < Date.parse("2026-03-29T01:00:00Z") ? 1 : 2;
  return new Date(ms + hours * 60 * MINUTE).toISOString().replace("Z", `+0${hours}00`);
}

/** A site whose search shows changes a while later, two issues a page. */
function site(issues: Issue[], clock: () => number, lagMs: number) {
  const shownAt = () => clock() - lagMs;
  const updatedOf = ({ created, histories, comments }: Issue) =>
    Math.max(created, ...[...histories, ...comments].map(({ at }) => at).filter((at) => at <= shownAt()));
  const search = ({ jql, nextPageToken }: { jql: string; nextPageToken?: string }) => {
    const minutes = Number(/updated >= -(\d+)m/.exec(jql)?.[1]);
    const found = issues
      .filter((issue) => issue.created <= shownAt() && updatedOf(issue) >= clock() - minutes * MINUTE)
      .toSorted((a, b) => updatedOf(b) - updatedOf(a));
    const first = Number(nextPageToken ?? 0);
    const page = found.slice(first, first + 2).map((issue) => ({
      id: issue.id,
      key: `ENG-${issue.id}`,
      fields: { summary: "x", created: jiraTime(issue.created), updated: jiraTime(updatedOf(issue)), creator: bob },
      changelog: {
        histories: issue.histories
          .filter(({ at }) => at <= clock())
          .map(({ id, at }) => ({ id, author: bob, created: jiraTime(at), items: [{ field: "status" }] })),
      },
    }));
    return { issues: page, ...(first + 2 < found.length && { nextPageToken: String(first + 2) }) };
  };
  const commentsOf = (path: string, query: UpstreamRequest["query"]) => {
    const id = /issue\/(\d+)\/comment/.exec(path)?.[1];
    const start = Number(query?.startAt);
    const all = (issues.find((issue) => issue.id === id)?.comments ?? [])
      .filter(({ at }) => at <= clock())
      .toSorted((a, b) => b.at - a.at);
    const comments = all.slice(start, start + Number(query?.maxResults));
    return { comments: comments.map((one) => ({ id: one.id, author: bob, created: jiraTime(one.at) })) };
  };
  return async (req: UpstreamRequest): Promise<UpstreamResponse> => {
    const json = req.path === "/search/jql" ? search(req.json as { jql: string }) : commentsOf(req.path, req.query);
    return { status: 200, headers: new Headers(), json };
  };
}

function runner(answer: (req: UpstreamRequest) => Promise<UpstreamResponse>, clock: () => number) {
  const upstream = { request: answer, attempt: answer } as unknown as Upstream;
  const context = (): SourceContext => ({ identity, resource: null, settings: {}, now: clock() });
  const poll = issueSource.poll as NonNullable<typeof issueSource.poll>;
  return {
    start: () => poll.start(context(), upstream),
    async next(position: string) {
      const page = await poll.next(position, context(), upstream);
      return { ...page, events: polledEvents(issueSource, page.items, context()) };
    },
  };
}

describe("a poll of Jira's issues", () => {
  test.each([0, 20_000, 4 * MINUTE])(
    "finds what happened since the start, with a search that lags %d ms, while issues change between its pages",
    async (lagMs) => {
      let now = START;
      const issues: Issue[] = Array.from({ length: 9 }, (_, n) => ({
        id: String(100 + n),
        // The first three are older than the source.
        created: START + (n - 3) * 3 * MINUTE + 1_000,
        histories: [],
        comments: [],
      }));
      const expected = new Set(issues.filter(({ created }) => created > START).map(({ id }) => `${id}:created`));
      const { start, next } = runner(
        site(issues, () => now, lagMs),
        () => now,
      );
      let position = await start();
      const found = new Map<string, number>();
      // Two hours, across the change of the clocks; something happens at each page that is read.
      for (let step = 0; step < 240; step++) {
        now += 30_000;
        const issue = issues[(step * 7) % issues.length] as Issue;
        const isBusy = step < 180 && issue.created < now;
        if (isBusy && step % 3 === 0) {
          issue.histories.unshift({ id: `h${step}`, at: now - 5_000 });
          expected.add(`${issue.id}:h${step}`);
        } else if (isBusy && step % 3 === 1) {
          issue.comments.push({ id: `c${step}`, at: now - 5_000 });
          expected.add(`${issue.id}:comment:c${step}`);
        }
        const page = await next(position);
        expect(page.position.length).toBeLessThan(8_192);
        position = page.position;
        for (const { id } of page.events) found.set(id, (found.get(id) ?? 0) + 1);
      }
      expect([...found.keys()].toSorted()).toEqual([...expected].toSorted());
    },
  );

  test("goes on where an outage of hours ended", async () => {
    let now = START;
    const issue: Issue = { id: "7", created: START - 60 * MINUTE, histories: [], comments: [] };
    const { start, next } = runner(
      site([issue], () => now, 0),
      () => now,
    );
    const position = await start();
    issue.comments.push({ id: "c1", at: now + 5 * MINUTE }, { id: "c2", at: now + 300 * MINUTE });
    now += 400 * MINUTE;
    expect((await next(position)).events.map(({ id }) => id)).toEqual(["7:comment:c1", "7:comment:c2"]);
  });

  test("finds all of an issue's comments, whatever their number", async () => {
    let now = START;
    const comments = Array.from({ length: 130 }, (_, n) => ({ id: `c${n}`, at: START + 1_000 + n }));
    const { start, next } = runner(
      site([{ id: "7", created: 0, histories: [], comments }], () => now, 0),
      () => now,
    );
    const position = await start();
    now += MINUTE;
    expect((await next(position)).events.map(({ id }) => id)).toEqual(comments.map(({ id }) => `7:comment:${id}`));
  });
});

describe("times of Jira", () => {
  test("a search is bounded by minutes before now, rounded up, which mean the same in every time zone", () => {
    const at = Date.parse("2026-03-29T01:30:00Z");
    expect(jqlSince(at - 10 * MINUTE - 1, at)).toContain("updated >= -71m ");
    expect(jqlSince(at - 10 * MINUTE, at)).toContain("updated >= -70m ");
    expect(jqlSince(at + MINUTE, at)).toContain("updated >= -60m ");
  });

  test("an expiry is milliseconds, as a number or a text, or ISO 8601 with or without a colon in its offset", () => {
    const at = Date.parse("2026-02-20T00:00:00Z");
    for (const text of [
      at,
      String(at),
      "2026-02-20T00:00:00Z",
      "2026-02-20T01:00:00.000+0100",
      "2026-02-20T01:00:00+01:00",
    ])
      expect(expiryIn(text)).toBe(at);
    for (const text of ["soon", null, undefined]) expect(expiryIn(text)).toBeNull();
  });
});
