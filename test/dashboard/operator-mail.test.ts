// The operator's page of mail over a real SMTP server: what is set, a test mail with the server's answer, and what failed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mailContent } from "../../src/foundation/mail/message.ts";
import { laneOf } from "../support/database.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SmtpServer, startSmtpServer } from "../support/smtp-server.ts";
import { signedIn } from "./browser.ts";

const PASSWORD = "the-password-of-smtp";
const PATH = "/operator/health/mail";

for (const lane of laneOf(import.meta.file)) {
  describe(`the page of mail on ${lane}`, () => {
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

    test("it shows what is set and never the password; a test mail goes to the one who presses, and to nobody by a viewer", async () => {
      const operator = await signedIn(gateway, { role: "operator" });
      const viewer = await signedIn(gateway, { role: "viewer" });
      const page = await operator.get(PATH);
      expect(page.text).toContain(new URL(smtp.url).host);
      expect(page.text).toContain("gateway@example.com");
      expect(page.text).not.toContain(PASSWORD);
      expect((await viewer.get(PATH)).text).not.toContain("Send a test mail");
      expect((await viewer.submit(`${PATH}/test`, {}, "/")).status).toBe(403);
      expect(smtp.mails).toEqual([]);
      const sent = await operator.submit(`${PATH}/test`, { email: "else@example.com" }, PATH);
      expect([sent.status, sent.headers.get("location")]).toEqual([303, PATH]);
      expect(smtp.mails.map(({ to }) => to)).toEqual([[operator.email]]);
      expect(smtp.mails[0]?.data).toContain("Subject: Test mail from");
    });

    test("what the server refuses is said in words, at once and in the list, without the recipient", async () => {
      const operator = await signedIn(gateway, { role: "operator" });
      expect((await operator.get(PATH)).text).toContain("Nothing has failed");
      smtp.refusal = "550 nobody here";
      const refused = await operator.submit(`${PATH}/test`, {}, PATH);
      expect(refused.text).toContain("The test mail was not sent.");
      expect(refused.text).toContain("The server refuses the recipient");
      const { mails } = gateway.app.deps;
      const content = mailContent({ title: "A title", paragraphs: ["A text."] });
      await mails.send({ cause: "refused", to: "grace@example.com", content });
      await mails.drain();
      smtp.refusal = null;
      const page = await operator.get(PATH);
      expect(page.text).toContain("ERECIPIENT 550");
      expect(page.text).toContain("given up");
      expect(page.text).not.toContain("grace@example.com");
      const metrics = await gateway.call("GET", "/metrics", { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      expect(metrics.text).toContain(`gateway_mail_attempts_total{outcome="failed"} 2`);
    });

    test("without a server the page says how to set it, and a test sends nothing", async () => {
      const other = await startTestGateway({ lane });
      try {
        const operator = await signedIn(other, { role: "operator" });
        expect((await operator.get(PATH)).text).toContain("No SMTP server is set");
        expect((await operator.get("/operator/health")).text).toContain("How to set it");
        expect((await operator.submit(`${PATH}/test`, {}, "/operator/people/new")).text).toContain(
          "No SMTP server is set",
        );
      } finally {
        await other.close();
      }
    });
  });
}
