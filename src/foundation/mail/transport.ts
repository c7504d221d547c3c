// Sends mail over SMTP with nodemailer: TLS is required but for loopback hosts, and every step has a deadline.
import type { MailSettings } from "../config/mail-settings.ts";
import { connectionTrouble } from "../network/connection-trouble.ts";
import type { MailContent } from "./message.ts";

export interface MailTransport {
  /** Throws `MailError`. */
  send(to: string, content: MailContent): Promise<void>;
  /** Connects and signs in, and sends nothing; throws `MailError`. */
  verify(): Promise<void>;
}

/** Only a code: a server's own words may name people. */
export class MailError extends Error {
  constructor(
    readonly code: string,
    /** Whether another attempt cannot succeed. */
    readonly isPermanent: boolean,
    /** Why no connection came about; null where one did, or nobody knows. */
    readonly trouble: string | null = null,
  ) {
    super(`The mail was not sent: ${code}.`);
  }
}

const STEP_MS = 10_000;
/** The library's own code is one for all of them. */
const SYSTEM_CODE = /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)\b/;

export function createMailTransport(settings: MailSettings): MailTransport {
  const { host, port, isImplicitTls, requiresTls, credentials, from } = settings;
  const connect = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      ...{ host, port, secure: isImplicitTls, requireTLS: requiresTls, ignoreTLS: !requiresTls && !isImplicitTls },
      ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
      ...{ connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS, dnsTimeout: STEP_MS },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  };
  return {
    async send(to, { title, text, html, unsubscribe }) {
      const transport = await connect();
      try {
        // Addresses as objects: no part of them is read as a list of addresses.
        await transport.sendMail({
          from: { name: "", address: from },
          to: { name: "", address: to },
          subject: title,
          text,
          html,
          ...(unsubscribe !== undefined && {
            headers: {
              // On one line: not every receiver finds an address that is folded away from the header's name.
              "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${unsubscribe}>` },
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
          }),
        });
      } catch (error) {
        throw mailErrorOf(error);
      } finally {
        transport.close();
      }
    },
    async verify() {
      const transport = await connect();
      try {
        await transport.verify();
      } catch (error) {
        throw mailErrorOf(error);
      } finally {
        transport.close();
      }
    },
  };
}

interface Refusal {
  code?: string;
  message?: string;
  responseCode?: number;
  /** Recipients that the server has refused. */
  rejected?: readonly unknown[];
}

function mailErrorOf(error: unknown): MailError {
  const { code = "unknown", message = "", responseCode, rejected } = error as Refusal;
  const isPermanent = code === "EENVELOPE" && (responseCode ?? 0) >= 500;
  // An address that no longer exists is told from a sender that the server does not let through.
  const named = code === "EENVELOPE" && (rejected?.length ?? 0) > 0 ? "ERECIPIENT" : code;
  const ofTls = tlsTrouble(code, message);
  if (responseCode !== undefined) return new MailError(`${named} ${responseCode}`, isPermanent, ofTls);
  return new MailError(named, isPermanent, ofTls ?? connectionTrouble(SYSTEM_CODE.exec(message)?.[0] ?? code));
}

/** The library's code for a failed handshake is that of any socket, so that only the words of the runtime tell. */
function tlsTrouble(code: string, message: string): string | null {
  if (code !== "ESOCKET" && code !== "ETLS") return null;
  if (/certificate|altnames/i.test(message)) return "has a certificate that is not accepted";
  if (code === "ETLS") return "does not offer STARTTLS, without which mails go to this machine only";
  return /WRONG_VERSION_NUMBER|SSL routines/.test(message)
    ? "does not begin with TLS at this port, as smtps:// wants: use smtp:// for STARTTLS"
    : null;
}
