// LinkedIn's webhook events: activity on the posts of company pages. There are none for members.
import {
  type EventDef,
  event,
  hmac,
  hmacText,
  maybeNumber,
  maybeText,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { webUrl } from "./urns.ts";

const NOTIFICATIONS = "ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS";
/** A challenge is a UUID. Signing anything else, such as "hmacsha256=…", would sign a forged delivery. */
const CHALLENGE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const raw = t.Object({
  action: t.String(),
  organizationalEntity: t.String(),
  sourcePost: maybeText,
  generatedActivity: maybeText,
  decoratedGeneratedActivity: t.Optional(t.Unknown()),
  lastModifiedAt: maybeNumber,
});
const shape = t.Object({
  organization_id: t.String({ description: "The page." }),
  post_id: shapes.nullableText("The page's post, or the one that names the page."),
  activity_id: shapes.nullableText("The comment, reaction or share itself."),
  author_id: shapes.nullableText("Who did it, where LinkedIn says so."),
  text: shapes.nullableText("The text of the comment or share, where LinkedIn gives it."),
  occurred_at: shapes.nullableTime(),
});

function pageEvent(actions: readonly string[], title: string): EventDef {
  return event({
    description: `${title}.`,
    match: ({ json }, item) =>
      valueAt(json, "type") === NOTIFICATIONS && actions.includes(String(valueAt(item, "action"))),
    raw,
    shape,
    map: (notification) => {
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
    },
    view: (payload) => ({
      title,
      summary: payload.text,
      actor: payload.author_id,
      url: payload.post_id === null ? null : webUrl(payload.post_id),
      occurredAt: payload.occurred_at,
    }),
  });
}

export const webhook: Webhook = {
  // The prefix is signed but not sent: learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation.
  verify: hmac({
    secret: "client",
    read: ({ headers }) => {
      const signature = headers.get("x-li-signature");
      return signature ? { signature } : null;
    },
    message: ({ text }) => `hmacsha256=${text}`,
  }),
  // LinkedIn sends a challenge at registration, and again every two hours.
  handshake: ({ method, query }, { client }) => {
    const challengeCode = query.get("challengeCode") ?? "";
    if (method !== "GET" || !client || !CHALLENGE.test(challengeCode)) return null;
    const challengeResponse = hmacText(client, challengeCode, "hex");
    return { type: "application/json", body: JSON.stringify({ challengeCode, challengeResponse }) };
  },
  items: "notifications",
  // `notificationId` has 64 bits and is rounded in JSON, so further fields tell two apart.
  deliveryId: (_, item) => {
    const parts = ["notificationId", "subscriber", "action", "generatedActivity", "lastModifiedAt"];
    const values = parts.map((name) => valueAt(item, name) ?? "");
    return values[0] === "" ? null : values.join("|");
  },
  // Each subscribed member gets a separate notification.
  subject: (_, item) => {
    const id = textAt(item, "subscriber")?.match(/^urn:li:person:([A-Za-z0-9_-]+)$/)?.[1];
    return id === undefined ? null : { matches: "identity", id };
  },
  events: {
    "comments.created": pageEvent(["COMMENT", "ADMIN_COMMENT"], "New comment on a LinkedIn post of the company page"),
    "comments.updated": pageEvent(["COMMENT_EDIT"], "Comment changed on a LinkedIn post of the company page"),
    "comments.deleted": pageEvent(["COMMENT_DELETE"], "Comment deleted on a LinkedIn post of the company page"),
    "posts.liked": pageEvent(["LIKE"], "Reaction to a LinkedIn post of the company page"),
    "posts.shared": pageEvent(["SHARE"], "LinkedIn post of the company page shared again"),
    "posts.mentioned": pageEvent(["SHARE_MENTION"], "Company page mentioned in a LinkedIn post"),
  },
};
