// Rows of seals, and what a seal covers of the entries of the audit log.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";

type Reader = Pick<Database, "query">;

export interface SealRow {
  number: number;
  header: string;
  leaves: string;
  hash: string;
  sealedHash: string;
  /** Unix milliseconds. */
  sealedAt: number;
}

/** An entry as the hashes read it. */
export interface HashedEntry {
  id: string;
  /** Unix milliseconds. */
  at: number;
  /** JSON of what stays for as long as the entry does. */
  core: string;
  /** JSON of what an erasure removes. */
  personal: string;
}

export interface SealedEntry extends HashedEntry {
  seal: number | null;
  salt: string | null;
  /** Whether an erasure could have left the entry like this: nothing personal is in it, and its owner is erased. */
  isErased: boolean;
}

/** The associated data of a seal's hash. */
export const sealContext = (number: number | string) => `audit_seals/${number}`;

const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

/** The text of jsonb is the same on each server: it names no time zone, and its keys have one order. */
const HASHED = `e.id::text as id, floor(extract(epoch from e.at) * 1000)::float8 as at,
  jsonb_build_array(e.id, e.seq, ${microseconds("e.at")}, ${microseconds("e.stored_at")}, e.event, e.actor_kind, e.actor_id,
    e.user_id, e.account_id, e.resource_kind, e.outcome, e.code, e.times)::text as core,
  jsonb_build_array(e.actor_name, e.address, e.request_id, e.resource_id, e.details)::text as personal`;

/** An erasure that runs or ended lately has a row; after one that ended long ago, the user or account is gone. */
const IS_ERASED = `e.actor_kind <> 'admin' and e.details = '{}' and num_nonnulls(e.actor_name, e.address, e.request_id, e.resource_id) = 0
  and e.user_id is not null and (
    not exists (select 1 from users u where u.id = e.user_id)
    or e.account_id is not null and not exists (select 1 from accounts a where a.id = e.account_id)
    or exists (select 1 from erasures x where x.user_id = e.user_id and (x.account_id is null or x.account_id = e.account_id)))`;

const SEAL = `number::float8 as number, header, leaves, hash, sealed_hash as "sealedHash",
  floor(extract(epoch from sealed_at) * 1000)::float8 as "sealedAt"`;

/** The oldest entries without a seal, locked: what another transaction changes meanwhile waits for the next seal. */
export function lockUnsealed(tx: Orm, limit: number): Promise<HashedEntry[]> {
  // The order has both columns of the index: the rows are found without a sort.
  return queryIn(
    tx,
    `select ${HASHED} from audit_entries e where e.seal is null order by e.seal, e.seq limit ${limit} for update skip locked`,
  );
}

/** Throws a unique violation where another replica has made the seal of this number. */
export async function insertSeal(
  tx: Orm,
  { number, header, leaves, hash, sealedHash, sealedAt }: SealRow,
  salts: readonly { id: string; salt: string }[],
): Promise<void> {
  await queryIn(
    tx,
    `insert into audit_seals (number, header, leaves, hash, sealed_hash, sealed_at)
     values ($1::bigint, $2, $3, $4, $5, $6::text::timestamptz)`,
    [number, header, leaves, hash, sealedHash, isoOf(sealedAt)],
  );
  if (salts.length === 0) return;
  await queryIn(
    tx,
    `update audit_entries e set seal = $1::bigint, seal_salt = s.salt
     from jsonb_to_recordset($2::text::jsonb) as s (id uuid, salt text) where e.id = s.id`,
    [number, JSON.stringify(salts)],
  );
}

/** The newest seal, without its leaves. */
export async function newestSeal(database: Reader): Promise<SealRow | null> {
  const [row] = await database.query<SealRow>(
    `select ${SEAL.replace("leaves", "'' as leaves")} from audit_seals order by number desc limit 1`,
  );
  return row ?? null;
}

/** The next seals after a number, those from a time on. */
export function nextSeals(
  database: Reader,
  { after, since, limit }: { after: number; since: number; limit: number },
): Promise<SealRow[]> {
  return database.query(
    `select ${SEAL} from audit_seals where number > $1::bigint and sealed_at >= $2::text::timestamptz order by number limit ${limit}`,
    [after, isoOf(since)],
  );
}

/** The entries that a seal names, and those that name the seal. */
export function entriesOfSeal(database: Reader, seal: number, ids: readonly string[]): Promise<SealedEntry[]> {
  return database.query(
    `select ${HASHED}, e.seal::float8 as seal, e.seal_salt as salt, ${IS_ERASED} as "isErased" from audit_entries e
     where e.id in (select i::uuid from jsonb_array_elements_text($2::text::jsonb) i)
     union
     select ${HASHED}, e.seal::float8, e.seal_salt, ${IS_ERASED} from audit_entries e where e.seal = $1::bigint`,
    [seal, JSON.stringify(ids)],
  );
}

/** Whether a seal has this hash. */
export async function hasSealOf(database: Reader, hash: string): Promise<boolean> {
  return (await database.query("select 1 as one from audit_seals where hash = $1 limit 1", [hash])).length > 0;
}

/** Entries that name a seal which is not there: one before the chain's first, or one after its last. */
export function entriesOfNoSeal(
  database: Reader,
  { first, last }: { first: number; last: number },
  limit: number,
): Promise<{ id: string; seal: number }[]> {
  const isMissing = "not exists (select 1 from audit_seals s where s.number = e.seal)";
  return database.query(
    `select e.id::text as id, e.seal::float8 as seal from audit_entries e
     where (e.seal < $1::bigint or e.seal > $2::bigint) and ${isMissing} order by e.seal, e.seq limit ${limit}`,
    [first, last],
  );
}

/** How many entries have no seal yet, and the time in Unix milliseconds at which the oldest of them was stored. */
export async function unsealed(database: Reader): Promise<{ entries: number; oldestAt: number | null }> {
  const [row] = await database.query<{ entries: number; oldestAt: number | null }>(
    `select count(*)::int as entries, (extract(epoch from min(stored_at)) * 1000)::float8 as "oldestAt"
     from audit_entries where seal is null`,
  );
  return row ?? { entries: 0, oldestAt: null };
}

export const TABLES: readonly Table[] = [
  {
    table: "audit_seals",
    bound: "A seal is deleted by age, once its entries are; the newest one stays.",
    setting: "GATEWAY_AUDIT_DAYS",
    aged: [
      {
        since: "sealed_at",
        // A day after its entries: what their replicas' clocks differ by.
        stayMs: ({ auditDays }) => (auditDays + 1) * DAY_MS,
        only: `number < (select max(number) from audit_seals)
          and not exists (select 1 from audit_entries e where e.seal = audit_seals.number)`,
      },
    ],
    personal: { erasure: "none", why: "Hashes of audit entries, salted where the entry has something personal." },
    sealed: [
      {
        column: "sealed_hash",
        keys: [{ name: "number", type: "bigint" }],
        batch: 200,
        aad: ([number]) => sealContext(number as string),
      },
    ],
  },
];
