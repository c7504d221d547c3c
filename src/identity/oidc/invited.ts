// Joining a team at an issuer by the link of an invitation: for the invited address only, which the issuer has verified.
import type { Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import type { LinkedInvitation } from "../people/invitation-store.ts";
import { accept, findByToken, invitationGone, recordJoined } from "../people/invitations.ts";
import { findPerson, insertPerson } from "../people/store.ts";
import { personOfIdentity } from "../sign-in/identities.ts";
import { type AdmissionDeps, applyRole, type From, linkIn, refused, verifiedEmail } from "./admission.ts";
import type { IssuerIdentity } from "./authorization.ts";
import type { Issuer } from "./issuer.ts";

/**
 * Puts the identity's person, or a new one, into the team, and returns them. Null for a person of another address: they join as
 * themselves once they have seen as whom.
 */
export async function joinByInvitation(
  deps: AdmissionDeps,
  issuer: Issuer,
  identity: IssuerIdentity,
  token: string,
  from: From,
): Promise<string | null> {
  const invitation = await findByToken(deps, token);
  if (!invitation) throw invitationGone();
  const known = await personOfIdentity(deps.database, issuer.id, identity.userId);
  if (known !== null && !(await isPersonOf(deps, known, invitation))) return null;
  const { personId, ...joined } = await accept(deps, token, (tx, { email }) =>
    known === null ? insertInvited(deps, tx, issuer, identity, email) : Promise.resolve(known),
  );
  const actor = { kind: "person" as const, id: personId, name: invitation.email };
  await recordJoined(deps, { actor, ...from }, invitation, joined);
  await applyRole(deps, issuer, personId, identity, from);
  return personId;
}

async function isPersonOf({ database }: AdmissionDeps, personId: string, { email }: LinkedInvitation) {
  const person = await findPerson(database, personId);
  if (person?.isDisabled) throw refused("Sign-in is disabled for this person. An owner can enable it.");
  return person !== null && (await isSameAddress(database, person.email, email));
}

/** In any case, as the database compares addresses everywhere. */
async function isSameAddress(database: Pick<AdmissionDeps["database"], "query">, one: string, other: string) {
  const [row] = await database.query<{ isSame: boolean }>('select lower($1::text) = lower($2::text) as "isSame"', [
    one,
    other,
  ]);
  return row?.isSame === true;
}

/** The issuer has verified the address, so it is proven. */
async function insertInvited(
  { clock }: AdmissionDeps,
  tx: Orm,
  issuer: Issuer,
  identity: IssuerIdentity,
  invited: string,
): Promise<string> {
  const { name: issuerName } = issuer.settings;
  const database = queryable(tx);
  const email = verifiedEmail(issuer, identity);
  if (!(await isSameAddress(database, email, invited)))
    throw refused(
      `The invitation is for ${invited}, and you signed in at ${issuerName} as ${email}. Sign in there as ${invited}, or ask for an invitation of ${email}.`,
    );
  const id = crypto.randomUUID();
  if (!(await insertPerson(database, { id, email: invited, name: identity.name, role: null })))
    throw refused(
      `${invited} has a sign-in here already, and this ${issuerName} account is not linked to it. Sign in as before and open the invitation again, or ask an owner for a setup link.`,
    );
  await linkIn(database, issuer, id, identity, clock.now());
  return id;
}
