// Cursors of provider lists: good for the user, the list and the filters they were given for, and for nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { codeOf, oneFault } from "../support/answers.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

const ISSUES = "/api/v1/github/repos/ada/engine/issues";
const REFUSED = oneFault(
  "query",
  "/cursor",
  "cursor is not one that this list has given; leave it out to start again.",
);

describe("cursors", () => {
  let gateway: TestGateway;
  let key: string;
  let cursor: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: ["github", "google"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "github");
    await gateway.connect(key, "google");
    cursor = (await get(`${ISSUES}?state=open&limit=1`)).json.data.next_cursor;
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const get = (path: string, by = key) => gateway.call("GET", path, { key: by });
  const expectRefused = async (path: string, by = key) => {
    const seen = gateway.providers.github.log.length;
    const answer = await get(path, by);
    expect(answer.json).toEqual(REFUSED);
    expect(codeOf(answer)).toBe("400 VALIDATION_ERROR");
    expect(gateway.providers.github.log.length).toBe(seen);
  };

  test("a cursor leads through the list once, and the last page has null", async () => {
    const seen: string[] = [];
    let path = "/api/v1/google/gmail/messages?limit=1";
    for (let next: string | null = ""; next !== null; ) {
      const { data } = (await get(path)).json;
      seen.push(...data.messages.map((message: { id: string }) => message.id));
      next = data.next_cursor;
      path = `/api/v1/google/gmail/messages?limit=1&cursor=${encodeURIComponent(next ?? "")}`;
    }
    const whole = (await get("/api/v1/google/gmail/messages?limit=100")).json.data;
    expect(whole.next_cursor).toBeNull();
    expect(seen).toEqual(whole.messages.map((message: { id: string }) => message.id));
    expect(seen.length).toBeGreaterThan(2);
  });

  test("R-43: 33 issues, three of them first, then the other 30, each once and in order", async () => {
    const letters = "/api/v1/github/repos/ada/letters/issues";
    for (let n = 1; n <= 33; n++) {
      if (n % 15 === 0) gateway.clock.nextMinute();
      const made = await gateway.call("POST", letters, { key, body: { title: `Letter ${n}` } });
      expect(made.status).toBe(200);
    }
    gateway.clock.nextMinute();
    type Page = { data: { issues: { title: string }[]; next_cursor: string | null } };
    const titles = (data: Page["data"]) => data.issues.map(({ title }) => title);
    const first = (await get(`${letters}?limit=3`)).json.data;
    const rest = (await get(`${letters}?limit=100&cursor=${first.next_cursor}`)).json.data;
    expect([titles(first).length, titles(rest).length, rest.next_cursor]).toEqual([3, 30, null]);
    expect(new Set([...titles(first), ...titles(rest)]).size).toBe(33);

    const walked: string[] = [];
    let next: string | null = "";
    for (const limit of [10, 4, 1, 7, 100, 2]) {
      const { data }: Page = (await get(`${letters}?limit=${limit}${next && `&cursor=${next}`}`)).json;
      expect(data.issues.length).toBeLessThanOrEqual(limit);
      walked.push(...titles(data));
      next = data.next_cursor;
      if (next === null) break;
    }
    expect(walked).toEqual([...titles(first), ...titles(rest)]);
  });

  test("R-43: a list that Google gives whole comes in pages of the limit", async () => {
    const whole = (await get("/api/v1/google/gmail/labels?limit=100")).json.data;
    expect([whole.labels.length > 5, whole.next_cursor]).toEqual([true, null]);
    const seen: unknown[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const { data }: { data: { labels: unknown[]; next_cursor: string | null } } = (
        await get(`/api/v1/google/gmail/labels?limit=4${next && `&cursor=${next}`}`)
      ).json;
      expect(data.labels.length).toBeLessThanOrEqual(4);
      seen.push(...data.labels);
      next = data.next_cursor;
    }
    expect(seen).toEqual(whole.labels);
  });

  test("limit and raw may change on the way", async () => {
    for (const change of ["limit=1", "limit=100", "limit=2&raw=true"]) {
      expect((await get(`${ISSUES}?state=open&${change}&cursor=${cursor}`)).status).toBe(200);
    }
  });

  test("a default that is spelled out is the same filter as one that is left out", async () => {
    const { next_cursor } = (await get("/api/v1/google/calendar/events?limit=1")).json.data;
    const path = `/api/v1/google/calendar/events?calendar_id=primary&limit=1&cursor=${encodeURIComponent(next_cursor)}`;
    expect((await get(path)).status).toBe(200);
  });

  test.each(["", "x", "1", "2", "page=2", "made-up", "k1.", "k1.AAAA", "k9.AAAA", "%7B%7D", "k1.%00"])(
    "a made-up cursor %j is refused",
    async (text) => {
      const answer = await get(`${ISSUES}?state=open&cursor=${text}`);
      expect(codeOf(answer)).toBe("400 VALIDATION_ERROR");
      expect(answer.json.details.errors).toMatchObject([{ in: "query", path: "/cursor" }]);
    },
  );

  test("a cursor that was altered by one character, anywhere, is refused", async () => {
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === "A" ? "Q" : "A";
      await expectRefused(`${ISSUES}?state=open&cursor=${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`);
    }
  });

  test("a cursor that was cut short or made longer is refused", async () => {
    for (const text of [cursor.slice(0, -4), `${cursor}AAAA`, cursor + cursor]) {
      await expectRefused(`${ISSUES}?state=open&cursor=${text}`);
    }
  });

  test("a cursor does not work with other filters, in another list, or in another repository", async () => {
    await expectRefused(`${ISSUES}?cursor=${cursor}`);
    await expectRefused(`${ISSUES}?state=closed&cursor=${cursor}`);
    await expectRefused(`${ISSUES}?state=open&sort=updated&cursor=${cursor}`);
    await expectRefused(`/api/v1/github/repos/ada/engine/pulls?state=open&cursor=${cursor}`);
    await expectRefused(`/api/v1/github/repos/ada/letters/issues?state=open&cursor=${cursor}`);
    await expectRefused(`/api/v1/usage?cursor=${cursor}`);
  });

  test("S-45: another user's cursor is refused, also for the same person at the provider", async () => {
    const other = await gateway.user();
    await gateway.connect(other.key, "github");
    await expectRefused(`${ISSUES}?state=open&cursor=${cursor}`, other.key);
  });

  test("a cursor tells nothing of what it holds", async () => {
    const bytes = Buffer.from(cursor.slice(cursor.indexOf(".") + 1), "base64url").toString("latin1");
    for (const word of ["page", "issues", "ada", "engine"]) expect(cursor + bytes).not.toContain(word);
  });

  test("a cursor longer than any of ours is refused by its length", async () => {
    const answer = await get(`${ISSUES}?cursor=${"a".repeat(4_097)}`);
    expect(answer.json.details.errors).toMatchObject([{ in: "query", path: "/cursor" }]);
  });
});
