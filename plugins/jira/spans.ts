// Text with marks in Jira's document format: read as spans, and made of spans.
import {
  escapeInline,
  MARKS,
  type Mark,
  type MarkdownToken,
  plainSpan,
  type Span,
  safeHref,
  spansOfTokens,
  textAt,
  timeOfMs,
} from "gateway/plugin";

/** A node of the Atlassian Document Format: developer.atlassian.com/cloud/jira/platform/apis/document/structure. */
export interface Node {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Node[];
}

/** Jira's names of the marks that Markdown can show. */
const ADF_MARKS: Readonly<Record<Mark, string>> = {
  bold: "strong",
  italic: "em",
  strikethrough: "strike",
  underline: "underline",
  code: "code",
};
const MENTION = "accountid:";

/** The spans of inline tokens. A line break shows, as it does where people type in Jira. */
export const spansOfMarkdown = (tokens: readonly MarkdownToken[]): Span[] =>
  spansOfTokens(tokens, { softBreak: "\n", spanOfLink: mentionOf });

/** A mention is a link to `accountid:<id>`; null where the link is another. */
function mentionOf(url: string, text: string): Span | null {
  const href = safeHref(url, /^accountid:./i);
  const name = text.replace(/\s+/g, " ").trim();
  if (href === null) return null;
  return { ...plainSpan(name), href, markdown: `[${escapeInline(name)}](${href})` };
}

/** The spans of inline nodes; a node that nobody knows gives what text it holds. */
export function spansOf(nodes: readonly Node[] | undefined): Span[] {
  return (nodes ?? []).flatMap((node): Span[] => {
    const attr = (name: string) => textAt(node.attrs, name) ?? "";
    switch (node.type) {
      case "text":
        return [textSpan(node)];
      case "hardBreak":
        return [plainSpan("\n")];
      case "mention":
        return [mentionOf(MENTION + attr("id"), attr("text") || `@${attr("id")}`) ?? plainSpan(attr("text"))];
      case "date":
        return [plainSpan(dateOf(node.attrs?.timestamp))];
      case "status":
        return [plainSpan(`[${attr("text")}]`)];
      case "inlineCard":
        return [{ ...plainSpan(attr("url")), href: safeHref(attr("url")) }];
      case "mediaInline":
        return [plainSpan(`[attachment: ${attr("alt") || attr("id")}]`)];
      default:
        return node.content ? spansOf(node.content) : [plainSpan(node.text ?? (attr("text") || attr("shortName")))];
    }
  });
}

function textSpan(node: Node): Span {
  const types = (node.marks ?? []).map(({ type }) => type);
  const link = node.marks?.find(({ type }) => type === "link");
  return {
    // A line break is a node of its own.
    text: (node.text ?? "").replace(/(?<!\s)\s*\n\s*/g, " "),
    href: safeHref(textAt(link, "attrs.href") ?? ""),
    marks: MARKS.filter((mark) => types.includes(ADF_MARKS[mark])),
  };
}

/** Jira keeps a date as Unix milliseconds, in text. */
function dateOf(timestamp: unknown): string {
  return timeOfMs(Number(timestamp))?.slice(0, 10) ?? "";
}

/** Spans as inline nodes. Jira takes no empty text, and code with no other mark but a link. */
export function nodesOf(spans: readonly Span[]): Node[] {
  return spans.flatMap((span): Node[] => {
    if (span.href !== null && span.markdown !== undefined)
      return [{ type: "mention", attrs: { id: span.href.slice(MENTION.length), text: span.text } }];
    const allowed = span.marks.includes("code") ? (["code"] as const) : span.marks;
    const marks: Node["marks"] = allowed.map((mark) => ({ type: ADF_MARKS[mark] }));
    if (span.href !== null) marks.push({ type: "link", attrs: { href: span.href } });
    return span.text
      .split("\n")
      .flatMap((text, i): Node[] => [
        ...(i > 0 ? [{ type: "hardBreak" }] : []),
        ...(text === "" ? [] : [{ type: "text", text, ...(marks.length > 0 && { marks }) }]),
      ]);
  });
}
