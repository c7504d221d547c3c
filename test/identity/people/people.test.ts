// Sign-in of people: sessions, passwords, second factors and setup links hold on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateHOTP } from "@oslojs/otp";
import { AppError } from "../../../src/foundation/errors.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { passwords } from "../../../src/foundation/platform/passwords.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { disablePerson, insertFirstPerson, insertPerson } from "../../../src/identity/people/store.ts";
import { setPassword } from "../../../src/identity/sign-in/passwords.ts";
import { ABSOLUTE_MS, findSession, IDLE_MS, isRecent } from "../../../src/identity/sign-in/sessions.ts";
import { makeSetupLink } from "../../../src/identity/sign-in/setup-links.ts";
import { createSignIn, type PeopleDeps, type SignIn } from "../../../src/identity/sign-in/sign-in.ts";
import { beginTotp, confirmTotp } from "../../../src/identity/sign-in/totp.ts";
import { laneOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { NO_MAILS } from "../../support/no-mails.ts";
import { swept } from "../../support/sweeping.ts";

const MINUTE_MS = 60_000;
const PASSWORD = "correct horse battery";
const CLIENT = { address: "192.0.2.1", network: "192.0.2.1", userAgent: "a browser", browser: null };
const ringKey = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const ring = (...keys: string[]) => parseKeyRing(keys.join(",")) as KeyRing;
const codeOf = (secret: string, at: number) =>
  generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(at / 30_000)), 6);

const outcome = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
};

