// X's webhook events (Activity API): docs.x.com/x-api/activity/event-payloads. The app's consumer secret signs them.
import {
  asUtc,
  type EventDef,
  event,
  type Handshake,
  hmacSha256,
  hmacText,
  type InboundWebhook,
  maybeText,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
  type Webhook,
  type WebhookSecrets,
} from "gateway/plugin";
import { directMessageShape, viewMessage, viewPost } from "./event-views.ts";
import { withIncludes } from "./expansions.ts";
import { plainText, toAuthor } from "./fields.ts";
import { listAt } from "./json.ts";
import { postShape, rawPost, toPost } from "./post.ts";

const isOf = (type: string) => (_: InboundWebhook, item: unknown) => valueAt(item, "data.event_type") === type;

/** The event of a post that concerns the person; `did` completes "@ada …". */
function postEvent(type: string, description: string, did: string): EventDef {
  return event({
    description,
    match: isOf(type),
    raw: t.Object({ data: t.Object({ payload: rawPost, includes: t.Optional(t.Unknown()) }) }),
    shape: postShape,
    map: ({ data }) => toPost(withIncludes(data.payload, data.includes)),
    view: viewPost(did),
  });
}

const messageReceived = event({
  description: "The person received a direct message on X.",
  match: isOf("dm.received"),
  raw: t.Object({
    data: t.Object({
      payload: t.Object({
        direct_message_events: t.Array(
          t.Object({
            id: t.String(),
            created_timestamp: t.String(),
            message_create: t.Object({
              sender_id: t.String(),
              message_data: t.Object({ text: t.String(), entities: t.Optional(t.Unknown()) }),
            }),
          }),
        ),
        users: t.Optional(t.Record(t.String(), t.Unknown())),
      }),
    }),
  }),
  shape: directMessageShape,
  map: ({ data: { payload } }) => {
    const [message] = payload.direct_message_events;
    if (!message) return null;
    const { sender_id, message_data } = message.message_create;
    return {
      id: message.id,
      user_id: sender_id,
      sender: toAuthor(valueAt(payload.users?.[sender_id], "data")),
      text: plainText(message_data.text, listAt(message_data.entities, "urls")),
      created_at: timeOfMs(Number(message.created_timestamp)),
    };
  },
  view: viewMessage,
});

const revoked = event({
  description: "The person revoked the app's access to their X account.",
  match: isOf("oauth.revoke"),
  raw: t.Object({ data: t.Object({ payload: t.Object({ user_id: t.String(), date_time: maybeText }) }) }),
  shape: t.Object({ user_id: t.String(), occurred_at: shapes.nullableTime() }),
  map: ({ data: { payload } }) => ({ user_id: payload.user_id, occurred_at: asUtc(payload.date_time) }),
  view: ({ occurred_at }) => ({
    title: "The app's access to X was revoked",
    occurredAt: occurred_at,
  }),
  revokes: true,
});

/** Whom it concerns: the filter of the subscription, or who revoked, since that one has none. */
const personOf = (json: unknown) =>
  textAt(json, "data.event_type") === "oauth.revoke"
    ? textAt(json, "data.payload.user_id")
    : textAt(json, "data.filter.user_id");

/**
 * Responds to X's challenge (CRC). The same key signs inbound webhooks, so a token that could be an inbound webhook's body (braces, quotes)
 * is refused: signing it would sign a forged inbound webhook.
 */
function respondToChallenge({ method, query }: InboundWebhook, { webhook }: WebhookSecrets): Handshake | null {
  const token = query.get("crc_token");
  if (method !== "GET" || !webhook || !token || !/^[\w+/=.-]{1,256}$/.test(token)) return null;
  const response_token = `sha256=${hmacText(webhook, token, "base64")}`;
  return { type: "application/json", body: JSON.stringify({ response_token }) };
}

export const webhook: Webhook = {
  verify: hmacSha256({ header: "x-twitter-webhooks-signature", prefix: "sha256=", encoding: "base64" }),
  handshake: respondToChallenge,
  // Each person concerned gets an inbound webhook of their own, with the same event_uuid.
  eventId: ({ json }) => {
    const parts = [textAt(json, "data.event_type"), textAt(json, "data.event_uuid"), personOf(json)];
    return parts.includes(null) ? null : parts.join(":");
  },
  subject: ({ json }) => {
    const id = personOf(json);
    return id === null ? null : { matches: "identity", id };
  },
  events: {
    "posts.mentioned": postEvent(
      "post.mention.create",
      "Someone mentioned the person in a post on X.",
      "mentioned you",
    ),
    "posts.replied": postEvent("post.reply.create", "Someone replied to a post of the person on X.", "replied to you"),
    "posts.quoted": postEvent("post.quote.create", "Someone quoted a post of the person on X.", "quoted your post"),
    "posts.reposted": postEvent(
      "post.repost.create",
      "Someone reposted a post of the person on X.",
      "reposted your post",
    ),
    "dms.message_received": messageReceived,
    "users.authorization_revoked": revoked,
  },
};
