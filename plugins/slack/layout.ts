// The words of a Slack message outside its text: docs.slack.dev/reference/block-kit, docs.slack.dev/messaging/attachments.
import {
  type LayoutNode,
  type LayoutPart,
  type LayoutReader,
  layoutText,
  NEW_LINE,
  onLines,
  textAt,
  textWithLayout,
  timeOfMs,
} from "gateway/plugin";
import { decodeEscapes, labelledLink, namesIn, plainText } from "./text.ts";

/** What is shown of blocks, elements and attachments of any kind, in the order in which Slack shows it. */
const KEYS = [
  ...["pretext", "service_name", "author_name", "author_subname", "title", "subtitle", "label", "text", "body"],
  ...["subtext", "description", "details", "output", "hint", "placeholder", "initial_value", "fields"],
  ...["message_blocks", "message", "blocks", "elements", "items", "tasks", "rows", "columns", "options"],
  ...["option_groups", "element", "accessory", "positive_button", "negative_button", "hero_image", "icon"],
  ...["attachments", "actions", "provider_name", "alt_text", "sources", "footer"],
];
const WORDLESS = ["image_url", "thumb_url", "video_url", "video_html", "slack_file", "files"];

/** Names by id, where the message's text has them: blocks have ids alone. */
type Names = ReadonlyMap<string, string>;

/** The readable text of a message, and whether it holds a picture, a file or the like. */
export function readMessage(raw: { text?: string | null; blocks?: unknown; attachments?: unknown; files?: unknown }) {
  const names = namesIn(raw.text ?? "");
  const reader = { keys: KEYS, wordless: WORDLESS, plain: plainText, read: (node: LayoutNode) => read(node, names) };
  const layout = [raw.blocks, raw.attachments].flatMap(listOf).map((root) => layoutText(root, reader));
  const texts = layout.map(({ text }) => text).filter((text) => text !== "");
  const isPlaceholder = texts.length > 0 && raw.text === "This content can't be displayed.";
  return {
    plainText: textWithLayout(isPlaceholder ? "" : plainText(raw.text ?? ""), texts),
    hasOther: listOf(raw.files).length > 0 || layout.some(({ hasWordless }) => hasWordless),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function read(node: LayoutNode, names: Names): ReturnType<LayoutReader["read"]> {
  const type = textAt(node, "type") ?? "";
  const words = wordsOf(type, node, names);
  if (words !== null) return [words];
  const elements = listOf(node.elements);
  if (type === "divider") return [];
  if (type === "rich_text_list") return listParts(node, elements);
  if (type === "context") return elements.flatMap((inside) => [{ inside }, " "]);
  // A cell's text stays in its row.
  if (type === "rich_text" && elements.length === 1) return [{ inside: elements[0] }];
  if (["rich_text_section", "rich_text_quote", "rich_text_preformatted"].includes(type))
    return elements.map((inside) => ({ inside }));
  if (type === "table") return onLines(listOf(node.rows).map((row) => ({ type: "context", elements: listOf(row) })));
  if (type === "image" && textAt(node, "title.text") === node.alt_text) return onLines([node.title]);
  // Slack writes the blocks of a shared message as text, too.
  if (listOf(node.message_blocks).length > 0)
    return [{ inside: { ...node, message_blocks: null, text: { blocks: node.message_blocks, fallback: node.text } } }];
  if (typeof node.fallback === "string")
    return [{ inside: { ...node, fallback: null }, orElse: plainText(node.fallback) }];
  if (typeof node.title === "string" && typeof node.value === "string") return onLines([node.title, node.value]);
  const link = textAt(node, "title_link");
  if (link && typeof node.title === "string")
    return [{ inside: { ...node, title: labelledLink(plainText(node.title), link), title_link: null } }];
  return null;
}

/** The words of a node that is one piece of text; null for any other. */
function wordsOf(type: string, node: LayoutNode, names: Names): string | null {
  const named = (mark: string, key: string) => {
    const id = textAt(node, key) ?? "";
    return mark + (names.get(id) ?? id);
  };
  switch (type) {
    case "text":
    case "raw_text":
    case "markdown":
      return textAt(node, "text");
    case "plain_text":
      return decodeEscapes(textAt(node, "text") ?? "");
    case "mrkdwn":
      return plainText(textAt(node, "text") ?? "");
    case "link":
      return labelledLink(textAt(node, "text") ?? "", textAt(node, "url") ?? "");
    case "user":
      return named("@", "user_id");
    case "channel":
      return named("#", "channel_id");
    case "usergroup":
      return named("@", "usergroup_id");
    case "team":
      return named("@", "team_id");
    case "broadcast":
      return named("@", "range");
    case "raw_number":
      return textAt(node, "text") ?? String(node.value);
    case "color":
      return textAt(node, "value");
    case "emoji":
      return emojiOf(node);
    case "date":
      return textAt(node, "fallback") ?? timeOfMs(Number(node.timestamp) * 1000) ?? String(node.timestamp);
    default:
      return null;
  }
}

function emojiOf({ name, skin_tone: tone }: LayoutNode): string {
  return typeof tone === "number" ? `:${String(name)}::skin-tone-${tone}:` : `:${String(name)}:`;
}

/** Slack's composer nests a list as a list of its own with a larger indent. */
const MAX_INDENT = 10;

function listParts(node: LayoutNode, items: readonly unknown[]): LayoutPart[] {
  const indent = "  ".repeat(Math.min(Math.max(Number(node.indent) || 0, 0), MAX_INDENT));
  const first = Number(node.offset) || 0;
  const marks = items.map((_, i) => indent + (node.style === "ordered" ? `${first + i + 1}. ` : "• "));
  return [...items.flatMap((inside, i) => [NEW_LINE, marks[i] ?? "", { inside }]), NEW_LINE];
}
