// Invitations into the team of a user: a link that works once, and that gives no role which its inviter can no longer give.
import { randomBytes } from "node:crypto";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { AppError } from "../../foundation/errors.ts";
import { withdrawMails } from "../../foundation/mail/mail-store.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import {
  countTeam,
  findByMacs,
  findInvitation,
  insertInvitation,
  type LinkedInvitation,
  markAccepted,
  renewInvitation,
  revokeInvitation,
} from "./invitation-store.ts";
import { inTeam, MAX_TEAM, rolesToInvite, setRole, teamRoleOf } from "./team.ts";
import { includesRole, type TeamRole } from "./team-roles.ts";

/** How long a link works. */
export const INVITATION_MS = 7 * 86_400_000;
const MAX_OPEN = 50;
/** Each is a mail to an address that somebody types. */
const MAX_A_DAY = 50;
const RESEND_MS = 10 * 60_000;
const TOKEN_BYTES = 32;
const MAX_EMAIL = 320;
/** Neither spaces nor control characters, so that an address ends no line of a mail. */
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

type InvitationDeps = Pick<Deps, "vault" | "clock"> & { database: Database };

/** An invitation of now; no later response has its token. */
export interface MadeInvitation {
  id: string;
  email: string;
  role: TeamRole;
  token: string;
  expiresAt: number;
}

/** How the causes of an invitation's mails begin. */
export const mailsAbout = (id: string) => `invitation ${id} `;

const macsOf = ({ vault }: Pick<InvitationDeps, "vault">, token: string) => vault.macs(`invitation/${token}`);

function newLink(deps: InvitationDeps) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, mac: macsOf(deps, token)[0] as string, expiresAt: deps.clock.now() + INVITATION_MS };
}

async function assertMayInvite(tx: Orm, userId: string, by: string, role: TeamRole): Promise<void> {
  const own = await teamRoleOf(tx, userId, by);
  if (own !== null && rolesToInvite(own).includes(role)) return;
  throw new AppError(
    "PERMISSION_DENIED",
    role === "owner" || role === "admin"
      ? `Only an owner of the team can invite an ${role}.`
      : "Only an owner or admin of the team can invite people.",
  );
}

/** Throws `CONFLICT` where the address needs no invitation or the team has no place; returns how many were made within a day. */
async function assertRoom(tx: Orm, userId: string, email: string, now: number): Promise<number> {
  const { people, invitations, ofDay, isMember, isInvited } = await countTeam(tx, userId, email, now);
  if (isMember) throw new AppError("CONFLICT", `${email} is already in the team. Change the role there.`);
  if (isInvited) throw new AppError("CONFLICT", `${email} has an open invitation. Send it again or revoke it.`);
  if (invitations >= MAX_OPEN || people + invitations >= MAX_TEAM)
    throw new AppError("CONFLICT", "The team has no place for another invitation. Revoke one, or remove a person.");
  return ofDay;
}

export async function invite(
  deps: InvitationDeps,
  { userId, role, by, ...given }: { userId: string; email: string; role: TeamRole; by: string },
): Promise<MadeInvitation> {
  const email = given.email.trim();
  if (email.length > MAX_EMAIL || !EMAIL.test(email))
    throw new AppError("VALIDATION_ERROR", "Enter a valid e-mail address.", {
      errors: [{ in: "body", path: "/email", message: "Enter a valid e-mail address." }],
    });
  return inTeam(deps.database, userId, async (tx) => {
    await assertMayInvite(tx, userId, by, role);
    const now = deps.clock.now();
    const ofDay = await assertRoom(tx, userId, email, now);
    if (ofDay >= MAX_A_DAY)
      throw new AppError("RATE_LIMITED", `A team invites ${MAX_A_DAY} people a day at most. Invite others tomorrow.`);
    const { token, mac, expiresAt } = newLink(deps);
    const id = crypto.randomUUID();
    await insertInvitation(tx, { id, userId, email, role, mac, invitedBy: by, now, expiresAt });
    return { id, email, role, token, expiresAt };
  });
}

interface OwnInvitation {
  userId: string;
  id: string;
  by: string;
}

