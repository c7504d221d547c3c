// Guarantees of spans, beside those that the round trips of Jira's and Notion's plugins prove.
import { describe, expect, test } from "bun:test";
import {
  type MarkdownTokens,
  markdownOfSpans,
  markdownTokens,
  normalSpans,
  plainSpan,
  type Span,
  spansOfTokens,
} from "../../src/plugin/index.ts";

const mention: Span = { ...plainSpan("@Ada"), href: "person:1", markdown: "[@Ada](person:1)" };
const inlineOf = (markdown: string) => (markdownTokens(markdown)[0] as MarkdownTokens.Paragraph).tokens;

describe("spans of text", () => {
  test("a span with Markdown of its own stays apart from one that is equal, and is written as it says", () => {
    const spans = normalSpans([mention, mention, plainSpan(" a "), plainSpan("b")]);
    expect(spans).toEqual([mention, mention, plainSpan(" a b")]);
    expect(markdownOfSpans(spans)).toBe("[@Ada](person:1)[@Ada](person:1) a b");
  });

  test("a link may be something else to a provider, whatever marks stand within it", () => {
    const spanOfLink = (url: string, text: string) => (url === "person:1" && text === "@Ada" ? mention : null);
    const spans = spansOfTokens(inlineOf("[@**Ada**](person:1) [b](http://example.com)"), {
      softBreak: " ",
      spanOfLink,
    });
    expect(spans).toEqual([mention, plainSpan(" "), { ...plainSpan("b"), href: "http://example.com" }]);
  });

  test("a link without text shows its address, and one that nobody may follow keeps its text alone", () => {
    const spans = spansOfTokens(inlineOf("![](http://example.com) [x](javascript:x)"), { softBreak: " " });
    expect(normalSpans(spans)).toEqual([
      { ...plainSpan("http://example.com"), href: "http://example.com" },
      plainSpan(" x"),
    ]);
  });

  test.each([
    [" ", [plainSpan("a b")]],
    ["\n", [plainSpan("a\nb")]],
  ] as const)("a line break in the source is %j where the provider has it so", (softBreak, expected) => {
    expect(normalSpans(spansOfTokens(inlineOf("a\nb"), { softBreak }))).toEqual([...expected]);
  });

  test("two line breaks that show stay two", () => {
    const spans = normalSpans([plainSpan("a \n\n b")]);
    expect(spans).toEqual([plainSpan("a\n\nb")]);
    expect(normalSpans(spansOfTokens(inlineOf(markdownOfSpans(spans)), { softBreak: "\n" }))).toEqual(spans);
  });
});
