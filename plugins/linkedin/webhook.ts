// LinkedIn's webhook events: activity on the posts of company pages. There are none for members.
import { event, hmac, hmacText, idAt, textAt, valueAt, type Webhook } from "gateway/plugin";
import { activityShape, eachActivity, notificationRaw, toActivity, viewActivity } from "./activity.ts";

export const NOTIFICATIONS = "ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS";
/** A challenge is a UUID. Signing anything else, such as "hmacsha256=…", would sign a forged inbound webhook. */
const CHALLENGE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const webhook: Webhook = {
  // The prefix is signed but not sent: learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation.
  verify: hmac({
    secret: "client",
    read: ({ headers }) => {
      const signature = headers.get("x-li-signature");
      return signature ? { signature } : null;
    },
    message: ({ body }) => ["hmacsha256=", body],
  }),
  // LinkedIn sends a challenge at registration, and again every two hours.
  handshake: ({ method, query }, { client }) => {
    const challengeCode = query.get("challengeCode") ?? "";
    if (method !== "GET" || !client || !CHALLENGE.test(challengeCode)) return null;
    const challengeResponse = hmacText(client, challengeCode, "hex");
    return { type: "application/json", body: JSON.stringify({ challengeCode, challengeResponse }) };
  },
  items: "notifications",
  eventId: (_, item) => {
    const [id, subscriber] = [idAt(item, "notificationId"), textAt(item, "subscriber")];
    return id === null || subscriber === null ? null : `${id}|${subscriber}`;
  },
  // Each subscribed member gets a separate notification.
  subject: (_, item) => {
    const id = textAt(item, "subscriber")?.match(/^urn:li:person:([A-Za-z0-9_-]+)$/)?.[1];
    return id === undefined ? null : { matches: "identity", id };
  },
  events: eachActivity(({ actions, title }) =>
    event({
      description: `${title}.`,
      match: ({ json }, item) =>
        valueAt(json, "type") === NOTIFICATIONS && actions.includes(String(valueAt(item, "action"))),
      raw: notificationRaw,
      shape: activityShape,
      map: toActivity,
      view: viewActivity(title),
    }),
  ),
};
