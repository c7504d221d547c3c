// Icons, covers and the URLs of files.
import { textAt } from "gateway/plugin";

/** An icon as an emoji or a picture's URL. */
export function toIcon(icon: unknown): string | null {
  return textAt(icon, "emoji") ?? textAt(icon, "custom_emoji.url") ?? toFileUrl(icon);
}
export function toFileUrl(file: unknown): string | null {
  return textAt(file, "external.url") ?? textAt(file, "file.url");
}

/** An emoji or a picture's URL in Notion's form. */
export function fromIcon(icon: string | null | undefined): unknown {
  if (icon === undefined || icon === null) return icon;
  return /^https?:/i.test(icon) ? { type: "external", external: { url: icon } } : { type: "emoji", emoji: icon };
}
export function fromCover(url: string | null | undefined): unknown {
  return url === undefined || url === null ? url : { type: "external", external: { url } };
}
