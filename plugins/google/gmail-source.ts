// New emails in Gmail: a watch over Pub/Sub says that a mailbox changed, its history says what came.
import {
  checked,
  path,
  polledEvent,
  Refusal,
  type Source,
  type SubscribeContext,
  type Subscribed,
  t,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "gateway/plugin";
import { fetchEach } from "./gmail.ts";
import { fillBodies } from "./gmail-bodies.ts";
import { message, messageOf, type RawMessage } from "./gmail-message.ts";

/** Each history record is a request for its message. */
const RECORDS = 25;
/** Gmail may send empty pages before the next record. */
const MAX_PAGES = 20;
/** Characters of a text or HTML body in an event; a longer one is left out. */
const MAX_BODY = 200_000;

const Added = t.Object({ message: t.Object({ id: t.String(), labelIds: t.Optional(t.Array(t.String())) }) });
const Record = t.Object({ id: t.String(), messagesAdded: t.Optional(t.Array(Added)) });
const History = t.Object({
  history: t.Optional(t.Array(Record)),
  nextPageToken: t.Optional(t.String()),
  historyId: t.String(),
});

/** Each watch of a mailbox replaces the former. */
function watch({ settings }: SubscribeContext): UpstreamRequest {
  const topicName = settings.PUBSUB_TOPIC;
  if (topicName === undefined) throw new Refusal("error", "GOOGLE_PUBSUB_TOPIC is not set.", "not_configured");
  const json = { topicName, labelIds: ["INBOX"], labelFilterBehavior: "include" };
  return { method: "POST", path: path`/gmail/v1/users/me/watch`, json };
}

function watched({ json }: UpstreamResponse, { identity }: SubscribeContext): Subscribed {
  const { expiration } = checked(t.Object({ expiration: t.String({ pattern: "^\\d{1,15}$" }) }), json);
  return { id: identity.workspace?.id ?? identity.id, expiresAt: Number(expiration) };
}

/** The first page of the history after the position that holds a record, or the last one. */
async function historyAfter(startHistoryId: string, upstream: Upstream) {
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { startHistoryId, historyTypes: "messageAdded", maxResults: RECORDS, pageToken };
    const { json } = await upstream.request({ path: path`/gmail/v1/users/me/history`, query });
    const { history = [], nextPageToken, historyId } = checked(History, json);
    if (history.length > 0 || nextPageToken === undefined) return { history, nextPageToken, historyId };
    pageToken = nextPageToken;
  }
  throw new Refusal("error", "Gmail's history has only empty pages.", "unexpected_shape");
}

/** Whether somebody sent it here: an email to oneself has both labels. Spam and trash are left out, as in the list. */
function isReceived(labels: readonly string[] = []): boolean {
  if (labels.includes("SENT")) return labels.includes("INBOX");
  return !["DRAFT", "SPAM", "TRASH"].some((label) => labels.includes(label));
}

function withoutLongBody(received: ReturnType<typeof messageOf>): ReturnType<typeof messageOf> {
  const isLong = (text: string | null) => text !== null && text.length > MAX_BODY;
  const { text, html, is_truncated } = received.body;
  const body = {
    text: isLong(text) ? null : text,
    html: isLong(html) ? null : html,
    is_truncated: is_truncated || isLong(text) || isLong(html),
  };
  return { ...received, body };
}

export const gmailSource: Source<"gmail.read"> = {
  description: "New emails in Gmail.",
  permission: "gmail.read",
  push: {
    deliversTo: "provider",
    needs: ["PUBSUB_TOPIC"],
    subscribe: watch,
    subscribed: watched,
    renew: (_, context) => watch(context),
    // A watch lives for seven days; Google advises a daily renewal: developers.google.com/workspace/gmail/api/guides/push.
    renewEveryS: 86_400,
    unsubscribe: () => ({ method: "POST", path: path`/gmail/v1/users/me/stop` }),
  },
  poll: {
    start: async (_, upstream) => {
      const { json } = await upstream.request({ path: path`/gmail/v1/users/me/profile` });
      return checked(t.Object({ historyId: t.String() }), json).historyId;
    },
    next: async (position, _, upstream) => {
      const { history, nextPageToken, historyId } = await historyAfter(position, upstream);
      const added = history.flatMap(({ messagesAdded = [] }) => messagesAdded.map((one) => one.message));
      const ids = new Set(added.filter(({ labelIds }) => isReceived(labelIds)).map(({ id }) => id));
      const items = await fetchEach(
        [...ids],
        (id) => ({ path: path`/gmail/v1/users/me/messages/${id}`, query: { format: "full" } }),
        upstream,
      );
      await fillBodies(items, upstream, 4 * MAX_BODY);
      // Records come oldest first. A record's id is a position, too, which outlives a page token.
      const more = nextPageToken !== undefined;
      return { items, more, position: (more && history.at(-1)?.id) || historyId };
    },
    // Gmail forgets history after a week or so, then says 404.
    positionLostOn: ["not_found"],
  },
  events: {
    "gmail.message_received": polledEvent({
      description: "An email arrived in Gmail, with its text; a body of more than 200,000 characters is left out.",
      id: (raw) => raw.id,
      raw: message.raw,
      shape: message.shape,
      // The labels may have changed since the history was written.
      map: (raw: RawMessage) => (isReceived(raw.labelIds) ? withoutLongBody(messageOf(raw)) : null),
      view: ({ id, subject, snippet, from, date }) => ({
        title: subject || "(no subject)",
        summary: snippet || null,
        actor: from?.name ?? from?.email ?? null,
        url: `https://mail.google.com/mail/#all/${encodeURIComponent(id)}`,
        occurredAt: date,
      }),
    }),
  },
};
