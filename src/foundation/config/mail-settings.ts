// Reads the settings of mail: the SMTP server, and whom mails come from.
import { isLoopback } from "./providers-file.ts";

export interface MailSettings {
  host: string;
  port: number;
  /** Whether TLS begins with the connection; otherwise STARTTLS is required, but for loopback hosts. */
  isImplicitTls: boolean;
  requiresTls: boolean;
  credentials: { user: string; password: string } | null;
  from: string;
}

const DEFAULT_PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };
const ADDRESS = /^[^\s@<>\p{C}]{1,64}@[^\s@<>\p{C}]{1,255}$/u;

/** Null where no server is set. An error names the setting and never its value, which has a password. */
export function readMail(value: (name: string) => string | undefined, errors: string[]): MailSettings | null {
  const [text, from] = [value("SMTP_URL"), value("MAIL_FROM")];
  if (text === undefined && from === undefined) return null;
  if (text === undefined || from === undefined) {
    errors.push("SMTP_URL and MAIL_FROM must be set together.");
    return null;
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const port = url && DEFAULT_PORTS[url.protocol];
  if (!url || port === null || port === undefined || url.hostname === "" || url.search !== "" || url.hash !== "") {
    errors.push("SMTP_URL must be smtp://user:password@host:port or smtps://user:password@host:port.");
    return null;
  }
  if (!ADDRESS.test(from)) errors.push("MAIL_FROM must be an e-mail address, such as gateway@example.com.");
  const credentials = credentialsOf(url);
  if (credentials === null) errors.push("SMTP_URL must percent-encode user and password, and have both or neither.");
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? port : Number(url.port),
    isImplicitTls: url.protocol === "smtps:",
    requiresTls: !isLoopback(url.hostname),
    credentials: credentials ?? null,
    from,
  };
}

/** Undefined without credentials, null for those that cannot be read. */
function credentialsOf({ username, password }: URL): MailSettings["credentials"] | undefined {
  if (username === "" && password === "") return undefined;
  if (username === "" || password === "") return null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}
