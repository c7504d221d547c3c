// Rich text for plugins: Markdown read into a tree of tokens, Markdown written safely, HTML mail read as plain text.
import { compile } from "html-to-text";
import { Lexer, type Token, type Tokens } from "marked";
import { InvalidInput } from "./endpoint.ts";

export type { Token as MarkdownToken, Tokens as MarkdownTokens };

/** Longer Markdown is refused: what nests deeply takes the parser long. Jira takes no longer text either. */
const MAX_MARKDOWN = 32_767;
/** HTML beyond this many characters is left out. */
const MAX_HTML = 200_000;

/** Reads Markdown (CommonMark with tables, task lists and strikethrough) as tokens; throws `InvalidInput` where it is too long. */
export function markdownTokens(text: string): Token[] {
  if (text.length > MAX_MARKDOWN) throw new InvalidInput(`Markdown may have at most ${MAX_MARKDOWN} characters.`);
  return new Lexer({ gfm: true }).lex(text);
}

/** Text as Markdown that shows it as it is: whatever would be taken for markup is escaped. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&").replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, "$1\\$2");
}

const toText = compile({
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML, maxDepth: 50, maxChildNodes: 20_000, ellipsis: "…" },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The text of an HTML page or mail: no markup, scripts or styles; blocks on lines of their own, links behind their text. */
export function htmlToText(html: string): string {
  return toText(html);
}
