// People who sign in to the dashboard, as operators manage them: invited, given a role and users, disabled, let in again.
import { type Static, Type as t } from "@sinclair/typebox";
import { SETUP_PATH } from "../../dashboard/paths.ts";
import { AppError, type InputError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import { hasOtherOwner, lockPeople, roleIn } from "../../identity/people/owners.ts";
import {
  findPerson,
  findPersonByEmail,
  hasPeople,
  insertPerson,
  type Person,
  usersOf,
} from "../../identity/people/store.ts";
import { changeTeam, type RoleChange } from "../../identity/people/team.ts";
import { TEAM_ROLES } from "../../identity/people/team-roles.ts";
import { assertAddressProven } from "../../identity/sign-in/address-proof.ts";
import { deletePasskeys } from "../../identity/sign-in/passkey-store.ts";
import { endSessions } from "../../identity/sign-in/sessions.ts";
import { makeSetupLink, SETUP_LINK_MS } from "../../identity/sign-in/setup-links.ts";
import { removeTotp } from "../../identity/sign-in/totp.ts";
import { requireUser } from "../../identity/users/service.ts";
import { oneOf } from "../../plugin/fields.ts";
import type { Deps } from "../../server/deps.ts";
import { ADMIN_ROLES, type AdminRole } from "../../web/http/route.ts";
import { findPersonRow, listPersonRows, type PersonChange, type PersonRow, updatePerson } from "./person-store.ts";

const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";
const Name = t.String({ minLength: 1, maxLength: 100, pattern: NO_CONTROLS, description: "The person's name." });
const Role = t.Union([...ADMIN_ROLES.map((role) => t.Literal(role)), t.Null()], {
  description: "The person's role as an operator; null for people who only act for users.",
});
const TeamRole = oneOf(TEAM_ROLES, "The person's role in the user's team.");
const user = t.String({ minLength: 1, maxLength: 320, pattern: NO_CONTROLS, description: "E-mail address or id." });

export const InviteBody = t.Object(
  {
    email: t.String({ format: "email", maxLength: 320, description: "The address that the person signs in with." }),
    name: Name,
    role: t.Optional(Role),
    user: t.Optional({ ...user, description: "A user that the person acts for: e-mail address or id." }),
    user_role: t.Optional({ ...TeamRole, description: "The role in that user's team; owner by default." }),
  },
  { additionalProperties: false },
);
export const ChangePersonBody = t.Object(
  {
    name: t.Optional(Name),
    role: t.Optional(Role),
    disabled: t.Optional(t.Boolean({ description: "true ends every session and refuses further sign-ins." })),
  },
  { minProperties: 1, additionalProperties: false },
);
export const UserOfPersonBody = t.Object(
  {
    user,
    role: t.Optional({
      ...TeamRole,
      description: "The role in the user's team. By default the person keeps theirs, and becomes an owner without one.",
    }),
  },
  { additionalProperties: false },
);
export const ListPeopleQuery = t.Object({
  email: t.Optional({
    ...user,
    description: "Only people whose e-mail address starts with this text, ignoring case.",
  }),
  user: t.Optional({ ...user, description: "Only people who act for this user: e-mail address or id." }),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of people to return." }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4_096, description: "The previous response's next_cursor." })),
});
type ListPeopleQuery = Static<typeof ListPeopleQuery>;

type PeopleDeps = Pick<Deps, "database" | "vault" | "clock" | "baseUrl">;

function personView(row: PersonRow) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    disabled_at: row.disabledAt,
    created_at: row.createdAt,
    has_password: row.hasPassword,
    has_second_factor: row.hasSecondFactor,
    passkeys: row.passkeys,
    identities: row.identities,
    sessions: row.sessions,
    last_seen_at: row.seenAt,
    users: row.users,
  };
}

/** Associated data of a cursor: it opens only for its filters. */
const cursorContext = ({ email, user }: ListPeopleQuery) => JSON.stringify(["people", email ?? null, user ?? null]);

export function peopleListErrors(
  { vault }: Pick<Deps, "vault">,
  query: ListPeopleQuery,
  errors: readonly InputError[],
): InputError[] {
  return cursorErrors(vault, query.cursor, () => cursorContext(query), errors);
}

/** A page of people, newest first. */
export async function listPeople(deps: PeopleDeps, query: ListPeopleQuery) {
  const { email = null, user, limit = 50, cursor } = query;
  const context = cursorContext(query);
  const after = cursor === undefined ? null : JSON.parse(openCursor(deps.vault, cursor, context));
  const userId = user === undefined ? null : (await requireUser(deps, user)).id;
  const found = await listPersonRows(deps.database, { email, userId, after, limit: limit + 1 });
  const people = found.slice(0, limit);
  const last = found.length > limit ? people.at(-1) : undefined;
  const position = last && JSON.stringify({ at: last.position, id: last.id });
  return { people: people.map(personView), next_cursor: position ? sealCursor(deps.vault, position, context) : null };
}

/** Finds a person by id or e-mail address; 404 if there is none. */
async function requirePerson({ database }: Pick<Deps, "database">, emailOrId: string): Promise<Person> {
  const person = await (isUuid(emailOrId) ? findPerson(database, emailOrId) : findPersonByEmail(database, emailOrId));
  if (!person) throw new AppError("NOT_FOUND", `There is no person ${emailOrId}.`);
  return person;
}

export async function showPerson(deps: Pick<Deps, "database">, emailOrId: string) {
  const { id } = await requirePerson(deps, emailOrId);
  return personView((await findPersonRow(deps.database, id)) as PersonRow);
}

