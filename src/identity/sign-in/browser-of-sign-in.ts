// What a complete sign-in leaves of its browser: it is known from then on, and the person is notified of a new one.
import type { Database } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { databaseCause } from "../../foundation/db/timeouts.ts";
import type { Deps } from "../../server/deps.ts";
import type { SendDeps } from "../notifications/send.ts";
import { notifySignIn } from "../notifications/sign-ins.ts";
import { browserName } from "./browser-name.ts";
import { isKnownBrowser, rememberBrowser } from "./known-browsers.ts";

interface BrowserClient {
  address: string | null;
  userAgent: string | null;
  browser: string | null;
}

/**
 * The browser's next cookie, in one transaction with the notification: a known browser must not hide one that was never made. A failure
 * refuses nobody and returns null: the browser counts as new at the next sign-in, which notifies then.
 */
export async function knowBrowser(
  deps: SendDeps & Pick<Deps, "log"> & { database: Pick<Database, "transaction"> },
  personId: string,
  client: BrowserClient,
): Promise<string | null> {
  try {
    const next = await deps.database.transaction(async (tx) => {
      const within = { ...deps, database: queryable(tx) };
      if (!(await isKnownBrowser(within, personId, client.browser)))
        await notifySignIn(tx, deps, personId, { ...client, browser: browserName(client.userAgent) });
      return rememberBrowser(within, personId, client.browser);
    });
    deps.mails.notify();
    return next;
  } catch (error) {
    deps.log.warn("sign_in_unnotified", { person_id: personId, error: databaseCause(error) });
    return null;
  }
}
