// The source of what happens to the person's issues: webhooks trigger a search by the time of the last change.
import {
  checked,
  nullable,
  type Poll,
  path,
  type Source,
  type Static,
  t,
  textAt,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { isoTime } from "./fields.ts";
import { type Happening, issueEvents } from "./issue-event.ts";
import { accountIdOf } from "./oauth.ts";
import { searchPagination } from "./pagination.ts";
import { subscription } from "./subscription.ts";

const MINUTE_MS = 60_000;
/** How far before the newest known change each poll begins: the search lags some seconds behind. */
const OVERLAP_MINUTES = 10;
/** How long the pages of one search may take: its bound is relative to now and moves on, so it begins so much earlier. */
const READING_MINUTES = 60;
/** Issues a page: each costs a request for its comments. */
const PAGE_SIZE = 10;
const COMMENTS = 50;
const MAX_COMMENT_PAGES = 4;
/** Issues that a poll remembers as read. */
const MAX_READ = 100;

const Position = t.Object({
  /** Unix milliseconds: when the source was made, and the newest change of the last complete reading. */
  from: t.Integer(),
  newest: t.Integer(),
  /** This reading's newest change, start, search and next page; null before the first page. */
  reading: nullable(t.Object({ newest: t.Integer(), startedAt: t.Integer(), jql: t.String(), token: t.String() })),
  /** `<id>:<updated>` of issues that were read: within the overlap they come again and again. */
  read: t.Array(t.String()),
});
type Position = Static<typeof Position>;

const FIELDS = ["summary", "status", "project", "created", "updated", "creator"];
const timeAt = (item: unknown, name: string) => Date.parse(isoTime(textAt(item, name)) ?? "");

/**
 * The search for what changed since a time. JQL knows times to the minute, in the person's own time zone; minutes before now
 * are the same everywhere, and across a change of the clocks.
 */
export function jqlSince(sinceMs: number, now: number): string {
  const minutes = Math.max(0, Math.ceil((now - sinceMs) / MINUTE_MS)) + READING_MINUTES;
  return `(assignee = currentUser() OR reporter = currentUser()) AND updated >= -${minutes}m ORDER BY updated DESC`;
}

/** Comments since a time, the oldest first. */
async function commentsSince(issueId: string, sinceMs: number, upstream: Upstream): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 0; page < MAX_COMMENT_PAGES; page++) {
    const response = await upstream.attempt(
      {
        path: path`/issue/${issueId}/comment`,
        query: { orderBy: "-created", startAt: page * COMMENTS, maxResults: COMMENTS },
      },
      // Deleted or hidden since the search.
      ["not_found", "forbidden"],
    );
    const comments = valueAt(response?.json, "comments");
    const recent = (Array.isArray(comments) ? comments : []).filter((comment) => timeAt(comment, "created") >= sinceMs);
    found.push(...recent);
    if (recent.length < COMMENTS) break;
  }
  return found.toReversed();
}

const listAt = (json: unknown, dotted: string): unknown[] => {
  const list = valueAt(json, dotted);
  return Array.isArray(list) ? list : [];
};

/** What happened to an issue since a time, the oldest first, without what `account` did. */
async function happeningsOf(issue: unknown, sinceMs: number, account: string | null, upstream: Upstream) {
  const id = textAt(issue, "id") ?? "";
  const isNew = timeAt(issue, "fields.created") >= sinceMs;
  const creation: Happening = {
    what: "created",
    key: `${id}:created`,
    by: valueAt(issue, "fields.creator"),
    at: textAt(issue, "fields.created"),
    issue,
  };
  const changes = listAt(issue, "changelog.histories")
    .filter((history) => timeAt(history, "created") >= sinceMs)
    .map((history): Happening => {
      const items = listAt(history, "items");
      const isAssigned = items.some((item) => (textAt(item, "fieldId") ?? textAt(item, "field")) === "assignee");
      return {
        what: isAssigned ? "assigned" : "updated",
        key: `${id}:${textAt(history, "id")}`,
        by: valueAt(history, "author"),
        at: textAt(history, "created"),
        issue,
        changes: items,
      };
    });
  const comments = (await commentsSince(id, sinceMs, upstream)).map(
    (comment): Happening => ({
      what: "commented",
      key: `${id}:comment:${textAt(comment, "id")}`,
      by: valueAt(comment, "author"),
      at: textAt(comment, "created"),
      issue,
      comment,
    }),
  );
  return [...(isNew ? [creation] : []), ...changes, ...comments]
    .filter(({ by }) => account === null || textAt(by, "accountId") !== account)
    .toSorted((a, b) => timeAt(a, "at") - timeAt(b, "at"));
}

const poll: Poll = {
  // Atlassian counts the requests of all of an app's customers together.
  everyS: 120,
  start: async ({ now }) => JSON.stringify({ from: now, newest: now, reading: null, read: [] }),
  next: async (text, { now, identity }, upstream) => {
    const position = checked(Position, JSON.parse(text));
    const { from, read } = position;
    const since = Math.max(from, position.newest - OVERLAP_MINUTES * MINUTE_MS);
    // After a long pause the search begins again: what it has read already is known.
    const isCurrent = now - (position.reading?.startedAt ?? 0) <= READING_MINUTES * MINUTE_MS;
    const reading = isCurrent ? position.reading : null;
    const jql = reading?.jql ?? jqlSince(since, now);
    const page = { limit: PAGE_SIZE, position: reading?.token ?? null };
    const json = { jql, fields: FIELDS, expand: "changelog" };
    const request = { method: "POST", safe: true, path: path`/search/jql`, json } as const;
    const response = await upstream.request(searchPagination.apply(request, page));
    const issues = listAt(response.json, "issues");
    const newest = reading?.newest ?? Math.max(position.newest, ...times(issues));
    const changed = issues.filter((issue) => timeAt(issue, "fields.updated") >= since);
    const unread = changed.filter((issue) => !read.includes(versionOf(issue)));
    const account = accountIdOf(identity);
    const items: Happening[] = [];
    for (const issue of unread.toReversed()) items.push(...(await happeningsOf(issue, since, account, upstream)));
    // The last changed come first, so the list is read down to what was there before.
    const token = changed.length === issues.length ? searchPagination.next(response, page) : null;
    const after: Position = {
      from,
      newest: token === null ? newest : position.newest,
      reading: token === null ? null : { newest, startedAt: reading?.startedAt ?? now, jql, token },
      read: [...read, ...unread.map(versionOf)].slice(-MAX_READ),
    };
    return { items, position: JSON.stringify(after), more: token !== null };
  },
};

const versionOf = (issue: unknown) => `${textAt(issue, "id")}:${timeAt(issue, "fields.updated")}`;
const times = (issues: readonly unknown[]) =>
  issues.map((issue) => timeAt(issue, "fields.updated")).filter((time) => !Number.isNaN(time));

export const issueSource: Source<"issues.read"> = {
  description: "New, changed and commented issues that the person reports or is assigned to.",
  permission: "issues.read",
  push: subscription,
  poll,
  events: issueEvents,
};
