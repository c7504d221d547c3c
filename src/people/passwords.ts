// Passwords: rules for new ones, and verification that costs the same whether or not there is such a person.
import type { Database } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";

/** Argon2id by the runtime. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** NIST SP 800-63B-4, section 3.1.1.2: length counts, rules of composition do not. */
export const MIN_PASSWORD = 12;
/** Longer ones would let a caller buy hashing by the megabyte. */
const MAX_PASSWORD_BYTES = 1_024;

/** What is wrong with a new password, as a sentence; null when it may be used. */
export function passwordError(password: string, { email, name }: { email: string; name: string }): string | null {
  if ([...password].length < MIN_PASSWORD) return `The password must have ${MIN_PASSWORD} characters or more.`;
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return "The password is too long.";
  const text = password.toLowerCase();
  const isMonotonous = new Set(text).size < 4;
  const own = [email.toLowerCase(), email.toLowerCase().split("@")[0] as string, name.toLowerCase()];
  if (isMonotonous || own.includes(text)) return "The password is too easy to guess: use several words.";
  return null;
}

/** Both spellings of a letter with an accent are one password (RFC 8265, section 4.1). */
const normalized = (password: string) => password.normalize("NFC");

export async function setPassword(
  {
    database,
    clock,
    passwords,
  }: Pick<Deps, "clock"> & { database: Pick<Database, "query">; passwords: PasswordHasher },
  personId: string,
  password: string,
): Promise<void> {
  const hash = await passwords.hash(normalized(password));
  await database.query(
    `insert into passwords (person_id, hash, changed_at) values ($1::text::uuid, $2, $3::text::timestamptz)
    on conflict (person_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [personId, hash, new Date(clock.now()).toISOString()],
  );
}

/** Sets a new password of a known person; throws `VALIDATION_ERROR` with what is wrong with it. */
export async function changePassword(
  deps: Parameters<typeof setPassword>[0],
  person: { id: string; email: string; name: string },
  password: string,
): Promise<void> {
  const wrong = passwordError(password, person);
  if (wrong) throw new AppError("VALIDATION_ERROR", wrong);
  await setPassword(deps, person.id, password);
}

export interface PasswordVerifier {
  /** `personId` is null where there is no such person; the answer then takes as long and is false. */
  verify(personId: string | null, password: string): Promise<boolean>;
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
    async verify(personId, password) {
      decoy ??= passwords.hash(crypto.randomUUID());
      const [row] = await database.query<{ hash: string }>(
        "select hash from passwords where person_id = $1::text::uuid",
        [personId],
      );
      if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false;
      const isRight = await passwords.verify(normalized(password), row?.hash ?? (await decoy));
      return isRight && row !== undefined;
    },
  };
}
