// Deletes a connected account with everything that hangs on it, then ends its grants at the providers.
import { revokeDeletedGrant } from "../connect/revoke.ts";
import type { Deps } from "../deps.ts";
import { accountNotFound } from "../errors.ts";
import { deleteGrants, GRANT_TABLES } from "../integrations/store.ts";
import { type AccountRow, deleteAccount, lockAccount } from "./store.ts";

/** Erases the account, its sessions, integrations and tokens in one transaction; 404 where there is none. */
export async function removeAccount(deps: Deps, userId: string, id: string): Promise<AccountRow> {
  const { account, taken } = await deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, userId, id);
    if (!account) throw accountNotFound(id);
    const taken = await deleteGrants(tx, { userId, accountId: id });
    await deleteAccount(tx, userId, id);
    return { account, taken };
  });
  deps.changes.invalidate(userId, ["accounts", ...GRANT_TABLES]);
  deps.log.info("account_deleted", { account_id: id, user_id: userId, integrations: taken.length });
  await Promise.all(taken.map((row) => revokeDeletedGrant(deps, row)));
  return account;
}
