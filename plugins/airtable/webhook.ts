// Airtable's notifications, which say that a base changed and no more: airtable.com/developers/web/api/webhooks-overview.
import { hmacSha256, textAt, type Webhook } from "gateway/plugin";

export const webhook: Webhook = {
  // The key is the secret's base64, decoded; each webhook has one of its own.
  verify: hmacSha256({
    header: "x-airtable-content-mac",
    prefix: "hmac-sha256=",
    secret: "subscription",
    keyEncoding: "base64",
  }),
  // A repeated notification has the old time; nothing is lost where two are one, since the log is read to its end.
  eventId: (_, item) => {
    const [webhookId, time] = [textAt(item, "webhook.id"), textAt(item, "timestamp")];
    return webhookId === null || time === null ? null : `${webhookId} ${time}`;
  },
  triggersPoll: { base: (_, item) => textAt(item, "webhook.id") !== null && textAt(item, "base.id") !== null },
  events: {},
};
