// Cursors of provider lists: valid for their user, list and filters alone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, validationError } from "../../support/responses.ts";

const ISSUES = "/api/v1/github/repos/ada/engine/issues";
const REFUSED = validationError("query", "/cursor", "cursor is not from this list. Leave it out to start again.");

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
    const response = await get(path, by);
    expect(response.json).toEqual(REFUSED);
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    expect(gateway.providers.github.log.length).toBe(seen);
  };

  test("cursors lead through the list once; the last page has null", async () => {
    const seen: string[] = [];
    let path = "/api/v1/google/gmail/messages?limit=1";
    for (let next: string | null = ""; next !== null; ) {
      const { data } = (await get(path)).json;
      seen.push(...data.messages.map((message: { id: string }) => message.id));
      next = data.next_cursor;
      path = `/api/v1/google/gmail/messages?limit=1&cursor=${encodeURIComponent(next ?? "")}`;
    }
    const all = (await get("/api/v1/google/gmail/messages?limit=100")).json.data;
    expect(all.next_cursor).toBeNull();
    expect(seen).toEqual(all.messages.map((message: { id: string }) => message.id));
    expect(seen.length).toBeGreaterThan(2);
  });

  test("R-43: 33 issues come as three, then the other 30, each once and in order", async () => {
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

  test("R-43: a list that Google does not page comes in pages of the limit", async () => {
    const all = (await get("/api/v1/google/gmail/labels?limit=100")).json.data;
    expect([all.labels.length > 5, all.next_cursor]).toEqual([true, null]);
    const seen: unknown[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const { data }: { data: { labels: unknown[]; next_cursor: string | null } } = (
        await get(`/api/v1/google/gmail/labels?limit=4${next && `&cursor=${next}`}`)
      ).json;
      expect(data.labels.length).toBeLessThanOrEqual(4);
      seen.push(...data.labels);
      next = data.next_cursor;
    }
    expect(seen).toEqual(all.labels);
  });

  test("limit and raw may change between pages", async () => {
    for (const change of ["limit=1", "limit=100", "limit=2&raw=true"]) {
      expect((await get(`${ISSUES}?state=open&${change}&cursor=${cursor}`)).status).toBe(200);
    }
  });

  test("an explicit default is the same filter as an omitted one", async () => {
    const { next_cursor } = (await get("/api/v1/google/calendar/events?limit=1")).json.data;
    const path = `/api/v1/google/calendar/events?calendar_id=primary&limit=1&cursor=${encodeURIComponent(next_cursor)}`;
    expect((await get(path)).status).toBe(200);
  });

  test.each(["", "x", "1", "2", "page=2", "made-up", "k1.", "k1.AAAA", "k9.AAAA", "%7B%7D", "k1.%00"])(
    "a made-up cursor %j is refused",
    async (text) => {
      const response = await get(`${ISSUES}?state=open&cursor=${text}`);
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      expect(response.json.details.errors).toMatchObject([{ in: "query", path: "/cursor" }]);
    },
  );

  test("a cursor with one altered character is refused", async () => {
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === "A" ? "Q" : "A";
      await expectRefused(`${ISSUES}?state=open&cursor=${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`);
    }
  });

  test("a truncated or extended cursor is refused", async () => {
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

  test("a cursor reveals nothing of its position", async () => {
    const bytes = Buffer.from(cursor.slice(cursor.indexOf(".") + 1), "base64url").toString("latin1");
    for (const word of ["page", "issues", "ada", "engine"]) expect(cursor + bytes).not.toContain(word);
  });

  test("a cursor longer than any of ours is refused", async () => {
    const response = await get(`${ISSUES}?cursor=${"a".repeat(4_097)}`);
    expect(response.json.details.errors).toMatchObject([{ in: "query", path: "/cursor" }]);
  });
});
