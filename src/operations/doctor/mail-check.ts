// Whether the SMTP server of the operator takes a connection, and the credentials.
import type { Config } from "../../foundation/config/config.ts";
import { createMailTransport, MailError } from "../../foundation/mail/transport.ts";
import { type Check, failed, passed } from "./check.ts";

const NAME = "mail";

/** Sends nothing. No line where no server is set. */
export async function checkMail({ mail }: Pick<Config, "mail">): Promise<Check[]> {
  if (!mail) return [];
  const server = `${mail.host}:${mail.port}`;
  try {
    await createMailTransport(mail).verify();
    return [passed(NAME, `the SMTP server ${server} takes ${mail.credentials ? "the credentials" : "connections"}`)];
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const { code, trouble } = error;
    const text = trouble === null ? `no mail can be sent by ${server}` : `no mail can be sent: ${server} ${trouble}`;
    return [failed(NAME, `${text} (${code}): check SMTP_URL`)];
  }
}
