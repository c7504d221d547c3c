// Text with marks for plugins: spans read from Markdown's tokens, brought into one form, and written as Markdown.
import { escapeMarkdown, type MarkdownToken } from "./rich-text.ts";

/** What Markdown can show of a text's looks. */
export const MARKS = ["bold", "italic", "strikethrough", "underline", "code"] as const;
export type Mark = (typeof MARKS)[number];

/** A piece of text that looks alike all through, with its marks in the order of `MARKS`; a line break in it is one that shows. */
export interface Span {
  text: string;
  href: string | null;
  marks: readonly Mark[];
  /** How a mention, an equation or the like is written, in one line. Such a span stays as it is, apart from its neighbours. */
  markdown?: string;
}

export const plainSpan = (text: string): Span => ({ text, href: null, marks: [] });
export const withMark = (marks: readonly Mark[], added: Mark): Mark[] =>
  MARKS.filter((mark) => mark === added || marks.includes(mark));

/** A link that people may follow, and that stands unquoted in Markdown; null for others, whose text stays. */
export function safeHref(url: string, schemes = /^(https?:\/\/[^/]|mailto:.|tel:.)/i): string | null {
  if (!schemes.test(url) || !url.isWellFormed()) return null;
  return url.replace(/[\s<>()\\`|*[\]"~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/**
 * How a mark is written: with its delimiter, or with the first of its tags where there is none or it would not be seen. All
 * its tags are read; one of them is the name that its tokens have.
 */
const WRITTEN: readonly [Mark, delimiter: string, ...tags: string[]][] = [
  ["italic", "*", "i", "em"],
  ["bold", "**", "b", "strong"],
  ["strikethrough", "~~", "s", "del"],
  ["underline", "", "u"],
];
const markOf = (name: string) => WRITTEN.find(([, , ...tags]) => tags.includes(name))?.[0];

export interface SpanOptions {
  /** What a line break within a paragraph is: a space, as Markdown has it, or one that shows, as people mean it in messages. */
  softBreak: " " | "\n";
  /** What a link is, where it is no link to the provider but a mention or the like; else null. */
  spanOfLink?: (url: string, text: string) => Span | null;
}

/** The spans of inline tokens, which `markdownTokens` has within a paragraph, a heading or a cell; all look like `outer` at least. */
export function spansOfTokens(tokens: readonly MarkdownToken[], options: SpanOptions, outer = plainSpan("")): Span[] {
  const open: Mark[] = [];
  return tokens.flatMap((token): Span[] => {
    const here = { ...outer, marks: MARKS.filter((mark) => outer.marks.includes(mark) || open.includes(mark)) };
    if (token.type === "html") return spansOfTag(token.raw, here, open);
    if (token.type === "checkbox") return [];
    if (token.type === "br") return [plainSpan("\n")];
    if (token.type === "codespan") return [{ ...here, text: token.text, marks: withMark(here.marks, "code") }];
    const inner = "tokens" in token ? (token.tokens ?? []) : [];
    const mark = markOf(token.type);
    if (mark) return spansOfTokens(inner, options, { ...here, marks: withMark(here.marks, mark) });
    if (token.type === "link" || token.type === "image") {
      const linked = { ...here, href: here.href ?? safeHref(token.href) };
      const spans =
        inner.length > 0 ? spansOfTokens(inner, options, linked) : [{ ...linked, text: token.text || token.href }];
      const other = options.spanOfLink?.(token.href, spans.map(({ text }) => text).join(""));
      return other ? [other] : spans;
    }
    if (inner.length > 0) return spansOfTokens(inner, options, here);
    const text = "text" in token && typeof token.text === "string" ? token.text : token.raw;
    return [{ ...here, text: joinLines(text, options.softBreak) }];
  });
}

/** A tag of a mark opens or closes it, `<br>` breaks the line, a comment says nothing; any other tag is text. */
function spansOfTag(raw: string, here: Span, open: Mark[]): Span[] {
  const [, slash, tag = ""] = raw.match(/^<(\/?)([a-z]+)\s*\/?>\s*$/i) ?? [];
  if (/^br$/i.test(tag)) return [plainSpan("\n")];
  const mark = markOf(tag.toLowerCase());
  if (!mark) return [{ ...here, text: joinLines(raw.replace(/<!--[\s\S]*?-->/g, ""), "\n").replace(/\n{2,}/g, "\n") }];
  if (!slash) open.push(mark);
  else if (open.includes(mark)) open.splice(open.lastIndexOf(mark), 1);
  return [];
}

/**
 * One form for the same text: marks and links reach from letter to letter, lines have no space at their ends, and neighbours
 * that look alike are one. Markdown can say nothing else, so what is read of it must not hold more.
 */
export function normalSpans(spans: readonly Span[], options: { oneLine?: boolean } = {}): Span[] {
  const lines = spans.map((span) =>
    options.oneLine || isCode(span) ? { ...span, text: span.text.replace(/[\r\n]+/g, " ") } : span,
  );
  const merged = joined(joined(lines).flatMap(withBareEdges));
  const trimmed = merged.map((span, i) => {
    if (isFixed(span)) return span;
    let text = joinLines(span.text, "\n");
    if (i === 0) text = text.trimStart();
    if (i === merged.length - 1) text = text.trimEnd();
    return { ...span, text };
  });
  return trimmed.filter(({ text }) => text !== "");
}

const isCode = ({ marks }: Span) => marks.includes("code");
const isFixed = (span: Span) => isCode(span) || span.markdown !== undefined;

/** The lines of a text with `glue` between them and no space beside it; the outer ends stay. */
function joinLines(text: string, glue: string): string {
  const lines = text.split("\n");
  const trimmed = lines.map((line, i) => (i === 0 ? line : line.trimStart()));
  return trimmed.map((line, i) => (i === lines.length - 1 ? line : line.trimEnd())).join(glue);
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

const looksLike = (a: Span, b: Span) =>
  (a.markdown ?? b.markdown) === undefined && a.href === b.href && a.marks.join() === b.marks.join();

/** Space at the edges loses its marks and its link. */
function withBareEdges(span: Span): Span[] {
  if (isFixed(span)) return [span];
  const core = span.text.trim();
  const before = span.text.slice(0, span.text.length - span.text.trimStart().length);
  const after = core === "" ? "" : span.text.slice(span.text.trimEnd().length);
  return [plainSpan(before), { ...span, text: core }, plainSpan(after)].filter(({ text }) => text !== "");
}

/** Normal spans as Markdown; `lineBreak` is what a line break is written as. */
export function markdownOfSpans(spans: readonly Span[], lineBreak = "\\\n"): string {
  let out = "";
  spans.forEach((span, i) => {
    const after = spans[i + 1];
    const isFree = !after || (/^\s/.test(after.text) && !isMarked(after));
    if (span.markdown !== undefined) out += span.markdown;
    else if (span.href !== null) out += `[${markedText(span, "[", true, lineBreak)}](${span.href})`;
    else out += markedText(span, out.at(-1) || " ", isFree, lineBreak);
  });
  return out;
}

const isMarked = (span: Span) => span.href !== null || span.marks.length > 0 || span.markdown !== undefined;

/** The text with its marks; tags in place of delimiters where CommonMark's flanking rules would not see these. */
function markedText(span: Span, before: string, isFreeAfter: boolean, lineBreak: string): string {
  const core = isCode(span) ? codeSpan(span.text) : escapeInline(span.text).replace(/\n/g, () => lineBreak);
  const first = String.fromCodePoint(core.codePointAt(0) ?? 32);
  const isLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);
  const isWordly = isLetter(first) && isLetter(core.at(-1) ?? "") && !/[*~_\\]/.test(before);
  const isFree = /[\s[]/.test(before) && isFreeAfter;
  return WRITTEN.reduce((text, [mark, delimiter, tag]) => {
    if (!span.marks.includes(mark)) return text;
    // Around other delimiters there is no letter to lean on.
    const isSeen = isFree || (isWordly && (mark !== "strikethrough" || text === core));
    return delimiter !== "" && isSeen ? delimiter + text + delimiter : `<${tag}>${text}</${tag}>`;
  }, core);
}

function codeSpan(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  let fence = "`";
  while (runs.includes(fence.length)) fence += "`";
  return /^`|`$|^ .*\S.* $/.test(text) ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** A piece of a line as Markdown that shows it as it is. `escapeMarkdown` is for whole texts, whose first spaces do not count. */
export function escapeInline(text: string): string {
  const lead = text.match(/^[ \t]*/)?.[0] ?? "";
  return lead + escapeMarkdown(text.slice(lead.length)).replace(/!$/, "\\!").replaceAll("\\](", "\\]\\(");
}