/** Another link for another seven days; the earlier one ends. */
export function resend(deps: InvitationDeps, own: OwnInvitation): Promise<MadeInvitation> {
  return inTeam(deps.database, own.userId, async (tx) => {
    const { id, email, role, state, expiresAt: endOfLast } = await requirePending(deps, tx, own);
    const now = deps.clock.now();
    const wait = Date.parse(endOfLast) - INVITATION_MS + RESEND_MS - now;
    if (wait > 0) {
      const minutes = Math.ceil(wait / 60_000);
      throw new AppError(
        "RATE_LIMITED",
        `The invitation was sent within the last ten minutes. Send it again in ${minutes} min.`,
      );
    }
    if (state === "expired") await assertRoom(tx, own.userId, email, now);
    const { token, mac, expiresAt } = newLink(deps);
    await withdrawMails(queryable(tx), mailsAbout(id));
    await renewInvitation(tx, { id, mac, invitedBy: own.by, expiresAt });
    return { id, email, role, token, expiresAt };
  });
}

export function revoke(deps: InvitationDeps, own: OwnInvitation): Promise<LinkedInvitation> {
  return inTeam(deps.database, own.userId, async (tx) => {
    const invitation = await requirePending(deps, tx, own);
    await withdrawMails(queryable(tx), mailsAbout(invitation.id));
    await revokeInvitation(tx, invitation.id, deps.clock.now());
    return invitation;
  });
}

/** Open or expired, and of a role that the person may give. */
async function requirePending(deps: InvitationDeps, tx: Orm, { userId, id, by }: OwnInvitation) {
  const invitation = await findInvitation(tx, userId, id, deps.clock.now());
  if (!invitation) throw new AppError("NOT_FOUND", "The team has no such invitation.");
  await assertMayInvite(tx, userId, by, invitation.role);
  if (invitation.state === "accepted" || invitation.state === "revoked")
    throw new AppError("CONFLICT", `The invitation was already ${invitation.state}.`);
  return invitation;
}

/** What a link leads to; null for one that is unknown, used, revoked, expired or no longer backed by its inviter. */
export async function findByToken(
  deps: Pick<InvitationDeps, "vault" | "clock"> & { database: Pick<Database, "query"> },
  token: string,
): Promise<LinkedInvitation | null> {
  const found = await findByMacs(deps.database, macsOf(deps, token), deps.clock.now());
  return found && isBacked(found) ? found : null;
}

const isBacked = ({ state, inviterRole, role }: LinkedInvitation) =>
  state === "open" && inviterRole !== null && rolesToInvite(inviterRole).includes(role);

export const invitationGone = () =>
  new AppError(
    "AUTH_REQUIRED",
    "The invitation was already used or revoked, or has expired. Ask the person who sent it for another.",
  );

export interface Joined {
  userId: string;
  userEmail: string;
  before: TeamRole | null;
  after: TeamRole;
}

/**
 * Puts the person of `personOf` into the team and uses the link up, in one transaction that also makes a new person. A link never
 * lowers a role.
 */
export async function accept(
  deps: InvitationDeps,
  token: string,
  personOf: (tx: Orm, invitation: LinkedInvitation) => Promise<string>,
): Promise<Joined & { personId: string }> {
  const linked = await findByToken(deps, token);
  if (!linked) throw invitationGone();
  return inTeam(deps.database, linked.userId, async (tx) => {
    // Looked up again under the lock: meanwhile it may have been used, revoked or sent again.
    const invitation = await findByToken({ ...deps, database: queryable(tx) }, token);
    if (!invitation) throw invitationGone();
    const personId = await personOf(tx, invitation);
    const before = await teamRoleOf(tx, linked.userId, personId);
    if (before !== null && includesRole(before, invitation.role))
      throw new AppError("CONFLICT", `You are already in this team, as ${before}.`);
    await withdrawMails(queryable(tx), mailsAbout(invitation.id));
    await markAccepted(tx, invitation.id, personId, deps.clock.now());
    await setRole(tx, linked.userId, personId, invitation.role);
    return { personId, userId: linked.userId, userEmail: linked.userEmail, before, after: invitation.role };
  });
}

export const recordJoined = (
  { audit }: Pick<Deps, "audit">,
  initiator: Initiator,
  { id, invitedBy, email }: LinkedInvitation,
  joined: Joined,
): Promise<void> =>
  audit.record(initiator, {
    event: "team_person_joined",
    userId: joined.userId,
    resource: { kind: "team_invitation", id },
    details: { email, invited_by: invitedBy, team_role_before: joined.before, team_role: joined.after },
  });
