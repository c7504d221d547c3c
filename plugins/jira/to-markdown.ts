// Jira's document format (ADF) → Markdown; nodes without a Markdown form become their text.
import { escapeInline, markdownOfSpans, normalSpans, plainSpan, type Span, safeHref, textAt } from "gateway/plugin";
import { type Node, spansOf } from "./spans.ts";

/** Fills an empty item: a marker without text would mean something else. */
const EMPTY = "<br>";
const INLINE = new Set([
  ..."text hardBreak mention emoji date status inlineCard mediaInline inlineExtension placeholder".split(" "),
]);
const BULLETS = new Set(["bulletList", "taskList", "decisionList"]);
/** Blocks that Markdown has, or that stand for something. */
const BLOCKS = new Set([
  ...["paragraph", "heading", "orderedList", "blockquote", "panel", "codeBlock", "rule", "table"],
  ...BULLETS,
]);

/** Whether a value is a document; custom fields can be one too. */
export function isDoc(value: unknown): value is Node {
  return textAt(value, "type") === "doc" && depthOf(value) !== null;
}

/** Levels of nodes that are written as such; more than any editor nests, and few enough to be written back. */
const MAX_DEPTH = 40;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isList = (value: unknown): value is unknown[] | undefined => value === undefined || Array.isArray(value);

/** How deep a node nests; null where it is none, since nothing else checks a document. It does not recurse: depth has no bound. */
function depthOf(root: unknown): number | null {
  let deepest = 0;
  const open: [node: unknown, depth: number][] = [[root, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next;
    if (!isObject(node) || typeof node.type !== "string") return null;
    if (node.text !== undefined && typeof node.text !== "string") return null;
    const { marks, content } = node;
    if (!isList(marks) || marks?.some((mark) => textAt(mark, "type") === null) || !isList(content)) return null;
    deepest = Math.max(deepest, depth);
    for (const inner of content ?? []) open.push([inner, depth + 1]);
  }
  return deepest;
}

/** A document as Markdown; null for any other value. */
export function toMarkdown(doc: unknown): string | null {
  return isDoc(doc) ? markdownOf(doc.content) : null;
}

/** The Markdown of a document's blocks. */
export function markdownOf(nodes: readonly Node[] = []): string {
  const root = { type: "doc", content: [...nodes] };
  return blocks(((depthOf(root) ?? 0) > MAX_DEPTH ? flattened(root, MAX_DEPTH) : root).content);
}

/** The node with at most so many levels; what is deeper becomes one paragraph. */
function flattened(node: Node, levels: number): Node {
  if (!node.content) return node;
  if (levels > 2) return { ...node, content: node.content.map((inner) => flattened(inner, levels - 1)) };
  return { ...node, content: [{ type: "paragraph", content: leavesOf(node) }] };
}

/** The inline nodes within a node in their order, those of different parents apart. It does not recurse either. */
function leavesOf(root: Node): Node[] {
  const found: Node[] = [];
  const space = { type: "text", text: " " };
  const open: (Node | null)[] = [...(root.content ?? [])].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === null) found.push(space);
    else if (node.content) {
      const title = textAt(node.attrs, "title");
      open.push(null, ...[...node.content].reverse());
      if (title) found.push({ type: "text", text: title });
      found.push(space);
    } else found.push(node);
  }
  return found;
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
  for (const node of nodes.flatMap(inLine)) {
    const own = BULLETS.has(node.type) ? "bullets" : node.type;
    const isOther: boolean = own === kind && !usesOtherMarker;
    const text = block(node, isOther);
    if (text === "") continue;
    kind = own;
    usesOtherMarker = isOther;
    parts.push(text);
  }
  return joinBlocks(parts);
}

/** Boxes around blocks that Markdown does not have: their blocks stand among the others, after the title. */
export const isBox = (node: Node) => node.content !== undefined && !BLOCKS.has(node.type) && !holdsText(node);
/** The title of a box as a block; null for none. */
export function titleOf(node: Node): Node | null {
  const title = BOXES_WITH_TITLE.has(node.type) ? attr(node, "title") : "";
  return title === ""
    ? null
    : { type: "paragraph", content: [{ type: "text", text: title, marks: [{ type: "strong" }] }] };
}
const BOXES_WITH_TITLE = new Set(["expand", "nestedExpand"]);

function inLine(node: Node): Node[] {
  if (!isBox(node)) return [node];
  const title = titleOf(node);
  return [...(title ? [title] : []), ...(node.content ?? []).flatMap(inLine)];
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
    case "media":
      return media(node);
    case "blockCard":
    case "embedCard":
      return link(attr(node, "url"));
    default:
      return holdsText(node) ? inline(node) : markdownOfSpans(normalSpans(spansOf([node])));
  }
}

export const holdsText = ({ content }: Node) => content?.some(({ type }) => INLINE.has(type)) ?? false;
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
      items.push(
        withMarker(marker, `${box(item)}${(holdsText(item) ? inline(item) : blocks(item.content ?? [item])) || EMPTY}`),
      );
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
function itemText(item: Node): string {
  const [first, ...rest] = (item.content ?? [item]).flatMap(inLine);
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

/** After a marker of dashes, a rule of dashes would make both one rule. */
const withMarker = (marker: string, text: string) =>
  marker + indent(text.replace(/^---/, "___"), " ".repeat(marker.length)).trimStart();
const indent = (text: string, by: string) => text.replace(/^(?=[^\n])/gm, by);
const quote = (text: string) => text.replace(/^.*$/gm, (line) => (line === "" ? ">" : `> ${line}`));

function code(node: Node): string {
  const text = (node.content ?? [])
    .map(
      (inner) =>
        inner.text ??
        leavesOf(inner)
          .map(({ text = "" }) => text)
          .join(""),
    )
    .join("")
    .trimEnd();
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${attr(node, "language").replace(/[^\w+#.-]/g, "")}\n${text}\n${fence}`;
}

/** A table. Markdown's always has a header, so the first row becomes it; other rows may have fewer cells. */
function table({ content: rows = [] }: Node): string {
  const [header = [], ...body] = rows.map((row) => (row.content ?? [row]).map(cell));
  const width = body.reduce((widest, row) => Math.max(widest, row.length), Math.max(1, header.length));
  const line = (row: readonly string[]) => `| ${row.join(" | ")} |`;
  const missing: string[] = Array(width - header.length).fill("");
  return [[...header, ...missing], Array<string>(width).fill("---"), ...body].map(line).join("\n");
}

/** A cell in one line, its parts separated by `<br>`; blocks become their text. */
function cell(node: Node): string {
  const spans = normalSpans(linesOf(node.content ?? [node]));
  const safe = spans.map((span) =>
    // In code, a backslash before a bar reads like an escaped bar.
    span.text.includes("\\|") ? { ...span, marks: span.marks.filter((mark) => mark !== "code") } : span,
  );
  return markdownOfSpans(safe, "<br>").replace(/(?<!\\)\|/g, "\\|");
}

const linesOf = (nodes: readonly Node[]): Span[] =>
  nodes.flatMap(inLine).flatMap((node, i) => [...(i > 0 ? [plainSpan("\n")] : []), ...deepSpans(node)]);
const deepSpans = (node: Node): Span[] =>
  node.content && !holdsText(node) ? linesOf(node.content) : spansOf(node.content ?? [node]);
