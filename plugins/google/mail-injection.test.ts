// S-68: caller text in mail header fields cannot inject headers.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestGateway, type TestGateway } from "../../test/support/gateway.ts";

const SEND = "/api/v1/google/gmail/send";
const MAIL = { to: "grace@example.com", subject: "Notes", text: "See you at noon." };
const file = (more: object) => ({ name: "notes.txt", mime_type: "text/plain", content: btoa("notes"), ...more });

/** A header field's JSON pointer, and a mail with `text` in it. */
const FIELDS: readonly [string, (text: string) => object][] = [
  ["/to", (text) => ({ to: `grace@example.com${text}` })],
  ["/to", (text) => ({ to: ["grace@example.com", `ada@example.com${text}`] })],
  ["/cc", (text) => ({ cc: `Grace${text} <grace@example.com>` })],
  ["/bcc", (text) => ({ bcc: [`grace@example.com${text}`] })],
  ["/reply_to", (text) => ({ reply_to: `grace@example.com${text}` })],
  ["/subject", (text) => ({ subject: `Notes${text}` })],
  ["/attachments/0/name", (text) => ({ attachments: [file({ name: `notes${text}.txt` })] })],
  ["/attachments/0/mime_type", (text) => ({ attachments: [file({ mime_type: `text/plain${text}` })] })],
];
const INJECTED = ["\r\nBcc: eve@example.com", "\nBcc: eve@example.com", "\rBcc: eve@example.com", "\u0000", "\u000b"];

describe("S-68: a line break in a mail", () => {
  let gateway: TestGateway;
  let key: string;
  const sent = () => gateway.providers.google.log.filter(({ path }) => path.includes("/messages/send"));
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "google");
  });
  afterAll(() => gateway.close());

  for (const [pointer, mailWith] of FIELDS) {
    test(`within ${pointer} as ${Object.keys(mailWith("")).join()} is 400 with the field's name, and nothing is sent`, async () => {
      for (const text of INJECTED) {
        const response = await gateway.call("POST", SEND, { key, body: { ...MAIL, ...mailWith(text) } });
        expect(response.status).toBe(400);
        expect(response.json.code).toBe("VALIDATION_ERROR");
        const errors = response.json.details.errors as { in: string; path: string }[];
        expect(errors).toHaveLength(1);
        expect(`${errors[0]?.in} ${errors[0]?.path}`).toStartWith(`body ${pointer}`);
      }
      expect(sent()).toEqual([]);
    });
  }

  test("in the body adds no header to the sent mail", async () => {
    const before = gateway.providers.google.log.length;
    const body = { ...MAIL, text: "Hello\r\n\r\nBcc: eve@example.com\r\n.\r\nEnd" };
    expect((await gateway.call("POST", SEND, { key, body })).status).toBe(200);
    const request = gateway.providers.google.log.slice(before).find(({ path }) => path.includes("/messages/send"));
    const raw = Buffer.from(JSON.parse(request?.body ?? "{}").raw, "base64url").toString();
    const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
    expect(head).toContain("To: grace@example.com");
    expect(head).not.toMatch(/bcc|eve/i);
  });
});
