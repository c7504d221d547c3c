// Single fields that X's endpoints share: ids, times, texts, authors, media.
import { asUtc, InvalidInput, nullable, shapes, t, textAt } from "gateway/plugin";
import { firstTextAt } from "./json.ts";

/** Up to 19 digits, which a JSON number cannot hold. */
export const xId = (description: string) => t.String({ pattern: "^[0-9]{1,19}$", description });

/** A count, null where X does not say. */
export const count = nullable(t.Integer());

/** A caller's time as X takes it: UTC, whole seconds. */
export function utcTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput(`"${time}" is not a time.`);
  return utc.replace(/\.\d+Z$/, "Z");
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
/** X's text without its three HTML escapes, and with t.co links expanded. */
export function plainText(text: string, urls: readonly unknown[] = []): string {
  const targets = new Map(urls.map((url) => [textAt(url, "url"), textAt(url, "expanded_url")]));
  return text.replace(
    /https:\/\/t\.co\/\w+|&(?:amp|lt|gt);/g,
    (match) => ENTITIES[match] ?? targets.get(match) ?? match,
  );
}

export const authorShape = nullable(t.Object({ id: t.String(), username: t.String(), name: t.String() }));
export function toAuthor(user: unknown) {
  const [id, username] = [textAt(user, "id"), textAt(user, "username")];
  return id === null || username === null ? null : { id, username, name: textAt(user, "name") ?? username };
}

export const mediaShape = t.Array(
  t.Object({
    type: t.String({ description: "photo, video or animated_gif." }),
    url: shapes.nullableText("URL of the picture, or of a preview image of the video."),
    alt_text: shapes.nullableText(),
  }),
);
export function toMedia(media: readonly unknown[]) {
  return media.map((entry) => ({
    type: textAt(entry, "type") ?? "photo",
    url: firstTextAt(entry, "url", "preview_image_url"),
    alt_text: textAt(entry, "alt_text"),
  }));
}
