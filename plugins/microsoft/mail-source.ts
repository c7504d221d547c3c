// The source of new emails in Outlook's inbox: a subscription that triggers a delta query of the folder.
import {
  asTime,
  checked,
  nullable,
  type Poll,
  path,
  polledEvent,
  type Source,
  type Static,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { DAY_MS, deltaPage, isoTime, linkRequest, PAGE_SIZE, removalOf } from "./delta.ts";
import { SUMMARY_FIELDS, summary } from "./mail-message.ts";
import { prefer } from "./odata.ts";
import { LIFE, subscriptionTo } from "./subscription.ts";

const HEADERS = prefer({ pageSize: PAGE_SIZE });

const Position = t.Object({
  /** Where the changes go on; null where the list starts anew. */
  link: nullable(t.String()),
  /** The list has messages received since this time. */
  from: t.String(),
  /** When all changes were read last. */
  readAt: t.String(),
  /** Messages since the list started. */
  count: t.Integer(),
});
type Position = Static<typeof Position>;

/** A message that arrives late, or is moved into the inbox, is new until it is a day old. */
const LATE_MS = DAY_MS;
/** A filtered list ends after 5,000 messages: learn.microsoft.com/graph/api/message-delta. It starts anew before. */
const MAX_COUNT = 2_000;

const latest = (a: string, b: string) => (Date.parse(a) > Date.parse(b) ? a : b);
/** The oldest time of a message that can be new. */
const newSince = ({ from, readAt }: Position) => latest(from, isoTime(Date.parse(readAt) - LATE_MS));
/** The list from the last complete reading on. Messages that it repeats have their ids. */
const anew = (position: Position): Position => ({ ...position, link: null, from: newSince(position), count: 0 });

function isNew(item: unknown, since: string): boolean {
  const received = asTime(textAt(item, "receivedDateTime"));
  return (
    removalOf(item) === null &&
    valueAt(item, "isDraft") !== true &&
    received !== null &&
    Date.parse(received) >= Date.parse(since)
  );
}

const listFrom = (from: string) => ({
  path: path`/me/mailFolders('inbox')/messages/delta`,
  query: { $select: SUMMARY_FIELDS, $filter: `receivedDateTime ge ${from}` },
  headers: HEADERS,
});

const poll: Poll = {
  start: async ({ now }) => JSON.stringify({ link: null, from: isoTime(now), readAt: isoTime(now), count: 0 }),
  next: async (text, { now }, upstream) => {
    const position = checked(Position, JSON.parse(text));
    const { link, from } = position;
    const response =
      link === null
        ? await upstream.request(listFrom(from))
        : await upstream.attempt(linkRequest(link, HEADERS), ["not_found"]);
    // Graph has forgotten the link (410).
    if (response === null) return { items: [], position: JSON.stringify(anew(position)), more: true };
    const page = deltaPage(response.json);
    const read: Position = { ...position, link: page.link, count: position.count + page.items.length };
    const complete: Position = page.more ? read : { ...read, readAt: isoTime(now) };
    return {
      items: page.items.filter((item) => isNew(item, newSince(position))),
      position: JSON.stringify(page.more || complete.count < MAX_COUNT ? complete : anew(complete)),
      more: page.more,
    };
  },
};

export const mailSource: Source<"mail.read"> = {
  description: "New emails in the inbox of an Outlook mailbox.",
  permission: "mail.read",
  push: subscriptionTo("/me/mailFolders('inbox')/messages", "created", LIFE.outlook),
  poll,
  events: {
    "mail.message_received": polledEvent({
      description: "A new email in the Outlook inbox.",
      id: (_, { id }) => id,
      payload: summary,
      view: ({ subject, snippet, from, url, date }) => ({
        title: subject || "(no subject)",
        summary: snippet || null,
        actor: from ? (from.name ?? from.email) : null,
        url,
        occurredAt: date,
      }),
    }),
  },
};
