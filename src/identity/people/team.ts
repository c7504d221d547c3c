// Who is in the team of a user, and in which role; every change leaves an owner who can sign in.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryable, queryIn } from "../../foundation/db/raw.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import { AppError } from "../../foundation/errors.ts";
import { addUserOf } from "./store.ts";
import { includesRole, type TeamRole } from "./team-roles.ts";

/** A person of a team. */
export interface TeamPerson {
  id: string;
  email: string;
  name: string;
  role: TeamRole;
  isDisabled: boolean;
  /** ISO 8601: since when. */
  since: string;
}

/** Most people of a team, with the invitations that are open. */
export const MAX_TEAM = 200;

/** Owners first. */
export function listTeam({ database }: { database: Pick<Database, "query"> }, userId: string): Promise<TeamPerson[]> {
  return database.query(
    `select p.id, p.email, p.name, pu.role, p.disabled_at is not null as "isDisabled",
      to_char(pu.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from people_users as pu join people as p on p.id = pu.person_id where pu.user_id = $1::text::uuid
    order by array_position(array['owner', 'admin', 'member', 'viewer'], pu.role), p.email limit 1000`,
    [userId],
  );
}

export interface RoleChange {
  before: TeamRole | null;
  after: TeamRole | null;
}

export interface TeamChange {
  userId: string;
  personId: string;
  /** The role from now on; null takes the person out of the team. */
  role: TeamRole | null;
  /** The person who makes the change, with what their role is at that moment; null for an operator. */
  by: string | null;
}

/** Runs `work` after all other changes of this team. */
export const inTeam = <T>(database: Pick<Database, "transaction">, userId: string, work: (tx: Orm) => Promise<T>) =>
  serialized(database, `team of ${userId}`, work);

/** Changes a role. Throws `PERMISSION_DENIED`, `NOT_FOUND`, and `CONFLICT` where no owner would be left. */
export function changeTeam(
  { database }: { database: Pick<Database, "transaction"> },
  { userId, personId, role, by }: TeamChange,
): Promise<RoleChange> {
  return inTeam(database, userId, async (tx) => {
    const before = await teamRoleOf(tx, userId, personId);
    if (by !== null) {
      // Everybody may leave; who else is in the team, and as what, is for its owners.
      const mayChange = (await teamRoleOf(tx, userId, by)) === "owner" || (by === personId && role === null);
      if (!mayChange) throw new AppError("PERMISSION_DENIED", "Only an owner of the team can change who is in it.");
      if (before === null) throw new AppError("NOT_FOUND", "This person is not in the team.");
    }
    await assertOwnerStays(tx, { userId, personId, role, by }, before);
    await setRole(tx, userId, personId, role);
    return { before, after: role };
  });
}

/** An operator may empty a team: a user can do without people. */
async function assertOwnerStays(tx: Orm, change: TeamChange, before: TeamRole | null): Promise<void> {
  const { userId, personId, role, by } = change;
  if (role === "owner" || (before !== "owner" && before !== null)) return;
  const [others] = await queryIn<{ owner: boolean; anybody: boolean }>(
    tx,
    `select coalesce(bool_or(pu.role = 'owner' and p.disabled_at is null), false) as owner, count(*) > 0 as anybody
    from people_users as pu join people as p on p.id = pu.person_id
    where pu.user_id = $1::text::uuid and pu.person_id <> $2::text::uuid`,
    [userId, personId],
  );
  if (others?.owner) return;
  if (before === null && role === null) return;
  if (by === null && role === null && !others?.anybody) return;
  throw new AppError(
    "CONFLICT",
    before === null
      ? "A team without an owner gets an owner first. Add the person as an owner."
      : "This person is the team's last owner. Make another person an owner first.",
  );
}

export async function teamRoleOf(tx: Orm, userId: string, personId: string): Promise<TeamRole | null> {
  const [row] = await queryIn<{ role: TeamRole }>(
    tx,
    "select role from people_users where user_id = $1::text::uuid and person_id = $2::text::uuid",
    [userId, personId],
  );
  return row?.role ?? null;
}

/** Who leaves shows the user in no session any more. */
export async function setRole(tx: Orm, userId: string, personId: string, role: TeamRole | null): Promise<void> {
  if (role !== null) return addUserOf(queryable(tx), personId, userId, role);
  await queryIn(
    tx,
    `with chosen as (update people_sessions set user_id = null where person_id = $1::text::uuid and user_id = $2::text::uuid)
    delete from people_users where person_id = $1::text::uuid and user_id = $2::text::uuid`,
    [personId, userId],
  );
}

/** The roles that somebody of this role can invite with: an owner every one, an admin those below. */
export const rolesToInvite = (role: TeamRole): readonly TeamRole[] =>
  role === "owner" ? ["owner", "admin", "member", "viewer"] : includesRole(role, "admin") ? ["member", "viewer"] : [];
