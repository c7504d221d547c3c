// S-68: nothing that a caller writes into a mail's header fields can make a header of its own.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

const SEND = "/api/v1/google/gmail/send";
const MAIL = { to: "grace@example.com", subject: "Notes", text: "See you at noon." };
const file = (more: object) => ({ filename: "notes.txt", mime_type: "text/plain", content: btoa("notes"), ...more });

/** A field that goes into a header, and the mail that carries `text` in it. */
const FIELDS: readonly [string, (text: string) => object][] = [
  ["/to", (text) => ({ to: `grace@example.com${text}` })],
  ["/to", (text) => ({ to: ["grace@example.com", `ada@example.com${text}`] })],
  ["/cc", (text) => ({ cc: `Grace${text} <grace@example.com>` })],
  ["/bcc", (text) => ({ bcc: [`grace@example.com${text}`] })],
  ["/reply_to", (text) => ({ reply_to: `grace@example.com${text}` })],
  ["/subject", (text) => ({ subject: `Notes${text}` })],
  ["/attachments/0/filename", (text) => ({ attachments: [file({ filename: `notes${text}.txt` })] })],
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
    test(`within ${pointer} as ${Object.keys(mailWith("")).join()} is 400 that names the field, and nothing is sent`, async () => {
      for (const text of INJECTED) {
        const answer = await gateway.call("POST", SEND, { key, body: { ...MAIL, ...mailWith(text) } });
        expect(answer.status).toBe(400);
        expect(answer.json.code).toBe("VALIDATION_ERROR");
        const faults = answer.json.details.errors as { in: string; path: string }[];
        expect(faults).toHaveLength(1);
        expect(`${faults[0]?.in} ${faults[0]?.path}`).toStartWith(`body ${pointer}`);
      }
      expect(sent()).toEqual([]);
    });
  }

  test("within the text stays text: the mail that arrives has the headers asked for and no others", async () => {
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
