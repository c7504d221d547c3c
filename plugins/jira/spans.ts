// Inline nodes of Jira's document format to spans, and spans to inline nodes.
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

/** Span mark → Jira's mark. */
const ADF_MARKS: Readonly<Record<Mark, string>> = {
  bold: "strong",
  italic: "em",
  strikethrough: "strike",
  underline: "underline",
  code: "code",
};
const MENTION = "accountid:";

/** The spans of inline tokens. A line break is kept, as in Jira's editor. */
export const spansOfMarkdown = (tokens: readonly MarkdownToken[]): Span[] =>
  spansOfTokens(tokens, { softBreak: "\n", spanOfLink: mentionOf });

/** A mention is a link to `accountid:<id>`; null for any other link. */
function mentionOf(url: string, text: string): Span | null {
  const href = safeHref(url, /^accountid:./i);
  const name = text.replace(/\s+/g, " ").trim();
  if (href === null) return null;
  return { ...plainSpan(name), href, markdown: `[${escapeInline(name)}](${href})` };
}

/** The spans of inline nodes; an unknown node becomes its text. */
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
      case "blockCard":
      case "embedCard":
        return [{ ...plainSpan(attr("url")), href: safeHref(attr("url")) }];
      case "media":
      case "mediaInline":
        return [plainSpan(`[attachment: ${attr("alt") || attr("id")}]`)];
      default:
        // Blocks within a line of text stay apart.
        if (node.content) return [plainSpan(" "), ...spansOf(node.content), plainSpan(" ")];
        return [plainSpan((node.text ?? (attr("text") || attr("shortName"))).replace(/[\r\n]+/g, " "))];
    }
  });
}

function textSpan(node: Node): Span {
  const types = (node.marks ?? []).map(({ type }) => type);
  const link = node.marks?.find(({ type }) => type === "link");
  return {
    // A line break is a `hardBreak` node, never part of a text.
    text: (node.text ?? "").replace(/\s+/g, (run) => (run.includes("\n") ? " " : run)),
    href: safeHref(textAt(link, "attrs.href") ?? ""),
    marks: MARKS.filter((mark) => types.includes(ADF_MARKS[mark])),
  };
}

/** The day of a timestamp: Unix milliseconds as text. */
function dateOf(timestamp: unknown): string {
  return timeOfMs(Number(timestamp))?.slice(0, 10) ?? "";
}

/** Spans as inline nodes. Jira refuses empty texts, and code with any mark but a link. */
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
