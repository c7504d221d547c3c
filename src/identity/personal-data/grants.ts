// Takes an owner's grants for an erasure: the tokens go, and what is to be ended at the providers is noted.
import { takeReplacements } from "../../connections/connect/replacement.ts";
import type { RevocationRow } from "../../connections/connect/revocation-store.ts";
import { saveRevocations } from "../../connections/connect/revoke.ts";
import { deleteGrants, type GrantRow } from "../../connections/integrations/store.ts";
import { partitionOf } from "../../events/ingest/receive.ts";
import { listSubscriptions } from "../../events/subscriptions/store.ts";
import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Deps } from "../../server/deps.ts";
import type { Owner } from "../owner.ts";
import type { InboundSelector } from "./erasure-store.ts";

export interface EndedGrants {
  grants: GrantRow[];
  revocations: RevocationRow[];
  inbound: InboundSelector[];
}

/** Deletes an owner's grants with their tokens and sources, and notes what is still to be ended at the providers. */
export async function endGrants(tx: Orm, deps: Deps, owner: Owner): Promise<EndedGrants> {
  const subscriptions = endedSubscriptions(await listSubscriptions(tx, owner));
  const sources = await queryIn<{ provider: string; source: string }>(
    tx,
    "select provider, id as source from event_sources where user_id = $1::uuid and account_id is not distinct from $2::uuid",
    [owner.userId, owner.accountId],
  );
  const grants = await deleteGrants(tx, owner);
  const revocations = [
    ...(await saveRevocations(tx, deps, grants, subscriptions)),
    ...(await takeReplacements(tx, deps, owner)),
  ];
  return { grants, revocations, inbound: [...sources, ...(await partitionsOf(tx, grants))] };
}

/** The partitions of app-level inbound webhooks only for these grants, and for no others of the same identity or workspace. */
async function partitionsOf(tx: Orm, grants: readonly GrantRow[]): Promise<InboundSelector[]> {
  const partitions: InboundSelector[] = [];
  for (const { provider, identityId, identity } of grants) {
    const workspaceId = identity.workspace?.id ?? null;
    const [others] = await queryIn<{ identity: boolean; workspace: boolean }>(
      tx,
      `select exists (select 1 from connections where provider = $1 and identity_id = $2) as identity,
         exists (select 1 from connections where provider = $1 and identity -> 'workspace' ->> 'id' = $3) as workspace`,
      [provider, identityId, workspaceId],
    );
    if (!others?.identity) partitions.push({ provider, partition: partitionOf(provider, identityId) });
    if (workspaceId !== null && !others?.workspace)
      partitions.push({ provider, partition: partitionOf(provider, workspaceId) });
  }
  return partitions;
}
