// Tests Notion's rich text: Markdown becomes blocks and equal Markdown again, within Notion's limits.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { InvalidInput } from "../../src/plugin/index.ts";
import type { RichText } from "./spans.ts";
import { type Block, childrenOf, toBlocks } from "./to-blocks.ts";
import { toMarkdown } from "./to-markdown.ts";
import { assertWritable, batchesOf } from "./tree.ts";

const again = (markdown: string) => toBlocks(toMarkdown(toBlocks(markdown)));

/** Words, and pieces with a meaning in Markdown. */
const piece = fc.constantFrom(
  ..."a|b c|Émile|1|12|. |) |-|- |+|=|:|*|**|***|_|__|~|~~|`|``|[|]|(|)|<|>|#|# |!|\\|\\\\|&|&amp;|@|/|  |\t|🎉|→".split(
    "|",
  ),
  ..."|,||, http://example.com/a_b(c)*d*,www.example.com,ada@example.com,<u>,</u>,<b>,</b>,<br>,<i>,</i>,<span>".split(
    ",",
  ),
  ..."\\\n,[x](http://example.com),![x](http://example.com/p.png),[x](nowhere),$x$,| ,\\|,---,===, **b** , *i* ".split(
    ",",
  ),
);
const line = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));
const opening = fc.constantFrom(
  "",
  "",
  "- ",
  "* ",
  "1. ",
  "2) ",
  "- [ ] ",
  "- [x] ",
  "> ",
  "# ",
  "### ",
  "###### ",
  "    ",
  "  ",
  "```js\n",
  "~~~\n",
  "| a | b |\n| - | - |\n| ",
  ":-:",
  "> - ",
  "- > ",
  "  - ",
  "    - ",
  "   1. ",
);
const markdown = fc
  .array(fc.tuple(opening, line, fc.constantFrom("\n", "\n\n")), { maxLength: 8 })
  .map((lines) => lines.map((parts) => parts.join("")).join(""));

describe("Markdown and Notion's blocks", () => {
  test("Markdown round-trips to equal blocks", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        expect(again(source)).toEqual(toBlocks(source));
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  test("any text round-trips to equal blocks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (source) => {
        expect(again(source)).toEqual(toBlocks(source));
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  test("plain text round-trips unchanged, whatever it means in Markdown", () => {
    fc.assert(
      fc.property(line, (source) => {
        const text = source.replace(/\s+/g, " ").trim();
        fc.pre(text !== "");
        const block = { type: "paragraph", paragraph: { rich_text: [{ type: "text", text: { content: text } }] } };
        expect(toBlocks(toMarkdown([block]))).toEqual([block]);
      }),
      { seed: 3, numRuns: 1_000 },
    );
  });

  const troubles = [
    "~<b>a~a",
    "- - a",
    "- ***",
    "- [ ] <u>",
    "- a\n\n    - ",
    "2) </i>\n\n   http://example.com/a_b(c)*d*a",
    "www.example.com[x](nowhere)",
    "</b>\n__www.example.com",
    "<i>| a",
    "\ta",
    "a\\\n:-:",
    "| a |\n| - |\n| `b\\|c` \\| d<br>e |",
    "> > a\n>\n> - b\n>   1. c",
    "````\n```\n````",
  ];
  test.each(troubles)("%j round-trips to equal blocks", (source) => {
    expect(again(source)).toEqual(toBlocks(source));
  });
});

const richText = (content: string) => ({ type: "text" as const, text: { content } });
const paragraph = (content: string) => ({ type: "paragraph", paragraph: { rich_text: [richText(content)] } });
const richTextOf = (block: Block) => (block[block.type] as { rich_text: RichText[] }).rich_text;

describe("Markdown as Notion's blocks", () => {
  test("nested lists, to-dos and quotes are blocks within blocks", () => {
    expect(toBlocks("1. a\n   - [x] b\n\n     c\n\n> d\n>\n> e")).toEqual([
      {
        type: "numbered_list_item",
        numbered_list_item: {
          rich_text: [richText("a")],
          children: [
            { type: "to_do", to_do: { rich_text: [richText("b")], checked: true, children: [paragraph("c")] } },
          ],
        },
      },
      { type: "quote", quote: { rich_text: [richText("d")], children: [paragraph("e")] } },
    ]);
  });
  test("code keeps its lines and gets Notion's name of the language", () => {
    const code = (info: string) => toBlocks(`\`\`\`${info}\na  b\n\n  *c*\n\`\`\``)[0]?.code;
    expect(code("ts")).toEqual({ rich_text: [richText("a  b\n\n  *c*")], language: "typescript" });
    expect(code("made-up")).toMatchObject({ language: "plain text" });
    expect(code("Visual Basic")).toMatchObject({ language: "visual basic" });
  });
  test("a long text is split into pieces of 2,000 UTF-16 units, never within a character", () => {
    const text = `${"x".repeat(1_999)}🎉${"y".repeat(2_500)}`;
    const pieces = toBlocks(text)
      .flatMap(richTextOf)
      .map((piece) => piece.text.content);
    expect(pieces.map(({ length }) => length)).toEqual([1_999, 2_000, 502]);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(pieces.join("")).toBe(text);
  });
  test("a paragraph of more than a hundred pieces continues in the next one", () => {
    expect(toBlocks("**a** b ".repeat(60)).map((block) => richTextOf(block).length)).toEqual([100, 20]);
  });
  test("a tag without a mark is text, whatever its name", () => {
    expect(toBlocks("a <constructor> b")).toEqual([paragraph("a <constructor> b")]);
  });
  test("a link that Notion refuses becomes its text", () => {
    expect(toBlocks("[a](javascript:alert) [b](/c)")).toEqual([paragraph("a b")]);
  });
  test("Markdown that nests too deeply for the parser is refused", () => {
    expect(() => toBlocks(">".repeat(32_000))).toThrow(InvalidInput);
  });
  test("more than 1,000 blocks are refused", () => {
    expect(() => toBlocks("a\n\n".repeat(1_001))).toThrow("more than 1000 blocks");
  });
});

describe("An append in several requests", () => {
  const item = (text: string, children: Block[] = []): Block => ({
    type: "bulleted_list_item",
    bulleted_list_item: { rich_text: [richText(text)], ...(children.length > 0 && { children }) },
  });
  test("no request has more than a hundred blocks in one list", () => {
    const many = Array.from({ length: 250 }, (_, i) => item(String(i)));
    expect(batchesOf(many).map(({ blocks }) => blocks.length)).toEqual([100, 100, 50]);
    expect(batchesOf([item("a", many)])[0]?.later).toEqual([{ index: 0, children: many }]);
  });
  test("a request nests children of a block, and their children follow", () => {
    const flat = item("a", [item("b")]);
    const deep = item("c", [item("d", [item("e")])]);
    expect(batchesOf([flat, deep])).toEqual([
      { blocks: [flat, item("c")], later: [{ index: 1, children: [item("d", [item("e")])] }] },
    ]);
  });
  test("a long table is created with its first hundred rows", () => {
    const [table] = toBlocks(`| a |\n| - |\n${"| b |\n".repeat(150)}`);
    const [batch] = batchesOf(table ? [table] : []);
    expect(batch?.blocks.map((block) => childrenOf(block).length)).toEqual([100]);
    expect(batch?.later.map(({ children }) => children.length)).toEqual([51]);
  });
  test("content that needs too many requests is refused before the first write", () => {
    const lists = Array.from({ length: 40 }, (_, i) => item(String(i), [item("x", [item("y")])]));
    expect(() => assertWritable(lists)).toThrow("append it in parts");
  });
});
