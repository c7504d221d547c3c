// The connected user's notifications: resource and endpoint.
import { asTime, endpoint, many, nullable, pages, path, resource, type Static, t } from "gateway/plugin";
import { since, time } from "./fields.ts";

export const notificationRaw = t.Object({
  id: t.String(),
  reason: t.String(),
  unread: t.Boolean(),
  subject: t.Object({ title: t.String(), type: t.String(), url: nullable(t.String()) }),
  repository: t.Object({ full_name: t.String() }),
  updated_at: time,
  last_read_at: nullable(t.String()),
});
export const notificationShape = t.Object({
  id: t.String(),
  reason: t.String({ description: "Why it came: assign, author, comment, mention, review_requested and so on." }),
  unread: t.Boolean(),
  title: t.String(),
  type: t.String({ description: "Issue, PullRequest, Release, Commit, Discussion and so on." }),
  number: nullable(t.Integer({ description: "Number of the issue or pull request." })),
  repository: t.String({ description: "owner/name." }),
  updated_at: time,
  last_read_at: nullable(time),
});
export function toNotification(raw: Static<typeof notificationRaw>): Static<typeof notificationShape> {
  const number = raw.subject.url?.match(/\/(?:issues|pulls)\/(\d+)$/)?.[1];
  return {
    id: raw.id,
    reason: raw.reason,
    unread: raw.unread,
    title: raw.subject.title,
    type: raw.subject.type,
    number: number ? Number(number) : null,
    repository: raw.repository.full_name,
    updated_at: raw.updated_at,
    last_read_at: asTime(raw.last_read_at),
  };
}
const notification = resource({ raw: notificationRaw, shape: notificationShape, map: toNotification });

export const notifications = {
  list_notifications: endpoint({
    method: "GET",
    path: "/notifications",
    permission: "notifications.read",
    description:
      "List the GitHub notifications of the connected user, newest first; unread ones unless all are asked for.",
    keywords: ["inbox", "mentions", "alerts", "updates", "review requests"],
    query: t.Object({
      all: t.Optional(t.Boolean({ description: "Also return those that were read." })),
      participating: t.Optional(t.Boolean({ description: "Only those in which the user takes part or is mentioned." })),
      since: since("Only notifications updated after this time, such as 2026-01-31T09:00:00Z."),
      until: t.Optional({ ...since("Only notifications updated before this time."), previousNames: ["before"] }),
    }),
    upstream: ({ query: { until, ...query } }) => ({ path: path`/notifications`, query: { ...query, before: until } }),
    returns: many("notifications", notification, { pagination: pages.link({ size: "per_page", max: 50 }) }),
  }),
};
