// Discord's source: the messages of a channel, polled by the bot while the person who connected may read them.
import {
  path,
  polledEvent,
  Refusal,
  type Source,
  type SourceContext,
  textAt,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { asBot, authorizeChannel, type ChannelAccess } from "./guard.ts";
import { idOfMoment } from "./ids.ts";
import { message } from "./message.ts";
import { assertHoldsMessages, withGuildId } from "./messages.ts";

const PAGE = 100;
/** Types that a person or an app wrote: message, reply, commands. The others report what Discord did. */
const WRITTEN: readonly unknown[] = [0, 19, 20, 23];

/** The channel, for a person who may read its history now; throws for anybody else. */
async function authorize({ identity, resource }: SourceContext, upstream: Upstream): Promise<ChannelAccess> {
  const access = await authorizeChannel({ params: { id: resource ?? "" }, identity }, upstream, ["history"]);
  assertHoldsMessages(access);
  return access;
}

const channel: Source<"messages.read"> = {
  description: "New messages of one channel or thread that the person may read. What the app's bot writes is left out.",
  permission: "messages.read",
  pollsWithWebhook: true,
  resource: {
    description: "Id of the channel or thread, from discord_list_channels or discord_list_threads.",
    pattern: /^[1-9][0-9]{14,19}$/,
  },
  // A position: the id of the last message, and that of the bot.
  poll: {
    everyS: 60,
    start: async (context, upstream) => {
      const { channel: found } = await authorize(context, upstream);
      const { json } = await asBot(upstream, { path: path`/users/@me` });
      const last = textAt(found, "last_message_id") ?? idOfMoment(new Date(context.now).toISOString());
      return `${last} ${textAt(json, "id") ?? ""}`;
    },
    next: async (position, context, upstream) => {
      const [after = "", botId] = position.split(" ");
      const access = await authorize(context, upstream);
      const messagesPath = path`/channels/${context.resource ?? ""}/messages`;
      const { json } = await asBot(upstream, { path: messagesPath, query: { after, limit: PAGE } });
      if (!Array.isArray(json)) throw new Refusal("error", "Discord's response is not a list.", "unexpected_shape");
      const fresh = json.filter((item) => valueAt(item, "author.id") !== botId);
      return {
        // With `after` Discord has the messages that follow next, newest first all the same.
        items: fresh.toReversed().map((item) => withGuildId(access, item)),
        position: `${textAt(json[0], "id") ?? after} ${botId}`,
        more: json.length === PAGE,
      };
    },
  },
  events: {
    "messages.received": polledEvent({
      description: "New message in a Discord channel.",
      match: (item) => WRITTEN.includes(valueAt(item, "type")),
      id: (_, { id }) => id,
      payload: message,
      view: ({ plain_text, author, url, created_at }) => ({
        title: "New message in a Discord channel",
        summary: plain_text.replace(/\s+/g, " ").trim().slice(0, 200) || null,
        actor: author.name,
        url,
        occurredAt: created_at,
      }),
    }),
  },
};

export const sources = { channel };
