// Argon2id of the runtime, for people's passwords.
import type { PasswordHasher } from "../../identity/sign-in/passwords.ts";

/** OWASP's second setting (Password Storage Cheat Sheet): 19 MiB, two passes; some 35 ms, off the event loop. */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

export const passwords: PasswordHasher = {
  hash: (password) => Bun.password.hash(password, ARGON2ID),
  verify: (password, hash) => Bun.password.verify(password, hash),
};
