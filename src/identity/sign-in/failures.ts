// Failed sign-ins, counted in the database, so that every replica refuses alike. A person who is known, by the browser or a
// session, has a count of their own: a stranger's failures never keep a person out.
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Deps } from "../../server/deps.ts";
import { OF_PEOPLE } from "../people/tables.ts";

const WINDOW_MS = 15 * 60_000;
/**
 * In a window. Unknown browsers: of one person from one network and from anywhere, of one person's codes, which are short, and of
 * one network for anybody. `session`: of a signed-in person who shows again who they are.
 */
const MAX_FAILURES = { guess: 10, person: 30, code: 10, network: 50, session: 10 } as const;

type FailureDeps = Pick<Deps, "clock"> & { database: Pick<Database, "query"> };
export type Counted = { kind: keyof typeof MAX_FAILURES; id: string };

const keyOf = ({ kind, id }: Counted) => `${kind}:${id}`;

/**
 * Counts a try before it is verified, so that tries at once cannot pass the limit together. Returns the seconds to wait; null
 * where it may be verified. What one count refuses, those after it never hear of: one network cannot use up a person's count.
 */
export async function enterSignIn(
  { database, clock }: FailureDeps,
  counted: readonly Counted[],
): Promise<number | null> {
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
    if (row && row.failures > MAX_FAILURES[one.kind]) return Math.max(1, Math.ceil((row.endsAt - now) / 1_000));
  }
  return null;
}

/** Takes back a try that succeeded; those before it stay, or a person's sign-ins would give a guesser new tries. */
export async function leaveSignIn({ database }: FailureDeps, counted: readonly Counted[]): Promise<void> {
  for (const one of counted) {
    await database.query("update sign_in_failures set failures = greatest(failures - 1, 0) where key = $1", [
      keyOf(one),
    ]);
  }
}

export const TABLES: readonly Table[] = [
  {
    table: "sign_in_failures",
    bound: "Failed sign-ins of a person or a network count for 15 minutes.",
    aged: [{ since: "window_ends_at", stayMs: 0 }],
    personal: OF_PEOPLE,
  },
];
