// Agent sessions with those above and below them, which only recursive queries find.
import type { Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { SessionEndReason } from "../../foundation/db/schema/agent-sessions.ts";
import { IDLE_SLACK_MS } from "../../identity/keys/session-use.ts";
import type { Owner } from "../../identity/owner.ts";
import type { EventfulSession } from "./events.ts";

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

/** A row as the events about it need it. */
const EVENTFUL = `id, user_id as "userId", account_id as "accountId", parent_id as "parentId", key_id as "keyId", name, agent,
  (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"`;

type RawEventful = Omit<EventfulSession, "expiresAt"> & { expiresAt: number };

const eventful = <Row extends RawEventful>(row: Row) => ({ ...row, expiresAt: new Date(row.expiresAt) });

/** Ends a session and all below it; gives those that had not ended before. Those below get their reason from `markEnded`. */
export async function revokeWithChildren(
  tx: Orm,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<EventfulSession[]> {
  const rows = await queryIn<RawEventful>(
    tx,
    `with recursive below as (
      select id from agent_sessions where id = $1::text::uuid and user_id = $2::text::uuid
      union all
      select c.id from below b join agent_sessions c on c.parent_id = b.id
    ) update agent_sessions set revoked_at = $3::text::timestamptz,
        end_reason = case when id = $1::text::uuid then 'revoked' end
      where id in (select id from below) and revoked_at is null and end_reason is null returning ${EVENTFUL}`,
    [id, userId, now.toISOString()],
  );
  return rows.map(eventful);
}

/** Whose sessions end at once. */
export interface Chosen {
  userId: string;
  accountId: string | null;
  /** Only those of this agent. */
  agent?: string;
  /** Only those of connected accounts. */
  accountsOnly?: boolean;
}

/** Ends some of the sessions of a user, or of one of its accounts, that have not ended. */
export async function revokeSome(
  tx: Orm,
  { userId, accountId, agent, accountsOnly = false }: Chosen,
  { now, most }: { now: Date; most: number },
): Promise<EventfulSession[]> {
  const rows = await queryIn<RawEventful>(
    tx,
    `update agent_sessions set revoked_at = $3::text::timestamptz, end_reason = 'revoked' where id = any (array(
      select id from agent_sessions where user_id = $1::text::uuid and ($2::text is null or account_id = $2::text::uuid)
        and ($4::text is null or agent = $4::text) and (not $5::boolean or account_id is not null) and revoked_at is null and end_reason is null and expires_at > $3::text::timestamptz
      order by id limit ${most} for update
    )) and revoked_at is null returning ${EVENTFUL}`,
    [userId, accountId, now.toISOString(), agent ?? null, accountsOnly],
  );
  return rows.map(eventful);
}

/** Seconds that a process may know of a use before the database does, and that it waits itself. */
const IDLE_SLACK_S = (2 * IDLE_SLACK_MS) / 1_000;

/** Why a session has ended, which is null for a living one. */
const REASON = `case
    when s.revoked_at is not null then case when p.revoked_at = s.revoked_at then 'parent_ended' else 'revoked' end
    when s.expires_at <= at.now then 'expired'
    when k.revoked_at is not null or k.expires_at <= at.now then 'key_ended'
    when p.revoked_at is not null or p.expires_at <= at.now then 'parent_ended'
    when coalesce(s.last_used_at, s.created_at) + make_interval(secs => s.idle_seconds + ${IDLE_SLACK_S}) < at.now then 'idle'
  end`;

/** Notes why some sessions have ended that have no reason so far; for all users. Each is noted once, and none of them lives again. */
export async function markEnded(
  tx: Orm,
  { now, most }: { now: Date; most: number },
): Promise<(EventfulSession & { reason: SessionEndReason })[]> {
  const rows = await queryIn<RawEventful & { reason: SessionEndReason }>(
    tx,
    `with at as (select $1::text::timestamptz as now), due as (
      select s.id, ${REASON} as reason from at, agent_sessions s
        join api_keys k on k.id = s.key_id left join agent_sessions p on p.id = s.parent_id
      where s.end_reason is null and ${REASON} is not null
      limit ${most} for update of s skip locked
    ) update agent_sessions s set end_reason = due.reason,
        revoked_at = case when due.reason = 'expired' then s.revoked_at else coalesce(s.revoked_at, at.now) end
      from due, at where s.id = due.id and s.end_reason is null
      returning ${EVENTFUL.replace("id,", "s.id,")}, s.end_reason as reason`,
    [now.toISOString()],
  );
  return rows.map(eventful);
}
