// Failed sign-ins: counted for each person and each network in the database, so that every replica refuses alike.
import type { Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";

const WINDOW_MS = 15 * 60_000;
/** Of one person from anywhere, and of one network for anybody, in a window. */
const MAX_FAILURES = { person: 10, network: 50 } as const;

type FailureDeps = Pick<Deps, "clock"> & { database: Pick<Database, "query"> };
export type Counted = { kind: keyof typeof MAX_FAILURES; id: string };

const keyOf = ({ kind, id }: Counted) => `${kind}:${id}`;

/**
 * Counts a try before it is verified, so that tries at once cannot pass the limit together. Returns the seconds to wait; null
 * where it may be verified.
 */
export async function enterSignIn(
  { database, clock }: FailureDeps,
  counted: readonly Counted[],
): Promise<number | null> {
  let wait: number | null = null;
  const now = clock.now();
  for (const one of counted) {
    const [row] = await database.query<{ failures: number; endsAt: number }>(
      `insert into sign_in_failures as held (key, failures, window_ends_at) values ($1, 1, $3::text::timestamptz)
      on conflict (key) do update set
        failures = case when held.window_ends_at <= $2::text::timestamptz then 1 else least(held.failures + 1, 1000000) end,
        window_ends_at = case when held.window_ends_at <= $2::text::timestamptz then $3::text::timestamptz
          else held.window_ends_at end
      returning failures, (extract(epoch from window_ends_at) * 1000)::float8 as "endsAt"`,
      [keyOf(one), new Date(now).toISOString(), new Date(now + WINDOW_MS).toISOString()],
    );
    if (row && row.failures > MAX_FAILURES[one.kind]) wait = Math.max(wait ?? 1, Math.ceil((row.endsAt - now) / 1_000));
  }
  return wait;
}

/** Forgets a person's failures after a sign-in that succeeded; those of its network stay but for this try. */
export async function clearFailures({ database }: FailureDeps, counted: readonly Counted[]): Promise<void> {
  for (const one of counted) {
    await database.query(
      one.kind === "person"
        ? "delete from sign_in_failures where key = $1"
        : "update sign_in_failures set failures = greatest(failures - 1, 0) where key = $1",
      [keyOf(one)],
    );
  }
}

/** Removes counts whose window is over; returns how many. */
export async function sweepFailures({ database, clock }: FailureDeps): Promise<number> {
  const rows = await database.query(
    `delete from sign_in_failures where key in
      (select key from sign_in_failures where window_ends_at <= $1::text::timestamptz limit 1000) returning 1`,
    [new Date(clock.now()).toISOString()],
  );
  return rows.length;
}
