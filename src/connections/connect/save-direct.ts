// Saves a grant that came without a session: credentials, and what is imported.

import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import { isUniqueViolation, type Orm } from "../../foundation/db/database.ts";
import { accountNotFound } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Deps } from "../../server/deps.ts";
import { ambiguous, assertRoom, connectionToRenew, FIRST_NAME } from "../integrations/choice.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { deletePendingGrants } from "../integrations/pending-grant-store.ts";
import { type GrantRow, lockConnections } from "../integrations/store.ts";
import { saveReplaced } from "./revoke.ts";
import { type NewGrant, recordGrant, type Saved, writeIntegration } from "./save-grant.ts";

export interface DirectSave {
  /** How the audit log calls it. */
  event: string;
  /** The connection that is made or renewed; by default the identity's own, or the one that calls without a name use. */
  connection?: string | null;
  /** Throws where the grant must not take the place of this one's. */
  assertReplaceable?(old: IntegrationRow): void;
  /** Whether a replaced grant is left as it is at the provider. By default, it is not. */
  isSpared?(replaced: GrantRow): boolean;
  /** Further work of the transaction. */
  within?(tx: Orm, integrationId: string): Promise<void>;
}

/** Saves the grant as the owner's integration; the caller tells of it after the commit. Throws 404 where the owner is gone. */
export async function saveDirect(
  deps: Deps,
  owner: Owner,
  provider: string,
  grant: NewGrant,
  initiator: Initiator,
  options: DirectSave,
): Promise<Saved> {
  const save = () => saveInTransaction(deps, owner, provider, grant, initiator, options);
  try {
    return await save();
  } catch (error) {
    // Two first connects at the same time: the second one now finds the first one's row.
    if (!isUniqueViolation(error)) throw error;
    return save();
  }
}

function saveInTransaction(
  deps: Deps,
  owner: Owner,
  provider: string,
  grant: NewGrant,
  initiator: Initiator,
  { event, connection = null, assertReplaceable, isSpared = () => false, within = async () => {} }: DirectSave,
): Promise<Saved> {
  return deps.database.transaction(async (tx) => {
    if (!(await lockOwner(tx, owner))) throw accountNotFound(owner.accountId ?? undefined);
    const rows = await lockConnections(tx, owner, { provider });
    const old = connectionToRenew(rows, connection, grant.identity);
    if (old === null && connection === null && rows.length > 0) throw ambiguous(rows);
    if (old) assertReplaceable?.(old);
    const name = old?.name ?? connection ?? FIRST_NAME;
    assertRoom(rows, old, provider);
    const pending = await deletePendingGrants(tx, owner, { provider, name });
    const written = await writeIntegration(tx, deps, owner, provider, grant, { old, name });
    const saved = { ...written, replaced: [...written.replaced, ...pending] };
    const ended = saved.replaced.filter((row) => !isSpared(row));
    const revocations = await saveReplaced(tx, deps, ended, grant, endedSubscriptions(saved.sources.lost));
    await within(tx, saved.integrationId);
    const { identity, auth } = grant;
    const facts = { event, ...owner, details: { provider, connection: name, auth } };
    return { ...saved, revocations, announce: await recordGrant(tx, deps, initiator, { saved, identity, facts }) };
  });
}
