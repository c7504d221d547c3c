// Marks within a line: Markdown's inline tokens read as spans, and spans written as Markdown.
import { escapeMarkdown, type MarkdownToken } from "gateway/plugin";
import { bare, isMention, MARKS, type Mark, type Span, safeHref, withMark } from "./spans.ts";

/** Inline HTML that stands for a mark; underline has no other way to be written. */
const TAGS: Readonly<Record<string, Mark>> = {
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  s: "strike",
  del: "strike",
  u: "underline",
};
const TOKEN_MARKS: Readonly<Record<string, Mark>> = { strong: "strong", em: "em", del: "strike" };

type Style = Pick<Span, "href" | "marks">;

/** The spans of inline tokens. A line break shows, as it does where people type in Jira. */
export function spansOfTokens(tokens: readonly MarkdownToken[], style: Style = { href: null, marks: [] }): Span[] {
  const open: Mark[] = [];
  return tokens.flatMap((token): Span[] => {
    const here = { href: style.href, marks: MARKS.filter((mark) => style.marks.includes(mark) || open.includes(mark)) };
    if (token.type === "html") return spansOfTag(token.raw, here, open);
    if (token.type === "checkbox") return [];
    if (token.type === "br") return [bare("\n")];
    if (token.type === "codespan") return [{ ...here, text: token.text, marks: withMark(here.marks, "code") }];
    const mark = TOKEN_MARKS[token.type];
    const inner = "tokens" in token ? (token.tokens ?? []) : [];
    if (mark) return spansOfTokens(inner, { ...here, marks: withMark(here.marks, mark) });
    if (token.type === "link" || token.type === "image") {
      const linked = { ...here, href: here.href ?? safeHref(token.href) };
      if (isMention(linked)) return [mentionOf(spansOfTokens(inner), linked.href)];
      return inner.length > 0 ? spansOfTokens(inner, linked) : [{ ...linked, text: token.text || token.href }];
    }
    if (inner.length > 0) return spansOfTokens(inner, here);
    return [{ ...here, text: "text" in token && typeof token.text === "string" ? token.text : token.raw }];
  });
}

/** A mention has no marks. */
function mentionOf(inner: readonly Span[], href: string | null): Span {
  const text = inner.map((span) => span.text).join("");
  return { text: text.replace(/\s+/g, " "), href, marks: [] };
}

/** A tag of a mark opens or closes it, `<br>` breaks the line, a comment says nothing; any other tag is text. */
function spansOfTag(raw: string, here: Style, open: Mark[]): Span[] {
  const [, slash, tag = ""] = raw.match(/^<(\/?)([a-z]+)\s*\/?>\s*$/i) ?? [];
  const name = tag.toLowerCase();
  if (name === "br") return [bare("\n")];
  const mark = Object.hasOwn(TAGS, name) ? TAGS[name] : undefined;
  if (!mark) return [{ ...here, text: raw.replace(/<!--[\s\S]*?-->/g, "") }];
  if (!slash) open.push(mark);
  else if (open.includes(mark)) open.splice(open.lastIndexOf(mark), 1);
  return [];
}

const LETTER = /[\p{L}\p{N}]/u;
const DELIMITERS: [Mark, string, string][] = [
  ["em", "*", "i"],
  ["strong", "**", "b"],
  ["strike", "~~", "s"],
];

/** Spans as Markdown; `lineBreak` is what a line break is written as. */
export function markdownOf(spans: readonly Span[], lineBreak = "\\\n"): string {
  let out = "";
  spans.forEach((span, i) => {
    const after = spans[i + 1];
    if (isMention(span)) {
      out += `[${escaped(span.text).replace(/^\\@/, "@")}](${span.href})`;
      return;
    }
    const isLink = span.href !== null;
    const before = isLink ? "[" : out.at(-1) || " ";
    const isFree = isLink || !after || (/^\s/.test(after.text) && after.href === null && after.marks.length === 0);
    const text = marked(span, before, isFree, lineBreak);
    out += isLink ? `[${text}](${span.href})` : text;
  });
  return out;
}

/** The text with its marks; tags in place of delimiters where CommonMark's flanking rules would not see these. */
function marked(span: Span, before: string, isFreeAfter: boolean, lineBreak: string): string {
  const core = span.marks.includes("code") ? codeSpan(span.text) : escaped(span.text).replace(/\n/g, () => lineBreak);
  const first = String.fromCodePoint(core.codePointAt(0) ?? 32);
  const isWordly = LETTER.test(first) && LETTER.test(core.at(-1) ?? "") && !/[*~_\\]/.test(before);
  const isFree = /[\s[]/.test(before) && isFreeAfter;
  let text = core;
  for (const [mark, delimiter, tag] of DELIMITERS) {
    if (!span.marks.includes(mark)) continue;
    // Around other delimiters there is no letter to lean on.
    const isSeen = isFree || (isWordly && (mark !== "strike" || text === core));
    text = isSeen ? delimiter + text + delimiter : `<${tag}>${text}</${tag}>`;
  }
  return span.marks.includes("underline") ? `<u>${text}</u>` : text;
}

function codeSpan(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  let fence = "`";
  while (runs.includes(fence.length)) fence += "`";
  return /^`|`$|^ .*\S.* $/.test(text) ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** A piece of a line that Markdown shows as it is. `escapeMarkdown` leaves out spaces in front, which count between pieces. */
export function escaped(text: string): string {
  const lead = text.match(/^[ \t]*/)?.[0] ?? "";
  return lead + escapeMarkdown(text.slice(lead.length)).replace(/!$/, "\\!").replaceAll("\\](", "\\]\\(");
}
