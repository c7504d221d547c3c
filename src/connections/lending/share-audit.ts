// What the audit logs of lender and borrower say of a share: each names both.
import type { Orm } from "../../foundation/db/database.ts";
import { BORROWED } from "../../foundation/schema/connection-name.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import type { NewShare } from "./share-store.ts";

interface Lent {
  row: IntegrationRow;
  share: Omit<NewShare, "eventServices">;
  owner: Owner;
}

/** For both of an account's share; of an invitation, which may find nobody, for the lender. */
export async function recordLent(
  tx: Orm,
  { audit }: Pick<Deps, "audit">,
  initiator: Initiator,
  { row, share, owner }: Lent,
) {
  const { borrower, invitedEmail, permissions, endsAt } = share;
  const details = {
    provider: row.provider,
    connection: row.name,
    borrowed_as: BORROWED + share.name,
    lender_account: owner.accountId,
    borrower_account: borrower?.accountId ?? null,
    ...(invitedEmail !== null && { invited: invitedEmail }),
    permissions,
    until: endsAt === null ? null : new Date(endsAt).toISOString(),
  };
  const facts = { event: "connection_lent", resource: { kind: "share", id: share.id }, details };
  return Promise.all(
    [owner, ...(borrower ? [borrower] : [])].map((one) => audit.recordIn(tx, initiator, { ...facts, ...one })),
  );
}

interface Parties {
  lender: Owner;
  borrower: Owner;
}

/** A user's acceptance, for both. */
export function recordAccepted(
  tx: Orm,
  { audit }: Pick<Deps, "audit">,
  initiator: Initiator,
  { lender, borrower }: Parties,
  { id, provider, name, permissions }: Pick<NewShare, "id" | "provider" | "name" | "permissions">,
): Promise<(() => void)[]> {
  const details = { provider, borrowed_as: BORROWED + name, permissions };
  const facts = { event: "connection_share_accepted", resource: { kind: "share", id }, details };
  return Promise.all([lender, borrower].map((one) => audit.recordIn(tx, initiator, { ...facts, ...one })));
}

interface EndedShare {
  id: string;
  provider: string;
  name: string;
  /** As its lender names it. */
  connection: string | null;
  by: "lender" | "borrower";
}

/** For both; to a borrower who never accepted it is nothing. */
export function recordEnded(
  tx: Orm,
  { audit }: Pick<Deps, "audit">,
  initiator: Initiator,
  { lender, borrower }: { lender: Owner; borrower: Owner | null },
  { id, provider, name, connection, by }: EndedShare,
): Promise<(() => void)[]> {
  const details = {
    provider,
    connection,
    borrowed_as: BORROWED + name,
    lender_account: lender.accountId,
    borrower_account: borrower?.accountId ?? null,
    ended_by: by,
  };
  const facts = { event: "connection_share_ended", resource: { kind: "share", id }, details };
  return Promise.all(
    [lender, ...(borrower ? [borrower] : [])].map((one) => audit.recordIn(tx, initiator, { ...facts, ...one })),
  );
}
