// What an owner borrows: the list, invitations that a user accepts, and giving a connection back.
import { isUniqueViolation } from "../../foundation/db/database.ts";
import { AppError, accountNotFound } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Deps } from "../../server/deps.ts";
import { suggestedName } from "../integrations/choice.ts";
import { listIntegrations } from "../integrations/store.ts";
import { MAX_BORROWED } from "./lend.ts";
import { borrowedView } from "./model.ts";
import { recordAccepted, recordEnded } from "./share-audit.ts";
import {
  acceptShare,
  type BorrowedShare,
  borrowedNames,
  endOverdue,
  endShare,
  listBorrowedShares,
  lockBorrowed,
} from "./share-store.ts";

/** The most borrowed connections and invitations of a list. */
const MAX_LISTED = 1_000;

type BorrowingDeps = Pick<Deps, "database" | "changes" | "audit" | "clock">;

export async function listBorrowings(deps: Pick<Deps, "database" | "clock">, owner: Owner) {
  if (!(await listIntegrations(deps.database, owner))) throw accountNotFound();
  const rows = await listBorrowedShares(deps.database, owner, deps.clock.now(), MAX_LISTED);
  return rows.map(borrowedView);
}

const notFound = () => new AppError("NOT_FOUND", "Nothing of this id is lent to you");

/** Accepts an invitation to borrow a connection, under a name of the borrower's choice. */
export async function accept(
  deps: BorrowingDeps,
  owner: Owner,
  { id, name }: { id: string; name?: string | undefined },
  initiator: Initiator,
) {
  if (!isUuid(id)) throw notFound();
  const now = deps.clock.now();
  const { share, announce } = await deps.database
    .transaction(async (tx) => {
      if (!(await lockOwner(tx, owner))) throw accountNotFound();
      const share = await lockBorrowed(tx, owner, { id, now, what: "invitation" });
      if (!share) throw notFound();
      await endOverdue(tx, share.connectionId, owner, now);
      const taken = await borrowedNames(tx, owner, share.provider);
      if (taken.length >= MAX_BORROWED)
        throw new AppError(
          "CONFLICT",
          `You borrow ${MAX_BORROWED} connections with ${share.provider} already; end one first`,
        );
      const named = name ?? nameFor(share, taken);
      await acceptShare(tx, { id, userId: owner.userId, name: named, now });
      const accepted = { ...share, name: named, acceptedAt: new Date(now) };
      const announce = await recordAccepted(
        tx,
        deps,
        initiator,
        { lender: lenderOf(share), borrower: owner },
        accepted,
      );
      return { share: accepted, announce };
    })
    .catch((error: unknown) => Promise.reject(isUniqueViolation(error) ? taken() : error));
  deps.changes.invalidate(owner.userId, ["shares"]);
  for (const tell of announce) tell();
  return borrowedView(share);
}

const taken = () =>
  new AppError("CONFLICT", "You borrow this connection already, or another one by this name; choose another name");

/** The lender's wish, unless the borrower has another one of that name. */
const nameFor = ({ name, identity }: BorrowedShare, taken: readonly string[]): string =>
  taken.includes(name)
    ? suggestedName(
        taken.map((one) => ({ name: one })),
        identity,
      )
    : name;

const lenderOf = ({ lenderUserId, lenderAccountId }: BorrowedShare): Owner => ({
  userId: lenderUserId,
  accountId: lenderAccountId,
});

/** Gives a borrowed connection back, or declines an invitation. */
export async function giveBack(deps: BorrowingDeps, owner: Owner, id: string, initiator: Initiator): Promise<void> {
  if (!isUuid(id)) throw notFound();
  const now = deps.clock.now();
  const announce = await deps.database.transaction(async (tx) => {
    const share = await lockBorrowed(tx, owner, { id, now, what: "living" });
    if (!share) throw notFound();
    await endShare(tx, id, "borrower", now);
    const parties = { lender: lenderOf(share), borrower: owner };
    return recordEnded(tx, deps, initiator, parties, { ...share, connection: null, by: "borrower" });
  });
  deps.changes.invalidate(owner.userId, ["shares"]);
  for (const tell of announce) tell();
}
