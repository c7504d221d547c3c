// Deletes a connected account with all its rows, then revokes its grants at the providers.
import { revoke, saveRevocations } from "../connect/revoke.ts";
import type { Deps } from "../deps.ts";
import { accountNotFound } from "../errors.ts";
import type { Initiator } from "../initiator.ts";
import { deleteGrants, GRANT_TABLES } from "../integrations/store.ts";
import { listSubscriptions } from "../sources/store.ts";
import { endedSubscriptions } from "../sources/unsubscribe.ts";
import { type AccountRow, deleteAccount, lockAccount } from "./store.ts";

/** Deletes the account, its sessions, integrations and tokens in one transaction; 404 where there is none. */
export async function removeAccount(deps: Deps, userId: string, id: string, initiator: Initiator): Promise<AccountRow> {
  const { account, revocations, announce } = await deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, userId, id);
    if (!account) throw accountNotFound(id);
    const owner = { userId, accountId: id };
    const subscriptions = endedSubscriptions(await listSubscriptions(tx, owner));
    const grants = await deleteGrants(tx, owner);
    const revocations = await saveRevocations(tx, deps, grants, subscriptions);
    await deleteAccount(tx, userId, id);
    const facts = { event: "account_deleted", ...owner, details: { integrations: grants.length } };
    return { account, revocations, announce: await deps.audit.recordIn(tx, initiator, facts) };
  });
  deps.changes.invalidate(userId, ["accounts", ...GRANT_TABLES]);
  announce();
  await revoke(deps, revocations);
  return account;
}
