// Spans: marked text read from Markdown's tokens, normalised, and written as Markdown.
import { escapeMarkdown, type MarkdownToken } from "./rich-text.ts";

/** The marks that Markdown can write. */
export const MARKS = ["bold", "italic", "strikethrough", "underline", "code"] as const;
export type Mark = (typeof MARKS)[number];

/** A piece of text with one set of marks, in the order of `MARKS`; a line break in it is a visible one. */
export interface Span {
  text: string;
  href: string | null;
  marks: readonly Mark[];
  /** The Markdown of a mention, an equation or the like, in one line. Such a span is never changed or merged. */
  markdown?: string;
}

export const plainSpan = (text: string): Span => ({ text, href: null, marks: [] });
export const withMark = (marks: readonly Mark[], added: Mark): Mark[] =>
  MARKS.filter((mark) => mark === added || marks.includes(mark));

/** The URL escaped for a Markdown link; null where its scheme is not allowed. */
export function safeHref(url: string, schemes = /^(https?:\/\/[^/]|mailto:.|tel:.)/i): string | null {
  if (!schemes.test(url) || !url.isWellFormed()) return null;
  return url.replace(/[\s<>()\\`|*[\]"~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** Marks with their delimiters and tags: written with the first that fits, read in all, named after their tokens. */
const WRITTEN: readonly [Mark, delimiter: string, ...tags: string[]][] = [
  ["italic", "*", "i", "em"],
  ["bold", "**", "b", "strong"],
  ["strikethrough", "~~", "s", "del"],
  ["underline", "", "u"],
];
const markOf = (name: string) => WRITTEN.find(([, , ...tags]) => tags.includes(name))?.[0];

export interface SpanOptions {
  /** A line break within a paragraph: a space, as in Markdown, or a visible break, as in messages. */
  softBreak: " " | "\n";
  /** The span of a link that is a mention or the like at the provider; null for other links. */
  spanOfLink?: (url: string, text: string) => Span | null;
}

/** The spans of the inline tokens of a paragraph, heading or cell, with the marks of `outer` added to each. */
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

/** A mark's tag opens or closes it, `<br>` breaks the line, a comment disappears; any other tag is text. */
function spansOfTag(raw: string, here: Span, open: Mark[]): Span[] {
  const [, slash, tag = ""] = raw.match(/^<(\/?)([a-z]+)\s*\/?>\s*$/i) ?? [];
  if (/^br$/i.test(tag)) return [plainSpan("\n")];
  const mark = markOf(tag.toLowerCase());
  if (!mark) return [{ ...here, text: joinLines(withoutComments(raw), "\n").replace(/\n{2,}/g, "\n") }];
  if (!slash) open.push(mark);
  else if (open.includes(mark)) open.splice(open.lastIndexOf(mark), 1);
  return [];
}

/** Without HTML comments; one that does not end is text. */
function withoutComments(text: string): string {
  const [first = "", ...parts] = text.split("<!--");
  let open = "";
  let out = first;
  for (const part of parts) {
    const end = part.indexOf("-->");
    open += `<!--${end < 0 ? part : ""}`;
    if (end < 0) continue;
    out += part.slice(end + 3);
    open = "";
  }
  return out + open;
}

/** The form that Markdown can write and read back: marks around letters, trimmed lines, equal neighbours merged. */
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

/** Joins the lines of a text by `glue` without space around it; the text's own ends stay. */
function joinLines(text: string, glue: string): string {
  const lines = text.split("\n");
  const trimmed = lines.map((line, i) => (i === 0 ? line : line.trimStart()));
  return trimmed.map((line, i) => (i === lines.length - 1 ? line : line.trimEnd())).join(glue);
}

/** Merges neighbours with the same link and marks. */
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

/** Moves space at the span's edges into plain spans. */
function withBareEdges(span: Span): Span[] {
  if (isFixed(span)) return [span];
  const core = span.text.trim();
  const before = span.text.slice(0, span.text.length - span.text.trimStart().length);
  const after = core === "" ? "" : span.text.slice(span.text.trimEnd().length);
  return [plainSpan(before), { ...span, text: core }, plainSpan(after)].filter(({ text }) => text !== "");
}

/** Normalised spans as Markdown; a line break is written as `lineBreak`. */
export function markdownOfSpans(spans: readonly Span[], lineBreak = "\\\n"): string {
  const parts: string[] = [];
  // The end of the parts so far: reading it from a text that grows would copy that text each time.
  let end = " ";
  for (const [i, span] of spans.entries()) {
    const part = markdownOfSpan(span, end, spans[i + 1], lineBreak);
    parts.push(part);
    end = part.at(-1) ?? end;
  }
  return parts.join("");
}

function markdownOfSpan(span: Span, before: string, after: Span | undefined, lineBreak: string): string {
  if (span.markdown !== undefined) return span.markdown;
  if (span.href !== null) return `[${markedText(span, "[", true, lineBreak)}](${span.href})`;
  return markedText(span, before, !after || (/^\s/.test(after.text) && !isMarked(after)), lineBreak);
}

const isMarked = (span: Span) => span.href !== null || span.marks.length > 0 || span.markdown !== undefined;

/** The text with its marks; tags replace delimiters that CommonMark's flanking rules would not recognise. */
function markedText(span: Span, before: string, isFreeAfter: boolean, lineBreak: string): string {
  const core = isCode(span) ? codeSpan(span.text) : escapeInline(span.text).replace(/\n/g, () => lineBreak);
  const first = String.fromCodePoint(core.codePointAt(0) ?? 32);
  const isLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);
  const isWordly = isLetter(first) && isLetter(core.at(-1) ?? "") && !/[*~_\\]/.test(before);
  const isFree = /[\s[]/.test(before) && isFreeAfter;
  return WRITTEN.reduce((text, [mark, delimiter, tag]) => {
    if (!span.marks.includes(mark)) return text;
    // Next to another delimiter, a strikethrough's must not touch a letter.
    const isSeen = isFree || (isWordly && (mark !== "strikethrough" || text === core));
    return delimiter !== "" && isSeen ? delimiter + text + delimiter : `<${tag}>${text}</${tag}>`;
  }, core);
}

function codeSpan(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  let fence = "`";
  while (runs.includes(fence.length)) fence += "`";
  const isPadded = text.startsWith(" ") && text.endsWith(" ") && text.trim() !== "";
  return isPadded || text.startsWith("`") || text.endsWith("`") ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** A piece of a line as Markdown; `escapeMarkdown` is for full texts, and removes the spaces that begin a line. */
export function escapeInline(text: string): string {
  const lead = text.match(/^[ \t]*/)?.[0] ?? "";
  return lead + escapeMarkdown(text.slice(lead.length)).replace(/!$/, "\\!").replaceAll("\\](", "\\]\\(");
}
