// The connected user's notifications: record and endpoint.
import { endpoint, field, many, maybeText, nullable, pages, path, record, t } from "gateway/plugin";
import { since } from "./fields.ts";

export const notification = record({
  id: field.id(),
  reason: field.text({
    description: "Reason for the notification, such as assign, author, comment, mention or review_requested.",
  }),
  unread: field.flag(),
  title: field.text({ from: "subject.title" }),
  type: field.text({
    from: "subject.type",
    description: "Issue, PullRequest, Release, Commit, Discussion and so on.",
  }),
  number: field.of({
    from: "subject.url",
    raw: maybeText,
    shape: nullable(t.Integer({ description: "Number of the issue or pull request; null for other subjects." })),
    map: (url) => {
      const number = url?.match(/\/(?:issues|pulls)\/(\d+)$/)?.[1];
      return number === undefined ? null : Number(number);
    },
  }),
  repository: field.text({ from: "repository.full_name", description: "Repository as owner/name." }),
  updated_at: field.time(),
  last_read_at: field.nullableTime(),
});

export const notifications = {
  list_notifications: endpoint({
    method: "GET",
    path: "/notifications",
    permission: "notifications.read",
    description: "List the GitHub notifications of the connected user, newest first; only unread ones by default.",
    keywords: ["inbox", "mentions", "alerts", "updates", "review requests"],
    query: t.Object({
      all: t.Optional(t.Boolean({ description: "Whether to return read notifications too." })),
      participating: t.Optional(
        t.Boolean({ description: "Whether to return only those in which the user takes part or is mentioned." }),
      ),
      since: since("Only notifications updated after this time, such as 2026-01-31T09:00:00Z."),
      until: t.Optional({ ...since("Only notifications updated before this time."), previousNames: ["before"] }),
    }),
    upstream: ({ query: { until, ...query } }) => ({ path: path`/notifications`, query: { ...query, before: until } }),
    returns: many("notifications", notification, { pagination: pages.link({ size: "per_page", max: 50 }) }),
  }),
};
