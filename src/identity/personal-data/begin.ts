// Begins an erasure: one transaction after which the owner can use nothing any more, on any replica.

import type { RevocationRow } from "../../connections/connect/revocation-store.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Deps } from "../../server/deps.ts";
import { lockAccounts, markAccountsErased } from "../accounts/store.ts";
import type { Initiator } from "../initiator.ts";
import type { Owner } from "../owner.ts";
import { markUserErased } from "../users/store.ts";
import { insertErasure } from "./erasure-store.ts";
import { type EndedGrants, endGrants } from "./grants.ts";
import { FIRST_STEP } from "./steps.ts";

export interface StartedErasure {
  id: string;
  grants: number;
  revocations: RevocationRow[];
  /** Logs the audit entry, once it is committed. */
  announce?: () => void;
}

/** Null where there is no such account. */
export function startAccountErasure(
  deps: Deps,
  owner: Owner & { accountId: string },
  initiator?: Initiator,
): Promise<StartedErasure | null> {
  const { userId, accountId } = owner;
  return deps.database.transaction(async (tx) => {
    const [found] = await lockAccounts(tx, userId, [accountId], 1);
    if (!found) return null;
    const taken = await endGrants(tx, deps, owner);
    await queryIn(tx, "delete from mcp_grants where account_id = $1::uuid", [accountId]);
    await queryIn(tx, "delete from agent_sessions where user_id = $1::uuid and account_id = $2::uuid", [
      userId,
      accountId,
    ]);
    await markAccountsErased(tx, userId, [accountId], new Date(deps.clock.now()));
    const facts = { event: "account_deleted", ...owner, details: { integrations: taken.grants.length } };
    const announce = initiator && (await deps.audit.recordIn(tx, initiator, facts));
    return { ...(await startedErasure(tx, deps, owner, taken)), announce };
  });
}

/** Null where there is no such user. */
export function startUserErasure(deps: Deps, userId: string): Promise<StartedErasure | null> {
  const owner = { userId, accountId: null };
  return deps.database.transaction(async (tx) => {
    if (!(await markUserErased(tx, userId, new Date(deps.clock.now())))) return null;
    const taken = await endGrants(tx, deps, owner);
    // The grants of a partner's accounts go step by step; a suspended partner gets no new ones.
    for (const text of USER_IS_OUT) await queryIn(tx, text, [userId]);
    return startedErasure(tx, deps, owner, taken);
  });
}

const USER_IS_OUT = [
  "delete from api_keys where user_id = $1::uuid",
  "delete from mcp_grants where user_id = $1::uuid",
  "delete from agent_sessions where user_id = $1::uuid",
  "update partners set status = 'suspended', name = null, redirect_origins = '{}' where user_id = $1::uuid",
  "update webhook_endpoints set enabled = false where user_id = $1::uuid",
];

async function startedErasure(
  tx: Orm,
  deps: Deps,
  owner: Owner,
  { grants, revocations, inbound }: EndedGrants,
): Promise<StartedErasure> {
  const id = crypto.randomUUID();
  const counts = { integrations: grants.length };
  await insertErasure(tx, { id, ...owner, step: FIRST_STEP, inbound, counts, now: deps.clock.now() });
  return { id, grants: grants.length, revocations };
}
