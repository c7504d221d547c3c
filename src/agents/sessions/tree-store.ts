// Agent sessions with those above and below them, which only recursive queries find.
import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Owner } from "../../identity/owner.ts";

/** How many sessions stand above one, itself among them, and when the first of them ends; null where one has ended. */
export async function standingOf(
  tx: Orm,
  { userId }: Pick<Owner, "userId">,
  id: string,
  now: Date,
): Promise<{ depth: number; endsAt: number } | null> {
  const [row] = await queryIn<{ depth: number; ends_at: number; has_ended: boolean }>(
    tx,
    `with recursive chain as (
      select id, parent_id, expires_at, revoked_at from agent_sessions where id = $1::text::uuid and user_id = $2::text::uuid
      union all
      select p.id, p.parent_id, p.expires_at, p.revoked_at from chain c join agent_sessions p on p.id = c.parent_id
    ) select count(*)::int as depth, (extract(epoch from min(expires_at)) * 1000)::float8 as ends_at,
      coalesce(bool_or(revoked_at is not null or expires_at <= $3::text::timestamptz), true) as has_ended from chain`,
    [id, userId, now.toISOString()],
  );
  return row && !row.has_ended ? { depth: row.depth, endsAt: row.ends_at } : null;
}

/** Ends a session and all below it; gives the ids of those that had not been ended before. */
export async function revokeWithChildren(
  tx: Orm,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<string[]> {
  const rows = await queryIn<{ id: string }>(
    tx,
    `with recursive below as (
      select id from agent_sessions where id = $1::text::uuid and user_id = $2::text::uuid
      union all
      select c.id from below b join agent_sessions c on c.parent_id = b.id
    ) update agent_sessions set revoked_at = $3::text::timestamptz
      where id in (select id from below) and revoked_at is null returning id`,
    [id, userId, now.toISOString()],
  );
  return rows.map((row) => row.id);
}

/** Ends some of the sessions of a user, or of one of its accounts, that have not ended; gives how many. */
export async function revokeSome(
  tx: Orm,
  { userId, accountId }: { userId: string; accountId: string | null },
  { now, most }: { now: Date; most: number },
): Promise<number> {
  const rows = await queryIn<{ id: string }>(
    tx,
    `update agent_sessions set revoked_at = $3::text::timestamptz where id = any (array(
      select id from agent_sessions where user_id = $1::text::uuid and ($2::text is null or account_id = $2::text::uuid)
        and revoked_at is null and expires_at > $3::text::timestamptz
      order by id limit ${most} for update
    )) and revoked_at is null returning id`,
    [userId, accountId, now.toISOString()],
  );
  return rows.length;
}
