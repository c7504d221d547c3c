// X's expansions: the fields that requests name, and each item joined with the objects that it refers to.
import { maybeText, t, textAt, valueAt } from "gateway/plugin";
import { listAt } from "./json.ts";

/** The fields to request, by the names in X's guides: docs.x.com/x-api/fundamentals/fields. */
export const USER_FIELDS = "created_at,description,profile_image_url,protected,public_metrics,url,verified";
export const POST_FIELDS = {
  "tweet.fields":
    "created_at,author_id,conversation_id,public_metrics,referenced_tweets,in_reply_to_user_id,entities,lang,note_tweet,attachments,reply_settings",
  expansions: "author_id,referenced_tweets.id,attachments.media_keys",
  "user.fields": "name,username",
  "media.fields": "url,preview_image_url,type,alt_text",
};
export const MESSAGE_FIELDS = {
  event_types: "MessageCreate",
  "dm_event.fields": "id,text,event_type,created_at,sender_id,dm_conversation_id,attachments",
  expansions: "sender_id,attachments.media_keys",
  "user.fields": "name,username",
  "media.fields": "url,preview_image_url,type,alt_text",
};

/** Joins an item with the objects that it refers to, which X sends once per response, as `includes`. */
export function withIncludes<T>(item: T, includes: unknown) {
  const find = (list: unknown[], key: string, id: unknown) =>
    list
      .map((entry) => valueAt(entry, "data") ?? entry)
      .find((entry) => id !== undefined && valueAt(entry, key) === id);
  const posts = listAt(includes, "tweets", "posts");
  return {
    ...item,
    author: find(listAt(includes, "users"), "id", valueAt(item, "author_id") ?? valueAt(item, "sender_id")),
    references: listAt(item, "referenced_tweets", "referenced_posts").map((reference) => ({
      type: textAt(reference, "type"),
      id: textAt(reference, "id"),
      post: find(posts, "id", valueAt(reference, "id")),
    })),
    media: listAt(item, "attachments.media_keys").flatMap(
      (key) => find(listAt(includes, "media"), "media_key", key) ?? [],
    ),
  };
}
/** The fields that `withIncludes` adds. */
export const joined = {
  author: t.Optional(t.Unknown()),
  references: t.Array(t.Object({ type: maybeText, id: maybeText, post: t.Optional(t.Unknown()) })),
  media: t.Array(t.Unknown()),
};
