// Who is an owner, and that one always is: the last owner who can sign in stays one.
import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { AdminRole } from "../../web/http/route.ts";

/** Until the transaction ends nobody else changes who is an owner; sessions go on. */
export const lockPeople = (tx: Orm) => queryIn(tx, "lock table people in share row exclusive mode");

export async function roleIn(tx: Orm, id: string): Promise<AdminRole | null> {
  const [row] = await queryIn<{ role: AdminRole | null }>(tx, "select role from people where id = $1::text::uuid", [
    id,
  ]);
  return row?.role ?? null;
}

/** Whether somebody else is an owner who can sign in: an invited one who never did keeps nobody from being locked out. */
export async function hasOtherOwner(tx: Orm, personId: string): Promise<boolean> {
  const rows = await queryIn(
    tx,
    `select 1 from people as p where role = 'owner' and disabled_at is null and id <> $1::text::uuid
      and (exists (select 1 from passwords where person_id = p.id) or exists (select 1 from passkeys where person_id = p.id)
        or exists (select 1 from identities where person_id = p.id)) limit 1`,
    [personId],
  );
  return rows.length > 0;
}
