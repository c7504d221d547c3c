// Google's webhooks: Gmail's notifications over Pub/Sub, and the channels of Calendar and Drive. They name no change.
import {
  base64Bytes,
  type Delivery,
  type EventDef,
  type EventSubject,
  event,
  hmac,
  shapes,
  sharedToken,
  t,
  valueAt,
  type Webhook,
} from "gateway/plugin";

const header = (delivery: Delivery, name: string) => delivery.headers.get(`x-goog-${name}`) ?? "";
const isChannel = (delivery: Delivery) => header(delivery, "channel-id") !== "";

/** A channel's token, `<user id>.<HMAC of the user id>`: it names the channel's owner and cannot be forged. */
function channelToken(delivery: Delivery): { user: string; signature: string } {
  const [user = "", signature = ""] = header(delivery, "channel-token").split(".");
  return { user, signature };
}
const isOurChannel = hmac({
  read: (delivery) => channelToken(delivery),
  message: (delivery) => channelToken(delivery).user,
});
/** A Pub/Sub subscription repeats the secret in its address. */
const isOurSubscription = sharedToken(({ query }) => query.get("token"));

/** The data of a Pub/Sub message, `{ emailAddress, historyId }`, or null. */
function notificationIn(item: unknown): { email: string; historyId: string } | null {
  const bytes = base64Bytes(String(valueAt(item, "message.data")));
  if (bytes === null) return null;
  try {
    const notification: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const [email, historyId] = [valueAt(notification, "emailAddress"), valueAt(notification, "historyId")];
    return typeof email === "string" && historyId !== undefined
      ? { email: email.toLowerCase(), historyId: String(historyId) }
      : null;
  } catch {
    return null;
  }
}

const mailboxChanged = event({
  description: "A Gmail mailbox changed: an email came, went, was read or labelled. What it was, Gmail does not say.",
  match: (delivery, item) => !isChannel(delivery) && valueAt(item, "message.data") !== undefined,
  raw: t.Object({ message: t.Object({ data: t.String(), publishTime: t.Optional(t.String()) }) }),
  shape: t.Object({
    email: t.String({ description: "The mailbox." }),
    history_id: t.String({ description: "Its state after the change; messages carry the same number." }),
    occurred_at: shapes.nullableTime(),
  }),
  map: (raw) => {
    const notification = notificationIn(raw);
    const occurred_at = raw.message.publishTime ?? null;
    return notification && { email: notification.email, history_id: notification.historyId, occurred_at };
  },
  view: ({ email, occurred_at }) => ({
    title: `The Gmail mailbox ${email} changed`,
    summary: null,
    actor: null,
    url: null,
    occurredAt: occurred_at,
  }),
});

const channelShape = t.Object({
  id: t.String({ description: "The calendar or file that is watched; `changes` for the Drive as a whole." }),
  state: t.String({ description: "Google's word for what happened: exists, change, update, trash and so on." }),
  changed: t.Array(t.String(), { description: "What of a file changed: content, parents, permissions, properties." }),
  channel_id: t.String({ description: "The channel that tells of it." }),
});

/** A channel's notification is in its headers; `resource` matches the watched thing's URI and captures its id. */
function channelEvent(resource: RegExp, states: readonly string[], title: string): EventDef {
  return event({
    description: `${title}.`,
    match: (delivery) =>
      isChannel(delivery) &&
      resource.test(header(delivery, "resource-uri")) &&
      states.includes(header(delivery, "resource-state")),
    raw: t.Unknown(),
    shape: channelShape,
    map: (_, delivery) => ({
      id: decodeSegment(header(delivery, "resource-uri").match(resource)?.[1] ?? ""),
      state: header(delivery, "resource-state"),
      changed: header(delivery, "changed").split(",").filter(Boolean),
      channel_id: header(delivery, "channel-id"),
    }),
    view: () => ({ title, summary: null, actor: null, url: null, occurredAt: null }),
  });
}
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
const EVENTS = /\/calendar\/v3\/calendars\/([^/?]+)\/events(?:\?|$)/;
const CHANGES = /\/drive\/v3\/(changes)(?:\?|$)/;
const FILE = /\/drive\/v3\/files\/([^/?]+)(?:\?|$)/;

function subject(delivery: Delivery): EventSubject | null {
  if (isChannel(delivery)) return { matches: "identity", id: channelToken(delivery).user };
  const notification = notificationIn(delivery.json);
  return notification && { matches: "workspace", id: notification.email };
}

export const webhook: Webhook = {
  // Channels send no body. Pub/Sub signs a token with RS256, whose keys a plugin cannot fetch. Both repeat a secret of the
  // operator's instead.
  signsBody: false,
  verify: (delivery, secrets, now) => (isChannel(delivery) ? isOurChannel : isOurSubscription)(delivery, secrets, now),
  // A channel numbers its notifications; Pub/Sub repeats a message under one id until it is acknowledged.
  deliveryId: (delivery, item) => {
    const [channel, number] = [header(delivery, "channel-id"), header(delivery, "message-number")];
    if (isChannel(delivery)) return number === "" ? null : `${channel}:${number}`;
    const id = valueAt(item, "message.messageId");
    return typeof id === "string" ? id : null;
  },
  subject,
  events: {
    "gmail.mailbox_changed": mailboxChanged,
    // A channel's first notification, in the state `sync`, only confirms the channel.
    "calendar.events_changed": channelEvent(EVENTS, ["exists"], "Events in Google Calendar changed"),
    "drive.files_changed": channelEvent(CHANGES, ["change", "changed"], "Files in Google Drive changed"),
    "drive.file_updated": channelEvent(FILE, ["update", "change", "add"], "A watched file in Google Drive changed"),
    "drive.file_trashed": channelEvent(
      FILE,
      ["trash", "remove"],
      "A watched file in Google Drive was trashed or removed",
    ),
    "drive.file_restored": channelEvent(FILE, ["untrash"], "A watched file in Google Drive was taken out of the trash"),
  },
};
