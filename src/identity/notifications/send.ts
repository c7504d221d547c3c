// Makes the mails of a notification: each person gets one for each kind, topic and occurrence.
import type { Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import type { MailContent } from "../../foundation/mail/message.ts";
import type { Deps } from "../../server/deps.ts";
import { pageLanguageNamed } from "../../web/pages/language.ts";
import { inLanguage } from "../../web/pages/messages.ts";
import type { Kind } from "./kinds.ts";
import { insertNotification, type Recipient } from "./store.ts";

export interface SendDeps extends Pick<Deps, "clock" | "vault" | "baseUrl"> {
  mails: Pick<Deps["mails"], "isOn" | "sendIn" | "notify">;
}

export interface Notification {
  kind: Kind;
  topic: string;
  occurrence: string;
}

/** `content` is made in the person's language. In the transaction that says why; afterwards the caller notifies the queue. False where the person has that mail already. */
export async function sendTo(
  tx: Orm,
  { mails, clock }: Pick<SendDeps, "mails" | "clock">,
  { id: personId, email, language }: Recipient,
  { kind, topic, occurrence }: Notification,
  content: () => MailContent,
): Promise<boolean> {
  const database = queryable(tx);
  if (!(await insertNotification(database, { personId, kind, topic, occurrence, now: clock.now() }))) return false;
  const cause = `${kind} ${personId} ${topic} ${occurrence}`;
  const translated = inLanguage(pageLanguageNamed(language), content);
  await mails.sendIn(database, { cause, to: email, content: translated, personId });
  return true;
}
