// A signed-in person's request for a page: who they are, whose data the page shows, and what the API gives for it.

import { AppError } from "../foundation/errors.ts";
import type { Initiator } from "../identity/initiator.ts";
import type { Caller } from "../identity/keys/model.ts";
import { findUserAsCaller } from "../identity/keys/store.ts";
import { type Person, usersOf } from "../identity/people/store.ts";
import type { Session } from "../identity/sign-in/sessions.ts";
import type { Right } from "../metering/long-lived/rights.ts";
import type { Deps } from "../server/deps.ts";
import { ADMIN_ROLES, type AdminRole, type PublicRequest } from "../web/http/route.ts";
import { type Reader, readerOf } from "../web/pages/reader.ts";
import { basePathOf, splitAddress } from "./addresses.ts";
import type { Dashboard } from "./pages.tsx";

export interface ActingUser {
  id: string;
  email: string;
  caller: Caller;
}

export interface Visit {
  person: Person;
  session: Session;
  /** The user whose pages these are; null for an operator who acts for nobody. */
  user: ActingUser | null;
  /** Every user whom the person acts for. */
  users: readonly { id: string; email: string }[];
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
export type Who = "person" | "user" | "partner" | AdminRole;

const FORBIDDEN: Record<Who, string> = {
  person: "Sign in first.",
  user: "You do not act for any user. An operator can give you one.",
  partner: "This page is for partners. An operator can give your user a partner profile.",
  viewer: "This page is for operators. An owner can give you a role.",
  operator: "This needs the role operator. An owner can give it to you.",
  owner: "This needs the role owner. An owner can give it to you.",
};

export function mayVisit({ person, user }: Pick<Visit, "person" | "user">, who: Who): boolean {
  if (who === "person") return true;
  if (who === "user") return user !== null;
  if (who === "partner") return user?.caller.partner != null;
  return person.role !== null && ADMIN_ROLES.indexOf(person.role) >= ADMIN_ROLES.indexOf(who);
}

/** Throws `PERMISSION_DENIED` with who may. */
export function assertMayVisit(visit: Visit, who: Who): void {
  if (!mayVisit(visit, who)) throw new AppError("PERMISSION_DENIED", FORBIDDEN[who]);
}

/** The person, for the audit log. */
export function initiatorOf({ person, address, requestId }: Visit): Initiator {
  return { actor: { kind: "person", id: person.id, name: person.email }, address, requestId };
}

/** The right of a page that shows the acting user's data, for what lives longer than its request. */
export function sessionRight(
  { deps, signIn, cookies }: Pick<Dashboard, "deps" | "signIn" | "cookies">,
  { request, person, user }: Visit,
  end: () => void,
): Omit<Right, "userId"> {
  const token = cookies.session.read(request) ?? "";
  return {
    personId: person.id,
    expiresAt: null,
    async isInForce() {
      const current = await signIn.current(token);
      return current !== null && (await usersOf(deps.database, person.id)).some(({ id }) => id === user?.id);
    },
    end,
  };
}

/** Who is signed in, and the user whom the address names; null where it names none. */
export interface Visitor {
  person: Person;
  session: Session;
  named: string | null;
  formTokenOf(userId: string | null): string;
}

/** For a named user whom the person does not act for `user` is null. */
export async function visitOf(
  { database }: Pick<Deps, "database">,
  { person, session, named, formTokenOf }: Visitor,
  { request, requestId, address, params }: PublicRequest,
): Promise<Visit> {
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
