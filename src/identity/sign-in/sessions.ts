// Sessions of people at the dashboard. The cookie's text is stored only as a MAC, and every request asks the database.
import { randomBytes } from "node:crypto";
import type { Database } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Deps } from "../../server/deps.ts";
import { OF_PEOPLE } from "../people/tables.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** A session that nobody uses ends. */
export const IDLE_MS = 12 * 3_600_000;
/** A session that is used ends nevertheless (OWASP ASVS 7.3.2). */
export const ABSOLUTE_MS = 30 * 86_400_000;
/** How long the second factor may take. */
export const SECOND_FACTOR_MS = 10 * 60_000;
/** How long after a sign-in keys, secrets and roles may be changed. */
export const RECENT_MS = 15 * 60_000;
/** How often the time of last use is written. */
const TOUCH_EVERY_MS = 60_000;
/** The oldest of more sessions of one person end. */
const MAX_SESSIONS = 20;
const MAX_USER_AGENT = 200;

export type SessionDeps = Pick<Deps, "vault" | "clock"> & { database: Pick<Database, "query"> };

export interface Session {
  id: string;
  personId: string;
  stage: "second_factor" | "complete";
  /** Milliseconds since 1970: when the person last showed who they are. */
  signedInAt: number;
  seenAt: number;
  /** Milliseconds since 1970: when it ends, however much it is used. */
  expiresAt: number;
  /** The user whose pages it shows, of several; null for the first. */
  userId: string | null;
  /** The person's when it began: an older one than the present opens nothing. */
  credentialsVersion: number;
  /** Whether the last sign-in showed a passkey or a code. */
  isStrong: boolean;
  /** Whether the person has a passkey or an authenticator app. */
  mustBeStrong: boolean;
  /** The issuer's identity that began it, or the sign-in that it renews; null for every other kind. */
  identity: SessionIdentity | null;
}

/** What an issuer ends the session by. */
export interface SessionIdentity {
  issuer: string;
  /** The issuer's own id of the person. */
  userId: string;
  /** The issuer's session; null where it names none. */
  sessionId: string | null;
}

/** Who begins a session, as of before anything was verified: a change meanwhile makes the session void. */
export interface Beginner extends Pick<Session, "stage" | "personId" | "credentialsVersion" | "isStrong"> {
  identity?: SessionIdentity | null;
  /** When the person showed who they are; the default is now. */
  signedInAt?: number;
  /** When it ends at the latest; the default is its full time. */
  expiresAt?: number;
}

export interface SessionClient {
  address: string | null;
  userAgent: string | null;
}

/** Begins a session and returns the cookie's text, which is stored nowhere. */
export async function beginSession(
  { database, vault, clock }: SessionDeps & { database: Pick<Database, "transaction"> },
  beginner: Beginner,
  { address, userAgent }: SessionClient,
): Promise<string> {
  const { personId, stage, credentialsVersion, isStrong, identity = null } = beginner;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const now = clock.now();
  const fullTime = now + (stage === "complete" ? ABSOLUTE_MS : SECOND_FACTOR_MS);
  const endsAt = Math.min(fullTime, beginner.expiresAt ?? fullTime);
  // In turn: two at once would each keep the other's place free.
  await serialized(database, `sessions of ${personId}`, (tx) =>
    queryIn(
      tx,
      `with kept as (
      select id from people_sessions where person_id = $2::text::uuid order by seen_at desc, id limit ${MAX_SESSIONS - 1}
    ), surplus as (
      delete from people_sessions where person_id = $2::text::uuid and id not in (select id from kept)
    )
    insert into people_sessions (id, person_id, mac, stage, created_at, signed_in_at, seen_at, expires_at, address, user_agent,
      credentials_version, is_strong, issuer, issuer_user_id, issuer_session_id)
    values ($1::text::uuid, $2::text::uuid, $3, $4, $5::text::timestamptz, $11::text::timestamptz, $5::text::timestamptz,
      $6::text::timestamptz, $7, $8, $9::int, $10::text = 'yes', $12, $13, $14)`,
      [
        crypto.randomUUID(),
        personId,
        vault.macs(token)[0] as string,
        stage,
        iso(now),
        iso(endsAt),
        address,
        userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        credentialsVersion,
        isStrong ? "yes" : "no",
        iso(Math.min(now, beginner.signedInAt ?? now)),
        identity?.issuer ?? null,
        identity?.userId ?? null,
        identity?.sessionId ?? null,
      ],
    ),
  );
  return token;
}

/**
 * The session of a cookie; null for an unknown, ended or idle one, for a person who was disabled, and for one that was begun before
 * role, password or factors changed.
 */
