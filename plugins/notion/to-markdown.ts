// Notion's blocks → Markdown, children and all.
import { escapeInline, markdownOfSpans, normalSpans, valueAt } from "gateway/plugin";
import { fenceInfo } from "./languages.ts";
import { plainText, spansOf, takenHref } from "./spans.ts";

/** A block as it came, or of our own making; its children stand in its content. */
export interface AnyBlock {
  type: string;
  id?: string;
  [content: string]: unknown;
}

const LIST = new Set(["bulleted_list_item", "numbered_list_item", "to_do", "toggle"]);
/** Blocks that have no text of their own: their children stand in their place. */
const SHELLS = new Set(["column_list", "column", "synced_block", "tab", "meeting_notes", "transcription", "template"]);

/** Stands where there is no text, so that the marker before it is not taken for something else. */
const EMPTY = "<br>";

/** Blocks as Markdown, with nothing between two items of a list and an empty line between all else. */
export function toMarkdown(blocks: readonly AnyBlock[]): string {
  let out = "";
  let previous: AnyBlock | null = null;
  let number = 0;
  for (const block of blocks) {
    number = block.type === "numbered_list_item" ? number + 1 : 0;
    const text = blockMarkdown(block, number);
    if (text === "") continue;
    if (previous) out += LIST.has(block.type) && LIST.has(previous.type) ? "\n" : "\n\n";
    out += text;
    previous = block;
  }
  return out;
}

const contentOf = (block: AnyBlock) => block[block.type];
const inline = (richText: unknown, options: { oneLine?: boolean } = {}) =>
  markdownOfSpans(normalSpans(spansOf(richText), options));
const text = (value: unknown) => (typeof value === "string" ? value : "");

function childrenOf(block: AnyBlock): AnyBlock[] {
  const children = valueAt(contentOf(block), "children");
  return Array.isArray(children) ? children : [];
}

function blockMarkdown(block: AnyBlock, number: number): string {
  const content = contentOf(block);
  const own = inline(valueAt(content, "rich_text"));
  const children = childrenOf(block);
  const heading = block.type.match(/^heading_([1-4])$/)?.[1];
  if (heading) {
    const line = `${"#".repeat(Number(heading))} ${inline(valueAt(content, "rich_text"), { oneLine: true })}`.trimEnd();
    return joined(line, toMarkdown(children));
  }
  if (SHELLS.has(block.type)) return toMarkdown(children);
  switch (block.type) {
    case "paragraph":
      return joined(own, toMarkdown(children));
    case "bulleted_list_item":
    case "toggle":
      return indented("- ", own, children);
    case "numbered_list_item":
      return indented(`${number}. `, own, children);
    case "to_do":
      return indented("- ", `[${valueAt(content, "checked") === true ? "x" : " "}] ${own || EMPTY}`, children);
    case "quote":
      return quoted(joined(own || (children[0]?.type === "paragraph" ? EMPTY : ""), toMarkdown(children)));
    case "callout":
      return quoted(
        joined(
          [escapeInline(text(valueAt(content, "icon.emoji"))), own].filter(Boolean).join(" "),
          toMarkdown(children),
        ),
      );
    case "code":
      return codeMarkdown(content);
    case "table":
      return tableMarkdown(content, children);
    case "divider":
      return "---";
    case "equation":
      return `$$${text(valueAt(content, "expression"))}$$`;
    default:
      return joined(otherMarkdown(block, content), toMarkdown(children));
  }
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function quoted(inner: string): string {
  return inner
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** An item with its children below it, as far in as its text. */
function indented(marker: string, own: string, children: readonly AnyBlock[]): string {
  const inner = toMarkdown(children);
  // Only an empty line ends HTML that stands alone, and so do all blocks but a list.
  const isTight = own !== "" && LIST.has(children[0]?.type ?? "");
  const between = inner === "" ? "" : isTight ? "\n" : "\n\n";
  const indent = " ".repeat(marker.length);
  const [first = "", ...lines] = `${own || EMPTY}${between}${inner}`.split("\n");
  return [marker + first, ...lines.map((line) => (line === "" ? "" : indent + line))].join("\n");
}

function codeMarkdown(content: unknown): string {
  const code = plainText(valueAt(content, "rich_text")).trimEnd();
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const caption = inline(valueAt(content, "caption"));
  return joined(`${fence}${fenceInfo(valueAt(content, "language"))}\n${code}\n${fence}`, caption);
}

/** A table; Markdown's has a header always, so one without gets an empty one. */
function tableMarkdown(content: unknown, rows: readonly AnyBlock[]): string {
  const cells = rows.map((row) => {
    const list = valueAt(row, "table_row.cells");
    return (Array.isArray(list) ? list : []).map(cellMarkdown);
  });
  const width = Math.max(1, ...cells.map((row) => row.length));
  const [header = [], ...body] = valueAt(content, "has_column_header") === false ? [[], ...cells] : cells;
  const line = (row: string[]) => `| ${Array.from({ length: width }, (_, i) => row[i] ?? "").join(" | ")} |`;
  return [line(header), line(Array(width).fill("---")), ...body.map(line)].join("\n");
}

function cellMarkdown(richText: unknown): string {
  const spans = normalSpans(spansOf(richText)).map((span) =>
    // A backslash before a bar cannot be told from an escaped bar within code.
    /\\\|/.test(span.text) ? { ...span, marks: span.marks.filter((mark) => mark !== "code") } : span,
  );
  return markdownOfSpans(spans, "<br>").replace(/(?<!\\)\|/g, "\\|");
}

/** Files, links and pages; what shows nothing of its own gives nothing. */
function otherMarkdown(block: AnyBlock, content: unknown): string {
  const url = takenHref(
    text(valueAt(content, "url") ?? valueAt(content, "external.url") ?? valueAt(content, "file.url")) ||
      pageUrl(block, content),
  );
  const caption = plainText(valueAt(content, "caption"));
  const label = caption || text(valueAt(content, "name")) || text(valueAt(content, "title"));
  if (url === null)
    return (
      escapeInline(label) || inline(valueAt(content, "rich_text")) || (isUnknown(block) ? "<!-- unsupported -->" : "")
    );
  if (block.type === "image") return `![${escapeInline(caption).replaceAll("\n", " ")}](${url})`;
  return `[${escapeInline(label || url).replaceAll("\n", " ")}](${url})`;
}

const isUnknown = ({ type }: AnyBlock) => type === "unsupported";

/** Where a page or database below this one, or one that is linked, opens. */
function pageUrl(block: AnyBlock, content: unknown): string {
  const linked = valueAt(content, "page_id") ?? valueAt(content, "database_id");
  const id = block.type.startsWith("child_") ? block.id : block.type === "link_to_page" ? linked : undefined;
  return typeof id === "string" ? `https://www.notion.so/${id.replaceAll("-", "")}` : "";
}