/** A person who can let an operator in, or lock one out, could act as one: only an owner may. */
function assertMayChange(role: AdminRole, about: string): void {
  if (role === "owner") return;
  throw new AppError("PERMISSION_DENIED", `${about} needs the role owner; you have the role ${role}.`);
}

async function requireChangeable(deps: Pick<Deps, "database">, emailOrId: string, role: AdminRole): Promise<Person> {
  const person = await requirePerson(deps, emailOrId);
  if (person.role !== null) assertMayChange(role, "Changing how an operator signs in");
  return person;
}

async function setupLinkOf(deps: PeopleDeps, person: Pick<Person, "id" | "credentialsVersion"> | null) {
  const token = await makeSetupLink(deps, person?.id ?? null, person?.credentialsVersion ?? null);
  return {
    setup_link: `${deps.baseUrl}${SETUP_PATH}/${token}`,
    expires_at: new Date(deps.clock.now() + SETUP_LINK_MS).toISOString(),
  };
}

/** A person with a link to set the first password, which is only in this result. */
export async function invitePerson(deps: PeopleDeps, body: Static<typeof InviteBody>, by: AdminRole) {
  const { email, name, role = null, user_role = "owner" } = body;
  if (role !== null) assertMayChange(by, "Giving a role");
  const user = body.user === undefined ? null : await requireUser(deps, body.user);
  const person = await insertPerson(deps.database, { id: crypto.randomUUID(), email, name, role });
  if (!person) throw new AppError("CONFLICT", `A person with the address ${email} already exists.`);
  if (user) await changeTeam(deps, { userId: user.id, personId: person.id, role: user_role, by: null });
  return { ...(await showPerson(deps, person.id)), ...(await setupLinkOf(deps, person)) };
}

/** Another link, for a forgotten password; an earlier one ends. */
export async function linkPerson(deps: PeopleDeps, emailOrId: string, by: AdminRole) {
  const person = await requireChangeable(deps, emailOrId, by);
  if (person.isDisabled) throw new AppError("CONFLICT", `${person.email} is disabled. Enable the person first.`);
  return { id: person.id, email: person.email, ...(await setupLinkOf(deps, person)) };
}

/** The link that makes the first owner; 409 where there is anybody. */
export async function linkFirstOwner(deps: PeopleDeps) {
  if (!(await hasPeople(deps.database))) return setupLinkOf(deps, null);
  throw new AppError("CONFLICT", "There are already people. Create a link for one of them.");
}

/** Changes name, role or access; the last owner who can sign in stays one. */
export async function changePerson(
  deps: PeopleDeps,
  emailOrId: string,
  { disabled, ...body }: Static<typeof ChangePersonBody>,
  by: AdminRole,
) {
  const person = await requireChangeable(deps, emailOrId, by);
  if (body.role !== undefined) assertMayChange(by, "Changing a role");
  const change: PersonChange = { ...body, ...(disabled !== undefined && { isDisabled: disabled }) };
  await deps.database.transaction(async (tx) => {
    await lockPeople(tx);
    const endsOwner = disabled === true || (body.role !== undefined && body.role !== "owner");
    const current = await roleIn(tx, person.id);
    if (endsOwner && current === "owner" && !(await hasOtherOwner(tx, person.id))) {
      throw new AppError("CONFLICT", `${person.email} is the last owner. Make another person an owner first.`);
    }
    if (body.role !== undefined && body.role !== null) await assertAddressProven(tx, person);
    await updatePerson(tx, person.id, change, new Date(deps.clock.now()).toISOString());
  });
  return showPerson(deps, person.id);
}

export async function addUserToPerson(deps: PeopleDeps, emailOrId: string, body: Static<typeof UserOfPersonBody>) {
  const person = await requirePerson(deps, emailOrId);
  const user = await requireUser(deps, body.user);
  const current = (await usersOf(deps.database, person.id)).find(({ id }) => id === user.id);
  const role = body.role ?? current?.role ?? "owner";
  const changed = await changeTeam(deps, { userId: user.id, personId: person.id, role, by: null });
  return personOfUser(deps, person.id, user.id, changed);
}

const personOfUser = async (deps: PeopleDeps, personId: string, userId: string, { before, after }: RoleChange) => ({
  ...(await showPerson(deps, personId)),
  user_id: userId,
  previous_team_role: before,
  team_role: after,
});

export async function removeUserFromPerson(deps: PeopleDeps, emailOrId: string, emailOrIdOfUser: string) {
  const person = await requirePerson(deps, emailOrId);
  const user = await requireUser(deps, emailOrIdOfUser);
  const removed = await changeTeam(deps, { userId: user.id, personId: person.id, role: null, by: null });
  if (removed.before === null) throw new AppError("NOT_FOUND", `${person.email} does not act for ${user.email}.`);
  return personOfUser(deps, person.id, user.id, removed);
}

export async function endSessionsOf(deps: PeopleDeps, emailOrId: string, by: AdminRole) {
  const { id } = await requireChangeable(deps, emailOrId, by);
  await endSessions(deps, id, null);
  return showPerson(deps, id);
}

/** For who has lost the authenticator and the recovery codes, or every passkey; the sessions end too. */
export async function removeSecondFactor(deps: PeopleDeps, emailOrId: string) {
  const { id } = await requirePerson(deps, emailOrId);
  await removeTotp(deps, id);
  await deletePasskeys(deps.database, id);
  await endSessions(deps, id, null);
  return showPerson(deps, id);
}
