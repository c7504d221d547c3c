// Notifies a person of a sign-in in a browser that has not signed them in before.
import type { Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { tr } from "../../web/pages/messages.ts";
import type { SendDeps } from "./send.ts";
import { sendTo } from "./send.ts";
import { findReachable, insertNotification } from "./store.ts";
import { mailOf } from "./texts.ts";

/** Mails to one person in a UTC day: a guesser who has the password must not flood the mailbox. */
const MAX_A_DAY = 3;
const SECURITY_PATH = "/settings/sign-in";

/** The first sign-in of a person is noted, and no mail: it is what the invitation was for. */
export async function notifySignIn(
  tx: Orm,
  deps: SendDeps,
  personId: string,
  client: { address: string | null; browser: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const database = queryable(tx);
  if (await insertNotification(database, { personId, kind: "sign_in", topic: "first", occurrence: "", now })) return;
  if (!deps.mails.isOn) return;
  const person = await findReachable(database, personId);
  if (!person) return;
  const when = `${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const content = () =>
    mailOf(
      "sign_in",
      {
        host: new URL(deps.baseUrl).host,
        address: person.email,
        when,
        network: client.address ?? tr("unknown"),
        browser: client.browser ?? tr("unknown"),
      },
      { url: `${deps.baseUrl}${SECURITY_PATH}` },
    );
  // The number is part of the unique row, so that replicas share the bound.
  for (let number = 1; number <= MAX_A_DAY; number++) {
    const occurrence = `${when.slice(0, 10)} ${number}`;
    if (await sendTo(tx, deps, person, { kind: "sign_in", topic: "browser", occurrence }, content)) return;
  }
}
