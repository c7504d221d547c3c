// Sign-in of people: every kind of first factor ends in one function, so that none passes the second factor by.
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Database } from "../../foundation/db/database.ts";
import { queryable, queryIn } from "../../foundation/db/raw.ts";
import { AppError } from "../../foundation/errors.ts";
import { siteOf } from "../../metering/limits/networks.ts";
import type { Deps } from "../../server/deps.ts";
import { addUserOf, findPerson, findPersonByEmail, insertFirstPerson, type Person } from "../people/store.ts";
import { proveAddress } from "./address-proof.ts";
import { knowBrowser } from "./browser-of-sign-in.ts";
import { type Admission, createGuessGuard, type GuessGuard } from "./guess-guard.ts";
import { listPasskeys } from "./passkey-store.ts";
import { personOfPasskey } from "./passkeys.ts";
import {
  createPasswordVerifier,
  hashPassword,
  type PasswordHasher,
  passwordError,
  setPassword,
  storePassword,
} from "./passwords.ts";
import {
  type Beginner,
  beginSession,
  endSession,
  endSessions,
  findSession,
  RECENT_MS,
  type Session,
  type SessionClient,
  type SessionIdentity,
} from "./sessions.ts";
import { findSetupLink, useSetupLink } from "./setup-links.ts";
import { hasTotp, useSecondFactor } from "./totp.ts";

export interface PeopleDeps extends Pick<Deps, "vault" | "clock" | "baseUrl" | "log"> {
  database: Database;
  mails: Pick<Deps["mails"], "isOn" | "sendIn" | "notify">;
  passwords: PasswordHasher;
  /** If people sign in with nothing else, all other ways are refused but a setup link, for when the issuers are gone. */
  issuers?: Deps["issuers"];
}

/** Who asks: the network limits guessing (an IPv6 /64), the rest names the session. */
export interface SignInClient extends SessionClient {
  network: string;
  /** The cookie of a browser that has signed somebody in; null without one. */
  browser: string | null;
}

export interface FirstOwner {
  email: string;
  name: string;
  password: string;
  /** The user of that address, or a new one. */
  userOf(email: string): Promise<string>;
}

export interface SignedIn {
  token: string;
  stage: Session["stage"];
  personId: string;
  /** The browser's next cookie, by which it is known; null until the sign-in is complete, and for a browser that stays new. */
  browser: string | null;
}

/** What a signed-in person shows again: the code is empty for who has no authenticator app. */
export interface Proof {
  password: string;
  code: string;
}

/** What an issuer says of the sign-in with it. */
export interface IssuerSignIn {
  identity: SessionIdentity;
  /** Milliseconds since 1970: when the person showed who they are; null where the issuer does not say. */
  authenticatedAt: number | null;
  /** Whether the issuer vouches for a second factor, and the operator believes it. */
  hasSecondFactor: boolean;
}

export interface SignIn {
  /** Throws `AUTH_REQUIRED` with one sentence for everything that is wrong, `RATE_LIMITED` past the limits. */
  byPassword(email: string, password: string, client: SignInClient): Promise<SignedIn>;
  /**
   * The response of a browser to `beginPasskeySignIn`; where only the issuer signs in, it renews the person's own session until that
   * would have ended, and for nobody with an authenticator app.
   */
  byPasskey(response: AuthenticationResponseJSON, client: SignInClient, session?: Session | null): Promise<SignedIn>;
  /** A person whose identity a provider or an issuer has just shown; throws `AUTH_REQUIRED` for a disabled one. */
  byIdentity(personId: string, client: SignInClient, issuer?: IssuerSignIn): Promise<SignedIn>;
  /** Completes a session that awaits its second factor; its cookie ends and another begins. */
  bySecondFactor(token: string, code: string, client: SignInClient): Promise<SignedIn>;
  /** Makes the first owner by a link for that, with a user of their own; throws where there is anybody already. */
  asFirstOwner(token: string, first: FirstOwner, client: SignInClient): Promise<SignedIn>;
  /** Sets the first or a forgotten password by a setup link, ends all sessions, and signs in; without passwords it only signs in. */
  bySetupLink(token: string, password: string, client: SignInClient): Promise<SignedIn>;
  /** The person and session of a cookie, where the sign-in is complete. */
  current(token: string): Promise<{ person: Person; session: Session } | null>;
  /** What `again` takes: nothing but a passkey suffices for who has one and no authenticator app. */
  proofFor(personId: string): Promise<"password" | "password_and_code" | "passkey">;
  /** Renews a complete session whose person shows the strongest factor again; its cookie ends and another begins. */
  reauthenticate(session: Session, proof: Proof, client: SignInClient): Promise<SignedIn>;
}

