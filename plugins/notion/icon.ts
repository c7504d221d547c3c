// Icons, covers and the URLs of files.
import { field, shapes, t, textAt } from "gateway/plugin";

/** An icon as an emoji or a picture's URL. */
function toIcon(icon: unknown): string | null {
  return textAt(icon, "emoji") ?? textAt(icon, "custom_emoji.url") ?? toFileUrl(icon);
}
export function toFileUrl(file: unknown): string | null {
  return textAt(file, "external.url") ?? textAt(file, "file.url");
}

export const icon = field.of({
  raw: t.Optional(t.Unknown()),
  shape: shapes.nullableText("An emoji, or the URL of a picture."),
  map: toIcon,
});
/** The URL of the picture at the top. */
export const coverUrl = (description?: string) =>
  field.of({ from: "cover", raw: t.Optional(t.Unknown()), shape: shapes.nullableText(description), map: toFileUrl });

/** An emoji or a picture's URL in Notion's form. */
export function fromIcon(icon: string | null | undefined): unknown {
  if (icon === undefined || icon === null) return icon;
  return /^https?:/i.test(icon) ? { type: "external", external: { url: icon } } : { type: "emoji", emoji: icon };
}
export function fromCover(url: string | null | undefined): unknown {
  return url === undefined || url === null ? url : { type: "external", external: { url } };
}
