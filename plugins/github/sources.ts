// GitHub's sources: a hook of one repository, and the person's notifications, which are polled.
import {
  idAt,
  joinPaths,
  path,
  polledEvent,
  Refusal,
  type Source,
  type Subscription,
  segments,
  textAt,
  type UpstreamResponse,
} from "gateway/plugin";
import { notification } from "./notifications.ts";

/** What a hook reports: everything that `webhook-events.ts` maps. */
const HOOK_EVENTS = [
  "issues",
  "issue_comment",
  "pull_request",
  "pull_request_review",
  "push",
  "release",
  "workflow_run",
  "discussion",
  "star",
  "fork",
];

const hooksOf = (resource: string | null) => joinPaths(path`/repos/`, segments(resource ?? ""), path`/hooks`);
const hookOf = (resource: string | null, { id }: Subscription) => joinPaths(hooksOf(resource), path`/${id}`);

function hookIdOf({ json }: UpstreamResponse): string {
  const id = idAt(json, "id");
  if (id === null) throw new Refusal("error", "GitHub's response names no hook.", "unexpected_shape");
  return id;
}

/** Needs an administrator of the repository; `public_repo` and `repo` include its hooks. */
const repository: Source<"repos.write"> = {
  description: "Everything that happens in one repository, reported by a webhook that the gateway adds to it.",
  permission: "repos.write",
  resource: {
    description: "The repository as owner/name; the connected user must be an administrator of it.",
    pattern: /^(?!\.{1,2}\/)[A-Za-z0-9._-]{1,100}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
  },
  push: {
    deliversTo: "source",
    subscribe: ({ resource, address, secret }) => ({
      method: "POST",
      path: hooksOf(resource),
      json: {
        name: "web",
        active: true,
        events: HOOK_EVENTS,
        config: { url: address, content_type: "json", insecure_ssl: "0", secret },
      },
    }),
    subscribed: (response) => ({ id: hookIdOf(response), expiresAt: null }),
    unsubscribe: (subscription, { resource }) => ({ method: "DELETE", path: hookOf(resource, subscription) }),
    check: (subscription, { resource }) => ({ path: hookOf(resource, subscription) }),
  },
};

/** Milliseconds that polls read again, and for how long: GitHub's list may show an older notification after a newer one. */
const [OVERLAP_MS, SETTLED_MS] = [60_000, 300_000];

/**
 * A position: since when to read, and while a poll is on its way through the pages, the newest time that it has seen and the
 * time that the next page ends before. Page numbers would skip what moves up when somebody reads a notification.
 */
interface Position {
  since: string;
  newest?: string;
  before?: string;
}
const write = ({ since, newest, before }: Position) => [since, newest, before].filter(Boolean).join(" ");
function read(position: string): Position {
  const [since = "", newest, before] = position.split(" ");
  return { since, newest, before };
}
/** A time as GitHub takes it. */
const timeText = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
/** Since when the next poll reads, where the newest notification is of `newestMs`. */
const reread = (newestMs: number, now: number) =>
  timeText(newestMs < now - SETTLED_MS ? newestMs + 1_000 : newestMs - OVERLAP_MS);
const later = (a: string, b: string) => [a, b].toSorted()[1] as string;
const timesOf = (items: readonly unknown[]) => items.flatMap((item) => textAt(item, "updated_at") ?? []).sort();

/** What the page after this one, newest first, ends before; null after the last page. */
function nextBefore({ headers }: UpstreamResponse, oldest: string | undefined, before: string | undefined) {
  if (oldest === undefined || !/;\s*rel="next"/.test(headers.get("link") ?? "")) return null;
  // One second more, for others of the same second; unless the whole page is of that second, and nothing would move.
  const further = timeText(Date.parse(oldest) + 1_000);
  return further === before ? oldest : further;
}

const notifications: Source<"notifications.read"> = {
  description:
    "The connected user's unread notifications. Used when GitHub cannot push events, such as with an OAuth app.",
  permission: "notifications.read",
  poll: {
    everyS: 60,
    start: async ({ now }) => timeText(now),
    next: async (position, { now }, upstream) => {
      const { since, newest, before } = read(position);
      const query = { since, before, per_page: 50 };
      const response = await upstream.request({ path: path`/notifications`, query });
      const { json } = response;
      if (!Array.isArray(json)) throw new Refusal("error", "GitHub's response is not a list.", "unexpected_shape");
      const times = timesOf(json);
      const seen = later(newest ?? "", times.at(-1) ?? "");
      const further = nextBefore(response, times[0], before);
      const until = seen === "" ? since : reread(Date.parse(seen), now);
      return {
        items: json.toReversed(),
        position: further === null ? later(since, until) : write({ since, newest: seen, before: further }),
        more: further !== null,
      };
    },
  },
  events: {
    "notifications.received": polledEvent({
      description: "GitHub notified the person: a mention, a review request, a comment and so on.",
      // A thread comes again with each update.
      id: (_, { id, updated_at }) => `${id}/${updated_at}`,
      payload: notification,
      view: ({ title, reason, repository, number, type, updated_at }) => ({
        title: `${repository}: ${title}`,
        summary: reason.replaceAll("_", " "),
        url: `https://github.com/${repository}${number === null ? "" : `/${type === "PullRequest" ? "pull" : "issues"}/${number}`}`,
        occurredAt: updated_at,
      }),
    }),
  },
};

export const sources = { repository, notifications };
