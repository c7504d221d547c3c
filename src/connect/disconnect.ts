// Disconnects a provider: the tokens are erased here in any case, and the grant is ended there where it can be.

import type { Deps } from "../deps.ts";
import { deleteGrants, GRANT_TABLES } from "../integrations/store.ts";
import type { Owner } from "../owner.ts";
import { revokeUpstream } from "./grant.ts";

/** Erases an integration, and what waits to be confirmed, then asks the provider to end the grants; false when there is none. */
export async function disconnect(deps: Deps, owner: Owner, provider: string): Promise<boolean> {
  const taken = await deps.database.transaction((tx) => deleteGrants(tx, owner, provider));
  const [row] = taken;
  if (!row) return false;
  deps.changes.invalidate(owner.userId, GRANT_TABLES);
  deps.log.info("integration_disconnected", {
    integration_id: row.id,
    user_id: row.userId,
    ...(row.accountId && { account_id: row.accountId }),
    provider,
  });
  await Promise.all(taken.map((grant) => revokeUpstream(deps, grant)));
  return true;
}
