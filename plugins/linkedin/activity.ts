// Activity on a company page's posts: LinkedIn's notification of it, pushed or polled, and the gateway's event.
import {
  type EventView,
  maybeNumber,
  maybeText,
  type Static,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
} from "gateway/plugin";
import { webUrl } from "./urns.ts";

export const notificationRaw = t.Object({
  action: t.String(),
  organizationalEntity: t.String(),
  sourcePost: maybeText,
  generatedActivity: maybeText,
  decoratedGeneratedActivity: t.Optional(t.Unknown()),
  lastModifiedAt: maybeNumber,
});
export const activityShape = t.Object({
  organization_id: t.String({ description: "The page." }),
  post_id: shapes.nullableText("The page's post, or the one that names the page."),
  activity_id: shapes.nullableText("The comment, reaction or share itself."),
  author_id: shapes.nullableText("Who did it, if LinkedIn returns it."),
  text: shapes.nullableText("The text of the comment or share, if LinkedIn returns it."),
  occurred_at: shapes.nullableTime(),
});

export function toActivity(notification: Static<typeof notificationRaw>): Static<typeof activityShape> {
  const { decoratedGeneratedActivity: activity } = notification;
  const content = valueAt(activity, "comment") ?? valueAt(activity, "share");
  return {
    organization_id: notification.organizationalEntity.replace(/^.*:/, ""),
    post_id: notification.sourcePost ?? null,
    activity_id: textAt(content, "entity") ?? notification.generatedActivity ?? null,
    author_id: textAt(content, "owner"),
    text: textAt(content, "text"),
    occurred_at: timeOfMs(notification.lastModifiedAt),
  };
}

export const viewActivity =
  (title: string) =>
  (payload: Static<typeof activityShape>): EventView => ({
    title,
    summary: payload.text,
    actor: payload.author_id,
    url: payload.post_id === null ? null : webUrl(payload.post_id),
    occurredAt: payload.occurred_at,
  });

/** The kinds of event: LinkedIn's actions, and the title. */
export const ACTIVITIES = {
  "comments.created": {
    actions: ["COMMENT", "ADMIN_COMMENT"],
    title: "New comment on a LinkedIn post of the company page",
  },
  "comments.updated": { actions: ["COMMENT_EDIT"], title: "Comment changed on a LinkedIn post of the company page" },
  "comments.deleted": { actions: ["COMMENT_DELETE"], title: "Comment deleted on a LinkedIn post of the company page" },
  "posts.liked": { actions: ["LIKE"], title: "Reaction to a LinkedIn post of the company page" },
  "posts.shared": { actions: ["SHARE"], title: "LinkedIn post of the company page reposted" },
  "posts.mentioned": { actions: ["SHARE_MENTION"], title: "Company page mentioned in a LinkedIn post" },
} as const;
export type Activity = keyof typeof ACTIVITIES;
const types = Object.keys(ACTIVITIES) as Activity[];

/** One definition for each kind of event. */
export const eachActivity = <T>(toDef: (activity: { actions: readonly string[]; title: string }) => T) =>
  Object.fromEntries(types.map((type) => [type, toDef(ACTIVITIES[type])])) as Record<Activity, T>;
