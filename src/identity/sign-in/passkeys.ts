// Passkeys (WebAuthn level 3): registration by a signed-in person, and sign-in without a name.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Database } from "../../foundation/db/database.ts";
import { AppError, findAppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import { changeCredentials } from "../people/credentials.ts";
import type { Person } from "../people/store.ts";
import { countUse, findPasskey, insertChallenge, insertPasskey, listPasskeys, useChallenge } from "./passkey-store.ts";
import type { Session } from "./sessions.ts";
import { loadWebAuthn } from "./webauthn.ts";

const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
const MAX_NAME = 60;

export interface PasskeyDeps extends Pick<Deps, "clock" | "baseUrl"> {
  database: Pick<Database, "query">;
}

/** Browsers bind a passkey to a host with a name: an IP address is none (WebAuthn level 3, section 5.1.2). */
export const hasPasskeys = ({ baseUrl }: Pick<PasskeyDeps, "baseUrl">) =>
  !/^(\[|[\d.]+$)/.test(new URL(baseUrl).hostname);

/** Browsers bind a passkey to the host of this origin. */
const partyOf = ({ baseUrl }: PasskeyDeps) => {
  const { origin, hostname } = new URL(baseUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

export async function beginRegistration(
  deps: PasskeyDeps,
  person: Pick<Person, "id" | "email" | "name">,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await listPasskeys(deps.database, person.id);
  const options = await (await loadWebAuthn()).generateRegistrationOptions({
    rpName: "Gateway",
    rpID: partyOf(deps).expectedRPID,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(person.id),
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: CHALLENGE_MS,
  });
  await insertChallenge(deps.database, options.challenge, person.id, deps.clock.now() + CHALLENGE_MS);
  return options;
}

/** Stores the passkey under a name of the person's choice; throws `VALIDATION_ERROR` for whatever was not asked for. */
export async function finishRegistration(
  deps: PasskeyDeps & { database: Database },
  session: Pick<Session, "id" | "personId" | "credentialsVersion">,
  response: RegistrationResponseJSON,
  name: string,
): Promise<void> {
  const { personId } = session;
  const refused = () => new AppError("VALIDATION_ERROR", "The passkey could not be verified. Try again.");
  const verified = await (await loadWebAuthn())
    .verifyRegistrationResponse({
      response,
      ...partyOf(deps),
      expectedChallenge: async (challenge) =>
        (await useChallenge(deps.database, challenge, personId, deps.clock.now())) !== null,
      requireUserVerification: true,
    })
    .catch(nullUnlessOurs);
  if (!verified?.verified) throw refused();
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const passkey = { id, personId, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
  const at = deps.clock.now();
  const named = { ...passkey, name: name.trim().slice(0, MAX_NAME) || "Passkey" };
  const insert = (database: Pick<Database, "query">) => insertPasskey(database, named, { at, most: MAX_PASSKEYS });
  const isNew = await changeCredentials(deps, session, insert, { isProof: true });
  if (!isNew)
    throw new AppError(
      "CONFLICT",
      `This passkey is already registered, or you have ${MAX_PASSKEYS} passkeys, which is the maximum. Remove one first.`,
    );
}

/** The library throws what it refuses; what it asks the database for can fail too, which says nothing about the passkey. */
function nullUnlessOurs(error: unknown): null {
  if (findAppError(error)) throw error;
  return null;
}

/** Names nobody: the browser offers the passkeys that it has for this host. */
export async function beginPasskeySignIn(deps: PasskeyDeps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await (await loadWebAuthn()).generateAuthenticationOptions({
    rpID: partyOf(deps).expectedRPID,
    userVerification: "required",
    timeout: CHALLENGE_MS,
  });
  await insertChallenge(deps.database, options.challenge, null, deps.clock.now() + CHALLENGE_MS);
  return options;
}

/** The person whose passkey signed a challenge of ours; null for everything else. */
export async function personOfPasskey(deps: PasskeyDeps, response: AuthenticationResponseJSON): Promise<string | null> {
  const passkey = typeof response?.id === "string" ? await findPasskey(deps.database, response.id) : null;
  if (!passkey) return null;
  const { id, publicKey, counter } = passkey;
  const verified = await (await loadWebAuthn())
    .verifyAuthenticationResponse({
      response,
      ...partyOf(deps),
      expectedChallenge: async (challenge) =>
        (await useChallenge(deps.database, challenge, null, deps.clock.now())) !== null,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
      requireUserVerification: true,
    })
    .catch(nullUnlessOurs);
  if (!verified?.verified) return null;
  const isCounted = await countUse(deps.database, id, verified.authenticationInfo.newCounter, deps.clock.now());
  return isCounted ? passkey.personId : null;
}
