// Whom an identity of the issuer lets in: a person linked to it, one who joins by a group, or one with a setup link.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryable, queryIn } from "../../foundation/db/raw.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import type { AdminRole } from "../../web/http/route.ts";
import type { Initiator } from "../initiator.ts";
import { hasOtherOwner, lockPeople, roleIn } from "../people/owners.ts";
import {
  addUserOf,
  findPerson,
  hasPeople,
  insertFirstPerson,
  insertPerson,
  type Person,
  usersOf,
} from "../people/store.ts";
import { isAddressProven, proveAddress } from "../sign-in/address-proof.ts";
import { linkIdentity, personOfIdentity } from "../sign-in/identities.ts";
import { useSetupLinkOf } from "../sign-in/setup-links.ts";
import type { IssuerIdentity } from "./authorization.ts";
import { type Issuer, logFailure } from "./issuer.ts";
import { roleOfGroups } from "./roles.ts";

export type AdmissionDeps = Pick<Deps, "vault" | "clock" | "audit" | "log"> & { database: Database };

/** The request's address and id, for the audit log. */
export type From = Pick<Initiator, "address" | "requestId">;

export interface BySetupLink {
  setupMac: string;
  /** The user of the first owner's address, or a new one. */
  userOf(email: string): Promise<string>;
}

export const refused = (message: string) => new AppError("AUTH_REQUIRED", message);

/** The person whom the identity lets in, with the role of their groups; null where nobody is linked and nobody may join. */
export async function admit(
  deps: AdmissionDeps,
  issuer: Issuer,
  identity: IssuerIdentity,
  from: From,
): Promise<string | null> {
  const known = await personOfIdentity(deps.database, issuer.id, identity.userId);
  if (known === null) return issuer.settings.mayJoin ? join(deps, issuer, identity, from) : null;
  await applyRole(deps, issuer, known, identity, from);
  return known;
}

/** Links the identity to the person of a setup link, or makes the first owner, and uses the link up in the same transaction. */
export async function admitBySetupLink(
  deps: AdmissionDeps,
  issuer: Issuer,
  identity: IssuerIdentity,
  { setupMac, userOf }: BySetupLink,
  from: From,
): Promise<string> {
  const { personId, isFirst, isReset } = await deps.database.transaction(async (tx) => {
    const within = { ...deps, database: queryable(tx) };
    const link = await useSetupLinkOf(within, [setupMac]);
    if (!link) throw refused("The link was already used or has expired. Ask for a new one.");
    const id = link.personId ?? (await makeFirstOwner(tx, issuer, identity));
    if ((await findPerson(within.database, id))?.isDisabled !== false)
      throw refused("Sign-in is disabled for this person. An owner can enable it.");
    const isReset = await proveAddress(tx, id, deps.clock.now());
    await linkIn(within.database, issuer, id, identity, deps.clock.now());
    return { personId: id, isFirst: link.personId === null, isReset };
  });
  if (isFirst) await addUserOf(deps.database, personId, await userOf(identity.email as string));
  const person = await findPerson(deps.database, personId);
  if (isReset) await recordOf(deps, from, person, "person_address_proven", { issuer: issuer.id });
  await recordOf(deps, from, person, "person_identity_linked", { issuer: issuer.id });
  await applyRole(deps, issuer, personId, identity, from);
  return personId;
}

export async function linkIn(
  database: Pick<Database, "query">,
  { id: provider, settings }: Issuer,
  personId: string,
  { userId, name, email }: IssuerIdentity,
  at: number,
): Promise<void> {
  const linked = { provider, providerUserId: userId, name: email ?? name };
  if (!(await linkIdentity(database, personId, linked, at)))
    throw new AppError("CONFLICT", `That account of ${settings.name} is linked to another person.`);
}

async function makeFirstOwner(tx: Orm, issuer: Issuer, identity: IssuerIdentity): Promise<string> {
  const email = verifiedEmail(issuer, identity);
  const id = crypto.randomUUID();
  if (!(await insertFirstPerson(tx, { id, email, name: identity.name })))
    throw refused("There is an owner already. Ask for an invitation.");
  return id;
}

/** An address that nobody has verified could be another person's. */
export function verifiedEmail({ settings }: Issuer, { email, isEmailVerified }: IssuerIdentity): string {
  if (email === null)
    throw refused(`${settings.name} does not say your e-mail address. Its administrator can release the claim email.`);
  if (isEmailVerified === true || (isEmailVerified === null && settings.trustsEmail)) return email;
  throw refused(`${settings.name} has not verified your e-mail address. Verify it there, and sign in again.`);
}

