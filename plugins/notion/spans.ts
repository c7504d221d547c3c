// Converts between Notion's rich text and spans, within Notion's limits.
import {
  MARKS,
  type Mark,
  type MarkdownToken,
  plainSpan,
  type Span,
  safeHref,
  spansOfTokens,
  valueAt,
} from "gateway/plugin";

/** Rich text in requests. */
export interface RichText {
  type: "text";
  text: { content: string; link?: { url: string } };
  annotations?: Partial<Record<Mark, true>>;
}

/** developers.notion.com/reference/request-limits: characters of a rich text or a link; rich texts or blocks in a list. */
const MAX_TEXT = 2_000;
export const MAX_PIECES = 100;

/** The spans of rich text from a response or a request; mentions become their text. */
export function spansOf(richText: unknown): Span[] {
  if (!Array.isArray(richText)) return [];
  return richText.flatMap((item: unknown): Span[] => {
    const text = valueAt(item, "plain_text") ?? valueAt(item, "text.content");
    if (typeof text !== "string" || text === "") return [];
    if (valueAt(item, "type") === "equation")
      return [{ ...plainSpan(text), markdown: `$${text.replace(/\n\s*/g, " ")}$` }];
    const url = valueAt(item, "href") ?? valueAt(item, "text.link.url");
    const marks = MARKS.filter((mark) => valueAt(item, `annotations.${mark}`) === true);
    return [{ text, href: typeof url === "string" ? acceptedHref(url) : null, marks }];
  });
}

/** The text without links and marks. */
export function plainText(richText: unknown): string {
  return spansOf(richText)
    .map(({ text }) => text)
    .join("");
}

/** A link that Notion accepts, or null. */
export function acceptedHref(url: string): string | null {
  const href = safeHref(url);
  return href !== null && href.length <= MAX_TEXT ? href : null;
}

/** The spans of inline tokens; a soft line break becomes a space, as in Markdown. */
export function spansOfMarkdown(tokens: readonly MarkdownToken[]): Span[] {
  const spans = spansOfTokens(tokens, { softBreak: " " });
  return spans.map((span) => ({ ...span, href: span.href && acceptedHref(span.href) }));
}

/** Rich texts of spans, in lists of at most a hundred; no text is cut within a character. */
export function richTexts(spans: readonly Span[]): RichText[][] {
  const pieces = spans.flatMap((span) => piecesOf(span.text).map((content) => toRichText(content, span)));
  const lists: RichText[][] = [];
  for (let start = 0; start < pieces.length; start += MAX_PIECES) lists.push(pieces.slice(start, start + MAX_PIECES));
  return lists.length > 0 ? lists : [[]];
}

function toRichText(content: string, { href, marks }: Span): RichText {
  return {
    type: "text",
    text: { content, ...(href !== null && { link: { url: href } }) },
    ...(marks.length > 0 && { annotations: Object.fromEntries(marks.map((mark) => [mark, true as const])) }),
  };
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + MAX_TEXT, text.length);
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? "")) end--;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Plain text as a list of rich texts, for titles. */
export function plainRichText(text: string): RichText[] {
  return richTexts([plainSpan(text)])[0] ?? [];
}
