// The endpoint that searches the messages that a person can see.
import { endpoint, many, maybeText, oneOf, resource, shapes, t } from "gateway/plugin";
import { messageRefFields, rawMessage, toMessageRef } from "./message.ts";
import { teamField, teamFor } from "./teams.ts";
import { byNumber, readMethod } from "./web-api.ts";

const match = resource({
  raw: t.Object({
    ...rawMessage.properties,
    channel: t.Object({ id: t.String(), name: maybeText }),
    permalink: maybeText,
  }),
  shape: t.Object({
    ...messageRefFields,
    channel_name: shapes.nullableText(),
    username: shapes.nullableText(),
    permalink: shapes.nullableText("URL to open in a browser."),
  }),
  map: ({ channel, permalink, ...raw }) => ({
    ...toMessageRef(raw, channel.id),
    channel_name: channel.name ?? null,
    username: raw.username ?? null,
    permalink: permalink ?? null,
  }),
});

const byPage = byNumber("messages.paging");

export const searchEndpoints = {
  search_messages: endpoint({
    method: "GET",
    path: "/search",
    permission: "search.read",
    credential: "user",
    description: "Search the Slack messages of all channels and conversations that the connected user can see.",
    keywords: ["find", "look for", "query", "mentions", "where did", "who said", "chat", "posts"],
    query: t.Object({
      q: t.String({
        minLength: 1,
        maxLength: 500,
        description: "Words to search for; modifiers such as in:general, from:ada, after:2026-01-01, has:link work.",
      }),
      order_by: t.Optional({
        ...oneOf(["score", "timestamp"], "What to sort by: score (best match, the default) or timestamp."),
        previousNames: ["sort"],
      }),
      order: t.Optional({
        ...oneOf(["desc", "asc"], "Sort direction; the default is desc."),
        previousNames: ["sort_dir"],
      }),
      ...teamField,
    }),
    run: async ({ query, identity, page }, upstream) => {
      const { q, order_by, order } = query;
      const team_id = await teamFor(query.team_id, identity, upstream);
      const fields = { query: q, sort: order_by, sort_dir: order, team_id };
      return upstream.request(byPage.apply(readMethod("search.messages", fields), page));
    },
    returns: many("messages", match, { at: "messages.matches", pagination: byPage }),
  }),
};
