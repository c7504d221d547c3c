// Converts Notion's blocks, with their children, to Markdown.
import { escapeInline, markdownOfSpans, normalSpans, valueAt } from "gateway/plugin";
import { fenceInfo } from "./languages.ts";
import { acceptedHref, plainText, spansOf } from "./spans.ts";

/** A block from a response or a request; its children are in its content. */
export interface AnyBlock {
  type: string;
  id?: string;
  [content: string]: unknown;
}

const LIST = new Set(["bulleted_list_item", "numbered_list_item", "to_do", "toggle"]);
/** Blocks without text, which only show their children. */
const TRANSPARENT = new Set([
  "column_list",
  "column",
  "synced_block",
  "tab",
  "meeting_notes",
  "transcription",
  "template",
]);

/** Fills an empty item, whose marker would mean something else on its own. */
const EMPTY = "<br>";

/** Blocks as Markdown, separated by empty lines except between list items. */
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
  if (TRANSPARENT.has(block.type)) return toMarkdown(children);
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

/** A list item with its children indented below it. */
function indented(marker: string, own: string, children: readonly AnyBlock[]): string {
  const inner = toMarkdown(children);
  // Every child but a list needs an empty line before it; so does a list after bare HTML, which only an empty line ends.
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

/** A table; Markdown requires a header, so a table without one gets an empty one. */
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
    // In code, a backslash before a bar would read as an escaped bar, so the span loses its code mark.
    /\\\|/.test(span.text) ? { ...span, marks: span.marks.filter((mark) => mark !== "code") } : span,
  );
  return markdownOfSpans(spans, "<br>").replace(/(?<!\\)\|/g, "\\|");
}

/** Files, links and pages; "" for blocks that show nothing. */
function otherMarkdown(block: AnyBlock, content: unknown): string {
  const url = acceptedHref(
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

/** URL of a child or linked page or database; "" for other blocks. */
function pageUrl(block: AnyBlock, content: unknown): string {
  const linked = valueAt(content, "page_id") ?? valueAt(content, "database_id");
  const id = block.type.startsWith("child_") ? block.id : block.type === "link_to_page" ? linked : undefined;
  return typeof id === "string" ? `https://www.notion.so/${id.replaceAll("-", "")}` : "";
}
