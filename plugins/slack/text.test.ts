// Tests how Slack's message markup becomes plain text.
import { describe, expect, test } from "bun:test";
import { plainText } from "./text.ts";

describe("plain text of a Slack message", () => {
  const cases: [what: string, markup: string, text: string][] = [
    ["text without tokens stays as it is", "Hello *world*, 2 > 1", "Hello *world*, 2 > 1"],
    ["escapes are resolved", "a &lt;b&gt; &amp; c", "a <b> & c"],
    ["an escaped escape is resolved once", "&amp;lt; and &amp;amp;", "&lt; and &amp;"],
    ["an escaped token is not read as one", "&lt;@U1&gt;", "<@U1>"],
    ["a mention shows its label", "<@U1|ada> hi", "@ada hi"],
    ["a mention without a label shows the id", "<@U1>", "@U1"],
    ["a channel shows its name", "<#C1|general>", "#general"],
    ["a channel without a name shows the id", "<#C1> <#C2|>", "#C1 #C2"],
    ["broadcast mentions show their name", "<!here> <!channel> <!everyone|everyone>", "@here @channel everyone"],
    ["a user group shows its handle", "<!subteam^S1|@eng> <!subteam^S2>", "@eng @S2"],
    ["a date shows its fallback", "<!date^1767225600^{date}|1 January 2026>", "1 January 2026"],
    [
      "a link without a label shows its address",
      "<https://example.com/a?b=1&amp;c=2>",
      "https://example.com/a?b=1&c=2",
    ],
    ["a link shows label and address", "<https://example.com|the plan>", "the plan (https://example.com)"],
    ["a label that repeats the address is shown once", "<http://example.com|example.com>", "http://example.com"],
    ["a mail address drops its scheme", "<mailto:ada@example.com|ada@example.com>", "ada@example.com"],
    ["a mail address needs no label", "<mailto:ada@example.com> <tel:+441>", "ada@example.com +441"],
    ["escapes in a label are resolved", "<https://example.com|A &amp; B>", "A & B (https://example.com)"],
    ["a lone bracket stays", "1 < 2 and <unclosed", "1 < 2 and <unclosed"],
    ["an empty token disappears", "a<>b", "ab"],
  ];
  for (const [what, markup, text] of cases) {
    test(what, () => {
      expect(plainText(markup)).toBe(text);
    });
  }
});
