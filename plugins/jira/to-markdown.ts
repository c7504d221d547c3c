// Jira's document format (ADF) → Markdown; nodes without a Markdown form become their text.
import { escapeInline, markdownOfSpans, normalSpans, plainSpan, type Span, safeHref, textAt } from "gateway/plugin";
import { type Node, spansOf } from "./spans.ts";

/** Fills an empty item: a marker without text would mean something else. */
const EMPTY = "<br>";
const INLINE = new Set([
  ..."text hardBreak mention emoji date status inlineCard mediaInline inlineExtension placeholder".split(" "),
]);
const BULLETS = new Set(["bulletList", "taskList", "decisionList"]);

/** Whether a value is a document; custom fields can be one too. */
export function isDoc(value: unknown): value is Node {
  return textAt(value, "type") === "doc" && isNode(value, MAX_DEPTH);
}

/** Deeper than any editor nests, and far from a stack overflow. */
const MAX_DEPTH = 100;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isAll = (value: unknown, test: (item: unknown) => boolean) =>
  value === undefined || (Array.isArray(value) && value.every(test));

/** Validates every node, since nothing else checks a document. */
function isNode(value: unknown, levels: number): boolean {
  if (!isObject(value) || levels === 0 || typeof value.type !== "string") return false;
  if (value.text !== undefined && typeof value.text !== "string") return false;
  return (
    isAll(value.marks, (mark) => textAt(mark, "type") !== null) &&
    isAll(value.content, (inner) => isNode(inner, levels - 1))
  );
}

/** A document as Markdown; null for any other value. */
export function toMarkdown(doc: unknown): string | null {
  return isDoc(doc) ? blocks(doc.content) : null;
}

const inline = (node: Node, options: { oneLine?: boolean } = {}) =>
  markdownOfSpans(normalSpans(spansOf(node.content), options));
const attr = (node: Node, name: string) => textAt(node.attrs, name) ?? "";
const joinBlocks = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");

/** Blocks separated by empty lines. A list after one of its kind alternates its marker, else Markdown joins the two. */
function blocks(nodes: readonly Node[] = []): string {
  const parts: string[] = [];
  let kind = "";
  let usesOtherMarker = false;
  for (const node of nodes) {
    const own = BULLETS.has(node.type) ? "bullets" : node.type;
    usesOtherMarker = own === kind && !usesOtherMarker;
    const text = block(node, usesOtherMarker);
    if (text === "") continue;
    kind = own;
    parts.push(text);
  }
  return joinBlocks(parts);
}

function block(node: Node, usesOtherMarker: boolean): string {
  switch (node.type) {
    case "paragraph":
      return inline(node);
    case "heading":
      return `${"#".repeat(Number(node.attrs?.level) || 1)} ${inline(node, { oneLine: true })}`.trimEnd();
    case "bulletList":
    case "decisionList":
    case "taskList":
      return bullets(node, usesOtherMarker ? "* " : "- ");
    case "orderedList":
      return numbers(node, usesOtherMarker ? ")" : ".");
    case "blockquote":
    case "panel":
      return quote(blocks(node.content));
    case "codeBlock":
      return code(node);
    case "rule":
      return "---";
    case "table":
      return table(node);
    case "expand":
    case "nestedExpand":
      return joinBlocks([markdownOfSpans(normalSpans([strong(attr(node, "title"))])), blocks(node.content)]);
    case "media":
      return media(node);
    case "blockCard":
    case "embedCard":
      return link(attr(node, "url"));
    default:
      return holdsText(node) ? inline(node) : node.content ? blocks(node.content) : escapeInline(node.text ?? "");
  }
}

const strong = (text: string): Span => ({ ...plainSpan(text), marks: ["bold"] });
const holdsText = ({ content }: Node) => content?.some(({ type }) => INLINE.has(type)) ?? false;
const link = (url: string) => markdownOfSpans([{ ...plainSpan(url), href: safeHref(url) }]);

