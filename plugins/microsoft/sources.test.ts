// Tests what fixtures cannot: links that lead nowhere else, mailboxes that change meanwhile, and what a calendar's changes mean.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Poll, Source, SourceContext, Upstream, UpstreamRequest } from "../../src/plugin/index.ts";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import { changesIn } from "./calendar-source.ts";
import { deltaPage, linkRequest } from "./delta.ts";
import { mailSource } from "./mail-source.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-01-01T00:00:00Z");
const iso = (ms: number) => new Date(ms).toISOString();

const linkOf = (url: string) => deltaPage({ value: [], "@odata.deltaLink": url }).link;
/** The URL that a link's request goes to, below the base URL. */
function sentTo(link: string): string {
  const { path, query } = linkRequest(link, {});
  const pairs = Object.entries(query ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  );
  return `${path}?${new URLSearchParams(pairs)}`;
}

describe("a link to the next changes", () => {
  test("leads to the provider's own API, whatever host it names", () => {
    const link = linkOf("https://evil.example.com/v1.0/me/drive/root/delta?token=a");
    expect(link).toBe("/me/drive/root/delta?token=a");
  });

  test.each([
    "https://graph.microsoft.com/v1.0/me/messages?x=1",
    "https://graph.microsoft.com/beta/me/drive/root/delta?token=a",
    "https://graph.microsoft.com/v1.0/me/delta/../messages",
    "no link",
    "",
  ])("is refused where it is %p", (url) => {
    expect(() => linkOf(url)).toThrow();
  });

  test("has the same token when it is sent, whatever characters are in it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (token) => {
        const link = linkOf(`https://graph.microsoft.com/v1.0/me/drive/root/delta?${new URLSearchParams({ token })}`);
        const [path, query] = sentTo(link).split("?");
        expect(path).toBe("/me/drive/root/delta");
        expect([...new URLSearchParams(query)]).toEqual([["token", token]]);
      }),
    );
  });

  test("of a drive may hold its token in the path", () => {
    const link = linkOf("https://graph.microsoft.com/v1.0/drives/b!1/root/delta(token='a%2Fb')");
    expect(decodeURIComponent(sentTo(link))).toBe("/drives/b!1/root/delta(token='a/b')?");
  });
});

interface Message {
  id: string;
  receivedDateTime: string;
  isRead: boolean;
  /** When Graph's list shows it, or its change. */
  shownAt: number;
}

/** A mailbox whose links die now and then; two messages a page. */
function mailbox(messages: Message[], clock: () => number, isForgotten: () => boolean): Upstream {
  const attempt = async ({ query }: UpstreamRequest, tolerated: readonly string[] = []) => {
    const token = [query?.$deltatoken, query?.$skiptoken].flat().find((value) => value !== undefined);
    if (token !== undefined && tolerated.includes("not_found") && isForgotten()) return null;
    const text = String(token ?? `0|0|${String(query?.$filter).split(" ge ")[1]}`);
    const [since = "0", first = "0", from = ""] = text.split("|");
    const changed = messages.filter(
      (message) =>
        message.shownAt > Number(since) &&
        message.shownAt <= clock() &&
        Date.parse(message.receivedDateTime) >= Date.parse(from),
    );
    const page = changed.slice(Number(first), Number(first) + 2);
    const isLast = Number(first) + 2 >= changed.length;
    const at = isLast ? `%24deltatoken=${clock()}|0|${from}` : `%24skiptoken=${since}|${Number(first) + 2}|${from}`;
    const url = `https://graph.microsoft.com/v1.0/me/mailFolders('inbox')/messages/delta?${at}`;
    const json = { value: page, [isLast ? "@odata.deltaLink" : "@odata.nextLink"]: url };
    return { status: 200, headers: new Headers(), json };
  };
  return { request: (req: UpstreamRequest) => attempt(req), attempt } as unknown as Upstream;
}

describe("a poll of Outlook's inbox", () => {
  test.each([30, 1_000])("finds each new message, though Graph forgets every %d-th link", async (every) => {
    let now = START;
    let asked = 0;
    const message = (n: number): Message => ({
      id: `m${n}`,
      receivedDateTime: iso(START + (n - 20) * 47_000 + 1),
      isRead: false,
      shownAt: START + (n - 20) * 47_000 + 10_000,
    });
    const messages = Array.from({ length: 60 }, (_, n) => message(n));
    const upstream = mailbox(
      messages,
      () => now,
      () => ++asked % every === 0,
    );
    const source: Source = mailSource;
    const poll = source.poll as Poll;
    const context = (): SourceContext => ({
      identity: { id: "1", name: "ada", tenant: {} },
      resource: null,
      settings: {},
      now,
    });
    let position = await poll.start(context(), upstream);
    const ids = new Set<string>();
    let isMore = false;
    for (let step = 0; step < 400; step++) {
      // The mailbox stands still while pages are read: Graph's links are of one moment.
      if (!isMore) now += 20_000;
      const read = messages[step % messages.length];
      if (!isMore && read && read.shownAt < now - MINUTE) read.isRead = true;
      const page = await poll.next(position, context(), upstream);
      isMore = page.more;
      position = page.position;
      for (const { id } of polledEvents(source, page.items, context())) ids.add(id);
    }
    const expected = messages.filter(({ receivedDateTime }) => Date.parse(receivedDateTime) >= START);
    expect([...ids].toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  });
});

describe("a change in the calendar", () => {
  const position = { from: iso(START), readAt: iso(START + 100 * MINUTE), isListing: false };
  const event = (created: number, modified: number, more: object = {}) => ({
    id: "e",
    changeKey: "k",
    createdDateTime: iso(START + created * MINUTE),
    lastModifiedDateTime: iso(START + modified * MINUTE),
    ...more,
  });
  const keys = (item: unknown, isListing = false) => changesIn(item, { ...position, isListing }).map(({ key }) => key);

  test.each([
    ["created since the last reading", event(99, 99), ["e:created"]],
    ["created, and changed at once by Outlook itself", event(99, 99.1), ["e:created"]],
    ["created within the overlap and changed later", event(50, 99), ["e:created", "e:k"]],
    ["changed", event(-5_000, 99), ["e:k"]],
    ["changed long ago, which Graph shows now", event(-5_000, -50), ["e:k"]],
    ["one of a series", event(99, 99, { type: "occurrence" }), []],
    ["an exception of a series", event(-5_000, 99, { type: "exception" }), ["e:k"]],
    ["deleted", { id: "e", "@removed": { reason: "deleted" } }, ["e:deleted"]],
    ["out of the days that are listed", { id: "e", "@removed": { reason: "changed" } }, []],
    ["without times", { id: "e" }, ["e:null"]],
  ])("%s", (_, item, expected) => {
    expect(keys(item)).toEqual(expected);
  });

  test("is none where a new list shows an event that has not changed since the last reading", () => {
    expect(keys(event(-5_000, -50), true)).toEqual([]);
    expect(keys({ id: "e" }, true)).toEqual([]);
    expect(keys(event(-5_000, 99), true)).toEqual(["e:k"]);
  });

  test("keeps its key in every reading, so that it is stored once", () => {
    const made = event(99, 99);
    const later = { from: iso(START), readAt: iso(START + 130 * MINUTE), isListing: true };
    expect(changesIn(made, later)).toEqual(changesIn(made, position));
  });
});
