// Text with marks, between Jira's document format and Markdown: read of both, and brought into one form.
import { at } from "gateway/plugin";

/** A node of the Atlassian Document Format: developer.atlassian.com/cloud/jira/platform/apis/document/structure. */
export interface Node {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Node[];
}

/** The marks that Markdown can show, by Jira's names. */
export const MARKS = ["strong", "em", "strike", "underline", "code"] as const;
export type Mark = (typeof MARKS)[number];
/** A piece of text; a line break in it is one that shows. A mention is a link to `accountid:<id>`. */
export interface Span {
  text: string;
  href: string | null;
  marks: readonly Mark[];
}
const MENTION = "accountid:";
export const isMention = ({ href }: Pick<Span, "href">) => href?.toLowerCase().startsWith(MENTION) ?? false;

export const bare = (text: string): Span => ({ text, href: null, marks: [] });
export const withMark = (marks: readonly Mark[], added: Mark): Mark[] =>
  MARKS.filter((mark) => mark === added || marks.includes(mark));

export function textAt(json: unknown, dotted: string): string | null {
  const value = at(json, dotted);
  return typeof value === "string" ? value : null;
}

/** The spans of inline nodes; a node that nobody knows gives what text it holds. */
export function spansOf(nodes: readonly Node[] | undefined): Span[] {
  return (nodes ?? []).flatMap((node): Span[] => {
    const attr = (name: string) => textAt(node.attrs, name) ?? "";
    switch (node.type) {
      case "text":
        return [textSpan(node)];
      case "hardBreak":
        return [bare("\n")];
      case "mention":
        return [{ ...bare(attr("text") || `@${attr("id")}`), href: safeHref(MENTION + attr("id")) }];
      case "date":
        return [bare(dateOf(node.attrs?.timestamp))];
      case "status":
        return [bare(`[${attr("text")}]`)];
      case "inlineCard":
        return [{ ...bare(attr("url")), href: safeHref(attr("url")) }];
      case "mediaInline":
        return [bare(`[attachment: ${attr("alt") || attr("id")}]`)];
      default:
        return node.content ? spansOf(node.content) : [bare(node.text ?? (attr("text") || attr("shortName")))];
    }
  });
}

function textSpan(node: Node): Span {
  const types = (node.marks ?? []).map(({ type }) => type);
  const link = node.marks?.find(({ type }) => type === "link");
  const text = joinLines(node.text ?? "", " ");
  return {
    text,
    href: safeHref(textAt(link, "attrs.href") ?? ""),
    marks: MARKS.filter((mark) => types.includes(mark)),
  };
}

/** Jira keeps a date as Unix milliseconds, in text. */
function dateOf(timestamp: unknown): string {
  const date = new Date(Number(timestamp));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** A link that stands unquoted in Markdown; null for one of another kind, whose text stays. */
export function safeHref(url: string): string | null {
  if (!/^(https?:\/\/[^/]|mailto:.|tel:.|accountid:.)/i.test(url) || !url.isWellFormed()) return null;
  return url.replace(/[\s<>()\\`|*[\]"~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/**
 * One form for the same text: marks and links reach from letter to letter, lines have no space at their ends, and neighbours
 * that look alike are one. Markdown can say nothing else, so what is read of it must not hold more.
 */
export function normal(spans: readonly Span[], options: { oneLine?: boolean } = {}): Span[] {
  const lines = spans.map((span) =>
    options.oneLine || isCode(span) ? { ...span, text: span.text.replace(/[\r\n]+/g, " ") } : span,
  );
  const merged = joined(joined(lines).flatMap(withBareEdges));
  return withoutOuterSpace(merged.map((span) => (isCode(span) ? span : { ...span, text: joinLines(span.text, "\n") })));
}

const isCode = ({ marks }: Span) => marks.includes("code");

/** The lines of a text with `glue` between them and no space beside it; no line but the outer ones is empty. */
function joinLines(text: string, glue: string): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  return lines
    .map((line, i) => (i === 0 ? line : line.trimStart()))
    .map((line, i) => (i === last ? line : line.trimEnd()))
    .filter((line, i) => line !== "" || i === 0 || i === last)
    .join(glue);
}

function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last && !isMention(span) && last.href === span.href && last.marks.join() === span.marks.join())
      out[out.length - 1] = { ...last, text: last.text + span.text };
    else if (span.text !== "") out.push(span);
  }
  return out;
}

/** Space at the edges loses its marks and its link. */
function withBareEdges(span: Span): Span[] {
  if (isCode(span)) return [span];
  const core = span.text.trim();
  const before = span.text.slice(0, span.text.length - span.text.trimStart().length);
  const after = core === "" ? "" : span.text.slice(span.text.trimEnd().length);
  return [bare(before), { ...span, text: core }, bare(after)].filter(({ text }) => text !== "");
}

/** No space at the ends of the whole. */
function withoutOuterSpace(spans: readonly Span[]): Span[] {
  const out = spans.map((span) => ({ ...span }));
  for (const first of out) {
    if (isCode(first)) break;
    first.text = first.text.trimStart();
    if (first.text !== "") break;
  }
  for (const last of out.toReversed()) {
    if (isCode(last)) break;
    last.text = last.text.trimEnd();
    if (last.text !== "") break;
  }
  return out.filter(({ text }) => text !== "");
}

/** Spans as inline nodes. Jira takes no empty text, and code with no other mark but a link. */
export function nodesOf(spans: readonly Span[]): Node[] {
  return spans.flatMap((span): Node[] => {
    if (span.href !== null && isMention(span))
      return [{ type: "mention", attrs: { id: span.href.slice(MENTION.length), text: span.text } }];
    const kept = isCode(span) ? (["code"] as const) : span.marks;
    const marks: Node["marks"] = kept.map((type) => ({ type }));
    if (span.href !== null) marks.push({ type: "link", attrs: { href: span.href } });
    return span.text
      .split("\n")
      .flatMap((text, i): Node[] => [
        ...(i > 0 ? [{ type: "hardBreak" }] : []),
        ...(text === "" ? [] : [{ type: "text", text, ...(marks.length > 0 && { marks }) }]),
      ]);
  });
}