function media(node: Node): string {
  const [url, alt] = [safeHref(attr(node, "url")), attr(node, "alt")];
  if (url !== null) return `![${escapeInline(alt).replaceAll("\n", " ")}](${url})`;
  return escapeInline(`[attachment: ${alt || attr(node, "id")}]`);
}

function bullets(list: Node, marker: string): string {
  const items: string[] = [];
  for (const item of list.content ?? []) {
    // A nested task list follows the task that it belongs to.
    if (item.type === "taskList") items.push(indent(bullets(item, "- "), "  "));
    else if (item.type === "listItem") items.push(withMarker(marker, itemText(item)));
    else
      items.push(withMarker(marker, `${box(item)}${(holdsText(item) ? inline(item) : blocks(item.content)) || EMPTY}`));
  }
  return items.join("\n");
}

function box({ attrs }: Node): string {
  return attrs?.state === "DONE" ? "[x] " : attrs?.state === "TODO" ? "[ ] " : "";
}

function numbers(list: Node, end: string): string {
  const start = Number(list.attrs?.order ?? 1);
  return (list.content ?? []).map((item, i) => withMarker(`${start + i}${end} `, itemText(item))).join("\n");
}

/** An item's text and the blocks below it; only lists follow without an empty line. */
function itemText({ content = [] }: Node): string {
  const [first, ...rest] = content;
  const own = first ? block(first, false) : "";
  const inner = blocks(rest);
  if (inner === "") return own || EMPTY;
  const isTight = own !== "" && first?.type === "paragraph" && interrupts(rest[0]);
  return `${own || EMPTY}${isTight ? "\n" : "\n\n"}${inner}`;
}

/** Whether a list can follow a line of text directly; numbered ones can only from 1. */
const interrupts = (node: Node | undefined) =>
  node !== undefined &&
  (BULLETS.has(node.type) || (node.type === "orderedList" && Number(node.attrs?.order ?? 1) === 1));

const withMarker = (marker: string, text: string) => marker + indent(text, " ".repeat(marker.length)).trimStart();
const indent = (text: string, by: string) => text.replace(/^(?=[^\n])/gm, by);
const quote = (text: string) => text.replace(/^.*$/gm, (line) => (line === "" ? ">" : `> ${line}`));

function code(node: Node): string {
  const text = (node.content ?? [])
    .map((inner) => inner.text ?? "")
    .join("")
    .trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${attr(node, "language").replace(/[^\w+#.-]/g, "")}\n${text}\n${fence}`;
}

/** A table. Markdown's always has a header, so the first row becomes it. */
function table({ content: rows = [] }: Node): string {
  const cells = rows.map((row) => (row.content ?? []).map(cell));
  const width = Math.max(1, ...cells.map((row) => row.length));
  const line = (row: readonly string[]) => `| ${Array.from({ length: width }, (_, i) => row[i] ?? "").join(" | ")} |`;
  const [header = [], ...body] = cells;
  return [line(header), line(Array(width).fill("---")), ...body.map(line)].join("\n");
}

/** A cell in one line, its parts separated by `<br>`; blocks become their text. */
function cell({ content = [] }: Node): string {
  const spans = normalSpans(content.flatMap((inner, i) => [...(i > 0 ? [plainSpan("\n")] : []), ...deepSpans(inner)]));
  const safe = spans.map((span) =>
    // In code, a backslash before a bar reads like an escaped bar.
    span.text.includes("\\|") ? { ...span, marks: span.marks.filter((mark) => mark !== "code") } : span,
  );
  return markdownOfSpans(safe, "<br>").replace(/(?<!\\)\|/g, "\\|");
}

function deepSpans(node: Node): Span[] {
  if (!node.content || holdsText(node)) return spansOf(node.content ?? [node]);
  return node.content.flatMap((inner, i) => [...(i > 0 ? [plainSpan("\n")] : []), ...deepSpans(inner)]);
}
