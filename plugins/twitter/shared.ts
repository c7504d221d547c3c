// What several services share: ids, times, the objects that X sends beside its lists, and paging.
import {
  asUtc,
  InvalidInput,
  maybeText,
  nullable,
  type Page,
  type Pagination,
  pages,
  shapes,
  t,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";

/** Up to 19 digits, more than a number can hold. */
export const xId = (description: string) => t.String({ pattern: "^[0-9]{1,19}$", description });

export function textAt(json: unknown, ...places: string[]): string | null {
  const value = places.map((place) => valueAt(json, place)).find((found) => typeof found === "string");
  return typeof value === "string" ? value : null;
}
export function countAt(json: unknown, ...places: string[]): number {
  const value = places.map((place) => valueAt(json, place)).find((found) => Number.isInteger(found));
  return typeof value === "number" ? value : 0;
}
/** The list at the first of the places that holds one. */
export function listAt(json: unknown, ...places: string[]): unknown[] {
  return places.map((place) => valueAt(json, place)).find(Array.isArray) ?? [];
}

/** A caller's time as X takes it: UTC, whole seconds. */
export function utcTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const told = asUtc(time);
  if (told === null) throw new InvalidInput(`"${time}" is no time.`);
  return told.replace(/\.\d+Z$/, "Z");
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
/** X's text for people: its three escapes undone, its short links replaced by where they lead. */
export function plainText(text: string, urls: readonly unknown[] = []): string {
  const targets = new Map(urls.map((url) => [textAt(url, "url"), textAt(url, "expanded_url")]));
  return text.replace(
    /https:\/\/t\.co\/\w+|&(?:amp|lt|gt);/g,
    (found) => ENTITIES[found] ?? targets.get(found) ?? found,
  );
}

/**
 * What requests ask for. X is renaming tweets to posts: requests keep the names of its guides, answers are read by both.
 * docs.x.com/x-api/fundamentals/fields
 */
export const USER_FIELDS = "created_at,description,profile_image_url,protected,public_metrics,url,verified";
export const POST_FIELDS = {
  "tweet.fields":
    "created_at,author_id,conversation_id,public_metrics,referenced_tweets,in_reply_to_user_id,entities,lang,note_tweet,attachments",
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

/** An item with the objects that it names, which X sends once for the whole answer under `includes`. */
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
/** What `withIncludes` adds. */
export const joined = {
  author: t.Optional(t.Unknown()),
  references: t.Array(t.Object({ type: maybeText, id: maybeText, post: t.Optional(t.Unknown()) })),
  media: t.Array(t.Unknown()),
};

export const authorShape = nullable(t.Object({ id: t.String(), username: t.String(), name: t.String() }));
export function toAuthor(user: unknown) {
  const [id, username] = [textAt(user, "id"), textAt(user, "username")];
  return id === null || username === null ? null : { id, username, name: textAt(user, "name") ?? username };
}

export const mediaShape = t.Array(
  t.Object({
    type: t.String({ description: "photo, video or animated_gif." }),
    url: shapes.nullableText("The picture, or a still of the video."),
    alt_text: shapes.nullableText(),
  }),
);
export function toMedia(media: readonly unknown[]) {
  return media.map((entry) => ({
    type: textAt(entry, "type") ?? "photo",
    url: textAt(entry, "url", "preview_image_url"),
    alt_text: textAt(entry, "alt_text"),
  }));
}

/** Pages of a list of which X takes no fewer than `min` at a time. */
export const cursorPagination = (min: number) =>
  pages.cursor({ size: "max_results", param: "pagination_token", read: "meta.next_token", min, max: 100 });

/** Reads a page, each item with what it names. An empty list has no `data`. */
export async function readPage(
  upstream: Upstream,
  page: Page,
  request: UpstreamRequest,
  { apply }: Pagination,
): Promise<UpstreamResponse> {
  const res = await upstream.request(apply(request, page));
  const [includes, meta] = [valueAt(res.json, "includes"), valueAt(res.json, "meta")];
  return { ...res, json: { data: listAt(res.json, "data").map((item) => withIncludes(item, includes)), meta } };
}
