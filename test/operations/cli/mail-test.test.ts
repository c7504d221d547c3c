// `gateway mail test` over HTTP and a real SMTP server: what it says and its exit code, of a mail that is taken and one that is not.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { laneOf } from "../../support/database.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { endProcesses, newDataDir, run, runJson, START_MS } from "../../support/gateway-process.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";

setDefaultTimeout(4 * START_MS);
afterAll(endProcesses);

const WORDS = ["mail", "test", "ada@example.com"];

/** The data folder of a gateway that serves in the test's process. */
function dataDirOf({ url }: TestGateway): string {
  const folder = newDataDir();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "server.json"), JSON.stringify({ url, admin_token: ADMIN_TOKEN, pid: process.pid }));
  return folder;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`mail test on ${lane}`, () => {
    test("a mail that the server takes exits with 0; a refusal is said in words, with its code, and exits with 1", async () => {
      await using stack = new AsyncDisposableStack();
      const smtp = await startSmtpServer();
      stack.defer(() => smtp.close());
      const gateway = await startTestGateway({ lane, env: { SMTP_URL: smtp.url, MAIL_FROM: "gateway@example.com" } });
      stack.defer(() => gateway.close());
      const DATA_DIR = dataDirOf(gateway);
      const sent = await run(WORDS, { DATA_DIR });
      expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining("The server took the mail.")]);
      expect(smtp.mails.map(({ to }) => to)).toEqual([["ada@example.com"]]);
      expect(smtp.mails[0]?.data).toContain("Subject: Test mail from");
      smtp.refusal = "550 nobody here";
      const refused = await runJson(WORDS, { DATA_DIR });
      expect([refused.code, refused.json]).toEqual([
        1,
        {
          sent: false,
          code: "ERECIPIENT 550",
          message: expect.stringMatching(/^The server refuses the recipient: .*\(ERECIPIENT 550\)$/),
        },
      ]);
      const { json } = await gateway.admin("GET", "/audit?event=mail_tested");
      expect(json.data.entries.map(({ details }: { details: object }) => details)).toMatchObject([
        { sent: false, reason: "ERECIPIENT 550" },
        { sent: true },
      ]);
      expect(JSON.stringify(json)).not.toContain("ada@example.com");
      const operator = await gateway.admin("POST", "/admin-tokens", { name: "night", role: "operator" });
      const headers = { authorization: `Bearer ${operator.json.data.token}` };
      const body = { to: "ada@example.com" };
      const byOperator = await gateway.call("POST", "/admin/v1/mail/test", { headers, body });
      expect([byOperator.status, smtp.mails.length]).toEqual([403, 1]);
    });

    test("without a server it says how to set one; what is no address is refused", async () => {
      await using stack = new AsyncDisposableStack();
      const gateway = await startTestGateway({ lane });
      stack.defer(() => gateway.close());
      const DATA_DIR = dataDirOf(gateway);
      const [unset, mistyped] = await Promise.all([
        runJson(WORDS, { DATA_DIR }),
        runJson(["mail", "test", "ada"], { DATA_DIR }),
      ]);
      expect([unset.code, unset.json.code, mistyped.code, mistyped.json.code]).toEqual([
        1,
        "CONFLICT",
        1,
        "VALIDATION_ERROR",
      ]);
      expect(unset.json.error).toContain("set SMTP_URL and MAIL_FROM");
    });
  });
}
