// Spans, beside what the round trips of Jira's and Notion's plugins prove.
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
  test("a span with its own Markdown is not merged with an equal one, and is written as that Markdown", () => {
    const spans = normalSpans([mention, mention, plainSpan(" a "), plainSpan("b")]);
    expect(spans).toEqual([mention, mention, plainSpan(" a b")]);
    expect(markdownOfSpans(spans)).toBe("[@Ada](person:1)[@Ada](person:1) a b");
  });

  test("a link can be another span at a provider, whatever marks are in it", () => {
    const spanOfLink = (url: string, text: string) => (url === "person:1" && text === "@Ada" ? mention : null);
    const spans = spansOfTokens(inlineOf("[@**Ada**](person:1) [b](http://example.com)"), {
      softBreak: " ",
      spanOfLink,
    });
    expect(spans).toEqual([mention, plainSpan(" "), { ...plainSpan("b"), href: "http://example.com" }]);
  });

  test("a link without text shows its URL, and one with a forbidden scheme is only its text", () => {
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

  test("two visible line breaks stay two", () => {
    const spans = normalSpans([plainSpan("a \n\n b")]);
    expect(spans).toEqual([plainSpan("a\n\nb")]);
    expect(normalSpans(spansOfTokens(inlineOf(markdownOfSpans(spans)), { softBreak: "\n" }))).toEqual(spans);
  });
});
