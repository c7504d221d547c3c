// Rows of sign-ins that a browser has begun at the issuer, and of the tokens by which the issuer has ended sessions.
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import { OF_PEOPLE } from "../people/tables.ts";

type Reader = Pick<Database, "query">;

/** How long a sign-in at the issuer may take. */
export const ATTEMPT_MS = 10 * 60_000;

export interface Attempt {
  purpose: "sign_in" | "sign_in_again" | "link" | "setup" | "join";
  /** Whose session began it; null for a sign-in and a setup link. */
  personId: string | null;
  /** MAC of the setup link that it uses up. */
  setupMac: string | null;
  /** The page of ours that it leads to; with `join` that of the invitation. */
  next: string | null;
}

/** `mac` is of the state and the browser that begins. */
export async function insertAttempt(database: Reader, mac: string, attempt: Attempt, now: number): Promise<void> {
  await database.query(
    `insert into oidc_attempts (mac, purpose, person_id, setup_mac, next, created_at, expires_at)
    values ($1, $2, $3::text::uuid, $4, $5, $6::text::timestamptz, $7::text::timestamptz)`,
    [mac, attempt.purpose, attempt.personId, attempt.setupMac, attempt.next, iso(now), iso(now + ATTEMPT_MS)],
  );
}

/** Uses an attempt up; null where it is unknown, used or expired. */
export async function useAttempt(
  database: Reader,
  mac: string,
  now: number,
): Promise<(Attempt & { startedAt: number }) | null> {
  const [row] = await database.query<Attempt & { startedAt: number }>(
    `delete from oidc_attempts where mac = $1 and expires_at > $2::text::timestamptz
    returning purpose, person_id as "personId", setup_mac as "setupMac", next,
      (extract(epoch from created_at) * 1000)::float8 as "startedAt"`,
    [mac, iso(now)],
  );
  return row ?? null;
}

/** False where the token was used before, at whichever replica. */
export async function useLogoutToken(database: Reader, hash: string, expiresAt: number): Promise<boolean> {
  const rows = await database.query(
    `insert into oidc_logout_tokens (hash, expires_at) values ($1, $2::text::timestamptz)
    on conflict do nothing returning 1`,
    [hash, iso(expiresAt)],
  );
  return rows.length > 0;
}

export const TABLES: readonly Table[] = [
  {
    table: "oidc_attempts",
    macs: [{ column: "mac", only: "expires_at > $1::timestamptz", movedBy: "expiry" }],
    bound: "An unfinished sign-in at the issuer is deleted after 10 minutes.",
    aged: [{ since: "expires_at", stayMs: 0 }],
    personal: OF_PEOPLE,
  },
  {
    table: "oidc_logout_tokens",
    bound: "A hash is deleted when its token has expired, after 11 minutes.",
    aged: [{ since: "expires_at", stayMs: 0 }],
    personal: OF_PEOPLE,
  },
];

const iso = (at: number) => new Date(at).toISOString();