/** The same for an unknown address, a wrong password and a disabled person. */
const INVALID_CREDENTIALS = () => new AppError("AUTH_REQUIRED", "The e-mail address or the password is wrong.");
const INVALID_PROOF = () => new AppError("AUTH_REQUIRED", "The password is wrong.");

type Known = Pick<Person, "id" | "credentialsVersion">;
type How = Pick<Beginner, "isStrong" | "identity" | "signedInAt" | "expiresAt">;
const WEAK: How = { isStrong: false };

export function createSignIn(deps: PeopleDeps): SignIn {
  const verifier = createPasswordVerifier(deps);
  const guard = createGuessGuard(deps);
  const only = deps.issuers?.isOnly ? deps.issuers.all.map(({ settings }) => settings.name).join(" or ") : null;
  const assertNotOnly = () => {
    if (only !== null)
      throw new AppError("PERMISSION_DENIED", `Sign in with ${only}: other ways are switched off here.`);
  };
  const complete = async (person: Known, client: SignInClient, how: How): Promise<SignedIn> => {
    const { id: personId, credentialsVersion } = person;
    const token = await beginSession(deps, { personId, stage: "complete", credentialsVersion, ...how }, client);
    return { token, stage: "complete", personId, browser: await knowBrowser(deps, personId, client) };
  };
  /** Every first factor ends here. */
  const finish = async (person: Known, client: SignInClient, how: How & { hasSecondFactor?: boolean }) => {
    const { hasSecondFactor = false, ...rest } = how;
    if (hasSecondFactor || !(await hasTotp(deps, person.id))) return complete(person, client, rest);
    const { id: personId, credentialsVersion } = person;
    const started = { personId, stage: "second_factor", credentialsVersion, ...rest } as const;
    return { token: await beginSession(deps, started, client), stage: started.stage, personId, browser: null };
  };
  /** Ends the session that was renewed or completed; an issuer can end the one after it too. */
  const follow = async (session: Session, client: SignInClient, how: Pick<How, "isStrong" | "signedInAt">) => {
    const { id, personId, credentialsVersion, identity } = session;
    await endSession(deps, id);
    return complete({ id: personId, credentialsVersion }, client, { ...how, identity });
  };
  return {
    async byPassword(email, password, client) {
      assertNotOnly();
      const person = await findPersonByEmail(deps.database, email);
      const admission = await guard.password(person?.id ?? null, email, client);
      const isRight = await verifier.verify(person?.id ?? null, password, siteOf(client.address));
      if (!person || !isRight || person.isDisabled) throw INVALID_CREDENTIALS();
      await admission.succeed();
      return finish(person, client, WEAK);
    },
    async byPasskey(response, client, session = null) {
      if (session === null) assertNotOnly();
      const personId = await personOfPasskey(deps, response);
      const person = personId ? await findPerson(deps.database, personId) : null;
      const renewed = only !== null && person && session?.personId === personId ? session : null;
      if (person && (renewed === null || (await hasTotp(deps, person.id)))) assertNotOnly();
      if (renewed) await endSession(deps, renewed.id);
      const inherited = renewed && { identity: renewed.identity, expiresAt: renewed.expiresAt };
      if (person && !person.isDisabled) return finish(person, client, { isStrong: true, ...inherited });
      await guard.fail(client);
      throw new AppError(
        "AUTH_REQUIRED",
        "This passkey is not registered here. Sign in with your password and add it.",
      );
    },
    async byIdentity(personId, client, issuer) {
      const person = await findPerson(deps.database, personId);
      if (!person || person.isDisabled)
        throw new AppError("AUTH_REQUIRED", "Sign-in is disabled for this person. An owner can enable it.");
      if (!issuer) {
        assertNotOnly();
        return finish(person, client, WEAK);
      }
      // Whoever does not say when the person signed in there may have asked for nothing.
      const { identity, hasSecondFactor, authenticatedAt } = issuer;
      return finish(person, client, {
        isStrong: hasSecondFactor,
        hasSecondFactor,
        identity,
        signedInAt: authenticatedAt ?? deps.clock.now() - RECENT_MS,
      });
    },
    async bySecondFactor(token, code, client) {
      const session = await findSession(deps, token);
      if (session?.stage !== "second_factor")
        throw new AppError("AUTH_REQUIRED", "The sign-in has expired. Start again.");
      const admission = await guard.code(session.personId, client);
      await requireCode(deps, session.personId, code, admission);
      // A code alone does not stand for the issuer's own sign-in: that stays as long ago as it was.
      return follow(session, client, { isStrong: true, ...(session.identity && { signedInAt: session.signedInAt }) });
    },
    async asFirstOwner(token, first, client) {
      assertNotOnly();
      return finish(await makeFirstOwner(deps, token, first, guard, client), client, WEAK);
    },
    bySetupLink: async (token, password, client) =>
      finish(await setByLink(deps, token, only === null ? password : null, guard, client), client, WEAK),
    async current(token) {
      const session = await findSession(deps, token);
      if (session?.stage !== "complete") return null;
      const person = await findPerson(deps.database, session.personId);
      return person && { person, session };
    },
    proofFor: (personId) => proofFor(deps, personId),
    async reauthenticate(session, { password, code }, client) {
      assertNotOnly();
      const proof = await proofFor(deps, session.personId);
      if (proof === "passkey")
        throw new AppError("AUTH_REQUIRED", "Use your passkey. The password is not enough on its own.");
      const admission = await guard.reauthentication(session);
      if (!(await verifier.verify(session.personId, password, session.personId))) throw INVALID_PROOF();
      if (proof === "password") await admission.succeed();
      else await requireCode(deps, session.personId, code, admission);
      return follow(session, client, { isStrong: proof === "password_and_code" });
    },
  };
}

