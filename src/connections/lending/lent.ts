// What an owner lends of a connection: the list, the calls that borrowers make by it, and its end.
import { AppError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { listUsage } from "../../metering/usage/service.ts";
import type { Deps } from "../../server/deps.ts";
import type { IntegrationRef } from "../integrations/reference.ts";
import { type LendingDeps, MAX_SHARES, requireOwn } from "./lend.ts";
import { shareView } from "./model.ts";
import { recordEnded } from "./share-audit.ts";
import { endShare, findLent, listLent } from "./share-store.ts";

/** The most shares of a list; more than there are but for those that have ended. */
const MAX_LISTED = MAX_SHARES;

export async function listShares(deps: Pick<Deps, "database" | "clock">, owner: Owner, ref: IntegrationRef) {
  const { id } = await requireOwn(deps, owner, ref);
  const now = deps.clock.now();
  const rows = await listLent(deps.database, owner, id, MAX_LISTED);
  return rows.map((row) => shareView(row, now));
}

const shareNotFound = () => new AppError("NOT_FOUND", "The connection has no such share");

async function requireLent(deps: Pick<Deps, "database">, owner: Owner, ref: IntegrationRef, id: string) {
  const connection = await requireOwn(deps, owner, ref);
  const share = isUuid(id) ? await findLent(deps.database, owner, connection.id, id) : null;
  if (!share) throw shareNotFound();
  return { connection, share };
}

/** Ends a share, on every replica within a second; what has ended already stays so. */
export async function endLent(
  deps: LendingDeps,
  owner: Owner,
  ref: IntegrationRef,
  id: string,
  initiator: Initiator,
): Promise<void> {
  const { connection, share } = await requireLent(deps, owner, ref, id);
  const borrower =
    share.borrowerUserId === null ? null : { userId: share.borrowerUserId, accountId: share.borrowerAccountId };
  const announce = await deps.database.transaction(async (tx) => {
    if (!(await endShare(tx, share.id, "lender", deps.clock.now()))) return [];
    const parties = { lender: owner, borrower };
    return recordEnded(tx, deps, initiator, parties, { ...share, connection: connection.name, by: "lender" });
  });
  if (borrower) deps.changes.invalidate(borrower.userId, ["shares"]);
  for (const tell of announce) tell();
}

/** The borrower's calls by a share, newest first: which, when and how they ended, never what they sent or got. */
export async function listShareCalls(
  deps: Pick<Deps, "database" | "vault">,
  owner: Owner,
  ref: IntegrationRef,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit?: number | undefined },
) {
  const { connection, share } = await requireLent(deps, owner, ref, id);
  if (share.borrowerUserId === null || share.acceptedAt === null) return { calls: [], next_cursor: null };
  const query = {
    integration_id: connection.id,
    since: share.acceptedAt.toISOString(),
    ...(share.endedAt && { until: share.endedAt.toISOString() }),
    ...(share.borrowerAccountId !== null && { account_id: share.borrowerAccountId }),
    ...(cursor !== undefined && { cursor }),
    ...(limit !== undefined && { limit }),
  };
  const { entries, next_cursor } = await listUsage(deps, share.borrowerUserId, query);
  // A user's own calls alone: an account of theirs may borrow the same connection.
  const calls = entries.filter(({ account_id }) => account_id === share.borrowerAccountId).map(callView);
  return { calls, next_cursor };
}

type Entry = Awaited<ReturnType<typeof listUsage>>["entries"][number];
const callView = ({ timestamp, request_id, method, endpoint, action, status, units, duration_ms }: Entry) => ({
  ...{ timestamp, request_id, method, endpoint, action, status, units, duration_ms },
});
