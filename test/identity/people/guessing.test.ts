// Guessing passwords and codes: a stranger is slowed, and whoever is known signs in all the same.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateHOTP } from "@oslojs/otp";
import { AppError } from "../../../src/foundation/errors.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { insertPerson } from "../../../src/identity/people/store.ts";
import { KNOWN_BROWSER_MS, MAX_KNOWN_TRIES } from "../../../src/identity/sign-in/known-browsers.ts";
import type { PasswordHasher } from "../../../src/identity/sign-in/passwords.ts";
import { setPassword } from "../../../src/identity/sign-in/passwords.ts";
import type { Session } from "../../../src/identity/sign-in/sessions.ts";
import { makeSetupLink } from "../../../src/identity/sign-in/setup-links.ts";
import {
  createSignIn,
  type PeopleDeps,
  type SignIn,
  type SignInClient,
} from "../../../src/identity/sign-in/sign-in.ts";
import { beginTotp, confirmTotp } from "../../../src/identity/sign-in/totp.ts";
import { laneOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { NO_MAILS } from "../../support/no-mails.ts";
import { swept } from "../../support/sweeping.ts";

const PASSWORD = "correct horse battery";
const RING = parseKeyRing(`k1:${Buffer.alloc(32, 1).toString("base64")}`) as KeyRing;
/** Guesses by the thousand: what a hash costs is tried elsewhere. */
const plain: PasswordHasher = { hash: async (text) => text, verify: async (text, hash) => text === hash };

const from = (network: string, browser: string | null = null): SignInClient => ({
  address: network,
  network,
  userAgent: null,
  browser,
});

const outcome = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

for (const lane of laneOf(import.meta.file)) {
  describe(`guessing on ${lane}`, () => {
    let database: TestDatabase;
    let deps: PeopleDeps;
    let signIn: SignIn;
    let person: { id: string; email: string };
    const clock = { at: Date.parse("2026-03-01T00:00:00Z"), now: () => clock.at };

    beforeAll(async () => {
      database = await testDatabase(lane);
      deps = {
        database: database.database,
        vault: createVault(RING),
        clock,
        passwords: plain,
        baseUrl: "https://gateway.example",
        mails: NO_MAILS,
        log: createLog("silent"),
      };
      signIn = createSignIn(deps);
    });
    afterAll(() => database.close());
    beforeEach(async () => {
      person = { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` };
      await insertPerson(deps.database, { ...person, name: "A person", role: "owner" });
      await setPassword(deps, person.id, PASSWORD);
      await deps.database.query("delete from sign_in_failures");
    });
    const enter = (client: SignInClient, password = PASSWORD) => signIn.byPassword(person.email, password, client);
    /** Wrong passwords from many networks; how many of them were looked at. */
    const attack = async (tries: number, networks = 1, browser: string | null = null) => {
      let looked = 0;
      for (let i = 0; i < tries; i++)
        if ((await outcome(enter(from(`198.51.100.${i % networks}`, browser), `guess ${i}`))) === "AUTH_REQUIRED")
          looked++;
      return looked;
    };
    const known = async () => (await enter(from("192.0.2.1"))).browser as string;
    const withCode = async () => {
      const { secret } = (await beginTotp(deps, person)) as { secret: string };
      const key = decodeBase32IgnorePadding(secret);
      const code = () => generateHOTP(key, BigInt(Math.floor(clock.at / 30_000)), 6);
      const codes = (await confirmTotp(deps, person.id, code())) as string[];
      clock.at += 60_000;
      return { code, codes };
    };

    test("S-111: a stranger's guesses keep neither another network nor a known browser of the person out", async () => {
      const browser = await known();
      expect(await attack(40)).toBe(10);
      expect(await outcome(enter(from("192.0.2.77")))).toBe("done");
      // From everywhere: unknown browsers wait, known ones do not, even in the attacker's own network.
      expect(await attack(400, 250)).toBeLessThan(30);
      expect(await outcome(enter(from("192.0.2.77")))).toBe("RATE_LIMITED");
      expect(await outcome(enter(from("198.51.100.1", browser)))).toBe("done");
    });

    test("S-111: another account's known browser is a stranger here", async () => {
      const other = { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` };
      await insertPerson(deps.database, { ...other, name: "Another", role: null });
      await setPassword(deps, other.id, PASSWORD);
      const { browser } = await signIn.byPassword(other.email, PASSWORD, from("192.0.2.9"));
      expect(await attack(40, 1, browser)).toBe(10);
    });

    test("S-111: a stolen cookie gives ten tries between two sign-ins of its person, however long they take", async () => {
      const stolen = await known();
      let looked = 0;
      for (let hour = 0; hour < 48; hour++) {
        for (let i = 0; i < 3; i++)
          if ((await outcome(enter(from("203.0.113.1", stolen), "a wrong guess"))) === "AUTH_REQUIRED") looked++;
        const rows = await deps.database.query("select 1 from sign_in_failures");
        if (rows.length > 0) break;
        clock.at += 3_600_000;
      }
      // The try after the last of its own is a stranger's.
      expect(looked).toBeLessThanOrEqual(MAX_KNOWN_TRIES + 2);
      const fresh = await known();
      await enter(from("192.0.2.1", fresh));
      // The person's next sign-in replaced the cookie, so the copy is a stranger's.
      await deps.database.query("delete from sign_in_failures");
      expect(await attack(40, 1, fresh)).toBe(10);
    });

    test("S-111: tries at once of a known browser do not pass its limit together", async () => {
      const browser = await known();
      await deps.database.query("delete from sign_in_failures");
      const tries = Array.from({ length: 40 }, () => outcome(enter(from("203.0.113.7", browser), "a wrong guess")));
      const looked = (await Promise.all(tries)).filter((one) => one === "AUTH_REQUIRED");
      expect(looked).toHaveLength(MAX_KNOWN_TRIES + 10);
    });

    test("S-111: codes too: a stranger with the password tries ten, the person signs in", async () => {
      const browser = await known();
      const { code, codes } = await withCode();
      const { browser: next } = await completed(
        await enter(from("192.0.2.1", browser)),
        code(),
        from("192.0.2.1", browser),
      );
      let looked = 0;
      for (let i = 0; i < 40; i++) {
        const half = await enter(from("198.51.100.1"));
        const guess = i % 2 === 0 ? "000000" : "AAAA-AAAA-AAAA-AAAA";
        if ((await outcome(signIn.bySecondFactor(half.token, guess, from("198.51.100.1")))) === "AUTH_REQUIRED")
          looked++;
      }
      expect(looked).toBe(10);
      clock.at += 60_000;
      const client = from("198.51.100.1", next);
      const again = await completed(await enter(client), code(), client);
      const last = from("198.51.100.1", again.browser);
      expect(await outcome(completed(await enter(last), codes[0] as string, last))).toBe("done");
    });
    const completed = (half: { token: string }, code: string, client: SignInClient) =>
      signIn.bySecondFactor(half.token, code, client);

    test("S-111: a session's person shows the password again while a stranger guesses; a stolen session tries ten", async () => {
      const { token } = await enter(from("192.0.2.1"));
      const { session } = (await signIn.current(token)) as { session: Session };
      await attack(400, 250);
      const again = (password: string) =>
        outcome(signIn.reauthenticate(session, { password, code: "" }, from("198.51.100.1")));
      const tries = [];
      for (let i = 0; i < 20; i++) tries.push(await again("a wrong guess"));
      expect(tries.filter((one) => one === "AUTH_REQUIRED")).toHaveLength(10);
      clock.at += 15 * 60_000;
      expect(await again(PASSWORD)).toBe("done");
    });

    test("S-111: a right setup link passes where its network has shown fifty wrong ones", async () => {
      const link = await makeSetupLink(deps, person.id);
      const set = (token: string) => outcome(signIn.bySetupLink(token, "several other words", from("198.51.100.1")));
      const tries = [];
      for (let i = 0; i < 60; i++) tries.push(await set(`${"A".repeat(40)}${100 + i}`));
      expect(tries.filter((one) => one === "AUTH_REQUIRED")).toHaveLength(50);
      expect(await set(link)).toBe("done");
    });

    test("a new password forgets every browser; twenty are kept, for half a year", async () => {
      const browser = await known();
      await setPassword(deps, person.id, "several other words");
      expect(
        await deps.database.query("select 1 from known_browsers where person_id = $1::text::uuid", [person.id]),
      ).toEqual([]);
      await setPassword(deps, person.id, PASSWORD);
      expect(await attack(40, 1, browser)).toBe(10);
      for (let i = 0; i < 30; i++) await enter(from(`192.0.2.${i}`));
      const rows = await deps.database.query("select 1 from known_browsers where person_id = $1::text::uuid", [
        person.id,
      ]);
      expect(rows).toHaveLength(20);
      clock.at += KNOWN_BROWSER_MS;
      expect(await swept(deps.database, "known_browsers", clock.at)).toBeGreaterThanOrEqual(20);
      clock.at -= KNOWN_BROWSER_MS;
    });
  });
}
