// What the program makes of a password; most tests hash more cheaply.
import { expect, test } from "bun:test";
import { strongPasswords } from "../../support/passwords.ts";

test("a password is hashed with argon2id at OWASP's second setting, and verified", async () => {
  const hash = await strongPasswords.hash("several words that nobody guesses", "");
  expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(await strongPasswords.verify("several words that nobody guesses", hash, "")).toBe(true);
  expect(await strongPasswords.verify("several words that somebody guesses", hash, "")).toBe(false);
});
