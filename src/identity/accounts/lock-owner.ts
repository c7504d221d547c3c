// Whoever changes what an owner has locks the owner first, as its erasure does: in one order, nobody waits for each other.
import type { Orm } from "../../foundation/db/database.ts";
import type { Owner } from "../owner.ts";
import { lockUserForGrant } from "../users/store.ts";
import { lockAccountForGrant } from "./store.ts";

/** Keeps a user, or an account and its active partner, from erasure until the transaction ends; false where there is none. */
export const lockOwner = (tx: Orm, { userId, accountId }: Owner): Promise<boolean> =>
  accountId === null ? lockUserForGrant(tx, userId) : lockAccountForGrant(tx, userId, accountId);
