// A mail that tests the SMTP server, sent at once, and what the code of a mail that failed means.
import type { Deps } from "../../server/deps.ts";
import { type Message, message } from "../../web/pages/messages.ts";
import { mailOf } from "./texts.ts";

/** The operator's page of mail. */
export const MAIL_PATH = "/operator/health/mail";

/** Returns the code of the failure; null where the server took the mail. */
export function sendTestMail({ mails, baseUrl }: Pick<Deps, "mails" | "baseUrl">, to: string): Promise<string | null> {
  return mails.tryNow(to, mailOf("test", { host: new URL(baseUrl).host }, { url: `${baseUrl}${MAIL_PATH}` }));
}

const UNREACHABLE = message("The server cannot be reached: check its host, port and the firewall.");
const REASONS: Readonly<Record<string, Message>> = {
  EAUTH: message("The server refuses the user or the password: check both, and their encoding, in SMTP_URL."),
  ETLS: message("The server has no STARTTLS, or a certificate that is not valid for its name."),
  EENVELOPE: message("The server refuses the sender: check MAIL_FROM."),
  ERECIPIENT: message(
    "The server refuses the recipient: the address does not exist, or this sender may not write to it.",
  ),
  content_unreadable: message("The mail cannot be opened: the key that sealed it is not in the key ring."),
  ECONNECTION: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EDNS: UNREACHABLE,
};

/** The sentence of a code such as `EAUTH 535`, which stands beside it: the log and the metrics name it. */
export const mailReason = (code: string): Message =>
  REASONS[code.split(" ")[0] ?? ""] ?? message("The server answered with an error.");
