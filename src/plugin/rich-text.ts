// Rich text: parses Markdown into tokens, escapes text for Markdown, and converts HTML to plain text.
import { compile, type Element } from "html-to-text";
import { Lexer, type Token, Tokenizer, type Tokens } from "marked";
import { InvalidInput } from "./endpoint.ts";

export type { Token as MarkdownToken, Tokens as MarkdownTokens };

/** Characters; Jira's own limit. */
const MAX_MARKDOWN = 32_767;
/** Fifty nested quotes or lists: deeper nesting is slow to parse, and overflows the stack in the end. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){50}/m;
/** Emphasis marks in one paragraph, which may all nest. */
const MAX_MARKS = 2_000;
/** Characters; longer HTML is cut. */
const MAX_HTML = 200_000;

/** The tokens of Markdown (CommonMark with tables, task lists and strikethrough); throws `InvalidInput` where it is too long or too deep. */
export function markdownTokens(text: string): Token[] {
  if (text.length > MAX_MARKDOWN) throw new InvalidInput(`Markdown may have at most ${MAX_MARKDOWN} characters.`);
  const marksOf = (paragraph: string) => paragraph.match(/[*_~]+/g)?.length ?? 0;
  if (NESTED.test(text) || text.split(/\n[^\S\n]*\n/).some((paragraph) => marksOf(paragraph) > MAX_MARKS)) {
    throw new InvalidInput("The Markdown nests too deeply.");
  }
  return new Lexer({ gfm: true, tokenizer: new BoundedTables() }).lex(text);
}

/** The parser fills each row up to the width of the first: a wide one above many rows would cost the product of both. */
class BoundedTables extends Tokenizer {
  override table(text: string): Tokens.Table | undefined {
    const [, header = "", , rows = ""] = this.rules.block.table.exec(text) ?? [];
    // Each cell that is written takes a character at least, so that only rows with cells missing exceed this.
    if (header.split("|").length * rows.split("\n").length > MAX_MARKDOWN)
      throw new InvalidInput("A table has many rows with far fewer cells than its first: write all cells of each row.");
    return super.table(text);
  }
}

/** Plain text as Markdown: escapes markup and links, and drops the spaces that begin a line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~]|&(?=[#\w])|(?<=\S)@(?=\S)|:(?=\/\/)|(?<=www)\./gi, "\\$&")
    .replace(/^[ \t]+/gm, "")
    .replace(/^[-+=:]/gm, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/gm, "$1\\$2");
}

/** Stands between the cells of a row until the row is complete. */
const CELL = "\ue000";
const lines = (count: number) => ({ leadingLineBreaks: count, trailingLineBreaks: count });

const isBlank = ({ name, data }: Element) => name === undefined && (data ?? "").trim() === "";

/** A cell's content without the one paragraph around it, as Outlook writes cells, and without line breaks at its end. */
function contentOf(cell: Element): Element[] {
  const children = cell.children ?? [];
  const end = children.findLastIndex((child) => !isBlank(child) && child.name !== "br") + 1;
  const content = children.slice(
    children.findIndex((child) => !isBlank(child)),
    end,
  );
  const [only] = content;
  return content.length === 1 && only && ["p", "div", "center"].includes(only.name ?? "") ? contentOf(only) : content;
}

/** Elements with lines of their own in a browser (HTML standard, section 15.3) that the library takes for inline ones. */
const BLOCKS = "address caption center dd details dialog dir dl dt fieldset figcaption figure hgroup legend li listing"
  .concat(" menu optgroup option search summary")
  .split(" ");

/** Made for the first text: most processes of the command line read none. */
let toText: ReturnType<typeof compile> | null = null;
const makeToText = () =>
  compile({
    wordwrap: false,
    // Newsletters nest ten tables, which are forty elements.
    limits: { maxDepth: 200, maxChildNodes: 20_000, ellipsis: "…" },
    formatters: {
      cell: (element, walk, builder) => {
        let before = element.prev;
        while (before && before.name !== "td" && before.name !== "th") before = before.prev;
        if (before) builder.addInline(CELL);
        walk(contentOf(element), builder);
      },
    },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      { selector: "table", format: "block", options: lines(2) },
      ...BLOCKS.map((selector) => ({ selector, format: "block", options: lines(1) })),
      { selector: "tr", format: "block", options: lines(1) },
      { selector: "td", format: "cell" },
      { selector: "th", format: "cell" },
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });

/**
 * The text of HTML: without markup, scripts and styles, each block on its own line, links after their text. Rows of tables are
 * lines with tabs between the cells, as browsers copy them; longer HTML is cut and ends with an ellipsis.
 */
export function htmlToText(html: string): string {
  const part = withinDepth(html.slice(0, MAX_HTML).replaceAll(CELL, " "));
  toText ??= makeToText();
  const text = toText(part);
  const readable = /<t[dh]\b/i.test(part)
    ? text
        .split("\n")
        .map(row)
        .join("\n")
        .replace(/\n{3,}/g, "\n\n")
        // An empty first cell is a tab at the beginning.
        .replace(/^[\n ]+/, "")
        .trimEnd()
    : text;
  return html.length > MAX_HTML ? `${readable}\n…` : readable;
}

/** A line with its cells. Where only one has text, the others make room in a layout. */
function row(line: string): string {
  if (line.trim() === "") return "";
  if (!line.includes(CELL)) return line;
  const cells = line.split(CELL).map((cell) => cell.trim());
  const texts = cells.filter((cell) => cell !== "");
  return texts.length < 2 ? texts.join("") : cells.join("\t").trimEnd();
}

/** The maximum number of open tags; the parser's time grows with their square. */
const MAX_OPEN_TAGS = 10_000;
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
const VOID_TAGS = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr",
]);

/** The HTML up to where too many of its tags are open. */
function withinDepth(html: string): string {
  let open = 0;
  for (const { 1: slash, 2: name = "", index } of html.matchAll(TAG)) {
    if (VOID_TAGS.has(name.toLowerCase())) continue;
    open = slash === "/" ? Math.max(0, open - 1) : open + 1;
    if (open > MAX_OPEN_TAGS) return html.slice(0, index);
  }
  return html;
}
