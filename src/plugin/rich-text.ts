// Rich text for plugins: Markdown read into a tree of tokens, Markdown written safely, HTML mail read as plain text.
import { compile } from "html-to-text";
import { Lexer, type Token, type Tokens } from "marked";
import { InvalidInput } from "./endpoint.ts";

export type { Token as MarkdownToken, Tokens as MarkdownTokens };

/** Longer Markdown is refused: Jira takes no longer text either. */
const MAX_MARKDOWN = 32_767;
/** What nests deeply takes the parser long, and its stack in the end: fifty quotes or lists within each other. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){50}/m;
/** Marks of emphasis in one paragraph, which may all nest. */
const MAX_MARKS = 2_000;
/** HTML beyond this many characters is left out. */
const MAX_HTML = 200_000;

/** Reads Markdown (CommonMark with tables, task lists and strikethrough) as tokens; throws `InvalidInput` where it is too long or nests too deeply. */
export function markdownTokens(text: string): Token[] {
  if (text.length > MAX_MARKDOWN) throw new InvalidInput(`Markdown may have at most ${MAX_MARKDOWN} characters.`);
  const marksOf = (paragraph: string) => paragraph.match(/[*_~]+/g)?.length ?? 0;
  if (NESTED.test(text) || text.split(/\n\s*\n/).some((paragraph) => marksOf(paragraph) > MAX_MARKS)) {
    throw new InvalidInput("The Markdown nests too deeply.");
  }
  return new Lexer({ gfm: true }).lex(text);
}

/**
 * Text as Markdown that shows it as it is: whatever would be taken for markup or a link is escaped. Spaces that begin a line
 * are left out, since Markdown shows none and takes four for code.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~]|&(?=[#\w])|(?<=\S)@(?=\S)|:(?=\/\/)|(?<=www)\./gi, "\\$&")
    .replace(/^[ \t]+/gm, "")
    .replace(/^[-+=:]/gm, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/gm, "$1\\$2");
}

const toText = compile({
  wordwrap: false,
  limits: { maxDepth: 50, maxChildNodes: 20_000, ellipsis: "…" },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text of an HTML page or mail: no markup, scripts or styles; blocks on lines of their own, links behind their text. */
export function htmlToText(html: string): string {
  return toText(html.slice(0, MAX_HTML));
}
