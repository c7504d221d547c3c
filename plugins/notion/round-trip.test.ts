// Guarantees of Notion's rich text: Markdown read as blocks and written again gives equal blocks, within Notion's limits.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { toBlocks } from "./to-blocks.ts";
import { toMarkdown } from "./to-markdown.ts";

export const again = (markdown: string) => toBlocks(toMarkdown(toBlocks(markdown)));

/** Pieces that mean something to Markdown, beside words; joined they give every kind of trouble. */
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
  test("blocks made of Markdown are written as Markdown that makes equal blocks", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        expect(again(source)).toEqual(toBlocks(source));
      }),
      { numRuns: 2_000 },
    );
  });
});
