// Rows of shares: what one owner lends of a connection, and to whom.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import type { Owner } from "../../identity/owner.ts";
import { isBorrowers, LENDER } from "../integrations/borrowed-store.ts";

/** How long a share that has ended is listed, with its calls. */
const ENDED_MS = 90 * DAY_MS;

/** What is the same for lender and borrower. */
interface SharedColumns {
  id: string;
  connectionId: string;
  provider: string;
  /** Without `shared:`. */
  name: string;
  permissions: string[];
  eventServices: string[] | null;
  createdAt: Date;
  acceptedAt: Date | null;
  invitedUntil: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  endedBy: "lender" | "borrower" | "identity" | "time" | null;
}

/** A share as its lender sees it. */
export interface LentShare extends SharedColumns {
  borrowerUserId: string | null;
  borrowerAccountId: string | null;
  invitedEmail: string | null;
  /** Null while nobody has accepted an invitation. */
  borrowerName: string | null;
}

/** A share as its borrower sees it. */
export interface BorrowedShare extends SharedColumns {
  lender: string;
  identity: Identity;
  connectionStatus: "pending" | "active" | "expired" | "revoked";
  lenderUserId: string;
  lenderAccountId: string | null;
}

const SHARED = `s.id, s.connection_id as "connectionId", s.provider, s.name, s.permissions, s.event_services as "eventServices",
  s.created_at as "createdAt", s.accepted_at as "acceptedAt", s.invited_until as "invitedUntil", s.ends_at as "endsAt",
  s.ended_at as "endedAt", s.ended_by as "endedBy"`;
const LENT = `select ${SHARED}, s.borrower_user_id as "borrowerUserId", s.borrower_account_id as "borrowerAccountId",
    s.invited_email as "invitedEmail",
    coalesce((select a.external_id from accounts a where a.id = s.borrower_account_id),
      (select u.email from users u where u.id = s.borrower_user_id)) as "borrowerName"
  from shares s join connections i on i.id = s.connection_id`;
const BORROWED = `select ${SHARED}, ${LENDER} as lender, i.identity, i.status as "connectionStatus",
    i.user_id as "lenderUserId", i.account_id as "lenderAccountId"
  from shares s join connections i on i.id = s.connection_id join users u on u.id = i.user_id and u.erased_at is null`;
const isLenders = "i.user_id = $1::text::uuid and i.account_id is not distinct from $2::text::uuid";
/** Whether nobody has accepted, of the user `$1` that is invited. */
const isInvited = `s.borrower_user_id is null and s.ended_at is null and s.invited_until > $3::text::timestamptz
  and $2::text is null and s.invited_email = (select lower(email) from users where id = $1::text::uuid and erased_at is null)`;

export interface NewShare {
  id: string;
  connectionId: string;
  provider: string;
  borrower: Owner | null;
  invitedEmail: string | null;
  name: string;
  permissions: readonly string[];
  eventServices: readonly string[] | null;
  now: number;
  invitedUntil: number | null;
  endsAt: number | null;
}

/** One that nobody has to accept is accepted at once. */
export async function insertShare(tx: Orm, share: NewShare): Promise<void> {
  const { id, connectionId, provider, borrower, invitedEmail, name, permissions, eventServices } = share;
  const timeOf = (time: number | null) => (time === null ? null : isoOf(time));
  await queryIn(
    tx,
    `insert into shares (id, connection_id, provider, borrower_user_id, borrower_account_id, invited_email, name, permissions,
      event_services, created_at, invited_until, accepted_at, ends_at)
    values ($1::text::uuid, $2::text::uuid, $3, $4::text::uuid, $5::text::uuid, $6, $7,
      array(select jsonb_array_elements_text($8::text::jsonb)),
      case when $9::text is not null then array(select jsonb_array_elements_text($9::text::jsonb)) end, $10::text::timestamptz,
      $11::text::timestamptz, case when $4::text is not null then $10::text::timestamptz end, $12::text::timestamptz)`,
    [
      ...[id, connectionId, provider, borrower?.userId ?? null, borrower?.accountId ?? null, invitedEmail, name],
      ...[JSON.stringify(permissions), eventServices && JSON.stringify(eventServices), isoOf(share.now)],
      ...[timeOf(share.invitedUntil), timeOf(share.endsAt)],
    ],
  );
}

