// Passwords of tests are hashed at argon2id's lowest cost: hundreds of people sign in, and who guesses is not what most tests try.
import { passwords } from "../../src/foundation/platform/passwords.ts";
import type { PasswordHasher } from "../../src/identity/sign-in/passwords.ts";

/** Hashes as the program does. */
export const strongPasswords: PasswordHasher = { ...passwords };

/** Bun's least: 8 KiB, one pass. */
passwords.hash = (password) => Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });
