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
