// The proof of a person's address: whom a team's invitation made may be its inviter, who saw the link, until a setup link is used.

import type { Orm } from "../../foundation/db/database.ts";
import { queryable, queryIn } from "../../foundation/db/raw.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Person } from "../people/store.ts";
import { deletePasskeys } from "./passkey-store.ts";
import { endSessions } from "./sessions.ts";
import { removeTotp } from "./totp.ts";

/**
 * Proves the address in the transaction that uses a setup link. Whatever signed in to an unproven one before may be a stranger's:
 * password, passkeys, authenticator app with its recovery codes, identities, sessions and MCP clients' grants end. Returns whether
 * they did.
 */
export async function proveAddress(tx: Orm, personId: string, now: number): Promise<boolean> {
  const [unproven] = await queryIn(
    tx,
    "select 1 from people where id = $1::text::uuid and not address_proven for update",
    [personId],
  );
  if (!unproven) return false;
  const database = queryable(tx);
  await deletePasskeys(database, personId);
  await removeTotp({ database }, personId);
  await queryIn(tx, "delete from passwords where person_id = $1::text::uuid", [personId]);
  await queryIn(tx, "delete from identities where person_id = $1::text::uuid", [personId]);
  await endSessions({ database }, personId, null);
  await queryIn(
    tx,
    "update mcp_grants set revoked_at = $2::text::timestamptz where person_id = $1::text::uuid and revoked_at is null",
    [personId, new Date(now).toISOString()],
  );
  await queryIn(tx, "update people set address_proven = true where id = $1::text::uuid", [personId]);
  return true;
}

/** A role of an operator goes only to who has proven the address that the operator knows them by. */
export async function assertAddressProven(tx: Orm, { id, email }: Pick<Person, "id" | "email">): Promise<void> {
  if (await isAddressProven(tx, id)) return;
  throw new AppError(
    "CONFLICT",
    `The address ${email} is not proven: a team's invitation made this person. Make a setup link, send it to the address, and give the role when it was used.`,
  );
}

export async function isAddressProven(tx: Orm, personId: string): Promise<boolean> {
  const rows = await queryIn(tx, "select 1 from people where id = $1::text::uuid and address_proven", [personId]);
  return rows.length > 0;
}
