// The admin API of mail: a test mail to an address, with the server's answer.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { mailReason, sendTestMail } from "../../identity/notifications/test-mail.ts";
import { nullable } from "../../plugin/fields.ts";
import type { Deps } from "../../server/deps.ts";
import { tr } from "../../web/pages/messages.ts";
import { operation } from "./operation.ts";

const TestBody = t.Object(
  { to: t.String({ format: "email", maxLength: 320, description: "The address that gets the mail." }) },
  { additionalProperties: false },
);
const TestedMail = t.Object({
  sent: t.Boolean({ description: "Whether the SMTP server took the mail." }),
  code: nullable(t.String({ description: "The code of the failure, such as `EAUTH 535`." })),
  message: t.String({ description: "What the server answered, in words." }),
});

export function mailRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_test_mail",
        data: TestedMail,
        method: "POST",
        path: "/mail/test",
        // It writes to any address, which the page of mail does not.
        role: "owner",
        event: "mail_tested",
        about: ({ sent, code }) => ({ details: { sent, ...(code !== null && { reason: code }) } }),
        summary: "Send a test mail at once, and say whether the SMTP server took it.",
        body: TestBody,
      },
      async ({ body }) => {
        if (!deps.mails.isOn)
          throw new AppError("CONFLICT", "No SMTP server is set: set SMTP_URL and MAIL_FROM, and restart.");
        const code = await sendTestMail(deps, body.to);
        return {
          sent: code === null,
          code,
          message:
            code === null
              ? "The server took the mail. Look whether it arrives, and not as spam."
              : `${tr(mailReason(code))} (${code})`,
        };
      },
    ),
  ];
}
