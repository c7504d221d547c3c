// Files of a mail: their bytes arrive as they were sent, and a large one leaves others their turn.
import { expect, test } from "bun:test";
import { setImmediate } from "node:timers";
import { composeMail } from "../../src/plugin/mail.ts";

const MB = 1_000_000;

function composed(content: string): Promise<Uint8Array> {
  const attachments = [{ filename: "a.bin", mime_type: "application/octet-stream", content }];
  return composeMail({ to: "ada@example.com", subject: "x", text: "x", attachments });
}

/** What stands between the head of a mail's last part and its end. */
function lastPart(mail: Uint8Array): string {
  const text = Buffer.from(mail).toString("latin1");
  const part = text.slice(text.lastIndexOf("Content-Disposition:"));
  return part.slice(part.indexOf("\r\n\r\n") + 4, part.lastIndexOf("\r\n--"));
}

test.each([0, 1, 2, 3, 56, 57, 58, 3 * 131_072 - 1, 3 * 131_072, 3 * 131_072 + 1, 2 * MB])(
  "a file of %i bytes arrives in lines of 76 characters, whatever lines it was sent in",
  async (size) => {
    const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 255));
    const base64 = bytes.toString("base64");
    const lines = base64.match(/.{1,76}/g)?.join("\r\n") ?? "";
    for (const content of [base64, lines, base64.replace(/.{1,61}/g, "$&\n")]) {
      // Not by `expect`, which would compare two million characters of a difference.
      expect(lastPart(await composed(content)) === lines).toBe(true);
    }
  },
);

test("pictures stand beside the HTML that shows them, and other files beside both", async () => {
  const file = { filename: "a.bin", mime_type: "application/octet-stream", content: "aGk=" };
  const picture = { filename: "logo.png", mime_type: "image/png", content: "aGk=", content_id: "logo@x.example" };
  const mail = { to: "ada@example.com", subject: "x", attachments: [file, picture] };
  const typesOf = async (more: object) => {
    const mime = new TextDecoder().decode(await composeMail({ ...mail, ...more }));
    return [mime, [...mime.matchAll(/^Content-Type: ([a-z/-]+)/gm)].map(([, type]) => type)] as const;
  };
  const [mime, types] = await typesOf({ text: "x", html: '<img src="cid:logo@x.example">' });
  expect(types).toEqual([
    "multipart/mixed",
    "multipart/alternative",
    "text/plain",
    "multipart/related",
    "text/html",
    "image/png",
    "application/octet-stream",
  ]);
  expect(mime).toMatch(/^Content-Id: <logo@x\.example>\r$/im);
  expect(mime.match(/^Content-Disposition: \w+/gm)).toEqual([
    "Content-Disposition: inline",
    "Content-Disposition: attachment",
  ]);
  // Without HTML nothing shows it, and it is sent all the same.
  expect((await typesOf({ text: "x" }))[1]).toContain("image/png");
});

test("S-107: a large file is encoded in many turns of the event loop", async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await composed("QUJD".repeat(4 * MB));
  isDone = true;
  expect(turns).toBeGreaterThan(25);
});
