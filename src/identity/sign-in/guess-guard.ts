// Slows guesses of passwords and codes, but never those of a known person: a known browser and a session have tries of their own.
import type { Database } from "../../foundation/db/database.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import { type Counted, enterSignIn, leaveSignIn } from "./failures.ts";
import { enterKnownBrowser } from "./known-browsers.ts";
import type { Session } from "./sessions.ts";

type GuardDeps = Pick<Deps, "vault" | "clock"> & { database: Pick<Database, "query"> };
type Guesser = { network: string; browser: string | null };

/** A try that may be verified; it counts as failed until it has succeeded. */
export interface Admission {
  succeed(): Promise<void>;
}

/** Each throws `RATE_LIMITED` past a limit. */
export interface GuessGuard {
  /** Before a password; `personId` is null for an unknown address, which has a count all the same. */
  password(personId: string | null, email: string, client: Guesser): Promise<Admission>;
  /** Before a code of the second factor. */
  code(personId: string, client: Guesser): Promise<Admission>;
  /** Before a signed-in person shows again who they are. */
  reauthentication(session: Pick<Session, "id">): Promise<Admission>;
  /** After something failed that nobody can guess: a link, or a passkey's signature. */
  fail(client: Guesser): Promise<void>;
}

export function createGuessGuard(deps: GuardDeps): GuessGuard {
  const enter = async (counted: readonly Counted[]): Promise<Admission> => {
    const wait = await enterSignIn(deps, counted);
    if (wait === null) return { succeed: () => leaveSignIn(deps, counted) };
    const minutes = Math.ceil(wait / 60);
    throw new AppError("RATE_LIMITED", `Too many failed sign-ins. Try again in ${minutes} min.`, { retry_after: wait });
  };
  /** A known browser's tries begin again when its sign-in is complete. */
  const isKnown = async (personId: string | null, { browser }: Guesser) =>
    personId !== null && (await enterKnownBrowser(deps, personId, browser));
  const known: Admission = { succeed: async () => {} };
  return {
    async password(personId, email, client) {
      if (await isKnown(personId, client)) return known;
      // An unknown address has a count of its own, or a limit would tell which addresses there are.
      const id = personId ?? email.toLowerCase().slice(0, 320);
      return enter([
        { kind: "network", id: client.network },
        { kind: "guess", id: `${client.network}/${id}` },
        { kind: "person", id },
      ]);
    },
    async code(personId, client) {
      if (await isKnown(personId, client)) return known;
      return enter([
        { kind: "network", id: client.network },
        { kind: "code", id: personId },
      ]);
    },
    reauthentication: ({ id }) => enter([{ kind: "session", id }]),
    async fail({ network }) {
      await enter([{ kind: "network", id: network }]);
    },
  };
}