/** Ends what time has ended, of a connection and of a borrower, so that its names and places are free. */
export async function endOverdue(tx: Orm, connectionId: string, borrower: Owner | null, now: number): Promise<void> {
  await queryIn(
    tx,
    `update shares s set ended_at = least(s.ends_at, s.invited_until), ended_by = 'time'
    where (s.connection_id = $1::text::uuid or (s.borrower_user_id = $2::text::uuid
        and s.borrower_account_id is not distinct from $3::text::uuid))
      and s.ended_at is null
      and least(s.ends_at, s.invited_until) <= $4::text::timestamptz`,
    [connectionId, borrower?.userId ?? null, borrower?.accountId ?? null, isoOf(now)],
  );
}

interface Counts {
  ofConnection: number;
  ofBorrower: number;
  invitationsOfDay: number;
}

/** Living shares of a connection and of a borrower with its provider; and the invitations of the lender's user within a day. */
export async function countShares(
  tx: Orm,
  {
    connectionId,
    provider,
    borrower,
    userId,
    now,
  }: Pick<NewShare, "connectionId" | "provider" | "borrower" | "now"> & {
    userId: string;
  },
): Promise<Counts> {
  const [row] = await queryIn<Counts>(
    tx,
    `select (select count(*) from shares where connection_id = $1::text::uuid and ended_at is null)::int as "ofConnection",
      (select count(*) from shares where borrower_user_id = $2::text::uuid
        and borrower_account_id is not distinct from $3::text::uuid and provider = $4 and ended_at is null)::int as "ofBorrower",
      (select count(*) from shares s join connections i on i.id = s.connection_id where i.user_id = $5::text::uuid
        and s.invited_email is not null and s.created_at > $6::text::timestamptz - interval '1 day')::int as "invitationsOfDay"`,
    [connectionId, borrower?.userId ?? null, borrower?.accountId ?? null, provider, userId, isoOf(now)],
  );
  return row as Counts;
}

/** A user's e-mail address in small letters. */
export async function addressOf(tx: Orm, userId: string): Promise<string | null> {
  const [row] = await queryIn<{ email: string }>(
    tx,
    "select lower(email) as email from users where id = $1::text::uuid",
    [userId],
  );
  return row?.email ?? null;
}

/** Names of a borrower's living shares with a provider. */
export async function borrowedNames(tx: Orm, { userId, accountId }: Owner, provider: string): Promise<string[]> {
  const rows = await queryIn<{ name: string }>(
    tx,
    `select s.name from shares s where ${isBorrowers({ userId, accountId })} and s.provider = $3 and s.ended_at is null`,
    [userId, accountId, provider],
  );
  return rows.map(({ name }) => name);
}

/** A lender's shares of a connection, the living ones first, then the newest. */
export function listLent(
  database: Pick<Database, "query">,
  { userId, accountId }: Owner,
  connectionId: string,
  limit: number,
): Promise<LentShare[]> {
  return database.query<LentShare>(
    `${LENT} where ${isLenders} and s.connection_id = $3::text::uuid
    order by s.ended_at is null desc, s.created_at desc, s.id limit ${Math.floor(limit)}`,
    [userId, accountId, connectionId],
  );
}

export async function findLent(
  database: Pick<Database, "query">,
  { userId, accountId }: Owner,
  connectionId: string,
  id: string,
): Promise<LentShare | null> {
  const [row] = await database.query<LentShare>(
    `${LENT} where ${isLenders} and s.connection_id = $3::text::uuid and s.id = $4::text::uuid`,
    [userId, accountId, connectionId, id],
  );
  return row ? withTimes(row) : null;
}

