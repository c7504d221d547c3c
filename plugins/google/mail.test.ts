// Tests that no input injects a header into a mail, and that mail is read in its charset.
import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { composeMail, mailFields, t } from "gateway/plugin";
import { rejection } from "../../test/support/rejection.ts";
import { message } from "./gmail-message.ts";
import { mailboxesOf, parseAddresses } from "./mail-addresses.ts";
import { base64Url, cleanSnippet, decodeWords } from "./mail-text.ts";
import { replyTo } from "./reply.ts";

const compose = async (mail: Parameters<typeof composeMail>[0]) => new TextDecoder().decode(await composeMail(mail));
/** Names of a message's top-level headers, unfolded. */
const headerNames = (mime: string) =>
  (mime.split("\r\n\r\n")[0] ?? "")
    .replace(/\r\n[ \t]/g, " ")
    .split("\r\n")
    .map((line) => line.split(":")[0]);
const baseMail = { to: "ada@example.com", subject: "Hi", text: "Hi" };

describe("a mail that is built", () => {
  const evil = "x\r\nBcc: eve@example.com";
  const file = { name: "a.pdf", mime_type: "application/pdf", content: new TextEncoder().encode("Hi") };

  test.each([
    ["subject", { subject: evil }],
    ["recipient", { to: `${evil}@example.com` }],
    ["one of many recipients", { to: ["ada@example.com", `"a\nb" <b@example.com>`] }],
    ["copy", { cc: evil }],
    ["blind copy", { bcc: [evil] }],
    ["sender", { from: evil }],
    ["reply address", { reply_to: evil }],
    ["answered message", { in_reply_to: "<a@example.com>\r\nX: y" }],
    ["reference", { references: ["<a@example.com>\nX: y"] }],
    ["file name", { attachments: [{ ...file, name: "a.pdf\r\nX: y" }] }],
    ["file type", { attachments: [{ ...file, mime_type: "text/plain\r\nX: y" }] }],
  ])("is refused with a line break in its %s", async (_, part) => {
    expect(String(await rejection(composeMail({ ...baseMail, ...part })))).toMatch("line break");
  });

  test("is refused by the input schema", () => {
    const schema = t.Object(mailFields);
    const refuses = (part: object) => !Value.Check(schema, { ...baseMail, ...part });
    expect(Value.Check(schema, { ...baseMail, attachments: [{ ...file, content: "SGk=" }] })).toBe(true);
    expect(refuses({ subject: evil })).toBe(true);
    expect(refuses({ to: evil })).toBe(true);
    expect(refuses({ cc: ["ada@example.com", "a@example.com\r\nX: y"] })).toBe(true);
    expect(refuses({ attachments: [{ ...file, content: "SGk=", name: "a\nb" }] })).toBe(true);
    expect(refuses({ attachments: [{ ...file, content: "SGk=", mime_type: "text/plain; x=y\r\nX: y" }] })).toBe(true);
  });

  test("has the same headers whatever its subject and names contain", async () => {
    const expected = headerNames(await compose(baseMail));
    const text = fc.string({ unit: "grapheme", maxLength: 200 }).filter((value) => value.trim() !== "");
    await fc.assert(
      fc.asyncProperty(text, text, async (subject, name) => {
        const mime = await compose({ ...baseMail, subject, to: mailboxesOf([{ name, email: "ada@example.com" }]) });
        expect(headerNames(mime)).toEqual(expected);
      }),
    );
  });

  test("leaves the date and the Message-ID to Gmail", async () => {
    expect(headerNames(await compose(baseMail))).toEqual([
      "To",
      "Subject",
      "Content-Transfer-Encoding",
      "MIME-Version",
      "Content-Type",
    ]);
  });

  test("encodes its subject in RFC 2047 words that decode to the same text", async () => {
    const subject = "Grüße an Łukasz 🎉 und alle anderen, die heute in der Sitzung gewesen sind";
    const mime = await compose({ ...baseMail, subject });
    const line = mime.replace(/\r\n[ \t]/g, " ").match(/^Subject: (.*)$/m)?.[1] ?? "";
    expect(mime).toMatch(/^[\x20-\x7e\r\n]*$/);
    expect(line).toStartWith("=?UTF-8?");
    expect(decodeWords(line)).toBe(subject);
  });

  test("holds text before HTML, and both before the attachments", async () => {
    const mime = await compose({
      ...baseMail,
      html: "<b>Hi</b>",
      attachments: [{ filename: "été.pdf", mime_type: "application/pdf", content: "SGVsbG8=" }],
    });
    const types = [...mime.matchAll(/^Content-Type: ([a-z]+\/[a-z]+)/gm)].map((match) => match[1]);
    expect(types).toEqual(["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "application/pdf"]);
    expect(mime).toContain("utf-8''%C3%A9t%C3%A9.pdf");
    expect(mime).toContain("\r\n\r\nSGVsbG8=\r\n");
    expect(mime).not.toMatch(/[^\r]\n/);
  });
});

describe("a reply", () => {
  const header = (name: string, value: string) => ({ name, value });

  test("puts the original's folded or broken headers on one line", async () => {
    const reply = replyTo(
      [
        header("From", '"Eve\r\nBcc: a@example.com" <eve@example.com>'),
        header("SUBJECT", "=?UTF-8?B?SGkNCkJjYzogYkBleGFtcGxlLmNvbQ==?=\r\n\tthere"),
        header("message-id", "<one@example.com>\r\n"),
        header("References", "<zero@example.com>\r\n\t<half@example.com>"),
      ],
      [],
      true,
    );
    const mime = await compose({ ...reply, text: "Hi" });
    expect(headerNames(mime).filter((name) => /bcc/i.test(name ?? ""))).toEqual([]);
    expect(reply.subject).toBe("Re: Hi Bcc: b@example.com there");
    expect(reply.references).toEqual(["<zero@example.com>", "<half@example.com>", "<one@example.com>"]);
  });

  test("keeps the first and the last references of a long conversation", () => {
    const ids = Array.from({ length: 80 }, (_, index) => `<${index}@example.com>`);
    const { references } = replyTo(
      [header("References", ids.join(" ")), header("Message-ID", "<new@example.com>")],
      [],
      false,
    );
    expect(references).toHaveLength(30);
    expect(references?.[0]).toBe("<0@example.com>");
    expect(references?.at(-1)).toBe("<new@example.com>");
  });

  test("to oneself alone goes to oneself", () => {
    const own = "me@example.com";
    expect(replyTo([header("From", own), header("To", own)], [own], true)).toMatchObject({
      to: [{ name: null, address: own }],
      cc: [],
    });
  });
});

describe("a mail that is read", () => {
  const bodyOf = (contentType: string, bytes: Uint8Array) =>
    message.map({
      id: "m1",
      threadId: "t1",
      payload: {
        mimeType: "text/plain",
        headers: [{ name: "CONTENT-TYPE", value: contentType }],
        body: { data: base64Url(bytes) },
      },
    })?.body.text;
  const utf8 = new TextEncoder().encode("Holá, señor");
  const latin1 = Uint8Array.from("Holá, señor", (char) => char.charCodeAt(0));

  test.each([
    ["text/plain; charset=ISO-8859-1", latin1],
    ['text/plain; format=flowed; CHARSET="iso-8859-1"', latin1],
    ["text/plain; charset=UTF-8", utf8],
    ["text/plain", utf8],
    ["text/plain; charset=x-unknown", utf8],
    // A wrong declaration, as of many mailers.
    ["text/plain; charset=us-ascii", utf8],
    ["text/plain; charset=windows-1252", utf8],
  ])("has its text decoded: %s", (contentType, bytes) => {
    expect(bodyOf(contentType, bytes)).toBe("Holá, señor");
  });

  test("may be Japanese, Cyrillic or broken", () => {
    const iso2022 = Uint8Array.of(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42);
    expect(bodyOf("text/plain; charset=ISO-2022-JP", iso2022)).toBe("日本");
    expect(bodyOf("text/plain; charset=windows-1251", Uint8Array.of(0xcf, 0xf0, 0xe8))).toBe("При");
    expect(bodyOf("text/plain; charset=utf-8", Uint8Array.of(0x61, 0xff))).toBe("a\ufffd");
  });

  test("joins several texts of one mail, without those of attached mails", () => {
    const text = (value: string, filename = "") => ({
      mimeType: "text/plain",
      filename,
      body: { data: base64Url(new TextEncoder().encode(value)) },
    });
    const attached = {
      partId: "2",
      mimeType: "message/rfc822",
      filename: "",
      parts: [text("inner"), text("x", "in.txt")],
    };
    const read = message.map({
      id: "m1",
      threadId: "t1",
      payload: { mimeType: "multipart/mixed", parts: [text("one"), text("two"), attached] },
    });
    expect(read?.body).toEqual({ text: "one\ntwo", html: null, is_truncated: false });
    expect(read?.attachments.map(({ filename }) => filename)).toEqual(["attachment", "in.txt"]);
  });

  test.each([
    ["=?UTF-8?Q?a_b?=", "a b"],
    ["=?utf-8?b?w6k=?= =?utf-8?b?w6k=?=", "éé"],
    // One character split over two encoded words.
    ["=?UTF-8?B?8J+O?= =?UTF-8?B?iQ==?= x", "🎉 x"],
    ["=?ISO-8859-1*es?Q?=E9?= and =?KOI8-R?B?4Q==?=", "é and А"],
    ["=?UTF-8?X?no?= =?broken", "=?UTF-8?X?no?= =?broken"],
    ["plain\r\n folded", "plain folded"],
    ["=?UTF-8?Q?Caf=C3=A9 au lait?=", "Café au lait"],
    ["=?UTF-8?B?w6 k=?= x", "é x"],
    ["=?UTF-8?Q?Café?=", "Café"],
    ["=?cp932?B?g2WDWINn?=", "テスト"],
    ["=?cp949?B?vsiz5w==?=", "안녕"],
    ["=?iso-2022-kr?B?Dj5IM2cP?= 1", "안녕 1"],
    // What cannot be read stays as it is written.
    ["Re: =?x-foo?B?4eLj?= =?UTF-8?Q?a?=", "Re: =?x-foo?B?4eLj?= a"],
    ["=?UTF-8?B?w6k!?=", "=?UTF-8?B?w6k!?="],
  ])("has the header %p decoded", (header, text) => {
    expect(decodeWords(header)).toBe(text);
  });

  test.each([
    ["Ada <ada@example.com>, bob@example.com", ["Ada ada@example.com", "- bob@example.com"]],
    ['"Lovelace, Ada \\"A\\"" <ada@example.com>', ['Lovelace, Ada "A" ada@example.com']],
    ["Lovelace, Ada <ada@example.com>", ["Lovelace, Ada ada@example.com"]],
    ["=?UTF-8?Q?J=C3=B6=2C_Ann?= <ann@example.com>; b@example.com", ["Jö, Ann ann@example.com", "- b@example.com"]],
    ["team: a@example.com, B <b@example.com>;", ["- a@example.com", "B b@example.com"]],
    ["undisclosed-recipients:;", []],
    ["empty:;, c@example.com", ["- c@example.com"]],
    ["ada@example.com (Ada)", ["Ada ada@example.com"]],
    ["<x@y, z@example.com>", []],
    ['"john doe"@x.example', ['- "john doe"@x.example']],
    ['John <"john doe"@x.example>', ['John "john doe"@x.example']],
    ["MAILER-DAEMON (Mail Delivery System)", ["MAILER-DAEMON (Mail Delivery System) -"]],
    ["b@example.com, Mail Delivery System <>", ["- b@example.com", "Mail Delivery System -"]],
    ['"Ada <ada@b.example>, bob@c.example', ["Ada ada@b.example", "- bob@c.example"]],
    ['"Ada <ada@b.example>, "Bob" <bob@c.example>', ["Ada ada@b.example", "Bob bob@c.example"]],
    ["Ada <ada@b.example, Bob <bob@c.example>", ["Ada ada@b.example", "Bob bob@c.example"]],
    ["Ada <ada@b.example> Bob <bob@c.example>", ["Ada ada@b.example", "Bob bob@c.example"]],
    ["<a@example.com> (Ada (A.))", ["Ada (A.) a@example.com"]],
    ["Ada (ada@b.example, c@example.com", ["Ada ada@b.example", "- c@example.com"]],
    ["<@relay.example:ada@b.example>, mailto:bob@c.example", ["- ada@b.example", "- bob@c.example"]],
    ["Ada Lovelace ada@b.example", ["Ada Lovelace ada@b.example"]],
    ["ada @ b.example", ["- ada@b.example"]],
    ["=?UTF-8?Q?Lovelace, Ada?= <ada@b.example>", ["Lovelace, Ada ada@b.example"]],
    ["=?UTF-8?Q?Ada_(A.)?= <ada@b.example>", ["Ada (A.) ada@b.example"]],
    ["", []],
  ])("has the addresses %p parsed", (header, expected) => {
    expect(parseAddresses(header).map(({ name, email }) => `${name ?? "-"} ${email ?? "-"}`)).toEqual(expected);
  });

  test("has its snippet cleaned of entities and invisible padding", () => {
    expect(cleanSnippet("It&#39;s &quot;5 &lt; 6&quot; &amp;amp; &#x263A; &unknown;")).toBe(
      'It\'s "5 < 6" &amp; ☺ &unknown;',
    );
    expect(cleanSnippet("Sale \u034f \u200c \u034f\u00ad\u200c\ufeff now")).toBe("Sale now");
    expect(cleanSnippet("می\u200cخواهم")).toBe("می\u200cخواهم");
  });
});
