// Rules for new passwords: length, and nothing that guessers try first.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MIN_PASSWORD, passwordError } from "../../../src/identity/sign-in/passwords.ts";

const OWN = { email: "grace.hopper@arlington.example", name: "Grace Hopper of Arlington" };
const error = (password: string) => passwordError(password, OWN);

test("a new password has fifteen characters or more, of any kind, and not a megabyte", async () => {
  expect(MIN_PASSWORD).toBe(15);
  expect(await error("é".repeat(1_000))).toContain("too long");
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: MIN_PASSWORD - 1, unit: "grapheme-ascii" }), async (password) => {
      expect(await error(password)).toContain(`${MIN_PASSWORD} characters`);
    }),
  );
});

test.each([
  "password1234",
  "password1234567",
  "P@ssw0rd12345678",
  "passwordpassword",
  "iloveyouiloveyou",
  "1234567890123456",
  "abcdefghijklmnopqr",
  "qwertyuiopasdfgh",
  "aaaaaaaaaaaaaaaaaaaaaaaa",
  "abcabcabcabcabcabc",
  "monkeymonkeydragon",
  "gatewaygateway12",
  "Integration Gateway",
  "grace.hopper@arlington.example",
  "GRACE HOPPER OF ARLINGTON",
  "GraceHopperGraceHopper",
  "arlington.example1",
])("S-114: %s is too easy to guess", async (password) => {
  expect(await error(password)).toMatch(/too easy to guess|15 characters/);
});

describe("what is good", () => {
  test.each([
    "several plain words",
    "correct horse battery",
    "kqv7x2mfz9wtr4b",
    "ein ganz anderer satz",
    "パスワードではない長い文章です",
  ])("%s is taken", async (password) => {
    expect(await error(password)).toBeNull();
  });

  test("random ones are taken, whatever their characters", async () => {
    const random = fc
      .string({ minLength: MIN_PASSWORD, maxLength: 200, unit: "grapheme" })
      .filter((text) => new Set(text).size > 12);
    await fc.assert(
      fc.asyncProperty(random, async (password) => {
        expect(await passwordError(password, OWN)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});

test("no password holds the process for long: half a second on a busy machine", async () => {
  await error("several plain words");
  const shapes = ["ab1!", "p4$$w0rd", "0123456789", "1!i|l", "@4(370!1|$5+7%2", "12/31/1999", "aA@4bB8cC({[<"];
  for (const shape of shapes) {
    const from = performance.now();
    await error(shape.repeat(90).slice(0, 1_024));
    expect(performance.now() - from).toBeLessThan(500);
  }
});
