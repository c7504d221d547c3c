// What other rooms say has happened; whom to write is decided later, by the scheduled job.

import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { databaseCause } from "../../foundation/db/timeouts.ts";
import type { NearLimit } from "../../metering/limits/rate-limiter.ts";
import type { Deps } from "../../server/deps.ts";
import { insertEvent } from "./store.ts";

/** An integration has expired or was revoked: once until it has other tokens. Without a mail server nothing is stored. */
export async function noteConnectionEnded(
  tx: Orm,
  { config, clock }: Pick<Deps, "config" | "clock">,
  row: { id: string; userId: string; accountId: string | null; epoch: number },
): Promise<void> {
  if (!config.mail) return;
  const kind = row.accountId === null ? "connection" : "accounts";
  const event = { kind, userId: row.userId, topic: row.id, occurrence: String(row.epoch) } as const;
  await insertEvent(queryable(tx), event, clock.now());
}

/** A day or month of a user's or partner's calls is nearly used up. */
export function createQuotaEvents(
  deps: Pick<Deps, "config" | "clock" | "log"> & { database: Pick<Database, "query"> },
): (near: NearLimit) => Promise<boolean> {
  return async ({ key, kind, startsAt }) => {
    const userId = /^(?:user|partner):([0-9a-f-]{36})$/.exec(key)?.[1];
    if (!deps.config.mail || userId === undefined || kind === "minute") return true;
    const occurrence = new Date(startsAt).toISOString().slice(0, kind === "day" ? 10 : 7);
    try {
      await insertEvent(deps.database, { kind: "quota", userId, topic: kind, occurrence }, deps.clock.now());
      return true;
    } catch (error) {
      deps.log.warn("notification_unwritten", { error: databaseCause(error) });
      return false;
    }
  };
}
