// The words of a Discord message, in its content and outside: discord.com/developers/docs/resources/message#message-object.
import { type LayoutNode, type LayoutReader, layoutText, onLines, textAt, textWithLayout } from "gateway/plugin";
import { plainText } from "./text.ts";

/** What is shown of forwards, embeds, components, polls, stickers and files, in the order in which Discord shows it. */
const KEYS = [
  ...["content", "message", "provider", "author", "name", "title", "label", "question", "text", "description"],
  ...["placeholder", "fields", "value", "answers", "poll_media", "embeds", "components", "component", "options"],
  ...["items", "accessory", "footer", "poll", "sticker_items", "stickers", "attachments"],
];
const WORDLESS = ["image", "video", "thumbnail", "media", "file", "attachments", "sticker_items"];
/** discord.com/developers/docs/components/reference#component-object-component-types */
const SEPARATOR = 14;

type Names = ReadonlyMap<string, string>;

interface Said {
  content: string;
  message_snapshots?: unknown;
  embeds?: unknown;
  components?: unknown;
  poll?: unknown;
  sticker_items?: unknown;
  attachments?: unknown;
}

/** The readable text of a message, and whether it holds a picture, a file or the like. */
export function readMessage(raw: Said, names: Names) {
  const reader: LayoutReader = { keys: KEYS, wordless: WORDLESS, plain: (text) => plainText(text, names), read };
  const below = [raw.message_snapshots, raw.embeds, raw.components, raw.poll, raw.sticker_items, raw.attachments];
  const layout = below.flatMap((part) => part ?? []).map((root) => layoutText(root, reader));
  const hasFiles = [raw.sticker_items, raw.attachments].some((list) => Array.isArray(list) && list.length > 0);
  return {
    plainText: textWithLayout(
      plainText(raw.content, names),
      layout.map(({ text }) => text).filter((text) => text !== ""),
    ),
    hasOther: hasFiles || layout.some(({ hasWordless }) => hasWordless),
  };
}

function read(node: LayoutNode): ReturnType<LayoutReader["read"]> {
  if (node.type === SEPARATOR) return [];
  // An option's value is the app's own; a field of an embed has a name and a value.
  if (typeof node.value === "string" && typeof node.name !== "string")
    return [{ inside: { ...node, value: undefined } }];
  const emoji = emojiOf(node.emoji);
  if (emoji === null) return null;
  const key = typeof node.label === "string" ? "label" : "text";
  const words = [emoji, textAt(node, key)].filter(Boolean).join(" ");
  return onLines([words, { ...node, emoji: null, [key]: undefined }]);
}

function emojiOf(emoji: unknown): string | null {
  const name = textAt(emoji, "name");
  return name && textAt(emoji, "id") ? `:${name}:` : name || null;
}
