// Changes of how a person signs in. The database counts every one (migration 0049), which ends whatever was begun before it.
import type { Database } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Session } from "../sign-in/sessions.ts";

/**
 * Carries out a change that a person makes in a session: that session stays, all others, half-done sign-ins and setup links end.
 * `isProof` says that the change itself showed a passkey or a code. Throws `AUTH_REQUIRED` where an earlier change ended the session.
 */
export function changeCredentials<T>(
  { database }: { database: Pick<Database, "transaction"> },
  session: Pick<Session, "id" | "personId" | "credentialsVersion">,
  change: (database: Pick<Database, "query">) => Promise<T>,
  { isProof = false } = {},
): Promise<T> {
  return database.transaction(async (tx) => {
    const within = queryable(tx);
    const [person] = await within.query<{ version: number }>(
      "select credentials_version as version from people where id = $1::text::uuid for update",
      [session.personId],
    );
    if (person?.version !== session.credentialsVersion)
      throw new AppError("AUTH_REQUIRED", "Your sign-in was changed in another window. Sign in again.");
    const result = await change(within);
    await within.query(
      `update people_sessions as s set credentials_version = p.credentials_version, is_strong = s.is_strong or $2::text = 'yes'
      from people as p where s.id = $1::text::uuid and p.id = s.person_id`,
      [session.id, isProof ? "yes" : "no"],
    );
    return result;
  });
}
