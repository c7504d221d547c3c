// A signed-in person's request for a page: who they are, whose data the page shows, and what the API gives for it.

import { AppError } from "../foundation/errors.ts";
import type { Initiator } from "../identity/initiator.ts";
import type { Caller } from "../identity/keys/model.ts";
import { findUserAsCaller } from "../identity/keys/store.ts";
import { type Person, type UserOfPerson, usersOf } from "../identity/people/store.ts";
import { includesRole, type TeamRole } from "../identity/people/team-roles.ts";
import type { Session } from "../identity/sign-in/sessions.ts";
import type { LiveAuthorization } from "../metering/long-lived/live-authorizations.ts";
import type { Deps } from "../server/deps.ts";
import { ADMIN_ROLES, type AdminRole, type PublicRequest } from "../web/http/route.ts";
import { errorMessage } from "../web/pages/messages.ts";
import { type Reader, readerOf } from "../web/pages/reader.ts";
import { basePathOf, splitAddress } from "./addresses.ts";
import type { Dashboard } from "./pages.tsx";

export interface ActingUser extends UserOfPerson {
  caller: Caller;
}

export interface PageRequest {
  person: Person;
  session: Session;
  /** The user whose pages these are; null for an operator who acts for nobody. */
  user: ActingUser | null;
  /** Every user whom the person acts for. */
  users: readonly UserOfPerson[];
  reader: Reader;
  /** What stands before the path of its pages' addresses; empty where the person acts for one user at most. */
  base: string;
  /** The address without `base`. */
  url: URL;
  params: Record<string, string>;
  request: Request;
  requestId: string;
  address: string | null;
  /** For every form of the session's pages about this user. */
  formToken: string;
}

/** A signed-in person, a person with a user, one with a partner profile, or an operator with at least that role. */
export type Access = "person" | "user" | "partner" | AdminRole;

const FORBIDDEN: Record<Access, string> = {
  person: errorMessage("Sign in first."),
  user: errorMessage("You do not act for any user. An operator can give you one, or somebody invites you to a team."),
  partner: errorMessage("This page is for partners. An operator can give your user a partner profile."),
  viewer: errorMessage("This page is for operators. An owner can give you a role."),
  operator: errorMessage("This needs the role operator. An owner can give it to you."),
  owner: errorMessage("This needs the role owner. An owner can give it to you."),
};

export function mayVisit({ person, user }: Pick<PageRequest, "person" | "user">, access: Access): boolean {
  if (access === "person") return true;
  if (access === "user") return user !== null;
  if (access === "partner") return user?.caller.partner != null;
  return person.role !== null && ADMIN_ROLES.indexOf(person.role) >= ADMIN_ROLES.indexOf(access);
}

/** Whether the partner API serves the acting user; it refuses one whose profile is suspended. */
export const isActivePartner = ({ user }: Pick<PageRequest, "user">): boolean =>
  user?.caller.partner?.status === "active";

/** Throws `PERMISSION_DENIED` with who may. */
export function assertMayVisit(visit: PageRequest, access: Access): void {
  if (!mayVisit(visit, access)) throw new AppError("PERMISSION_DENIED", FORBIDDEN[access]);
}

/** Whether the person's role in the team of the acting user includes this one. */
export const hasTeamRole = ({ user }: Pick<PageRequest, "user">, needed: TeamRole): boolean =>
  user !== null && includesRole(user.role, needed);

/** Throws `PERMISSION_DENIED` with the role that is needed. */
export function assertTeamRole(visit: Pick<PageRequest, "user">, needed: TeamRole): void {
  if (hasTeamRole(visit, needed)) return;
  throw new AppError(
    "PERMISSION_DENIED",
    `This needs the role ${needed} in the team; yours is ${visit.user?.role ?? "none"}. An owner of the team can change it.`,
  );
}

/** The person, for the audit log. */
export function initiatorOf({ person, address, requestId }: PageRequest): Initiator {
  return { actor: { kind: "person", id: person.id, name: person.email }, address, requestId };
}

/** The right of a page that shows the acting user's data, for what lives longer than its request. */
export function sessionAuthorization(
  { deps, signIn, cookies }: Pick<Dashboard, "deps" | "signIn" | "cookies">,
  { request, person, user }: PageRequest,
  end: () => void,
): Omit<LiveAuthorization, "userId"> {
  const token = cookies.session.read(request) ?? "";
  return {
    personId: person.id,
    expiresAt: null,
    async isValid() {
      const current = await signIn.current(token);
      return (
        current !== null &&
        (await usersOf(deps.database, person.id)).some(
          ({ id, role }) => id === user?.id && includesRole(role, user.role),
        )
      );
    },
    end,
  };
}

/** Who is signed in, and the user whom the address names; null where it names none. */
export interface SignedInPerson {
  person: Person;
  session: Session;
  named: string | null;
  formTokenOf(userId: string | null): string;
}

/** For a named user whom the person does not act for `user` is null. */
export async function visitOf(
  { database }: Pick<Deps, "database">,
  { person, session, named, formTokenOf }: SignedInPerson,
  { request, requestId, address, params }: PublicRequest,
): Promise<PageRequest> {
  const users = await usersOf(database, person.id);
  const last = users.find(({ id }) => id === session.userId) ?? users[0];
  const chosen = named === null ? last : users.find(({ id }) => id === named);
  const by = { id: session.id, person: { id: person.id, name: person.email } };
  const caller = chosen ? await findUserAsCaller(database, chosen.id, by) : null;
  const user = chosen && caller ? { ...chosen, caller } : null;
  return {
    person,
    session,
    user,
    users,
    reader: readerOf(request),
    base: user && (named !== null || users.length > 1) ? basePathOf(user.id) : "",
    url: splitAddress(request.url).url,
    params,
    request,
    requestId,
    address,
    formToken: formTokenOf(user?.id ?? null),
  };
}
