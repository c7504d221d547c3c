// Rich text: escaped text reads back unchanged, hostile Markdown and HTML end in bounded time, and scripts are removed.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  escapeMarkdown,
  htmlToText,
  InvalidInput,
  type MarkdownToken,
  type MarkdownTokens,
  markdownTokens,
} from "../../src/plugin/index.ts";

type Inner = MarkdownToken & { tokens?: MarkdownToken[]; items?: MarkdownToken[]; text?: string };

/** The text of a tree of tokens. */
const textOf = (tokens: readonly MarkdownToken[]): string =>
  tokens
    .map((token) => {
      const { type, tokens: inner, text = "" } = token as Inner;
      if (type === "space" || type === "br") return "\n";
      return inner ? textOf(inner) : text;
    })
    .join("");
const kindsOf = (tokens: readonly MarkdownToken[]): string[] =>
  tokens.flatMap((token) => {
    const { type, tokens: inner = [], items = [] } = token as Inner;
    return [type, ...kindsOf(inner), ...kindsOf(items)];
  });
/** Plain text as Markdown shows it: without blank lines and spaces at the ends of lines. */
const visible = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");
const MARKUP = [
  ..."*_`#-+=1.)[]()!<>&|~\\:'\"{}$^ \t\n\r",
  "a",
  "B",
  "amp;",
  "https://a.example",
  "www.a.example",
  "WWW.",
  "ada@example.com",
  "---",
  "===",
  "1. ",
  "- ",
  "    ",
  "```",
  ":-:",
];
/** The types of tokens that plain text has. */
const PLAIN = ["paragraph", "text", "escape", "space", "br"];

