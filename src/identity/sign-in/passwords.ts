// Passwords: rules for new ones, and verification that costs the same whether or not there is such a person.
import { availableParallelism } from "node:os";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import type { Database } from "../../foundation/db/database.ts";
import { AppError } from "../../foundation/errors.ts";
import { createFairQueue } from "../../metering/long-lived/fair-queue.ts";
import type { Deps } from "../../server/deps.ts";
import { changeCredentials } from "../people/credentials.ts";
import type { Session } from "./sessions.ts";

/** Argon2id by the runtime. `whose` is the network or person for whom it is done. */
export interface PasswordHasher {
  hash(password: string, whose: string): Promise<string>;
  verify(password: string, hash: string, whose: string): Promise<boolean>;
}

/** Hashes that wait: some seconds' work of one network or person, and of all. */
const QUEUED = { mostOfOne: 20, most: 200 };

/** The same in turn: a core stays free for everything else, and one network's sign-ins wait for each other. */
export function createFairHasher(hasher: PasswordHasher, cores = availableParallelism()): PasswordHasher {
  const doing = "passwords are being checked";
  const queue = createFairQueue({ doing, atOnce: Math.max(1, cores - 1), ...QUEUED, retryAfterSeconds: 5 });
  return {
    hash: (password, whose) => queue.run(whose, () => hasher.hash(password, whose)),
    verify: (password, hash, whose) => queue.run(whose, () => hasher.verify(password, hash, whose)),
  };
}

/** NIST SP 800-63B-4, section 3.1.1.2, for a password that may be the only factor: length counts, rules of composition do not. */
export const MIN_PASSWORD = 15;
/** Longer ones would let a caller buy hashing by the megabyte. */
const MAX_PASSWORD_BYTES = 1_024;
/** Guesses that a password must outlast: common passwords, names, dates, keyboard rows and repetitions are tried first. */
const MIN_GUESSES = 1e10;
/** What is judged of a longer password, whose beginning must do. */
const MAX_JUDGED = 64;
/** Names of the service, which guessers try (the same section). */
const SERVICE_WORDS = ["gateway", "integration", "integration gateway"];

let judge: Promise<ZxcvbnFactory> | null = null;

/** The lists take some 30 MB, so they are loaded with the first new password. */
function loadJudge(): Promise<ZxcvbnFactory> {
  judge ??= (async () => {
    const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
    ]);
    // More substitutions of letters by digits hold the process for a tenth of a second.
    return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 20 });
  })();
  return judge;
}

/** What is wrong with a new password, as a sentence; null when it may be used. */
export async function passwordError(
  password: string,
  { email, name }: { email: string; name: string },
): Promise<string | null> {
  if ([...password].length < MIN_PASSWORD) return `The password must have at least ${MIN_PASSWORD} characters.`;
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return "The password is too long.";
  const [local = "", domain = ""] = email.split("@");
  const own = [email, local, domain, name, ...name.split(/\s+/), ...SERVICE_WORDS].map((text) => text.slice(0, 64));
  const { guesses } = (await loadJudge()).check(password.slice(0, MAX_JUDGED), own);
  if (guesses >= MIN_GUESSES) return null;
  return "The password is too easy to guess: it is similar to a common password, a pattern, or your own name or address. Use several unrelated words.";
}

/** Both spellings of a letter with an accent are one password (RFC 8265, section 4.1). */
const normalized = (password: string) => password.normalize("NFC");

export const hashPassword = (passwords: PasswordHasher, password: string, whose: string) =>
  passwords.hash(normalized(password), whose);

type StoreDeps = Pick<Deps, "clock"> & { database: Pick<Database, "query"> };

export async function storePassword({ database, clock }: StoreDeps, personId: string, hash: string): Promise<void> {
  await database.query(
    `insert into passwords (person_id, hash, changed_at) values ($1::text::uuid, $2, $3::text::timestamptz)
    on conflict (person_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [personId, hash, new Date(clock.now()).toISOString()],
  );
}

export async function setPassword(
  deps: StoreDeps & { passwords: PasswordHasher },
  personId: string,
  password: string,
  whose = personId,
): Promise<void> {
  await storePassword(deps, personId, await hashPassword(deps.passwords, password, whose));
}

/** Sets a new password in the person's own session, which stays; throws `VALIDATION_ERROR` with what is wrong with it. */
export async function changePassword(
  deps: Pick<Deps, "clock"> & { database: Database; passwords: PasswordHasher },
  session: Session,
  person: { email: string; name: string },
  password: string,
): Promise<void> {
  const wrong = await passwordError(password, person);
  if (wrong) throw new AppError("VALIDATION_ERROR", wrong);
  const hash = await hashPassword(deps.passwords, password, session.personId);
  await changeCredentials(deps, session, (database) => storePassword({ ...deps, database }, session.personId, hash));
}

export interface PasswordVerifier {
  /** `personId` is null where there is no such person; the answer then takes as long and is false. */
  verify(personId: string | null, password: string, whose: string): Promise<boolean>;
}

export function createPasswordVerifier({
  database,
  passwords,
}: {
  database: Pick<Database, "query">;
  passwords: PasswordHasher;
}): PasswordVerifier {
  let decoy: Promise<string> | null = null;
  return {
    async verify(personId, password, whose) {
      decoy ??= passwords.hash(crypto.randomUUID(), whose);
      decoy.catch(() => {
        // The caller that awaits the hash gets the error; the next one tries again.
        decoy = null;
      });
      const [row] = await database.query<{ hash: string }>(
        "select hash from passwords where person_id = $1::text::uuid",
        [personId],
      );
      if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false;
      const isRight = await passwords.verify(normalized(password), row?.hash ?? (await decoy), whose);
      return isRight && row !== undefined;
    },
  };
}
