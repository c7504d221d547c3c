// Mails over a real SMTP server: once per cause, retried within bounds, without a way into the headers, and never a secret in a log.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { insertMail } from "../../../src/foundation/mail/mail-store.ts";
import { mailContent } from "../../../src/foundation/mail/message.ts";
import { checkMail } from "../../../src/operations/doctor/mail-check.ts";
import { signedIn } from "../../dashboard/browser.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type SmtpServer, startSmtpServer } from "../../support/smtp-server.ts";

const PASSWORD = "p@ss/word of the server";
const HOUR_MS = 3_600_000;

for (const lane of LANES) {
  describe(`mails on ${lane}`, () => {
    let smtp: SmtpServer;
    let gateway: TestGateway;
    beforeAll(async () => {
      smtp = await startSmtpServer({ password: PASSWORD });
      gateway = await startTestGateway({ lane, env: { SMTP_URL: smtp.url, MAIL_FROM: "gateway@example.com" } });
    }, 60_000);
    afterAll(async () => {
      await gateway.close();
      await smtp.close();
    });

    const send = async (cause: string, title = "A title") => {
      const { mails } = gateway.app.deps;
      await mails.send({ cause, to: "ada@example.com", content: mailContent({ title, paragraphs: ["A text."] }) });
      await mails.drain();
    };
    const rowOf = async (cause: string) =>
      (
        await gateway.database.database.query<{
          state: string;
          attempts: number;
          content: string | null;
          error: string;
        }>("select state, attempts, content, error from mails where cause = $1", [cause])
      )[0];

    test("an invitation is mailed with its link, which stands sealed in the database until then", async () => {
      const owner = await signedIn(gateway);
      const page = await owner.submit("/settings/team/invite", { email: "ada@example.com", role: "member" });
      expect(page.text).toContain("A mail with this link is on its way");
      const link = /(\/setup\/team\/[A-Za-z0-9_-]{43})/.exec(page.text)?.[1] as string;
      await gateway.app.deps.mails.drain();
      const mail = smtp.mails.at(-1);
      expect([mail?.from, mail?.to]).toEqual(["gateway@example.com", ["ada@example.com"]]);
      expect(mail?.data.replaceAll("=\r\n", "")).toContain(link);
      const rows = await gateway.database.database.query<{ row: string }>("select mails::text as row from mails");
      expect(rows.some(({ row }) => row.includes(link.slice(-43)))).toBe(false);
    });

    test("two for one cause are one mail", async () => {
      const before = smtp.mails.length;
      await Promise.all([send("one cause"), send("one cause")]);
      await send("one cause");
      expect(smtp.mails.length).toBe(before + 1);
      expect(await rowOf("one cause")).toMatchObject({ state: "sent", attempts: 1, content: null });
    });

    test("content that no key of the ring opens fails for good", async () => {
      const row = { id: crypto.randomUUID(), cause: "unreadable", recipient: "ada@example.com", content: "v1.no.text" };
      await insertMail(gateway.database.database, { ...row, now: gateway.clock.now() });
      gateway.app.deps.mails.notify();
      await gateway.app.deps.mails.drain();
      expect(await rowOf("unreadable")).toMatchObject({ state: "failed", attempts: 1, error: "content_unreadable" });
    });

    test("a server that refuses for now is asked again eight times at most, one that knows nobody of the name once", async () => {
      smtp.refusal = "451 try later";
      await send("for now");
      for (let i = 0; i < 12; i++) {
        gateway.clock.move(5 * HOUR_MS);
        await gateway.app.deps.mails.drain();
      }
      expect(await rowOf("for now")).toMatchObject({ state: "failed", attempts: 8 });
      smtp.refusal = "550 nobody here";
      await send("nobody");
      expect(await rowOf("nobody")).toMatchObject({ state: "failed", attempts: 1, error: "ERECIPIENT 550" });
      smtp.refusal = null;
    });

    test("the doctor says whether the server takes the credentials, and no output has the password", async () => {
      const { mail } = gateway.app.deps.config;
      expect(await checkMail({ mail })).toMatchObject([{ check: "mail", ok: true }]);
      const wrong = mail && { ...mail, credentials: { user: "gateway", password: "another" } };
      const [line] = await checkMail({ mail: wrong });
      expect([line?.ok, line?.message.includes("EAUTH")]).toEqual([false, true]);
      expect(JSON.stringify(line)).not.toContain("another");
    });
  });
}

describe("what a mail is made of", () => {
  test("no text of anybody ends a header or turns its direction", async () => {
    const smtp = await startSmtpServer();
    const gateway = await startTestGateway({
      lane: "embedded",
      env: { SMTP_URL: smtp.url, MAIL_FROM: "gateway@example.com" },
    });
    try {
      const evil = [
        "Ada\r\nBcc: eve@example.com",
        "\u202eevil",
        "👩‍👩‍👧 Ada",
        "x".repeat(1_000),
        "a\u2028Bcc: eve@example.com",
      ];
      for (const [i, name] of evil.entries()) {
        const content = mailContent({ title: `${name} invites you`, paragraphs: [`${name} <b>`] });
        await gateway.app.deps.mails.send({ cause: `${i}`, to: "ada@example.com", content });
        await gateway.app.deps.mails.drain();
        const [headers = ""] = (smtp.mails.at(-1)?.data ?? "").split("\r\n\r\n");
        const names = headers.split(/\r\n(?![ \t])/).map((line) => line.split(":")[0]?.toLowerCase());
        expect(names.toSorted()).toEqual(
          ["content-type", "date", "from", "message-id", "mime-version", "subject", "to"].toSorted(),
        );
        expect(smtp.mails.at(-1)?.to).toEqual(["ada@example.com"]);
      }
      expect(smtp.mails.length).toBe(evil.length);
    } finally {
      await gateway.close();
      await smtp.close();
    }
  }, 60_000);

  test("any text becomes one visible line of a bounded length, and no markup", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 1_200 }), (text) => {
        const { title, html } = mailContent({ title: text, paragraphs: [text] });
        expect(title).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
        expect(title.length).toBeLessThanOrEqual(150);
        expect(html.replace(/<\/?(?:html|body|p)(?: lang="en")?>|<!doctype html>/g, "")).not.toContain("<");
      }),
    );
  });
});
