// Rows of notifications: what happened, which mails were made of it, and what people have switched off.
import type { Database } from "../../foundation/db/database.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import { OF_PEOPLE } from "../people/tables.ts";
import type { TeamRole } from "../people/team-roles.ts";
import type { Kind, OptionalKind } from "./kinds.ts";

type Reader = Pick<Database, "query">;

/** What happened to a user, of which a mail may be made. */
export interface NotificationEvent {
  kind: OptionalKind;
  userId: string;
  topic: string;
  occurrence: string;
}

/** Once for each topic and occurrence. */
export async function insertEvent(database: Reader, event: NotificationEvent, now: number): Promise<void> {
  await database.query(
    `insert into notification_events (kind, user_id, topic, occurrence, at)
    values ($1, $2::text::uuid, $3, $4, $5::text::timestamptz) on conflict do nothing`,
    [event.kind, event.userId, event.topic, event.occurrence, iso(now)],
  );
}

/** Users with open events of `before` or earlier. */
export function listOpen(database: Reader, kind: OptionalKind, before: number): Promise<{ userId: string }[]> {
  return database.query(
    `select user_id as "userId" from notification_events
    where kind = $1 and done_at is null and at <= $2::text::timestamptz group by user_id order by min(at) limit 500`,
    [kind, iso(before)],
  );
}

/** When the first open event of one user was; null where none is open, since another replica was first. */
export async function openSince(
  database: Reader,
  kind: OptionalKind,
  userId: string,
  before: number,
): Promise<string | null> {
  const [row] = await database.query<{ since: string | null }>(
    `select ${utc("min(at)")} as since from notification_events
    where kind = $1 and user_id = $2::text::uuid and done_at is null and at <= $3::text::timestamptz`,
    [kind, userId, iso(before)],
  );
  return row?.since ?? null;
}

interface Taken {
  topic: string;
  occurrence: string;
}

/** Closes a user's open events up to `until`. */
export function takeEvents(
  database: Reader,
  { kind, userId, until, now }: { kind: OptionalKind; userId: string; until: number; now: number },
): Promise<Taken[]> {
  return database.query(
    `update notification_events set done_at = $4::text::timestamptz
    where kind = $1 and user_id = $2::text::uuid and done_at is null and at <= $3::text::timestamptz
    returning topic, occurrence`,
    [kind, userId, iso(until), iso(now)],
  );
}

/** How many of these integrations have not been connected again since they ended, by provider. */
export function countEnded(
  database: Reader,
  userId: string,
  taken: readonly Taken[],
): Promise<{ provider: string; count: number }[]> {
  return database.query(
    `select i.provider, count(*)::int as count
    from jsonb_to_recordset($2::text::jsonb) as e (topic uuid, occurrence bigint)
    join connections i on i.id = e.topic and i.epoch = e.occurrence
    where i.user_id = $1::text::uuid and i.status in ('expired', 'revoked') group by i.provider order by i.provider`,
    [userId, JSON.stringify(taken.map(({ topic, occurrence }) => ({ topic, occurrence })))],
  );
}

export interface Recipient {
  id: string;
  email: string;
  /** That of the person's pages; null where none is stored. */
  language: string | null;
}

/** Refusals one after another by which an address counts as gone, until the mails are deleted that were refused. */
const MAX_REFUSED = 3;
/** An address that nobody has proven is what an inviter typed: it may be somebody else's. */
const IS_REACHABLE = `p.address_proven and not exists (
  select from (select state, error from mails where mails.recipient = p.email and state <> 'due'
    order by created_at desc limit ${MAX_REFUSED}) last
  having count(*) = ${MAX_REFUSED} and bool_and(state = 'failed' and starts_with(error, 'ERECIPIENT')))`;

/** Those of the team with one of the roles who want this kind of mail. */
export function recipientsOf(
  database: Reader,
  userId: string,
  kind: OptionalKind,
  roles: readonly TeamRole[],
): Promise<Recipient[]> {
  return database.query(
    `select p.id, p.email, p.language from people_users pu join people p on p.id = pu.person_id join users u on u.id = pu.user_id
    where pu.user_id = $1::text::uuid and u.erased_at is null and p.disabled_at is null
      and pu.role in (select jsonb_array_elements_text($2::text::jsonb))
      and not exists (select from mail_choices c where c.person_id = p.id and c.kind = $3) and ${IS_REACHABLE}
    order by p.id limit 200`,
    [userId, JSON.stringify(roles), kind],
  );
}

/** Null for an address that is unproven or counts as gone. */
export async function findReachable(database: Reader, personId: string): Promise<Recipient | null> {
  const [row] = await database.query<Recipient>(
    `select p.id, p.email, p.language from people p where p.id = $1::text::uuid and ${IS_REACHABLE}`,
    [personId],
  );
  return row ?? null;
}

export async function emailOfUser(database: Reader, userId: string): Promise<string> {
  const [row] = await database.query<{ email: string }>("select email from users where id = $1::text::uuid", [userId]);
  return row?.email ?? "";
}

/** False where there is one already. */
export async function insertNotification(
  database: Reader,
  row: { personId: string; kind: Kind; topic: string; occurrence: string; now: number },
): Promise<boolean> {
  const rows = await database.query(
    `insert into notifications (person_id, kind, topic, occurrence, at)
    values ($1::text::uuid, $2, $3, $4, $5::text::timestamptz) on conflict do nothing returning 1`,
    [row.personId, row.kind, row.topic, row.occurrence, iso(row.now)],
  );
  return rows.length > 0;
}

/** The kinds that the person has switched off. */
export async function listSwitchedOff(database: Reader, personId: string): Promise<string[]> {
  const rows = await database.query<{ kind: string }>(
    "select kind from mail_choices where person_id = $1::text::uuid order by kind",
    [personId],
  );
  return rows.map(({ kind }) => kind);
}

/** Repeatable; nothing where the person is gone. */
export async function switchKind(database: Reader, personId: string, kind: OptionalKind, isOn: boolean): Promise<void> {
  await database.query(
    isOn
      ? "delete from mail_choices where person_id = $1::text::uuid and kind = $2"
      : `insert into mail_choices (person_id, kind) select id, $2 from people where id = $1::text::uuid
        on conflict do nothing`,
    [personId, kind],
  );
}

export const TABLES: readonly Table[] = [
  {
    table: "notification_events",
    bound: "What people are notified of is deleted after 30 days.",
    aged: [{ since: "at", stayMs: 30 * DAY_MS }],
    personal: { erasure: "none", why: "Only ids; it goes with its user." },
  },
  {
    table: "notifications",
    bound: "Which mails were made is deleted after 40 days; that a person has signed in before stays.",
    aged: [{ since: "at", stayMs: 40 * DAY_MS, only: "topic <> 'first'" }],
    personal: OF_PEOPLE,
  },
  { table: "mail_choices", bound: "At most one for each person and kind.", personal: OF_PEOPLE },
];

const iso = (at: number) => new Date(at).toISOString();
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
