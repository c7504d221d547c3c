// The words of a refusal that is no JSON: for people, bounded, and without markup, scripts and secrets.
import { describe, expect, test } from "bun:test";
import { firstSentence, wordsOf } from "../../../src/providers/bodies/words.ts";

const SECRET = "token-of-ada&<made-up>";

const words = (text: string, { status = 400, contentType = null as string | null } = {}) =>
  wordsOf(new TextEncoder().encode(text), { status, contentType, secrets: [SECRET] });

describe("the words of a refusal", () => {
  test.each<[string, string, string]>([
    ["a text in one line", "invalid id\r\n\t of\u00a0card\u0007", "invalid id of card"],
    [
      "the texts of XML",
      "<Error><Code>NoSuchKey</Code><Message>No &amp; never</Message></Error>",
      "NoSuchKey No & never",
    ],
    ["the title of a page", "<html><title>Not found</title><body>Go home</body></html>", "Not found"],
    ["the text of a page without a title", "<html><title> </title><body>Go <b>home</b></body></html>", "Go home"],
    ["no script and no style", "<p>a</p><script>b()</script><STYLE>c{}</style><p>d</p>", "a d"],
    ["references", "<p>&#65;&#x42;&lt;&unknown;&#9999999;</p>", "AB<&unknown;&#9999999;"],
    ["nothing of bytes that are no text", "PK\u0000\u0001", ""],
  ])("are %s", (_, body, expected) => {
    expect(words(body)).toBe(expected);
  });

  test("of a failure's page are its title alone: the rest may be a stack", () => {
    const page = "<!doctype html><html><body>at handler (/srv/app.js:7)</body></html>";
    expect(words(page, { status: 500 })).toBe("");
    expect(words(page, { status: 404 })).toBe("at handler (/srv/app.js:7)");
    expect(words("<p>busy</p>", { status: 503, contentType: "text/html" })).toBe("");
    expect(words("<error>busy</error>", { status: 503, contentType: "text/xml" })).toBe("busy");
  });

  test("have no secret, plain, encoded, in markup or cut in two", () => {
    const escaped = SECRET.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    for (const text of [`bad ${SECRET}`, `bad ${encodeURIComponent(SECRET)}`, `<p>bad ${escaped}</p>`])
      expect(words(text)).toBe("bad [redacted]");
    // The body is read up to 64 KiB, which end within the secret.
    const padding = `<!${" ".repeat(64 * 1024 - 12)}>`;
    const cut = words(`${padding}bad ${SECRET}`);
    expect(cut).toBe("bad");
  });

  test("are at most 2,000 characters, and whole ones", () => {
    expect(words("a".repeat(3_000))).toBe("a".repeat(2_000));
    const emoji = words(`a${"😀".repeat(1_500)}`);
    expect(emoji).toHaveLength(2_000);
    expect(emoji.isWellFormed()).toBe(true);
  });

  test("begin with a sentence for people", () => {
    expect(firstSentence("Version 2.1 is gone. Use 3.")).toBe("Version 2.1 is gone.");
    expect(firstSentence("a".repeat(400))).toHaveLength(300);
    expect(firstSentence("")).toBeNull();
  });
});