async function requireCode(deps: PeopleDeps, personId: string, code: string, admission: Admission): Promise<void> {
  if (!(await useSecondFactor(deps, personId, code)))
    throw new AppError("AUTH_REQUIRED", "The code is wrong, or was already used.");
  await admission.succeed();
}

async function proofFor(deps: PeopleDeps, personId: string): ReturnType<SignIn["proofFor"]> {
  if (await hasTotp(deps, personId)) return "password_and_code";
  return (await listPasskeys(deps.database, personId)).length > 0 ? "passkey" : "password";
}

/** A right link passes however many wrong ones its network has shown: nobody guesses one. */
async function makeFirstOwner(
  deps: PeopleDeps,
  token: string,
  { email, name, password, userOf }: FirstOwner,
  guard: GuessGuard,
  client: SignInClient,
): Promise<Known> {
  const gone = () =>
    new AppError("AUTH_REQUIRED", "The link was already used or has expired. Restart the gateway to get a new one.");
  if ((await findSetupLink(deps, token))?.personId !== null) {
    await guard.fail(client);
    throw gone();
  }
  const wrong = await passwordError(password, { email, name });
  if (wrong) throw new AppError("VALIDATION_ERROR", wrong);
  if ((await useSetupLink(deps, token))?.personId !== null) throw gone();
  const id = crypto.randomUUID();
  if (!(await deps.database.transaction((tx) => insertFirstPerson(tx, { id, email, name })))) throw gone();
  await setPassword(deps, id, password, siteOf(client.address));
  await addUserOf(deps.database, id, await userOf(email));
  return (await findPerson(deps.database, id)) as Person;
}

/**
 * The link is used up in the transaction that stores the password: a change of role comes before both, or after. No password is
 * stored where it is null.
 */
async function setByLink(
  deps: PeopleDeps,
  token: string,
  password: string | null,
  guard: GuessGuard,
  client: SignInClient,
): Promise<Known> {
  const gone = () => new AppError("AUTH_REQUIRED", "The link was already used or has expired. Ask for a new one.");
  const { personId, person } = await personOfLink(deps, token);
  if (!personId || !person || person.isDisabled) {
    await guard.fail(client);
    throw gone();
  }
  const wrong = password === null ? null : await passwordError(password, person);
  if (wrong) throw new AppError("VALIDATION_ERROR", wrong);
  const hash = password === null ? null : await hashPassword(deps.passwords, password, siteOf(client.address));
  await deps.database.transaction(async (tx) => {
    const within = { ...deps, database: queryable(tx) };
    await queryIn(tx, "select 1 from people where id = $1::text::uuid for update", [personId]);
    if ((await useSetupLink(within, token))?.personId !== personId) throw gone();
    await proveAddress(tx, personId, deps.clock.now());
    // A new password ends all sessions by itself; without one the person must notice that somebody came in by a link, too.
    if (hash === null) await endSessions(within, personId, null);
    else await storePassword(within, personId, hash);
  });
  return (await findPerson(deps.database, personId)) as Person;
}

/** Nobody's where the link cannot be used. */
async function personOfLink(deps: PeopleDeps, token: string) {
  const personId = (await findSetupLink(deps, token))?.personId;
  return { personId, person: personId ? await findPerson(deps.database, personId) : null };
}
