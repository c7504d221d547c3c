// Searching all messages of a Slack workspace that a person can see.
import { at, endpoint, many, type Pagination, resource, t } from "gateway/plugin";
import { plainText } from "./text.ts";
import { isoFromTs, maybeText, rawTs, readMethod, textOrNull, time } from "./web-api.ts";

const MAX_COUNT = 100;

/** search.messages pages by number, and its answers say how many pages there are. */
const byNumber: Pagination = {
  max: MAX_COUNT,
  apply: (req, page) => ({
    ...req,
    form: { ...req.form, count: Math.min(page.limit, MAX_COUNT), page: page.position ?? "1" },
  }),
  next: (res) => {
    const [page, last] = [at(res.json, "messages.paging.page"), at(res.json, "messages.paging.pages")];
    return typeof page === "number" && typeof last === "number" && page < last ? String(page + 1) : null;
  },
};

const match = resource({
  raw: t.Object({
    ts: rawTs,
    channel: t.Object({ id: t.String(), name: maybeText }),
    user: maybeText,
    username: maybeText,
    text: maybeText,
    permalink: maybeText,
  }),
  shape: t.Object({
    id: t.String({ description: "The ts; unique within the channel." }),
    ts: t.String(),
    channel_id: t.String(),
    channel_name: textOrNull(),
    user_id: textOrNull("Who wrote it."),
    username: textOrNull(),
    text: t.String({ description: "In Slack's markup." }),
    plain_text: t.String({ description: "The text for people: mentions, links and escapes resolved." }),
    permalink: textOrNull("URL for people."),
    created_at: time("When it was sent."),
  }),
  map: (raw) => ({
    id: raw.ts,
    ts: raw.ts,
    channel_id: raw.channel.id,
    channel_name: raw.channel.name ?? null,
    user_id: raw.user ?? null,
    username: raw.username ?? null,
    text: raw.text ?? "",
    plain_text: plainText(raw.text ?? ""),
    permalink: raw.permalink ?? null,
    created_at: isoFromTs(raw.ts),
  }),
});

export const searchEndpoints = {
  search_messages: endpoint({
    method: "GET",
    path: "/search",
    permission: "search.read",
    as: "user",
    description: "Search the Slack messages of all channels and conversations that the connected person can see.",
    keywords: ["find", "look for", "query", "mentions", "where did", "who said", "chat", "posts"],
    query: t.Object({
      q: t.String({
        minLength: 1,
        maxLength: 500,
        description: "Words to look for; modifiers such as in:general, from:ada, after:2026-01-01, has:link work.",
      }),
      sort: t.Optional(
        t.Union([t.Literal("score"), t.Literal("timestamp")], { description: "Best or newest first; default score." }),
      ),
      sort_dir: t.Optional(t.Union([t.Literal("desc"), t.Literal("asc")], { description: "Direction; default desc." })),
    }),
    upstream: ({ query }) =>
      readMethod("search.messages", { query: query.q, sort: query.sort, sort_dir: query.sort_dir }),
    returns: many("messages", match, { at: "messages.matches", pagination: byNumber }),
  }),
};
