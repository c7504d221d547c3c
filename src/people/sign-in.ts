// Sign-in of people: every kind of first factor ends in one function, so that none passes the second factor by.
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { type Counted, clearFailures, enterSignIn } from "./failures.ts";
import { personOfPasskey } from "./passkeys.ts";
import { createPasswordVerifier, type PasswordHasher, passwordError, setPassword } from "./passwords.ts";
import { beginSession, endSession, endSessions, findSession, type Session, type SessionClient } from "./sessions.ts";
import { findSetupLink, useSetupLink } from "./setup-links.ts";
import { addUserOf, findPerson, findPersonByEmail, insertFirstPerson, type Person } from "./store.ts";
import { hasTotp, useSecondFactor } from "./totp.ts";

export interface PeopleDeps extends Pick<Deps, "vault" | "clock" | "baseUrl"> {
  database: Database;
  passwords: PasswordHasher;
}

/** Who asks: the network limits guessing (an IPv6 /64), the rest names the session. */
export interface SignInClient extends SessionClient {
  network: string;
}

export interface FirstOwner {
  email: string;
  name: string;
  password: string;
  /** The user of that address, or a new one. */
  userOf(email: string): Promise<string>;
}

export type SignedIn = { token: string; stage: Session["stage"]; personId: string };

export interface SignIn {
  /** Throws `AUTH_REQUIRED` with one sentence for everything that is wrong, `RATE_LIMITED` past the limits. */
  byPassword(email: string, password: string, client: SignInClient): Promise<SignedIn>;
  /** The response of a browser to `beginPasskeySignIn`. */
  byPasskey(response: AuthenticationResponseJSON, client: SignInClient): Promise<SignedIn>;
  /** A person whose identity a provider has just shown; throws `AUTH_REQUIRED` for a disabled one. */
  byIdentity(personId: string, client: SignInClient): Promise<SignedIn>;
  /** Completes a session that awaits its second factor; its cookie ends and another begins. */
  bySecondFactor(token: string, code: string, client: SignInClient): Promise<SignedIn>;
  /** Makes the first owner by a link for that, with a user of their own; throws where there is anybody already. */
  asFirstOwner(token: string, first: FirstOwner, client: SignInClient): Promise<SignedIn>;
  /** Sets the first or a forgotten password by a setup link, ends all sessions, and signs in. */
  bySetupLink(token: string, password: string, client: SignInClient): Promise<SignedIn>;
  /** The person and session of a cookie, where the sign-in is complete. */
  current(token: string): Promise<{ person: Person; session: Session } | null>;
  /** Renews a complete session whose person shows the password again; its cookie ends and another begins. */
  again(session: Session, password: string, client: SignInClient): Promise<SignedIn>;
}

/** The same for an unknown address, a wrong password and a disabled person. */
const WRONG = () => new AppError("AUTH_REQUIRED", "The e-mail address or the password is wrong.");