describe("escaped Markdown", () => {
  for (const text of [
    "*not* _emphasis_ **or** ~~struck~~",
    "# no heading",
    "a\n===",
    "a\n---",
    "- no list",
    "+ no list",
    "1. no list",
    "2) no list",
    "    no code",
    "`no` code, and ``` no fence",
    "> no quote",
    "[no](https://example.com) link, ![no](x) image",
    "<b>no</b> HTML <!-- at all -->",
    "&lt; is no entity",
    "a | b\n--|--",
    "a\n:-:",
    "https://example.com/a_b_c*d*",
    "www.example.com and ada@example.com",
    "C:\\new\\*",
    "1.5 and 2024-01-01",
  ]) {
    test(`reads back unchanged: ${JSON.stringify(text)}`, () => {
      const tokens = markdownTokens(escapeMarkdown(text));
      expect(visible(textOf(tokens))).toBe(visible(text));
      expect(kindsOf(tokens).filter((kind) => !PLAIN.includes(kind))).toEqual([]);
    });
  }

  test("reads back unchanged, for any markup", () => {
    const piece = fc.oneof(fc.constantFrom(...MARKUP), fc.constantFrom(...MARKUP), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join("");
        const tokens = markdownTokens(escapeMarkdown(text));
        expect(visible(textOf(tokens))).toBe(visible(text));
        expect(kindsOf(tokens).filter((kind) => !PLAIN.includes(kind))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("Markdown", () => {
  test("is parsed with tables, task lists and strikethrough", () => {
    const kinds = kindsOf(markdownTokens("# A\n\n- [x] done\n\n|a|b|\n|-|-|\n|c|d|\n\n~~old~~ **new** `code`"));
    for (const kind of ["heading", "list", "table", "del", "strong", "codespan"]) expect(kinds).toContain(kind);
  });

  test("is parsed up to 32,767 characters", () => {
    expect(markdownTokens("a".repeat(32_767))).toHaveLength(1);
    expect(() => markdownTokens("a".repeat(32_768))).toThrow(InvalidInput);
  });

  test("a table may have as many cells as fit in, and none whose rows are filled up to a far wider one", () => {
    const table = (columns: number, rows: string) => `${"|h".repeat(columns)}|\n${"|-".repeat(columns)}|\n${rows}`;
    const [full] = markdownTokens(table(100, `${"|a".repeat(100)}|\n`.repeat(150)));
    expect((full as MarkdownTokens.Table).rows).toHaveLength(150);
    expect((markdownTokens(table(3, "|a|\n"))[0] as MarkdownTokens.Table).rows[0]).toHaveLength(3);
    // 2,000 rows of 2,000 cells would take half a minute.
    expect(() => markdownTokens(table(2_000, "|a|\n".repeat(2_000)))).toThrow(
      "A table has many rows with far fewer cells than its first",
    );
  });

  for (const [what, text] of [
    ["quotes", ">".repeat(32_000)],
    ["spaced quotes", "> ".repeat(16_000)],
    ["lists", "+ ".repeat(16_000)],
    ["numbered lists", "1. ".repeat(10_000)],
    ["lists within quotes", ">+ ".repeat(10_000)],
    ["emphasis", `${"*a _b ".repeat(2_700)}${" b_ a*".repeat(2_700)}`],
  ] as const) {
    test(`that nests ${what} too deeply is refused as input`, () => {
      expect(() => markdownTokens(text)).toThrow(new InvalidInput("The Markdown nests too deeply."));
      expect(() => markdownTokens(`Some words\n${text.slice(0, 30_000)}`)).toThrow(InvalidInput);
    });
  }

  for (const text of ["[", "![", "[a](", "<a>", "<", "`", "|", "\\", "&", "a*", "-", "[a]: b\n", "a\n\n"]) {
    test(`of nothing but ${JSON.stringify(text)} is parsed or refused as input, in bounded time`, () => {
      try {
        expect(markdownTokens(text.repeat(32_000 / text.length)).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInput);
      }
    });
  }

  test("with ordinary quotes and lists is parsed", () => {
    const lists = Array.from({ length: 20 }, (_, depth) => `${"  ".repeat(depth)}- item ${depth}`).join("\n");
    expect(kindsOf(markdownTokens(lists)).filter((kind) => kind === "list")).toHaveLength(20);
    expect(kindsOf(markdownTokens(`${">".repeat(20)} words`)).filter((kind) => kind === "blockquote")).toHaveLength(20);
    expect(kindsOf(markdownTokens("-".repeat(200)))).toEqual(["hr"]);
    expect(kindsOf(markdownTokens("*a* _b_ ".repeat(400)))).toContain("em");
  });
});

describe("the text of HTML", () => {
  test("has each block on its own line, links after their text, and headings in their own case", () => {
    const html =
      '<h1>Plans</h1><p>Dear <b>Ada</b>,<br>see <a href="https://example.com/plans">the plans</a>.</p><ul><li>one</li><li>two</li></ul><a href="https://example.com">https://example.com</a><img src="cid:1" alt="Logo">';
    expect(htmlToText(html)).toBe(
      "Plans\n\nDear Ada,\nsee the plans [https://example.com/plans].\n\n * one\n * two\n\nhttps://example.com",
    );
  });

  test.each([
    ["<table><tr><td>Price</td><td>40</td></tr><tr><td>Total</td><td>80</td></tr></table>", "Price\t40\nTotal\t80"],
    [
      "<p>Order</p><table><thead><tr><th>Item<th>Sum</thead><tbody><tr><td>A <b>lamp</b><td>9</tbody></table>Bye",
      "Order\n\nItem\tSum\nA lamp\t9\n\nBye",
    ],
    [
      "<table><tr><td></td><td>Q1</td><td>Q2</td></tr>\n<tr><td>Sales</td><td></td><td>6</td></tr></table>",
      "\tQ1\tQ2\nSales\t\t6",
    ],
    ["<table><tr><td>a</td><td><table><tr><td>x</td><td>y</td></tr></table></td></tr></table>", "a\nx\ty"],
    [
      '<table><tr><td>\n<p class="MsoNormal">Price<o:p></o:p></p></td><td><div><p>40</p><br></div></td></tr></table>',
      "Price\t40",
    ],
    ["<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", "a\n\nb\n\nc"],
    ["<table><caption>Prices</caption><tr><td>a<br>b</td><td>1</td></tr></table>", "Prices\na\nb\t1"],
  ])("of %j has its cells apart and its rows on lines of their own", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test("of any table has its cells apart, however it is laid out", () => {
    const cell = fc.stringMatching(/^[a-z0-9]{1,6}$/);
    const wrappers = fc.constantFrom(["", ""], ["<p>", "</p>"], ["\n<div><p><b>", "</b></p>\n</div><br>"]);
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.nat({ max: 12 }), fc.constantFrom("", "\n  "), wrappers, (cells, depth, gap, wrapper) => {
        const body = cells
          .map((one) => `<tr>${one.map((text) => `<td>${wrapper[0]}${text}${wrapper[1]}</td>`).join(gap)}</tr>`)
          .join(gap);
        let html = `<table>${body}</table>`;
        for (let i = 0; i < depth; i++) {
          html = `<table width="100%"><tbody><tr><td width="20">&nbsp;</td><td>${html}</td><td></td></tr></tbody></table>`;
        }
        expect(htmlToText(html)).toBe(cells.map((one) => one.join("\t")).join("\n"));
      }),
    );
  });

  /** Those of the HTML standard that begin a new line (section 15.3), but for tables and what is hidden. */
  const LINES =
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h6 header hgroup legend li listing main menu nav ol optgroup option p pre search section summary ul";
  test("has the words of any two blocks apart, as a browser shows them", () => {
    const tags = fc.constantFrom(...LINES.split(" "));
    const within = fc.constantFrom(...LINES.split(" "), "span", "b");
    const block = fc.tuple(tags, within).map(
      ([outer, inner]) =>
        (text: string) =>
          `<${outer}><${inner}>${text}</${inner}></${outer}>`,
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 2, maxLength: 6 }), (blocks) => {
        const html = blocks.map((of, i) => of(`w${i}`)).join("");
        expect(
          htmlToText(html)
            .split(/\s+/)
            .filter((word) => word.startsWith("w")),
        ).toEqual(blocks.map((_, i) => `w${i}`));
      }),
    );
    for (const tag of LINES.split(" "))
      expect([tag, htmlToText(`<${tag}>a</${tag}>b`)]).toEqual([tag, expect.stringMatching(/a\s+b/)]);
  });

  test("has no script, style, comment, handler or markup", () => {
    const html = `<style>.secret{}</style><script>secret()</script><SCRIPT type="x">secret()</SCRIPT>
      <svg><script>secret</script><style>secret</style></svg><!-- secret --><p onclick="secret()" class="secret">Hi &lt;b&gt;</p>
      <script>"</p>secret"</script>`;
    expect(htmlToText(html).trim()).toBe("Hi <b>");
  });

  test("comes from the first 200,000 characters", () => {
    const text = htmlToText(`<p>begin</p>${"x".repeat(200_000)}<p>end</p>`);
    expect(text).toStartWith("begin");
    expect(text).not.toContain("end");
    expect(text.length).toBeLessThanOrEqual(200_000);
  });

  const DEEP = 20_000;
  for (const tag of ["div", "b", "p", "blockquote", "ul><li", "table><tr><td", "a href=x", "svg><g", "pre"]) {
    test(`of ${DEEP} nested <${tag}> ends, and does not throw`, () => {
      const text = htmlToText(`<p>begin</p>${`<${tag}>`.repeat(DEEP)}x`);
      expect(text).toStartWith("begin");
      expect(text.length).toBeLessThan(3 * DEEP);
    });
  }

  const LONG = 200_000;
  for (const piece of [
    "<",
    "<a ",
    "&",
    "&#",
    "&#x41;",
    "<!--",
    "<![CDATA[",
    "b=",
    "<b></b>",
    "</b>",
    "\u0000",
    '"',
    "\n ",
  ]) {
    test(`of ${LONG / 1_000} KB of ${JSON.stringify(piece)} ends, and does not throw`, () => {
      for (const begin of ["", "<a "]) {
        expect(htmlToText((begin + piece.repeat(LONG / piece.length)).slice(0, LONG)).length).toBeLessThanOrEqual(LONG);
      }
    });
  }

  test("any HTML ends, and has no script", () => {
    const pieces = fc.constantFrom(
      "<p>",
      "</p>",
      "<script>",
      "</script>",
      "<style>",
      "<",
      ">",
      "&",
      "a",
      "<!--",
      "-->",
      '"',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(htmlToText(`${parts.join("")}`)).not.toContain("<script");
      }),
    );
  });
});
