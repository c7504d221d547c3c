// Addresses to send to: what is one is sent to as it is, and nothing else is taken for one.
import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { checkValue } from "../../src/foundation/schema/check.ts";
import { composeMail, type Mailbox, mailboxOf, mailFields, t } from "../../src/plugin/index.ts";
import { MAILBOX_PATTERN } from "../../src/plugin/mailbox.ts";
import { unsafePattern } from "../../src/providers/registry/pattern-safety.ts";
import { rejection } from "../support/rejection.ts";

/** The To header of a mail, unfolded. */
async function sentTo(to: string | Mailbox): Promise<string> {
  const mime = new TextDecoder().decode(await composeMail({ to, subject: "Hi", text: "Hi" }));
  return mime.replace(/\r\n[ \t]/g, " ").match(/^To: (.*)$/m)?.[1] ?? "";
}

describe("an address", () => {
  test.each([
    ["ada@b.example", null, "ada@b.example"],
    ["  ada@b.example ", null, "ada@b.example"],
    ["<ada@b.example>", null, "ada@b.example"],
    ["Ada <ada@b.example>", "Ada", "ada@b.example"],
    ['"Lovelace, \\"Ada\\"" <ada@b.example>', 'Lovelace, "Ada"', "ada@b.example"],
    ["John Q. O'Neil (Acme) <o'neil+tag@b.example>", "John Q. O'Neil (Acme)", "o'neil+tag@b.example"],
    ['"john doe"@x.example', null, '"john doe"@x.example'],
    ['"a@b,c"@x.example', null, '"a@b,c"@x.example'],
    ["Jörg <jörg@bücher.example>", "Jörg", "jörg@bücher.example"],
    ["root@localhost", null, "root@localhost"],
    ["ada@[192.0.2.1]", null, "ada@[192.0.2.1]"],
    ["ada@[IPv6:2001:db8::1]", null, "ada@[IPv6:2001:db8::1]"],
  ])("%j is read", (text, name, address) => {
    expect(mailboxOf(text)).toEqual({ name, address });
  });

  test.each([
    '["ada@b.example"]',
    '["Ada <ada@b.example>"]',
    '{"email":"ada@b.example"}',
    "mailto:ada@b.example",
    "Ada <mailto:ada@b.example>",
    "ada b@c.example",
    "ada@b.example, bob@c.example",
    "ada@b.example; bob@c.example",
    "ada@b.example bob@c.example",
    "Ada <ada@b.example>, Bob <bob@c.example>",
    "Lovelace, Ada <ada@b.example>",
    "ada@b.example <bob@c.example>",
    "team: ada@b.example;",
    "<ada@b.example> <bob@c.example>",
    "Ada <ada@b.example",
    "ada@b.example>",
    "Ada <ada@b.example> x",
    '"Ada <ada@b.example>',
    "ada\u200b@b.example",
    "ada@b.exam\u00adple",
    "Ada <\u202eada@b.example>",
    "ada@b.example\ufeff",
    "ada",
    "@b.example",
    "ada@",
    "ada@b@c.example",
    '"<eve@c.example>"@b.example',
    "a..b@c.example",
    ".ada@c.example",
    "ada@b..example",
    "ada@b.example.",
    "ada @b.example",
    "ada@b.example/x",
    "ada@b\u00a0c.example",
    "ada@b.example\n",
    "",
  ])("%j is none", async (text) => {
    expect(mailboxOf(text)).toBeNull();
    const field = t.Object(mailFields);
    expect(Value.Check(field, { to: text, subject: "" }) || Value.Check(field, { to: [text], subject: "" })).toBe(
      false,
    );
    if (!text.includes("\n")) expect(String(await rejection(sentTo(text)))).toMatch("is not one email address");
  });

  const atom = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,8}$/);
  const local = fc.oneof(
    fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join(".")),
    fc.stringMatching(/^[a-z @,;:()-]{1,12}$/).map((text) => `"${text}"`),
  );
  const domain = fc.stringMatching(/^[a-z]{1,9}\.[a-z]{2,5}$/);
  const addresses = fc.tuple(local, domain).map(([one, other]) => `${one}@${other}`);
  const names = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim());

  test("with any name is sent to as it is written", async () => {
    await fc.assert(
      fc.asyncProperty(addresses, names, async (address, name) => {
        const quoted = `"${name.replace(/["\\]/g, "\\$&")}" <${address}>`;
        expect(mailboxOf(quoted)).toEqual({ name: name || null, address });
        const sent = await sentTo(quoted);
        expect(sent.endsWith(`<${address}>`) || sent === address).toBe(true);
      }),
    );
  });

  test("is all that any text is sent to: one, and the one that was read", async () => {
    const piece = fc.constantFrom(
      "ada",
      "@",
      "b.example",
      " ",
      ",",
      ";",
      ":",
      "<",
      ">",
      '"',
      "(",
      ")",
      "[",
      "]",
      "\\",
      ".",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 9 }), async (pieces) => {
        const text = pieces.join("");
        const read = mailboxOf(text);
        if (read === null) return;
        expect(await sentTo(text)).toBe(await sentTo(read));
        expect(text).toContain(read.address);
      }),
      { numRuns: 3_000 },
    );
  });

  test("has a pattern whose time grows with the text only", () => {
    expect(unsafePattern({ source: MAILBOX_PATTERN, flags: "" })).toBeNull();
    expect(new RegExp(MAILBOX_PATTERN, "u").test("Ada <ada@b.example>")).toBe(true);
  });
});

describe("the error of a text that is no address", () => {
  test("names the field, and says what an address is and how several are given", () => {
    const input = { to: '["ada@b.example"]', cc: ["ada@b.example", "ada b@c.example"], subject: "Hi" };
    const { errors } = checkValue(t.Object(mailFields), input, "body") as {
      errors: { path: string; message: string }[];
    };
    expect(errors.map(({ path }) => path)).toEqual(["/to", "/cc/1"]);
    expect(errors[0]?.message).toStartWith('"to" must be one email address, such as ada@example.com');
    expect(errors[0]?.message).toContain("several are a list");
  });

  test("is the same for a bare address", () => {
    const schema = t.Object({ email: t.String({ format: "email" }) });
    for (const email of ["mailto:ada@b.example", '["ada@b.example"]', "<ada@b.example>", "ada@b", "ada b@c.example"]) {
      expect([email, "errors" in checkValue(schema, { email }, "body")]).toEqual([email, true]);
    }
    expect("value" in checkValue(schema, { email: "ada@b.example" }, "body")).toBe(true);
  });
});