const NO_GROUP = "None of your groups may use this gateway. Its operator can say which group you need.";

function groupsMissing(deps: AdmissionDeps, issuer: Issuer): AppError {
  logFailure(deps, issuer, "groups_claim_missing");
  const { name, groupsClaim } = issuer.settings;
  return refused(
    `${name} did not say which groups you are in, so your role here is unknown and stays as it is. Its administrator can release the claim ${groupsClaim}; then sign in again.`,
  );
}

async function join(deps: AdmissionDeps, issuer: Issuer, identity: IssuerIdentity, from: From): Promise<string> {
  if (identity.groups === null) throw groupsMissing(deps, issuer);
  const role = issuer.settings.roles && roleOfGroups(issuer.settings.roles, identity.groups);
  if (role === null) throw refused(NO_GROUP);
  const email = verifiedEmail(issuer, identity);
  if (!(await hasPeople(deps.database)))
    throw refused("This gateway has no owner yet. The first owner's link, which it prints at its start, comes first.");
  const id = crypto.randomUUID();
  const person = await deps.database.transaction(async (tx) => {
    const within = queryable(tx);
    const made = await insertPerson(within, { id, email, name: identity.name, role });
    if (made) await linkIn(within, issuer, id, identity, deps.clock.now());
    return made;
  });
  if (person) {
    await recordOf(deps, from, person, "person_joined", { issuer: issuer.id, role });
    return id;
  }
  // Two sign-ins at once make one person.
  const known = await personOfIdentity(deps.database, issuer.id, identity.userId);
  if (known !== null) return known;
  throw refused(
    `There is a person with the address ${email} already. Sign in as this person, and link ${issuer.settings.name} under Settings, Sign-in; or ask an owner for a setup link.`,
  );
}

/**
 * Gives or takes the role that the groups say, which ends every session from before; the last owner stays one. Without the claim no
 * role changes, and nobody but the last owner comes in with one.
 */
export async function applyRole(
  deps: AdmissionDeps,
  issuer: Issuer,
  personId: string,
  { groups }: IssuerIdentity,
  from: From,
): Promise<void> {
  const person = await findPerson(deps.database, personId);
  const { roles } = issuer.settings;
  if (roles === null || !person || person.isDisabled) return;
  if (groups === null) return assertNeedsNoGroups(deps, issuer, person);
  const role = roleOfGroups(roles, groups);
  const change = person.role === role ? null : await changeRole(deps, personId, role);
  if (change) {
    const details = { issuer: issuer.id, from: change.from, to: change.isLastOwner ? "owner" : role };
    const event = change.isUnproven
      ? "person_role_withheld"
      : change.isLastOwner
        ? "person_last_owner_stays"
        : "person_changed";
    await recordOf(deps, from, person, event, details);
  }
  const current = await findPerson(deps.database, personId);
  if (current?.role === null && (await usersOf(deps.database, personId)).length === 0) throw refused(NO_GROUP);
}

async function assertNeedsNoGroups(deps: AdmissionDeps, issuer: Issuer, { id, role }: Person): Promise<void> {
  const mayEnter =
    role === null
      ? (await usersOf(deps.database, id)).length > 0
      : role === "owner" && !(await deps.database.transaction((tx) => hasOtherOwner(tx, id)));
  if (!mayEnter) throw groupsMissing(deps, issuer);
}

function changeRole({ database }: AdmissionDeps, personId: string, role: AdminRole | null) {
  return database.transaction(async (tx) => {
    await lockPeople(tx);
    const from = await roleIn(tx, personId);
    if (from === role) return null;
    // Who made the person by an invitation could sign in too, and would get the role with them.
    if (role !== null && !(await isAddressProven(tx, personId))) return { from, isLastOwner: false, isUnproven: true };
    const isLastOwner = from === "owner" && !(await hasOtherOwner(tx, personId));
    if (!isLastOwner)
      await queryIn(tx, "update people set role = $2::text where id = $1::text::uuid", [personId, role]);
    return { from, isLastOwner, isUnproven: false };
  });
}

async function recordOf(
  { audit }: AdmissionDeps,
  from: From,
  person: Person | null,
  event: string,
  details: Record<string, unknown>,
): Promise<void> {
  const actor = { kind: "person" as const, id: person?.id ?? null, name: person?.email ?? null };
  await audit.record({ actor, ...from }, { event, details });
}