export async function findSession(deps: SessionDeps, token: string): Promise<Session | null> {
  if (!TOKEN.test(token)) return null;
  const macs = deps.vault.macs(token);
  const now = deps.clock.now();
  const [row] = await deps.database.query<Session>(
    `select s.id, s.person_id as "personId", s.stage, s.user_id as "userId", s.is_strong as "isStrong",
      s.credentials_version as "credentialsVersion",
      exists (select 1 from totp_secrets where person_id = p.id and confirmed_at is not null)
        or exists (select 1 from passkeys where person_id = p.id) as "mustBeStrong",
      case when s.issuer is not null then jsonb_build_object('issuer', s.issuer, 'userId', s.issuer_user_id,
        'sessionId', s.issuer_session_id) end as identity,
      (extract(epoch from s.signed_in_at) * 1000)::float8 as "signedInAt",
      (extract(epoch from s.seen_at) * 1000)::float8 as "seenAt",
      (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt"
    from people_sessions s join people p on p.id = s.person_id
    where s.mac in (select jsonb_array_elements_text($1::text::jsonb)) and p.disabled_at is null
      and s.credentials_version = p.credentials_version
      and s.expires_at > $2::text::timestamptz and s.seen_at > $3::text::timestamptz`,
    [JSON.stringify(macs), iso(now), iso(now - IDLE_MS)],
  );
  if (!row) return null;
  if (now - row.seenAt >= TOUCH_EVERY_MS) {
    await deps.database.query(
      "update people_sessions set seen_at = $2::text::timestamptz, mac = $3 where id = $1::text::uuid",
      [row.id, iso(now), macs[0] as string],
    );
  }
  return row;
}

/** Shows another of the person's users from now on; false where it is none of theirs. */
export async function chooseUser(
  { database }: Pick<SessionDeps, "database">,
  { id, personId }: Pick<Session, "id" | "personId">,
  userId: string,
): Promise<boolean> {
  const rows = await database.query(
    `update people_sessions set user_id = $3::text::uuid where id = $1::text::uuid and exists (
      select 1 from people_users where person_id = $2::text::uuid and user_id = $3::text::uuid) returning 1`,
    [id, personId, userId],
  );
  return rows.length > 0;
}

/** Whether the person has shown who they are within the last fifteen minutes, by the strongest factor that they have. */
export const isRecent = ({ signedInAt, isStrong, mustBeStrong }: Session, now: number) =>
  now - signedInAt < RECENT_MS && (isStrong || !mustBeStrong);

export interface OpenSession {
  id: string;
  /** ISO 8601. */
  signedInAt: string;
  seenAt: string;
  address: string | null;
  userAgent: string | null;
}

/** A person's open sessions, the last used first. */
export function listSessions(
  { database, clock }: Pick<SessionDeps, "database" | "clock">,
  personId: string,
): Promise<OpenSession[]> {
  const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  return database.query(
    `select id, ${utc("signed_in_at")} as "signedInAt", ${utc("seen_at")} as "seenAt", address, user_agent as "userAgent"
    from people_sessions where person_id = $1::text::uuid and stage = 'complete'
      and credentials_version = (select p.credentials_version from people as p where p.id = $1::text::uuid)
      and expires_at > $2::text::timestamptz and seen_at > $3::text::timestamptz
    order by seen_at desc, id limit ${MAX_SESSIONS}`,
    [personId, iso(clock.now()), iso(clock.now() - IDLE_MS)],
  );
}

export async function endSession({ database }: Pick<SessionDeps, "database">, id: string): Promise<void> {
  await database.query("delete from people_sessions where id = $1::text::uuid", [id]);
}

/** Ends all of a person's sessions but one; null ends every one. */
export async function endSessions(
  { database }: Pick<SessionDeps, "database">,
  personId: string,
  exceptId: string | null,
): Promise<void> {
  await database.query(
    "delete from people_sessions where person_id = $1::text::uuid and ($2::text is null or id <> $2::text::uuid)",
    [personId, exceptId],
  );
}

/**
 * Ends what an issuer's identity has begun: with the issuer's session named, that one and those of which none was named. Returns
 * whose sessions ended.
 */
export async function endSessionsOfIdentity(
  database: Pick<Database, "query">,
  { issuer, userId, sessionId }: Omit<SessionIdentity, "userId"> & { userId: string | null },
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `delete from people_sessions where issuer = $1
      and ($2::text is null or issuer_user_id = $2)
      and ($3::text is null or issuer_session_id = $3 or ($2::text is not null and issuer_session_id is null))
    returning person_id as id`,
    [issuer, userId, sessionId],
  );
  return [...new Set(rows.map(({ id }) => id))];
}

export const TABLES: readonly Table[] = [
  {
    table: "people_sessions",
    macs: [{ column: "mac", only: "expires_at > $1::timestamptz", movedBy: "use" }],
    bound: "A session ends after 12 hours without use, and 30 days after the sign-in; a person has at most 20.",
    aged: [
      { since: "expires_at", stayMs: 0 },
      { since: "seen_at", stayMs: IDLE_MS },
    ],
    personal: OF_PEOPLE,
  },
];

const iso = (at: number) => new Date(at).toISOString();
