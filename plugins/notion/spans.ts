// Notion's rich text as spans of text: read from answers, brought into one form, and cut to Notion's limits for writes.
import { at } from "gateway/plugin";

/** Marks of a piece of text; a mark that is not set is absent. */
export const MARKS = ["bold", "italic", "strikethrough", "underline", "code"] as const;
export type Mark = (typeof MARKS)[number];
export interface Span {
  text: string;
  href: string | null;
  marks: readonly Mark[];
  /** An equation, in TeX: written between dollars, as it is. */
  isEquation?: true;
}
/** Rich text as Notion takes it. */
export interface RichText {
  type: "text";
  text: { content: string; link?: { url: string } };
  annotations?: Partial<Record<Mark, true>>;
}

/** developers.notion.com/reference/request-limits: characters of one rich text, of a link, and rich texts in one list. */
export const MAX_TEXT = 2_000;
export const MAX_PIECES = 100;

/** The spans of rich text, of an answer or of our own making; mentions are read as their text. */
export function spansOf(richText: unknown): Span[] {
  if (!Array.isArray(richText)) return [];
  return richText.flatMap((item: unknown) => {
    const text = at(item, "plain_text") ?? at(item, "text.content");
    if (typeof text !== "string" || text === "") return [];
    if (at(item, "type") === "equation") return [{ text, href: null, marks: [], isEquation: true as const }];
    const url = at(item, "href") ?? at(item, "text.link.url");
    const marks = MARKS.filter((mark) => at(item, `annotations.${mark}`) === true);
    return [{ text, href: typeof url === "string" ? safeHref(url) : null, marks }];
  });
}

/** The text alone. */
export function plainText(richText: unknown): string {
  return spansOf(richText)
    .map(({ text }) => text)
    .join("");
}

/** A link that Notion takes and that stands unquoted in Markdown; null for others, whose text stays. */
export function safeHref(url: string): string | null {
  if (!/^(https?:\/\/[^/]|mailto:.|tel:.)/i.test(url)) return null;
  const href = url.replace(/[\s<>()\\`|*[\]"~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return href.length > MAX_TEXT || !href.isWellFormed() ? null : href;
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

/** Neighbours that look alike made one. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const last = out.at(-1);
    if (last && looksLike(last, span)) out[out.length - 1] = { ...last, text: last.text + span.text };
    else if (span.text !== "") out.push(span);
  }
  return out;
}

const isCode = ({ marks }: Span) => marks.includes("code");

/** The lines of a text with `glue` between them and no space at their inner ends; the outer ends stay. */
export function joinLines(text: string, glue: string): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  return lines.map((line, i) => (i < last ? trimmed(line, i > 0) : i > 0 ? line.trimStart() : line)).join(glue);
}
const trimmed = (line: string, isInner: boolean) => (isInner ? line.trim() : line.trimEnd());

/** Space at the edges loses its marks and its link. */
function withBareEdges(span: Span): Span[] {
  if (span.isEquation || isCode(span)) return [span];
  const core = span.text.trim();
  const before = span.text.slice(0, span.text.length - span.text.trimStart().length);
  const after = core === "" ? "" : span.text.slice(span.text.trimEnd().length);
  const bare = (text: string): Span => ({ text, href: null, marks: [] });
  return [bare(before), { ...span, text: core }, bare(after)].filter(({ text }) => text !== "");
}

function looksLike(a: Span, b: Span): boolean {
  return !a.isEquation && !b.isEquation && a.href === b.href && a.marks.join() === b.marks.join();
}

/** No space at the ends of the whole, nor beside a line break that stands in the next span. */
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

/** Spans as Notion takes them, in lists of at most a hundred; no text is cut within a character. */
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

/** Plain text as one list of rich text, for titles. */
export function plainRichText(text: string): RichText[] {
  return richTexts([{ text, href: null, marks: [] }])[0] ?? [];
}
