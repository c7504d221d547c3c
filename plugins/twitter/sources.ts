// X's sources: a subscription for each person and event type. X bills what it delivers and what is polled, so none is default.
import {
  asUtc,
  maybeText,
  type Poll,
  type Push,
  path,
  polledEvent,
  Refusal,
  type Source,
  type SourceContext,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { directMessageShape, viewMessage, viewPost } from "./event-views.ts";
import { joined, MESSAGE_FIELDS, POST_FIELDS, withIncludes } from "./expansions.ts";
import { plainText, toAuthor } from "./fields.ts";
import { firstTextAt, listAt } from "./json.ts";
import { postShape, rawJoined, toPost } from "./post.ts";

function webhookId({ settings }: SourceContext): string {
  if (settings.WEBHOOK_ID) return settings.WEBHOOK_ID;
  throw new Refusal("error", "The operator must set TWITTER_WEBHOOK_ID.", "no_webhook_id");
}

/** Subscribes the app's webhook to one type of event of the person; the inbound webhooks name the person in their filter. */
function pushOf(typeOf: (context: SourceContext) => string): Push {
  return {
    deliversTo: "provider",
    subscribe: (context) => ({
      method: "POST",
      path: path`/activity/subscriptions`,
      json: {
        event_type: typeOf(context),
        filter: { user_id: context.identity.id },
        webhook_id: webhookId(context),
      },
    }),
    subscribed: ({ json }) => {
      const id = firstTextAt(json, "data.0.subscription_id", "data.subscription.subscription_id");
      if (id === null) throw new Refusal("error", "X's response names no subscription.", "unexpected_shape");
      return { id, expiresAt: null };
    },
    unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/activity/subscriptions/${id}` }),
    check: () => ({ path: path`/activity/subscriptions` }),
    isActive: ({ json }, { id }) => {
      const listed = listAt(json, "data");
      // It may be on a later page, and an empty list may be one that the token cannot see: made again, it would double events.
      const isUnsure = listed.length === 0 || textAt(json, "meta.next_token") !== null;
      return isUnsure || listed.some((one) => valueAt(one, "subscription_id") === id);
    },
  };
}

/** Epoch of X's ids, in milliseconds since 1970. */
const EPOCH = 1_288_834_974_657n;
/** The first id of that millisecond: ids of posts and messages contain their time. Reading the newest one would be billed. */
const firstIdOf = (ms: number) => String((BigInt(ms) - EPOCH) << 22n);
const isAfter = (id: string, other: string) => /^[0-9]{1,19}$/.test(id) && BigInt(id) > BigInt(other);
const newer = (id: string, other: string) => (isAfter(id, other) ? id : other);
const idOf = (item: unknown) => textAt(item, "id") ?? "";

/** A position: after which id to read, and on the way through the pages the newest id and where the next page is. */
function read(position: string): { since: string; newest: string; further: string | undefined } {
  const [since = "0", newest = since, further] = position.split(" ");
  return { since, newest, further };
}

/** Mentions newest first; the pages end before an id, so what comes meanwhile moves nothing. */
const pollMentions: Poll = {
  everyS: 300,
  start: async ({ now }) => firstIdOf(now),
  next: async (position, { identity }, upstream) => {
    const { since, newest, further } = read(position);
    const { json } = await upstream.request({
      path: path`/users/${identity.id}/mentions`,
      query: { ...POST_FIELDS, since_id: since, until_id: further, max_results: 100 },
    });
    const posts = listAt(json, "data");
    const last = posts.map(idOf).reduce(newer, newest);
    const oldest = posts.length > 0 ? idOf(posts.at(-1)) : null;
    const hasNext = oldest !== null && textAt(json, "meta.next_token") !== null;
    return {
      items: posts.toReversed().map((item) => withIncludes(item, valueAt(json, "includes"))),
      position: hasNext ? `${since} ${last} ${oldest}` : last,
      more: hasNext,
    };
  },
};

/** Direct messages newest first, down to the last one known; X has no `since_id` for them. Small pages, since each is billed. */
const pollMessages: Poll = {
  everyS: 300,
  start: async ({ now }) => firstIdOf(now),
  next: async (position, _, upstream) => {
    const { since, newest, further } = read(position);
    const query = { ...MESSAGE_FIELDS, max_results: 10 };
    const request = (pagination_token: string | undefined) => ({
      path: path`/dm_events`,
      query: { ...query, pagination_token },
    });
    const page = further === undefined ? undefined : await upstream.attempt(request(further), ["invalid"]);
    // X has forgotten the page: the next poll walks anew from the newest message.
    if (page === null) return { items: [], position: since, more: false };
    const { json } = page ?? (await upstream.request(request(undefined)));
    const all = listAt(json, "data");
    const messages = all.filter((item) => isAfter(idOf(item), since));
    const last = messages.map(idOf).reduce(newer, newest);
    const token = messages.length < all.length ? null : textAt(json, "meta.next_token");
    return {
      items: messages.toReversed().map((item) => withIncludes(item, valueAt(json, "includes"))),
      position: token === null ? last : `${since} ${last} ${token}`,
      more: token !== null,
    };
  },
};

const mentions: Source<"posts.read"> = {
  description: "Posts that mention the person. X charges the app's owner for each one.",
  permission: "posts.read",
  isDefault: false,
  push: pushOf(() => "post.mention.create"),
  poll: pollMentions,
  events: {
    "posts.mentioned": polledEvent({
      description: "Someone mentioned the person in a post on X.",
      id: ({ id }) => id,
      raw: rawJoined,
      shape: postShape,
      map: toPost,
      view: viewPost("mentioned you"),
    }),
  },
};

const messages: Source<"dms.read"> = {
  description:
    "Direct messages that the person receives, without encrypted chats. X charges the app's owner for each one.",
  permission: "dms.read",
  isDefault: false,
  push: pushOf(() => "dm.received"),
  poll: pollMessages,
  events: {
    "dms.message_received": polledEvent({
      description: "The person received a direct message on X.",
      id: ({ id }) => id,
      raw: t.Object({ id: t.String(), text: maybeText, sender_id: t.String(), created_at: maybeText, ...joined }),
      shape: directMessageShape,
      // The list has what the person wrote, too.
      map: (raw, { identity }) =>
        raw.sender_id === identity.id
          ? null
          : {
              id: raw.id,
              user_id: raw.sender_id,
              sender: toAuthor(raw.author),
              text: plainText(raw.text ?? ""),
              created_at: asUtc(raw.created_at),
            },
      view: viewMessage,
    }),
  },
};

const REACTIONS: Readonly<Record<string, string>> = {
  replies: "post.reply.create",
  quotes: "post.quote.create",
  reposts: "post.repost.create",
};
const reactions: Source<"posts.read"> = {
  description: "Replies to the person's posts, quotes of them, or reposts. X charges the app's owner for each one.",
  permission: "posts.read",
  resource: {
    description: "Which of them to watch: replies, quotes or reposts.",
    pattern: /^(replies|quotes|reposts)$/,
  },
  push: pushOf(({ resource }) => REACTIONS[resource ?? ""] ?? ""),
};

export const sources = { mentions, messages, reactions };