/** What an owner borrows, and of a user the invitations that nobody has accepted. */
export function listBorrowedShares(
  database: Pick<Database, "query">,
  owner: Owner,
  now: number,
  limit: number,
): Promise<BorrowedShare[]> {
  const isLiving = "s.ended_at is null and (s.ends_at is null or s.ends_at > $3::text::timestamptz)";
  return database.query<BorrowedShare>(
    `${BORROWED} where ((${isBorrowers(owner)}) or (${isInvited})) and ${isLiving}
    order by s.accepted_at is null desc, s.provider, s.name, s.id limit ${Math.floor(limit)}`,
    [owner.userId, owner.accountId, isoOf(now)],
  );
}

/** One of them, locked until the transaction ends; `what` is an invitation to accept, or whatever the borrower can end. */
export async function lockBorrowed(
  tx: Orm,
  owner: Owner,
  { id, now, what }: { id: string; now: number; what: "invitation" | "living" },
): Promise<BorrowedShare | null> {
  const isMeant =
    what === "invitation" ? isInvited : `s.ended_at is null and ((${isBorrowers(owner)}) or (${isInvited}))`;
  const [row] = await queryIn<BorrowedShare>(
    tx,
    `${BORROWED} where s.id = $4::text::uuid and ${isMeant}
      and (s.ends_at is null or s.ends_at > $3::text::timestamptz) for update of s`,
    [owner.userId, owner.accountId, isoOf(now), id],
  );
  return row ? withTimes(row) : null;
}

/** A transaction's statements give times as text. */
const withTimes = <Row extends SharedColumns>(row: Row): Row => {
  const timeOf = (time: Date | null) => (time === null ? null : new Date(time));
  const { acceptedAt, invitedUntil, endsAt, endedAt } = row;
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    acceptedAt: timeOf(acceptedAt),
    invitedUntil: timeOf(invitedUntil),
    endsAt: timeOf(endsAt),
    endedAt: timeOf(endedAt),
  };
};

export async function acceptShare(
  tx: Orm,
  { id, userId, name, now }: { id: string; userId: string; name: string; now: number },
): Promise<void> {
  await queryIn(
    tx,
    `update shares set borrower_user_id = $2::text::uuid, name = $3, accepted_at = $4::text::timestamptz, invited_until = null
    where id = $1::text::uuid and borrower_user_id is null and ended_at is null`,
    [id, userId, name, isoOf(now)],
  );
}

/** False where it has ended already. */
export async function endShare(tx: Orm, id: string, by: "lender" | "borrower", now: number): Promise<boolean> {
  const ended = await queryIn<{ id: string }>(
    tx,
    `update shares set ended_at = $2::text::timestamptz, ended_by = $3 where id = $1::text::uuid and ended_at is null returning id`,
    [id, isoOf(now), by],
  );
  return ended.length > 0;
}

/** Both see a share in their export, without the other's ids. */
const OF_BOTH = `(connection_id in (
    select id from connections where user_id = $1::text::uuid and ($2::text is null or account_id = $2::text::uuid))
  or (borrower_user_id = $1::text::uuid and ($2::text is null or borrower_account_id = $2::text::uuid)))`;

export const TABLES: readonly Table[] = [
  {
    table: "shares",
    bound: "A thousand at most of each connection; deleted 90 days after their end, or with the connection.",
    aged: [
      { since: "ended_at", stayMs: ENDED_MS },
      { since: "ends_at", stayMs: ENDED_MS },
      { since: "invited_until", stayMs: ENDED_MS },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "share",
        columns:
          "id connection_id provider invited_email name permissions event_services created_at invited_until accepted_at ends_at ended_at ended_by",
        omitted: "borrower_user_id borrower_account_id",
        owner: OF_BOTH,
        key: BY_ID,
      },
    },
  },
];
