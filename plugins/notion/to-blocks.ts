// Converts Markdown to Notion's blocks, within Notion's limits.
import {
  InvalidInput,
  type MarkdownToken,
  type MarkdownTokens,
  markdownTokens,
  normalSpans,
  plainSpan,
  type Span,
} from "gateway/plugin";
import { languageOf } from "./languages.ts";
import { acceptedHref, type RichText, richTexts, spansOfMarkdown } from "./spans.ts";

/** A block in requests: `{ type, [type]: { …, children? } }`. */
export interface Block {
  type: string;
  [content: string]: unknown;
}

/** developers.notion.com/reference/request-limits */
const MAX_BLOCKS = 1_000;

/** The blocks of the Markdown; throws `InvalidInput` above Notion's limit. */
export function toBlocks(markdown: string): Block[] {
  const blocks = unlessTooDeep(() => blocksOf(markdownTokens(markdown)));
  if (countBlocks(blocks) > MAX_BLOCKS)
    throw new InvalidInput(`The Markdown has more than ${MAX_BLOCKS} blocks; send it in parts.`);
  return blocks;
}

/** The parser recurses as deep as the text nests, without a limit: a stack overflow becomes `InvalidInput`. */
function unlessTooDeep<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidInput("The Markdown nests too deeply.");
    throw error;
  }
}

/** The rich text of a comment's Markdown, with line breaks between its paragraphs. */
export function toRichText(markdown: string): RichText[] {
  const tokens = unlessTooDeep(() => markdownTokens(markdown)).filter(({ type }) => type !== "space");
  const spans = tokens.flatMap((token, i): Span[] => {
    const text = "tokens" in token && token.tokens ? spansOfMarkdown(token.tokens) : [plainSpan(token.raw)];
    return i === 0 ? text : [plainSpan("\n"), ...text];
  });
  return onlyList(spans, "A comment");
}

function onlyList(spans: Span[], what: string): RichText[] {
  const [list = [], ...more] = richTexts(normalSpans(spans));
  if (more.length > 0) throw new InvalidInput(`${what} has too many formatted pieces.`);
  return list;
}

export function childrenOf(block: Block): Block[] {
  const content = block[block.type] as { children?: Block[] } | undefined;
  return content?.children ?? [];
}

function countBlocks(blocks: readonly Block[]): number {
  return blocks.reduce((count, block) => count + 1 + countBlocks(childrenOf(block)), 0);
}

function blocksOf(tokens: readonly MarkdownToken[]): Block[] {
  return tokens.flatMap((token) => blocksOfToken(token as MarkdownTokens.Generic));
}

function blocksOfToken(token: MarkdownTokens.Generic): Block[] {
  switch (token.type) {
    case "heading":
      return textBlocks(`heading_${Math.min(token.depth, 4)}`, token.tokens ?? [], { oneLine: true });
    case "paragraph":
    case "text":
    case "html":
      return imageOf(token) ?? nonEmpty(textBlocks("paragraph", token.tokens ?? [token as MarkdownToken]));
    case "list":
      return listBlocks(token as MarkdownTokens.List);
    case "blockquote":
      return containerBlocks("quote", token.tokens ?? [], {});
    case "code":
      return [codeBlock(token.text, token.lang)];
    case "table":
      return [tableBlock(token as MarkdownTokens.Table)];
    case "hr":
      return [{ type: "divider", divider: {} }];
    default:
      return [];
  }
}

/** A block of text; pieces above its limit of a hundred continue in paragraphs. */
function textBlocks(
  type: string,
  tokens: readonly MarkdownToken[],
  more: { oneLine?: boolean; content?: object; children?: Block[] } = {},
): Block[] {
  const [first = [], ...rest] = richTexts(normalSpans(spansOfMarkdown(tokens), more));
  const children = more.children?.length ? { children: more.children } : {};
  return [
    { type, [type]: { rich_text: first, ...more.content, ...children } },
    ...rest.map((list) => ({ type: "paragraph", paragraph: { rich_text: list } })),
  ];
}

const nonEmpty = (blocks: Block[]) =>
  blocks.filter(({ paragraph }) => (paragraph as { rich_text: RichText[] }).rich_text.length > 0);

/** An image block for a paragraph that is one picture, else null. */
function imageOf(token: MarkdownTokens.Generic): Block[] | null {
  const inner = (token.tokens ?? []).filter(({ type }) => type !== "checkbox");
  const [image, ...others] = inner;
  if (image?.type !== "image" || others.length > 0) return null;
  const url = acceptedHref(image.href);
  if (url === null || !/^https?:/i.test(url)) return null;
  const [caption = []] = richTexts(normalSpans([plainSpan(image.text)], { oneLine: true }));
  return [{ type: "image", image: { type: "external", external: { url }, caption } }];
}

function listBlocks(list: MarkdownTokens.List): Block[] {
  return list.items.flatMap((item) => {
    if (item.task) return containerBlocks("to_do", item.tokens, { checked: item.checked === true });
    return containerBlocks(list.ordered ? "numbered_list_item" : "bulleted_list_item", item.tokens, {});
  });
}

/** A block whose text is its first paragraph; the rest become its children. */
function containerBlocks(type: string, tokens: readonly MarkdownToken[], content: object): Block[] {
  const inner = tokens.filter((token) => token.type !== "space" && token.type !== "checkbox");
  const [first, ...rest] = inner as MarkdownTokens.Generic[];
  const isText = first !== undefined && ["text", "paragraph", "html"].includes(first.type) && !imageOf(first);
  const children = blocksOf(isText ? rest : inner);
  return textBlocks(type, isText ? (first.tokens ?? [first as MarkdownToken]) : [], { content, children });
}

function codeBlock(text: string, info: string | undefined): Block {
  const code = text.trimEnd();
  const [content = []] = richTexts(code === "" ? [] : [plainSpan(code)]);
  return { type: "code", code: { rich_text: content, language: languageOf(info) } };
}

function tableBlock(table: MarkdownTokens.Table): Block {
  const rows = [table.header, ...table.rows].map((row) => ({
    type: "table_row",
    table_row: { cells: row.map((cell) => onlyList(spansOfMarkdown(cell.tokens), "A cell of the table")) },
  }));
  const content = { table_width: table.header.length, has_column_header: true, has_row_header: false, children: rows };
  return { type: "table", table: content };
}
