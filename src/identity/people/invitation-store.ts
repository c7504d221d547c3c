// Rows of invitations into teams.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { deletion, OF_USER } from "../../foundation/db/erasure-step.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { BY_ID, type Table, USERS_OWN } from "../../foundation/db/table.ts";
import type { TeamRole } from "./team-roles.ts";

export interface Invitation {
  id: string;
  email: string;
  role: TeamRole;
  state: "open" | "accepted" | "revoked" | "expired";
  /** The inviter's address. */
  invitedBy: string;
  /** ISO 8601, like the other time. */
  createdAt: string;
  expiresAt: string;
}

/** What the link of an invitation leads to. */
export interface LinkedInvitation extends Omit<Invitation, "createdAt"> {
  userId: string;
  /** The user's address. */
  userEmail: string;
  inviterId: string;
  /** The inviter's role by now; null for who has left the team or is disabled. */
  inviterRole: TeamRole | null;
}

/** How long what was accepted, revoked or missed is listed. */
const ENDED_MS = 90 * 86_400_000;

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
/** `$1` is the time. */
const STATE = `case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
  when i.expires_at <= $1::text::timestamptz then 'expired' else 'open' end as state`;

/** The newest, the open ones first. */
export function listInvitations(
  database: Pick<Database, "query">,
  userId: string,
  now: number,
  limit: number,
): Promise<Invitation[]> {
  return database.query(
    `select i.id, i.email, i.role, ${STATE}, p.email as "invitedBy", ${utc("i.created_at")} as "createdAt",
      ${utc("i.expires_at")} as "expiresAt"
    from team_invitations as i join people as p on p.id = i.invited_by where i.user_id = $2::text::uuid
    order by i.accepted_at is null and i.revoked_at is null desc, i.created_at desc, i.id limit ${Math.floor(limit)}`,
    [iso(now), userId],
  );
}

const LINKED = `select i.id, i.email, i.role, ${STATE}, p.email as "invitedBy", ${utc("i.expires_at")} as "expiresAt",
    u.id as "userId", u.email as "userEmail", p.id as "inviterId",
    case when p.disabled_at is null then pu.role end as "inviterRole"
  from team_invitations as i join people as p on p.id = i.invited_by
  join users as u on u.id = i.user_id and u.erased_at is null
  left join people_users as pu on pu.person_id = i.invited_by and pu.user_id = i.user_id`;

export async function findByMacs(
  database: Pick<Database, "query">,
  macs: readonly string[],
  now: number,
): Promise<LinkedInvitation | null> {
  const [row] = await database.query<LinkedInvitation>(
    `${LINKED} where i.mac in (select jsonb_array_elements_text($2::text::jsonb))`,
    [iso(now), JSON.stringify(macs)],
  );
  return row ?? null;
}

export async function findInvitation(
  tx: Orm,
  userId: string,
  id: string,
  now: number,
): Promise<LinkedInvitation | null> {
  const [row] = await queryIn<LinkedInvitation>(
    tx,
    `${LINKED} where i.user_id = $2::text::uuid and i.id = $3::text::uuid`,
    [iso(now), userId, id],
  );
  return row ?? null;
}

interface TeamCounts {
  people: number;
  invitations: number;
  /** Made within a day, also those that were revoked. */
  ofDay: number;
  isMember: boolean;
  isInvited: boolean;
}

/** People of the team and invitations that are open, and whether one of either has the address. */
export async function countTeam(tx: Orm, userId: string, email: string, now: number) {
  const [row] = await queryIn<TeamCounts>(
    tx,
    `select (select count(*) from people_users where user_id = $1::text::uuid)::int as people,
      (select count(*) from team_invitations where user_id = $1::text::uuid and accepted_at is null and revoked_at is null
        and expires_at > $3::text::timestamptz)::int as invitations,
      (select count(*) from team_invitations where user_id = $1::text::uuid
        and created_at > $3::text::timestamptz - interval '1 day')::int as "ofDay",
      exists (select 1 from people_users as pu join people as p on p.id = pu.person_id
        where pu.user_id = $1::text::uuid and lower(p.email) = lower($2::text)) as "isMember",
      exists (select 1 from team_invitations where user_id = $1::text::uuid and lower(email) = lower($2::text)
        and accepted_at is null and revoked_at is null and expires_at > $3::text::timestamptz) as "isInvited"`,
    [userId, email, iso(now)],
  );
  return row as TeamCounts;
}

export interface NewInvitation {
  id: string;
  userId: string;
  email: string;
  role: TeamRole;
  mac: string;
  invitedBy: string;
  now: number;
  expiresAt: number;
}

/** An expired one of the same address makes room. */
export async function insertInvitation(tx: Orm, row: NewInvitation): Promise<void> {
  await queryIn(
    tx,
    `update team_invitations set revoked_at = expires_at where user_id = $1::text::uuid and lower(email) = lower($2::text)
      and accepted_at is null and revoked_at is null`,
    [row.userId, row.email],
  );
  await queryIn(
    tx,
    `insert into team_invitations (id, user_id, email, role, mac, invited_by, created_at, expires_at)
    values ($1::text::uuid, $2::text::uuid, $3, $4, $5, $6::text::uuid, $7::text::timestamptz, $8::text::timestamptz)`,
    [row.id, row.userId, row.email, row.role, row.mac, row.invitedBy, iso(row.now), iso(row.expiresAt)],
  );
}

/** Gives it another link, which the person who sends it vouches for. */
export async function renewInvitation(
  tx: Orm,
  { id, mac, invitedBy, expiresAt }: Pick<NewInvitation, "id" | "mac" | "invitedBy" | "expiresAt">,
): Promise<void> {
  await queryIn(
    tx,
    `update team_invitations set mac = $2, invited_by = $3::text::uuid, expires_at = $4::text::timestamptz
    where id = $1::text::uuid`,
    [id, mac, invitedBy, iso(expiresAt)],
  );
}

export async function revokeInvitation(tx: Orm, id: string, now: number): Promise<void> {
  await queryIn(
    tx,
    "update team_invitations set revoked_at = $2::text::timestamptz where id = $1::text::uuid and accepted_at is null",
    [id, iso(now)],
  );
}

export async function markAccepted(tx: Orm, id: string, personId: string, now: number): Promise<void> {
  await queryIn(
    tx,
    `update team_invitations set accepted_at = $3::text::timestamptz, accepted_by = $2::text::uuid
    where id = $1::text::uuid`,
    [id, personId, iso(now)],
  );
}

export const TABLES: readonly Table[] = [
  {
    table: "team_invitations",
    macs: [
      {
        column: "mac",
        only: "accepted_at is null and revoked_at is null and expires_at > $1::timestamptz",
        movedBy: "expiry",
      },
    ],
    bound: "A team has at most 50 open invitations; each is deleted 90 days after it expires.",
    aged: [{ since: "expires_at", stayMs: ENDED_MS }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "team_invitation",
        columns: "id user_id email role created_at expires_at accepted_at revoked_at",
        omitted: "mac invited_by accepted_by",
        owner: USERS_OWN,
        key: BY_ID,
      },
    },
    erasure: { user: deletion("team_invitations", OF_USER) },
  },
];

const iso = (at: number) => new Date(at).toISOString();
