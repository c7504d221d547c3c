// Mails to people, sent over SMTP where the operator has set it: rows that are their own jobs, one for each cause.
import type { Deps } from "../../server/deps.ts";
import type { Database } from "../db/database.ts";
import { createRowQueue, type RowQueue } from "../jobs/row-queue.ts";
import { mailContext } from "../vault/sealing-contexts.ts";
import { claimMails, type DueMail, insertMail, markFailed, markSent, postpone } from "./mail-store.ts";
import type { MailContent } from "./message.ts";
import { createMailTransport, MailError } from "./transport.ts";

export interface Mails extends Pick<RowQueue, "start" | "notify" | "drain" | "stop"> {
  /** Whether mail is set; without it `send` stores nothing. */
  isOn: boolean;
  /** Stores the mail for the queue, unless one for the same cause is there. */
  send(mail: NewMail): Promise<void>;
  /** The same within the caller's transaction, after which `notify` follows. */
  sendIn(database: Pick<Database, "query">, mail: NewMail): Promise<void>;
  /** Without the queue and its further attempts. Returns the code of the failure; null where the server took the mail. */
  tryNow(to: string, content: MailContent): Promise<string | null>;
}

interface NewMail {
  cause: string;
  to: string;
  content: MailContent;
  /** With whom the mail goes; null for an address that is nobody's yet. */
  personId?: string | null;
}

const LEASE_MS = 120_000;
const EVERY_MS = 15_000;
const CONCURRENCY = 2;
/** With the cooldowns between them some eleven hours. */
const MAX_ATTEMPTS = 8;
const FIRST_COOLDOWN_MS = 30_000;
const MAX_COOLDOWN_MS = 4 * 3_600_000;

type MailDeps = Pick<Deps, "config" | "database" | "vault" | "clock" | "log" | "metrics">;

export function createMails({ config, database, vault, clock, log, metrics }: MailDeps): Mails {
  const transport = config.mail && createMailTransport(config.mail);
  const fail = async (mail: DueMail, error: MailError) => {
    const isLast = error.isPermanent || mail.attempts >= MAX_ATTEMPTS;
    log.warn("mail_failed", { mail_id: mail.id, attempt: mail.attempts, reason: error.code, is_last: isLast });
    if (isLast) return markFailed(database, mail.id, error.code);
    const cooldown = Math.min(FIRST_COOLDOWN_MS * 4 ** (mail.attempts - 1), MAX_COOLDOWN_MS);
    await postpone(database, mail.id, error.code, clock.now() + cooldown);
  };
  const contentOf = (mail: DueMail) => {
    try {
      return JSON.parse(vault.open(mail.content, mailContext(mail.id))) as MailContent;
    } catch {
      // No attempt can open it: the key that sealed it is not in the ring.
      throw new MailError("content_unreadable", true);
    }
  };
  const send = async (to: string, content: () => MailContent) => {
    try {
      await transport?.send(to, content());
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      metrics.mailAttempt("failed");
      return error;
    }
    metrics.mailAttempt("sent");
    return null;
  };
  const queue = createRowQueue<DueMail>({
    name: "mails",
    claim: (limit) =>
      transport ? claimMails(database, { now: clock.now(), leaseMs: LEASE_MS, limit }) : Promise.resolve([]),
    async process(mail) {
      const error = await send(mail.recipient, () => contentOf(mail));
      if (error) return fail(mail, error);
      await markSent(database, mail.id);
      log.info("mail_sent", { mail_id: mail.id, attempt: mail.attempts });
    },
    concurrency: CONCURRENCY,
    everyMs: EVERY_MS,
    log,
  });
  const sendIn: Mails["sendIn"] = async (reader, { cause, to, content, personId = null }) => {
    if (!transport) return;
    const id = crypto.randomUUID();
    const sealed = vault.seal(JSON.stringify(content), mailContext(id));
    await insertMail(reader, { id, cause, recipient: to, content: sealed, personId, now: clock.now() });
  };
  return {
    isOn: transport !== null,
    start: () => transport && queue.start(),
    notify: queue.notify,
    drain: queue.drain,
    stop: queue.stop,
    sendIn,
    tryNow: async (to, content) => (await send(to, () => content))?.code ?? null,
    async send(mail) {
      await sendIn(database, mail);
      queue.notify();
    },
  };
}