for (const lane of laneOf(import.meta.file)) {
  describe(`people on ${lane}`, () => {
    let database: TestDatabase;
    let deps: PeopleDeps;
    let signIn: SignIn;
    let person: { id: string; email: string };
    const clock = { at: Date.parse("2026-03-01T00:00:00Z"), now: () => clock.at };

    beforeAll(async () => {
      database = await testDatabase(lane);
      deps = {
        database: database.database,
        vault: createVault(ring(ringKey("k1", 1))),
        clock,
        passwords,
        baseUrl: "https://gateway.example",
        mails: NO_MAILS,
        log: createLog("silent"),
      };
      signIn = createSignIn(deps);
    });
    afterAll(() => database.close());
    beforeEach(async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      person = { id: crypto.randomUUID(), email };
      await insertPerson(deps.database, { ...person, name: "A person", role: "viewer" });
      await setPassword(deps, person.id, PASSWORD);
      await deps.database.query("delete from sign_in_failures");
    });
    const enter = (password = PASSWORD, email = person.email) => signIn.byPassword(email, password, CLIENT);

    test("S-77: each sign-in begins a session of its own; the database has neither cookie nor password", async () => {
      const [one, other] = [await enter(), await enter(PASSWORD, person.email.toUpperCase())];
      expect(one.token).not.toBe(other.token);
      expect((await signIn.current(one.token))?.person.email).toBe(person.email);
      const rows = await deps.database.query<{ text: string }>(
        "select s::text as text from people_sessions s union all select p::text from passwords p",
      );
      const stored = rows.map(({ text }) => text).join("\n");
      expect(stored).toContain("$argon2id$");
      for (const secret of [one.token, other.token, PASSWORD]) expect(stored).not.toContain(secret);
      for (const token of ["", "x", `${one.token}A`, one.token.toLowerCase(), "A".repeat(43)]) {
        expect(await signIn.current(token)).toBeNull();
      }
    });

    test("S-78: a session ends when it is idle, after its absolute life, and when its person is disabled", async () => {
      const idle = await enter();
      clock.at += IDLE_MS - 1;
      expect(await signIn.current(idle.token)).not.toBeNull();
      clock.at += IDLE_MS;
      expect(await signIn.current(idle.token)).toBeNull();
      const used = await enter();
      const end = clock.at + ABSOLUTE_MS;
      while (clock.at + IDLE_MS / 2 < end) {
        clock.at += IDLE_MS / 2;
        expect(await signIn.current(used.token)).not.toBeNull();
      }
      clock.at = end;
      expect(await signIn.current(used.token)).toBeNull();
      expect(await swept(deps.database, "people_sessions", clock.at)).toBeGreaterThan(0);
      const last = await enter();
      await disablePerson(deps.database, person.id, new Date(clock.at));
      expect(await signIn.current(last.token)).toBeNull();
      expect(await outcome(enter())).toBe("AUTH_REQUIRED: The e-mail address or the password is wrong.");
    });

    test("S-83: an unknown address, a wrong password and a disabled person get one answer", async () => {
      const wrong = "AUTH_REQUIRED: The e-mail address or the password is wrong.";
      expect(await outcome(enter("another password here"))).toBe(wrong);
      expect(await outcome(enter(PASSWORD, "nobody@example.com"))).toBe(wrong);
      expect(await outcome(enter("x".repeat(100_000)))).toBe(wrong);
    });

    test("S-83: ten failures keep an unknown browser out, whether there is such a person or not, for what is left of a quarter of an hour", async () => {
      for (const email of [person.email, "nobody@example.com"]) {
        const tries = Array.from({ length: 14 }, () => outcome(enter("a wrong password", email)));
        const outcomes = await Promise.all(tries);
        expect(outcomes.filter((one) => one.startsWith("AUTH_REQUIRED"))).toHaveLength(10);
        expect(outcomes.filter((one) => one.startsWith("RATE_LIMITED"))).toHaveLength(4);
      }
      expect(await outcome(enter())).toBe("RATE_LIMITED: Too many failed sign-ins. Try again in 15 min.");
      clock.at += 15 * MINUTE_MS;
      expect(await outcome(enter())).toBe("done");
    });

    test("a second factor is asked of every kind of sign-in, and a code works once", async () => {
      const enrolment = await beginTotp(deps, person);
      const { secret } = enrolment as { secret: string };
      expect(await confirmTotp(deps, person.id, "000000")).toBeNull();
      const codes = (await confirmTotp(deps, person.id, codeOf(secret, clock.at))) as string[];
      expect([codes.length, await beginTotp(deps, person)]).toEqual([10, null]);
      const first = await enter();
      expect([first.stage, await signIn.current(first.token)]).toEqual(["second_factor", null]);
      const again = "AUTH_REQUIRED: The code is wrong, or was already used.";
      const second = (code: string) => signIn.bySecondFactor(first.token, code, CLIENT);
      expect(await outcome(second(codeOf(secret, clock.at)))).toBe(again);
      clock.at += 30_000;
      const both = [second(codeOf(secret, clock.at)), second(codeOf(secret, clock.at))].map(outcome);
      expect((await Promise.all(both)).filter((one) => one === "done")).toHaveLength(1);
      expect(await findSession(deps, first.token)).toBeNull();
      // A setup link is a first factor as well.
      const link = await makeSetupLink(deps, person.id);
      const byLink = await signIn.bySetupLink(link, "several other words", CLIENT);
      expect(byLink.stage).toBe("second_factor");
      const code = codes[0] as string;
      const complete = await signIn.bySecondFactor(
        byLink.token,
        `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`,
        CLIENT,
      );
      expect(await signIn.current(complete.token)).not.toBeNull();
      const third = await enter("several other words");
      expect(await outcome(signIn.bySecondFactor(third.token, code, CLIENT))).toBe(again);
    });

    test("a setup link works once, for an hour, and ends sessions and earlier links", async () => {
      const before = await enter();
      const [old, link] = [await makeSetupLink(deps, person.id), await makeSetupLink(deps, person.id)];
      const set = (token: string, password = "several other words") =>
        outcome(signIn.bySetupLink(token, password, CLIENT));
      const gone = "AUTH_REQUIRED: The link was already used or has expired. Ask for a new one.";
      expect(await set(old)).toBe(gone);
      expect(await set(link, "short")).toStartWith("VALIDATION_ERROR: The password must have");
      expect((await Promise.all([set(link), set(link)])).toSorted()).toEqual([gone, "done"]);
      expect(await signIn.current(before.token)).toBeNull();
      expect(await outcome(enter("several other words"))).toBe("done");
      const late = await makeSetupLink(deps, person.id);
      clock.at += 60 * MINUTE_MS;
      expect(await set(late)).toBe(gone);
    });

    test("S-84: a sign-in is recent for fifteen minutes, and showing the password renews it", async () => {
      const { token } = await enter();
      clock.at += 15 * MINUTE_MS;
      const { session } = (await signIn.current(token)) as { session: Parameters<SignIn["reauthenticate"]>[0] };
      expect(isRecent(session, clock.at)).toBe(false);
      expect(
        await outcome(signIn.reauthenticate(session, { password: "a wrong password", code: "" }, CLIENT)),
      ).toStartWith("AUTH_REQUIRED");
      const renewed = await signIn.reauthenticate(session, { password: PASSWORD, code: "" }, CLIENT);
      expect(await signIn.current(token)).toBeNull();
      const found = await signIn.current(renewed.token);
      expect(found && isRecent(found.session, clock.at)).toBe(true);
    });

    test("S-52: sessions, links and factors outlive a rotation of the key ring", async () => {
      const enrolment = (await beginTotp(deps, person)) as { secret: string };
      await confirmTotp(deps, person.id, codeOf(enrolment.secret, clock.at));
      const { token } = await enter();
      const link = await makeSetupLink(deps, person.id);
      const rotated = { ...deps, vault: createVault(ring(ringKey("k2", 2), ringKey("k1", 1))) };
      clock.at += MINUTE_MS;
      const next = createSignIn(rotated);
      const complete = await next.bySecondFactor(token, codeOf(enrolment.secret, clock.at), CLIENT);
      expect(await next.current(complete.token)).not.toBeNull();
      expect(await outcome(next.bySetupLink(link, "several other words", CLIENT))).toBe("done");
    });

    test("of several first owners at once one is made", async () => {
      await deps.database.query("delete from people");
      const make = (n: number) =>
        deps.database.transaction((tx) =>
          insertFirstPerson(tx, { id: crypto.randomUUID(), email: `${n}@example.com`, name: "Owner" }),
        );
      const made = await Promise.all([1, 2, 3, 4].map(make));
      expect(made.filter(Boolean)).toHaveLength(1);
    });
  });
}
