// Rows of people as operators see them: how each signs in, and which users they act for.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { UserOfPerson } from "../../identity/people/store.ts";
import type { AdminRole } from "../../web/http/route.ts";

export interface PersonRow {
  id: string;
  email: string;
  name: string;
  role: AdminRole | null;
  /** ISO 8601, like the other times. */
  disabledAt: string | null;
  createdAt: string;
  /** With microseconds, as the database writes it. */
  position: string;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  passkeys: number;
  /** Providers that the person signs in by. */
  identities: string[];
  sessions: number;
  seenAt: string | null;
  users: UserOfPerson[];
}

export interface PersonFilter {
  /** How the e-mail address begins, in any case. */
  email: string | null;
  /** Only who acts for this user. */
  userId: string | null;
  after: { at: string; id: string } | null;
  limit: number;
}

/** Users of one person that a list names. */
const MAX_USERS = 20;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COLUMNS = `p.id, p.email, p.name, p.role, ${iso("p.disabled_at")} as "disabledAt", ${iso("p.created_at")} as "createdAt",
  p.created_at::text as position,
  exists (select 1 from passwords where person_id = p.id) as "hasPassword",
  exists (select 1 from totp_secrets where person_id = p.id and confirmed_at is not null) as "hasSecondFactor",
  (select count(*) from passkeys where person_id = p.id)::int as passkeys,
  coalesce((select jsonb_agg(provider order by provider) from identities where person_id = p.id), '[]') as identities,
  (select count(*) from people_sessions as s where s.person_id = p.id and s.stage = 'complete'
    and s.credentials_version = p.credentials_version)::int as sessions,
  (select ${iso("max(seen_at)")} from people_sessions where person_id = p.id) as "seenAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'role', u.role) order by u.email) from (
    select u.id, u.email, pu.role from people_users as pu join users as u on u.id = pu.user_id
    where pu.person_id = p.id and u.erased_at is null order by u.email limit ${MAX_USERS}) as u), '[]') as users`;

/** People that fit, newest first. */
export function listPersonRows(
  database: Pick<Database, "query">,
  { email, userId, after, limit }: PersonFilter,
): Promise<PersonRow[]> {
  return database.query<PersonRow>(
    `select ${COLUMNS} from people as p
    where ($1::text is null or starts_with(lower(p.email), lower($1::text)))
      and ($2::text is null or exists (
        select 1 from people_users where person_id = p.id and user_id = $2::text::uuid))
      and ($3::text is null or (p.created_at, p.id) < ($3::text::timestamptz, $4::text::uuid))
    order by p.created_at desc, p.id desc limit ${Math.floor(limit)}`,
    [email, userId, after?.at ?? null, after?.id ?? null],
  );
}

export async function findPersonRow(database: Pick<Database, "query">, id: string): Promise<PersonRow | null> {
  const [row] = await database.query<PersonRow>(`select ${COLUMNS} from people as p where p.id = $1::text::uuid`, [id]);
  return row ?? null;
}

export interface PersonChange {
  name?: string;
  role?: AdminRole | null;
  isDisabled?: boolean;
}

/** Who is disabled has no sessions and no setup link any more. */
export async function updatePerson(tx: Orm, id: string, change: PersonChange, at: string): Promise<void> {
  if (change.name !== undefined)
    await queryIn(tx, "update people set name = $2::text where id = $1::text::uuid", [id, change.name]);
  if (change.role !== undefined)
    await queryIn(tx, "update people set role = $2::text where id = $1::text::uuid", [id, change.role]);
  if (change.isDisabled === false)
    await queryIn(tx, "update people set disabled_at = null where id = $1::text::uuid", [id]);
  if (change.isDisabled !== true) return;
  await queryIn(
    tx,
    "update people set disabled_at = coalesce(disabled_at, $2::text::timestamptz) where id = $1::text::uuid",
    [id, at],
  );
  await queryIn(tx, "delete from people_sessions where person_id = $1::text::uuid", [id]);
  await queryIn(tx, "delete from setup_links where person_id = $1::text::uuid", [id]);
}
