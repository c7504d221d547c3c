// Marks within a line: Markdown's inline tokens read as spans, and spans written as Markdown.
import type { MarkdownToken } from "gateway/plugin";
import { joinLines, MARKS, type Mark, type Span, safeHref } from "./spans.ts";

/** Inline HTML that stands for a mark; underline has no other way to be written. */
const TAGS: Record<string, Mark> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  s: "strikethrough",
  del: "strikethrough",
  u: "underline",
};
const TOKEN_MARKS: Record<string, Mark> = { strong: "bold", em: "italic", del: "strikethrough" };

type Style = Pick<Span, "href" | "marks">;

/** The spans of inline tokens. A soft line break is a space, as Markdown has it; a hard one is a line break. */
export function spansOfTokens(tokens: readonly MarkdownToken[], style: Style = { href: null, marks: [] }): Span[] {
  const open: Mark[] = [];
  return tokens.flatMap((token): Span[] => {
    const here = { href: style.href, marks: MARKS.filter((mark) => style.marks.includes(mark) || open.includes(mark)) };
    if (token.type === "html") return spansOfTag(token.raw, here, open);
    if (token.type === "checkbox") return [];
    if (token.type === "br") return [{ text: "\n", href: null, marks: [] }];
    if (token.type === "codespan") return [{ ...here, text: token.text, marks: withMark(here.marks, "code") }];
    const mark = TOKEN_MARKS[token.type];
    const inner = "tokens" in token ? (token.tokens ?? []) : [];
    if (mark) return spansOfTokens(inner, { ...here, marks: withMark(here.marks, mark) });
    if (token.type === "link" || token.type === "image") {
      const linked = { ...here, href: here.href ?? safeHref(token.href) };
      return inner.length > 0 ? spansOfTokens(inner, linked) : [{ ...linked, text: token.text }];
    }
    if (inner.length > 0) return spansOfTokens(inner, here);
    const text = "text" in token && typeof token.text === "string" ? token.text : token.raw;
    return [{ ...here, text: joinLines(text, " ") }];
  });
}

function withMark(marks: readonly Mark[], added: Mark): Mark[] {
  return MARKS.filter((mark) => mark === added || marks.includes(mark));
}

/** A tag of a mark opens or closes it, `<br>` breaks the line, a comment says nothing; any other tag is text. */
function spansOfTag(raw: string, here: Style, open: Mark[]): Span[] {
  const [, slash, name = ""] = raw.match(/^<(\/?)([a-z]+)\s*\/?>\s*$/i) ?? [];
  if (name.toLowerCase() === "br") return [{ text: "\n", href: null, marks: [] }];
  const mark = Object.hasOwn(TAGS, name.toLowerCase()) ? TAGS[name.toLowerCase()] : undefined;
  if (!mark) return [{ ...here, text: joinLines(raw.replace(/<!--[\s\S]*?-->/g, ""), "\n").replace(/\n{2,}/g, "\n") }];
  if (!slash) open.push(mark);
  else if (open.includes(mark)) open.splice(open.lastIndexOf(mark), 1);
  return [];
}

const LETTER = /[\p{L}\p{N}]/u;
const DELIMITERS: [Mark, string, string][] = [
  ["italic", "*", "i"],
  ["bold", "**", "b"],
  ["strikethrough", "~~", "s"],
];

/** Spans as Markdown; `lineBreak` is what a line break is written as. */
export function markdownOf(spans: readonly Span[], lineBreak = "\\\n"): string {
  let out = "";
  spans.forEach((span, i) => {
    const after = spans[i + 1];
    const linked = span.href === null ? "" : "[";
    const before = linked || out.at(-1) || " ";
    const isFree =
      linked !== "" || after === undefined || (!after.isEquation && /^\s/.test(after.text) && !isMarked(after));
    const text = marked(span, before, isFree, lineBreak);
    out += span.href === null ? text : `[${text}](${span.href})`;
  });
  return out;
}

const isMarked = ({ href, marks }: Span) => href !== null || marks.length > 0;

/** The text with its marks; tags in place of delimiters where CommonMark's flanking rules would not see these. */
function marked(span: Span, before: string, isFreeAfter: boolean, lineBreak: string): string {
  if (span.isEquation) return `$${span.text}$`;
  const core = span.marks.includes("code") ? codeSpan(span.text) : escaped(span.text).replace(/\n/g, () => lineBreak);
  const first = String.fromCodePoint(core.codePointAt(0) ?? 32);
  const isWordly = LETTER.test(first) && LETTER.test(core.at(-1) ?? "") && !/[*~_\\]/.test(before);
  const isFree = /[\s[]/.test(before) && isFreeAfter;
  let text = core;
  for (const [mark, delimiter, tag] of DELIMITERS) {
    if (!span.marks.includes(mark)) continue;
    // Around other delimiters there is no letter to lean on.
    const isSeen = isFree || (isWordly && (mark !== "strikethrough" || text === core));
    text = isSeen ? delimiter + text + delimiter : `<${tag}>${text}</${tag}>`;
  }
  return span.marks.includes("underline") ? `<u>${text}</u>` : text;
}

function codeSpan(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  let fence = "`";
  while (runs.includes(fence.length)) fence += "`";
  const needsRoom = /^`|`$|^ .*\S.* $/.test(text);
  return needsRoom ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/**
 * A piece of a line that Markdown shows as it is: also no list, heading, table or link by itself. `escapeMarkdown` is for
 * whole texts: it leaves out spaces at the front, which count between two pieces.
 */
export function escaped(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~]/g, "\\$&")
    .replace(/^(\s*)([-+=:])/gm, "$1\\$2")
    .replace(/^(\s*)(\d+)([.)])/gm, "$1$2\\$3")
    .replace(/(https?|ftp):(?=\/\/)/gi, "$1\\:")
    .replace(/www\./gi, (www) => `${www.slice(0, -1)}\\.`)
    .replace(/(?<=\S)@(?=\S)/g, "\\@")
    .replace(/!$/, "\\!")
    .replace(/\\\]\(/g, "\\]\\(")
    .replace(/&(?=[#\w])/g, "\\&");
}
