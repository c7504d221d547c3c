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
    permalink: shapes.nullableText("URL for people."),
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
        description: "Words to look for; modifiers such as in:general, from:ada, after:2026-01-01, has:link work.",
      }),
      sort: t.Optional(oneOf(["score", "timestamp"], "Best or newest first; default score.")),
      sort_dir: t.Optional(oneOf(["desc", "asc"], "Direction; default desc.")),
      ...teamField,
    }),
    run: async ({ query, identity, page }, upstream) => {
      const { q, sort, sort_dir } = query;
      const team_id = await teamFor(query.team_id, identity, upstream);
      return upstream.request(byPage.apply(readMethod("search.messages", { query: q, sort, sort_dir, team_id }), page));
    },
    returns: many("messages", match, { at: "messages.matches", pagination: byPage }),
  }),
};