export function createSignIn(deps: PeopleDeps): SignIn {
  const verifier = createPasswordVerifier(deps);
  const enter = async (counted: readonly Counted[]) => {
    const wait = await enterSignIn(deps, counted);
    if (wait === null) return;
    const minutes = Math.ceil(wait / 60);
    throw new AppError("RATE_LIMITED", `Too many failed sign-ins: try again in ${minutes} min.`, { retry_after: wait });
  };
  /** Every first factor ends here. */
  const finish = async (personId: string, client: SignInClient): Promise<SignedIn> => {
    const stage = (await hasTotp(deps, personId)) ? "second_factor" : "complete";
    return { token: await beginSession(deps, personId, stage, client), stage, personId };
  };
  const countedOf = (personId: string, { network }: SignInClient): Counted[] => [
    { kind: "person", id: personId },
    { kind: "network", id: network },
  ];
  return {
    async byPassword(email, password, client) {
      const person = await findPersonByEmail(deps.database, email);
      // An unknown address has a count of its own, or a limit would tell which addresses there are.
      const counted = countedOf(person?.id ?? email.toLowerCase().slice(0, 320), client);
      await enter(counted);
      const isRight = await verifier.verify(person?.id ?? null, password);
      if (!person || !isRight || person.isDisabled) throw WRONG();
      await clearFailures(deps, counted);
      return finish(person.id, client);
    },
    async byPasskey(response, client) {
      const counted: Counted[] = [{ kind: "network", id: client.network }];
      await enter(counted);
      const personId = await personOfPasskey(deps, response);
      const person = personId ? await findPerson(deps.database, personId) : null;
      if (!person || person.isDisabled) {
        throw new AppError("AUTH_REQUIRED", "That passkey is not known here: sign in by password, and add it.");
      }
      await clearFailures(deps, counted);
      return finish(person.id, client);
    },
    async byIdentity(personId, client) {
      const person = await findPerson(deps.database, personId);
      if (!person || person.isDisabled) throw new AppError("AUTH_REQUIRED", "This sign-in has been switched off.");
      return finish(personId, client);
    },
    async bySecondFactor(token, code, client) {
      const session = await findSession(deps, token);
      if (session?.stage !== "second_factor")
        throw new AppError("AUTH_REQUIRED", "The sign-in has ended: begin again.");
      const counted = countedOf(`second-factor/${session.personId}`, client);
      await enter(counted);
      if (!(await useSecondFactor(deps, session.personId, code))) {
        throw new AppError("AUTH_REQUIRED", "The code is wrong, or was used already.");
      }
      await clearFailures(deps, counted);
      await endSession(deps, session.id);
      const { personId } = session;
      return { token: await beginSession(deps, personId, "complete", client), stage: "complete", personId };
    },
    async asFirstOwner(token, { email, name, password, userOf }, client) {
      const gone = () =>
        new AppError("AUTH_REQUIRED", "The link has been used, or has expired: restart the gateway for another.");
      const counted: Counted[] = [{ kind: "network", id: client.network }];
      await enter(counted);
      if ((await findSetupLink(deps, token))?.personId !== null) throw gone();
      const wrong = passwordError(password, { email, name });
      if (wrong) throw new AppError("VALIDATION_ERROR", wrong);
      if ((await useSetupLink(deps, token))?.personId !== null) throw gone();
      const id = crypto.randomUUID();
      if (!(await deps.database.transaction((tx) => insertFirstPerson(tx, { id, email, name })))) throw gone();
      await clearFailures(deps, counted);
      await setPassword(deps, id, password);
      await addUserOf(deps.database, id, await userOf(email));
      return finish(id, client);
    },
    async bySetupLink(token, password, client) {
      const gone = () => new AppError("AUTH_REQUIRED", "The link has been used, or has expired: ask for another one.");
      const counted: Counted[] = [{ kind: "network", id: client.network }];
      await enter(counted);
      const { personId, person } = await personOfLink(deps, token);
      if (!personId || !person || person.isDisabled) throw gone();
      const wrong = passwordError(password, person);
      if (wrong) throw new AppError("VALIDATION_ERROR", wrong);
      if ((await useSetupLink(deps, token))?.personId !== personId) throw gone();
      await clearFailures(deps, counted);
      await setPassword(deps, personId, password);
      await endSessions(deps, personId, null);
      return finish(personId, client);
    },
    async current(token) {
      const session = await findSession(deps, token);
      if (session?.stage !== "complete") return null;
      const person = await findPerson(deps.database, session.personId);
      return person && { person, session };
    },
    async again(session, password, client) {
      const counted = countedOf(session.personId, client);
      await enter(counted);
      if (!(await verifier.verify(session.personId, password))) throw WRONG();
      await clearFailures(deps, counted);
      await endSession(deps, session.id);
      const { personId } = session;
      return { token: await beginSession(deps, personId, "complete", client), stage: "complete", personId };
    },
  };
}

/** Nobody's where the link cannot be used. */
async function personOfLink(deps: PeopleDeps, token: string) {
  const personId = (await findSetupLink(deps, token))?.personId;
  return { personId, person: personId ? await findPerson(deps.database, personId) : null };
}
