// Claims due sources under a lease, fairly: a few at a time of each user, a bounded number of each provider.
import { and, eq, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { sources } from "../../foundation/db/schema/event-sources.ts";
import type { NewSource, SourceRow } from "./store.ts";

export interface Claim {
  id: string;
  userId: string;
  provider: string;
  /** Identifies the claim: a later one of the same row has a later end. ISO 8601. */
  leaseUntil: string;
  pollTriggers: number;
}

export interface ClaimOptions {
  /** `poll`: by next_at; `renew`: by next_check_at. */
  kind: "poll" | "renew";
  limit: number;
  now: number;
  leaseMs: number;
  /** At a time, of one user, by all replicas. */
  perUser: number;
  /** At a time, of one provider, in this process, of which `running` run already. */
  perProvider: number;
  running: Readonly<Record<string, number>>;
  /** The users behind this one go first. */
  after: string;
}

/** Users that one statement looks at. */
const MAX_USERS = 500;
/** The erasure of a partner comes to the sources of its accounts step by step. */
const IS_LIVING = "and not exists (select 1 from users u where u.id = s.user_id and u.erased_at is not null)";
const COLUMNS = {
  poll: { due: "next_at", lease: "lease_until", isReady: "and i.status = 'active'" },
  // What is to be ended needs no grant: without one the row alone goes.
  renew: {
    due: "next_check_at",
    lease: "check_lease_until",
    isReady: "and (i.status = 'active' or s.state = 'ending')",
  },
} as const;

/** Claims due sources of the next users; `lastUser` is where the next claim goes on, null at the end of the users. */
export async function claimSources(
  database: Pick<Database, "query">,
  { kind, limit, now, leaseMs, perUser, perProvider, running, after }: ClaimOptions,
): Promise<{ claims: Claim[]; lastUser: string | null }> {
  const rows = await database.query<{
    id: string | null;
    user_id: string;
    provider: string;
    pollTriggers: number;
    last_user: string | null;
    heads: number;
  }>(claimText(kind), [
    after,
    MAX_USERS,
    new Date(now).toISOString(),
    perUser,
    limit,
    perProvider,
    JSON.stringify(running),
    new Date(now + leaseMs).toISOString(),
  ]);
  const leaseUntil = new Date(now + leaseMs).toISOString();
  const claims = rows.flatMap(({ id, user_id, provider, pollTriggers }) =>
    id === null ? [] : [{ id, userId: user_id, provider, leaseUntil, pollTriggers }],
  );
  const [first] = rows;
  return { claims, lastUser: first && Number(first.heads) >= MAX_USERS ? first.last_user : null };
}

function claimText(kind: ClaimOptions["kind"]): string {
  const { due, lease, isReady } = COLUMNS[kind];
  return `
    with recursive heads as (
      (select user_id, 1 as n from event_sources where ${due} is not null and user_id > $1::uuid order by user_id limit 1)
      union all
      select (select s.user_id from event_sources s where s.${due} is not null and s.user_id > h.user_id
        order by s.user_id limit 1), h.n + 1
      from heads h where h.user_id is not null and h.n < $2::int),
    due as (
      select o.* from heads h cross join lateral (
        select s.id, s.user_id, s.provider, s.${due} as due_at from event_sources s
        join connections i on i.id = s.integration_id
        where s.user_id = h.user_id and s.${due} <= $3::timestamptz
          and (s.${lease} is null or s.${lease} <= $3::timestamptz) ${isReady} ${IS_LIVING}
        order by s.${due} limit $4::int for update of s skip locked) o
      where h.user_id is not null),
    leased as (
      select s.user_id, count(*) as n from event_sources s
      where s.user_id in (select user_id from due) and s.${due} is not null and s.${lease} > $3::timestamptz
      group by s.user_id),
    ranked as (
      select d.id, d.due_at,
        row_number() over (partition by d.user_id order by d.due_at, d.id) as of_user,
        row_number() over (partition by d.provider order by d.due_at, d.id) as of_provider,
        d.user_id, d.provider
      from due d),
    picked as (
      select r.id from ranked r left join leased l on l.user_id = r.user_id
      where r.of_user <= $4::int - coalesce(l.n, 0)
        and r.of_provider <= $6::int - coalesce(($7::text::jsonb ->> r.provider)::int, 0)
      order by r.of_user, r.due_at limit $5::int),
    claimed as (
      update event_sources s set ${lease} = $8::timestamptz from picked where s.id = picked.id
      returning s.id, s.user_id, s.provider, s.poll_triggers)
    select c.id, c.user_id, c.provider, c.poll_triggers as "pollTriggers", last.user_id as last_user, last.n as heads
    from (select max(user_id::text) as user_id, count(user_id) as n from heads) last left join claimed c on true`;
}

/** Writes what must stand before a subscription is made; false where it shall end, or the claim was lost to another. */
export async function beginSubscription(tx: Orm, claim: Claim, changes: Partial<NewSource>): Promise<boolean> {
  const isClaimed = sql`${sources.checkLeaseUntil} = ${claim.leaseUntil}::timestamptz and ${sources.state} <> 'ending'`;
  const begun = await tx
    .update(sources)
    .set(changes)
    .where(and(eq(sources.id, claim.id), isClaimed))
    .returning({ id: sources.id });
  return begun.length > 0;
}

/** Ends the claim of a subscription that has been ended; null where the claim was lost to another. */
export async function releaseEnded(tx: Orm, { id, leaseUntil }: Claim, now: number): Promise<SourceRow | null> {
  const [released] = await tx
    .update(sources)
    .set({
      subscriptionId: null,
      expiresAt: null,
      renewAt: null,
      checkedAt: null,
      secret: null,
      data: {},
      checkAttempts: 0,
      // One that shall run again meanwhile is subscribed to again.
      nextCheckAt: sql`case when ${sources.state} <> 'ending' and ${sources.mode} = 'push' then ${sources.nextCheckAt} end`,
      checkLeaseUntil: null,
      updatedAt: new Date(now),
    })
    .where(and(eq(sources.id, id), sql`${sources.checkLeaseUntil} = ${leaseUntil}::timestamptz`))
    .returning();
  return released ?? null;
}

/** Locks the row of a poll's claim until the transaction ends; false where the claim was lost to another. */
export async function lockPoll(tx: Orm, claim: Claim): Promise<boolean> {
  const locked = await tx.select({ id: sources.id }).from(sources).where(isClaim(claim)).for("update");
  return locked.length > 0;
}

/** Ends a poll's claim with its outcome; false where the claim was lost to another. A trigger meanwhile makes it due at once. */
export async function releasePoll(
  tx: Orm,
  claim: Claim,
  changes: Partial<NewSource> & { nextAt: Date | null },
  now: number,
): Promise<boolean> {
  const { nextAt, ...others } = changes;
  const next = nextAt === null ? null : nextAt.toISOString();
  const released = await tx
    .update(sources)
    .set({
      ...others,
      nextAt: sql`case when ${sources.nextAt} is null or ${next}::text is null then null
        when ${sources.pollTriggers} <> ${claim.pollTriggers} then ${new Date(now).toISOString()}::timestamptz
        else ${next}::timestamptz end`,
      leaseUntil: null,
      updatedAt: new Date(now),
    })
    .where(isClaim(claim))
    .returning({ id: sources.id });
  return released.length > 0;
}

/** Writes within a poll that goes on, which gets a longer lease; false where the claim was lost to another. */
export async function extendPoll(
  tx: Orm,
  claim: Claim,
  changes: Partial<NewSource>,
  leaseUntil: number,
): Promise<Claim | null> {
  const until = new Date(leaseUntil);
  const extended = await tx
    .update(sources)
    .set({ ...changes, leaseUntil: until })
    .where(isClaim(claim))
    .returning({ id: sources.id });
  return extended.length > 0 ? { ...claim, leaseUntil: until.toISOString() } : null;
}

const isClaim = ({ id, leaseUntil }: Claim) =>
  and(eq(sources.id, id), sql`${sources.leaseUntil} = ${leaseUntil}::timestamptz`);

/**
 * Writes the outcome of a subscription's job; false where the claim was lost to another. What was told meanwhile to end, or
 * to poll only, is due at once.
 */
export async function releaseCheck(
  tx: Orm,
  { id, leaseUntil }: Claim,
  { state, nextCheckAt, ...changes }: Partial<NewSource> & { nextCheckAt: Date | null },
  now: number,
): Promise<boolean> {
  const next = nextCheckAt === null ? null : nextCheckAt.toISOString();
  const released = await tx
    .update(sources)
    .set({
      ...changes,
      ...(state && { state: sql`case when ${sources.state} = 'ending' then ${sources.state} else ${state} end` }),
      nextCheckAt: sql`case when ${sources.state} = 'ending' or ${sources.mode} = 'poll'
        then ${new Date(now).toISOString()}::timestamptz else ${next}::timestamptz end`,
      checkLeaseUntil: null,
      updatedAt: new Date(now),
    })
    .where(and(eq(sources.id, id), sql`${sources.checkLeaseUntil} = ${leaseUntil}::timestamptz`))
    .returning({ id: sources.id });
  return released.length > 0;
}
