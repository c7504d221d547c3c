// A post, with one shape for all endpoints and webhook events.
import { asUtc, maybeText, resource, type Static, shapes, t, valueAt } from "gateway/plugin";
import { joined } from "./expansions.ts";
import { authorShape, count, mediaShape, plainText, toAuthor, toMedia } from "./fields.ts";
import { countAt, firstTextAt, listAt } from "./json.ts";

export const rawPost = t.Object({
  id: t.String(),
  text: t.String(),
  author_id: maybeText,
  created_at: maybeText,
  conversation_id: maybeText,
  in_reply_to_user_id: maybeText,
  lang: maybeText,
  reply_settings: maybeText,
});
export const rawJoined = t.Object({ ...rawPost.properties, ...joined });

export const postShape = t.Object({
  id: t.String(),
  text: t.String({ description: "The complete text, with links in full." }),
  author_id: shapes.nullableText(),
  author: authorShape,
  created_at: shapes.nullableTime(),
  conversation_id: shapes.nullableText("Id of the first post of the thread."),
  in_reply_to_user_id: shapes.nullableText(),
  references: t.Array(
    t.Object({
      type: t.String({ description: "replied_to, quoted or retweeted." }),
      id: t.String(),
      text: shapes.nullableText(
        "The complete text of that post; null if X does not return it. For a repost, this is the text to read.",
      ),
    }),
  ),
  metrics: t.Object(
    {
      replies: count,
      reposts: count,
      likes: count,
      quotes: count,
      bookmarks: count,
      impressions: count,
    },
    { description: "Numbers of likes, replies and so on; null if X does not say." },
  ),
  media: mediaShape,
  lang: shapes.nullableText(),
  reply_settings: shapes.nullableText("Who can reply: everyone, mentionedUsers, following and so on."),
  url: t.String({ description: "URL to open in a browser." }),
});

/** Opens a post in the browser. X ignores the username. */
export const webUrl = (id: string, username = "i") => `https://x.com/${username}/status/${id}`;

/** The full text of a post: `text` truncates long posts, whose note has all of it. */
function fullText(post: unknown): string {
  const text = firstTextAt(post, "note_tweet.text", "note_post.text", "text") ?? "";
  const urls = ["note_tweet.entities.urls", "note_post.entities.urls", "entities.urls"].flatMap((dotted) =>
    listAt(post, dotted),
  );
  return plainText(text, urls);
}

export function toPost(raw: Static<typeof rawJoined>): Static<typeof postShape> {
  const author = toAuthor(raw.author);
  const metrics = valueAt(raw, "public_metrics");
  return {
    id: raw.id,
    text: fullText(raw),
    author_id: raw.author_id ?? null,
    author,
    created_at: asUtc(raw.created_at),
    conversation_id: raw.conversation_id ?? null,
    in_reply_to_user_id: raw.in_reply_to_user_id ?? null,
    references: raw.references.flatMap(({ type, id, post }) =>
      type && id ? { type, id, text: post === undefined ? null : fullText(post) } : [],
    ),
    metrics: {
      replies: countAt(metrics, "reply_count"),
      reposts: countAt(metrics, "retweet_count", "repost_count"),
      likes: countAt(metrics, "like_count"),
      quotes: countAt(metrics, "quote_count"),
      bookmarks: countAt(metrics, "bookmark_count"),
      impressions: countAt(metrics, "impression_count"),
    },
    media: toMedia(raw.media),
    lang: raw.lang ?? null,
    reply_settings: raw.reply_settings ?? null,
    url: webUrl(raw.id, author?.username),
  };
}

export const post = resource({ raw: rawJoined, shape: postShape, map: toPost });
