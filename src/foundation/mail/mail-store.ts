// Rows of mails.

import type { Database } from "../db/database.ts";
import type { Table } from "../db/table.ts";
import { keyPart } from "../vault/sealed-column.ts";
import { mailContext } from "../vault/sealing-contexts.ts";

type Reader = Pick<Database, "query">;

export interface DueMail {
  id: string;
  recipient: string;
  /** Sealed. */
  content: string;
  /** With this one. */
  attempts: number;
}

export async function insertMail(
  database: Reader,
  mail: { id: string; cause: string; recipient: string; content: string; personId?: string | null; now: number },
): Promise<void> {
  await database.query(
    `insert into mails (id, cause, recipient, content, next_at, created_at, person_id)
    values ($1::text::uuid, $2, $3, $4, $5::text::timestamptz, $5::text::timestamptz, $6::text::uuid) on conflict (cause) do nothing`,
    [mail.id, mail.cause, mail.recipient, mail.content, iso(mail.now), mail.personId ?? null],
  );
}

export function claimMails(
  database: Reader,
  { now, leaseMs, limit }: { now: number; leaseMs: number; limit: number },
): Promise<DueMail[]> {
  return database.query(
    `update mails set lease_until = $2::text::timestamptz, attempts = attempts + 1 where id in (
      select id from mails where state = 'due' and next_at <= $1::text::timestamptz
        and (lease_until is null or lease_until <= $1::text::timestamptz)
      order by next_at limit ${Math.floor(limit)} for update skip locked)
    returning id, recipient, content, attempts`,
    [iso(now), iso(now + leaseMs)],
  );
}

/** Deletes those about something that is over, unless they were sent; `about` is how their causes begin. */
export async function withdrawMails(database: Reader, about: string): Promise<void> {
  await database.query("delete from mails where state <> 'sent' and starts_with(cause, $1)", [about]);
}

export async function markSent(database: Reader, id: string): Promise<void> {
  await database.query(
    "update mails set state = 'sent', content = null, lease_until = null, error = null where id = $1::text::uuid",
    [id],
  );
}

export async function markFailed(database: Reader, id: string, error: string): Promise<void> {
  await database.query("update mails set state = 'failed', lease_until = null, error = $2 where id = $1::text::uuid", [
    id,
    error,
  ]);
}

export async function postpone(database: Reader, id: string, error: string, nextAt: number): Promise<void> {
  await database.query(
    `update mails set lease_until = null, error = $2, next_at = $3::text::timestamptz where id = $1::text::uuid`,
    [id, error, iso(nextAt)],
  );
}

export interface MailFailure {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  attempts: number;
  error: string;
  /** Whether further attempts follow. */
  isDue: boolean;
}

/** The newest mails whose last attempt failed, without recipients. */
export function listMailFailures(database: Reader, limit: number): Promise<MailFailure[]> {
  return database.query(
    `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", attempts, error,
      state = 'due' as "isDue"
    from mails where error is not null and state <> 'sent' order by created_at desc, id limit ${Math.floor(limit)}`,
  );
}

export const TABLES: readonly Table[] = [
  {
    table: "mails",
    bound: "A mail is deleted after 30 days, and its content when it was sent.",
    aged: [{ since: "created_at", stayMs: 30 * 86_400_000 }],
    personal: { erasure: "none", why: "Addresses of those who sign in or were invited, for 30 days." },
    sealed: [
      {
        column: "content",
        keys: [{ name: "id", type: "uuid" }],
        batch: 200,
        aad: (rowKey) => mailContext(keyPart(rowKey, 0)),
      },
    ],
    queues: [
      {
        name: "mails",
        open: "state = 'due'",
        failed: "state = 'failed'",
        error: "error",
        retry: "state = 'due', lease_until = null, attempts = 0",
      },
    ],
  },
];

const iso = (at: number) => new Date(at).toISOString();
