// Rows of passkeys and of the challenges that they sign.
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import { OF_PEOPLE } from "../people/tables.ts";

type Reader = Pick<Database, "query">;

export interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  personId: string;
  /** COSE, base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
}

const COLUMNS = `id, person_id as "personId", public_key as "publicKey", counter::float8 as counter, transports, name`;

/** ISO 8601; null for one that was never used. */
type ListedPasskey = Passkey & { lastUsedAt: string | null };

export function listPasskeys(database: Reader, personId: string): Promise<ListedPasskey[]> {
  return database.query<ListedPasskey>(
    `select ${COLUMNS}, to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastUsedAt" from passkeys where person_id = $1::text::uuid order by created_at, id limit 100`,
    [personId],
  );
}

export async function findPasskey(database: Reader, id: string): Promise<Passkey | null> {
  const [row] = await database.query<Passkey>(`select ${COLUMNS} from passkeys where id = $1`, [id]);
  return row ?? null;
}

/** False where the credential is known already, or the person has `most`. */
export async function insertPasskey(
  database: Reader,
  { id, personId, publicKey, counter, transports, name }: Passkey,
  { at, most }: { at: number; most: number },
): Promise<boolean> {
  const rows = await database.query(
    `insert into passkeys (id, person_id, public_key, counter, transports, name, created_at)
    select $1::text, $2::text::uuid, $3::text, $4::bigint, array(select jsonb_array_elements_text($5::text::jsonb)),
      $6::text, $7::text::timestamptz
    where (select count(*) from passkeys where person_id = $2::text::uuid) < $8::int
    on conflict do nothing returning 1`,
    [id, personId, publicKey, counter, JSON.stringify(transports), name, new Date(at).toISOString(), most],
  );
  return rows.length > 0;
}

/** False where the counter did not rise: two devices then have the key. Authenticators that do not count send 0. */
export async function countUse(database: Reader, id: string, counter: number, at: number): Promise<boolean> {
  const rows = await database.query(
    `update passkeys set counter = $2::bigint, last_used_at = $3::text::timestamptz
    where id = $1 and ($2::bigint > counter or ($2::bigint = 0 and counter = 0)) returning 1`,
    [id, counter, new Date(at).toISOString()],
  );
  return rows.length > 0;
}

export async function deletePasskey(database: Reader, personId: string, id: string): Promise<boolean> {
  const rows = await database.query("delete from passkeys where person_id = $1::text::uuid and id = $2 returning 1", [
    personId,
    id,
  ]);
  return rows.length > 0;
}

export async function deletePasskeys(database: Reader, personId: string): Promise<void> {
  await database.query("delete from passkeys where person_id = $1::text::uuid", [personId]);
}

export async function insertChallenge(
  database: Reader,
  challenge: string,
  personId: string | null,
  expiresAt: number,
  next: string | null = null,
): Promise<void> {
  await database.query(
    "insert into sign_in_challenges (challenge, person_id, expires_at, next) values ($1, $2::text::uuid, $3::text::timestamptz, $4)",
    [challenge, personId, new Date(expiresAt).toISOString(), next],
  );
}

/** Uses a challenge up, and gives what was stored with it; null where it is unknown, used, expired or another person's. */
export async function useChallenge(
  database: Reader,
  challenge: string,
  personId: string | null,
  now: number,
): Promise<{ next: string | null } | null> {
  const [row] = await database.query<{ next: string | null }>(
    `delete from sign_in_challenges where challenge = $1 and person_id is not distinct from $2::text::uuid
      and expires_at > $3::text::timestamptz returning next`,
    [challenge, personId, new Date(now).toISOString()],
  );
  return row ?? null;
}

export const TABLES: readonly Table[] = [
  { table: "passkeys", bound: "People add and remove them, at most 20 each.", personal: OF_PEOPLE },
  {
    table: "sign_in_challenges",
    bound: "An unfinished sign-in by passkey or provider is deleted after 10 minutes.",
    aged: [{ since: "expires_at", stayMs: 0 }],
    personal: OF_PEOPLE,
  },
];
