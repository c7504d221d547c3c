// Rows of identities: who signs in by a provider, by the provider's own id.
import type { Database } from "../../foundation/db/database.ts";

type Reader = Pick<Database, "query">;

export interface LinkedIdentity {
  provider: string;
  /** As the provider names the person. */
  name: string;
}

export async function personOfIdentity(
  database: Reader,
  provider: string,
  providerUserId: string,
): Promise<string | null> {
  const [row] = await database.query<{ id: string }>(
    "select person_id as id from identities where provider = $1 and subject = $2",
    [provider, providerUserId],
  );
  return row?.id ?? null;
}

/** False where the identity is another person's. A person has one of each provider. */
export async function linkIdentity(
  database: Reader,
  personId: string,
  { provider, providerUserId, name }: LinkedIdentity & { providerUserId: string },
  at: number,
): Promise<boolean> {
  const rows = await database.query(
    `with earlier as (delete from identities where person_id = $1::text::uuid and provider = $2 and subject <> $3)
    insert into identities (provider, subject, person_id, name, created_at)
    values ($2, $3, $1::text::uuid, $4, $5::text::timestamptz)
    on conflict (provider, subject) do update set name = excluded.name
      where identities.person_id = excluded.person_id returning 1`,
    [personId, provider, providerUserId, name.slice(0, 200), new Date(at).toISOString()],
  );
  return rows.length > 0;
}

export function listIdentities(database: Reader, personId: string): Promise<LinkedIdentity[]> {
  return database.query(
    "select provider, name from identities where person_id = $1::text::uuid order by provider limit 100",
    [personId],
  );
}

export async function unlinkIdentity(database: Reader, personId: string, provider: string): Promise<void> {
  await database.query("delete from identities where person_id = $1::text::uuid and provider = $2", [
    personId,
    provider,
  ]);
}
