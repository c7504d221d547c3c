// Passkeys on both databases: what is registered signs in, and nothing else does.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateHOTP } from "@oslojs/otp";
import { createLog } from "../../../src/foundation/log/log.ts";
import { passwords } from "../../../src/foundation/platform/passwords.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { disablePerson, findPerson, insertPerson, type Person } from "../../../src/identity/people/store.ts";
import { beginPasskeySignIn, beginRegistration, finishRegistration } from "../../../src/identity/sign-in/passkeys.ts";
import { ABSOLUTE_MS, IDLE_MS, isRecent } from "../../../src/identity/sign-in/sessions.ts";
import { makeSetupLink } from "../../../src/identity/sign-in/setup-links.ts";
import { createSignIn, type PeopleDeps, type SignIn } from "../../../src/identity/sign-in/sign-in.ts";
import { beginTotp, confirmTotp } from "../../../src/identity/sign-in/totp.ts";
import { laneOf, requestsOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { NO_MAILS } from "../../support/no-mails.ts";
import { watched } from "../../support/replicas.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";

const ORIGIN = "https://gateway.example";
const CLIENT = { address: null, network: "192.0.2.1", userAgent: null, browser: null };
const RING = parseKeyRing(`k1:${Buffer.alloc(32, 1).toString("base64")}`) as KeyRing;

for (const lane of laneOf(import.meta.file)) {
  describe(`passkeys on ${lane}`, () => {
    let database: TestDatabase;
    let deps: PeopleDeps;
    let signIn: SignIn;
    let authenticator: Authenticator;
    let person: { id: string; email: string; name: string };
    const clock = { at: Date.parse("2026-03-01T00:00:00Z"), now: () => clock.at };

    beforeAll(async () => {
      database = await testDatabase(lane);
      deps = {
        database: database.database,
        vault: createVault(RING),
        clock,
        passwords,
        mails: NO_MAILS,
        log: createLog("silent"),
        baseUrl: ORIGIN,
      };
      signIn = createSignIn(deps);
    });
    afterAll(() => database.close());
    beforeEach(async () => {
      authenticator = createAuthenticator(ORIGIN);
      person = { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, name: "A person" };
      await insertPerson(deps.database, { ...person, role: null });
      await register();
      authenticator.says.counter++;
    });
    const register = async (by = person, authenticatorOf = authenticator) => {
      const { challenge } = await beginRegistration(deps, by);
      await finishRegistration(deps, await sessionOf(by.id), authenticatorOf.register(challenge), "laptop");
    };
    const sessionOf = async (personId: string) => {
      const { credentialsVersion } = (await findPerson(deps.database, personId)) as Person;
      return { id: crypto.randomUUID(), personId, credentialsVersion };
    };
    const refused = async (work: Promise<unknown>) =>
      work.then(
        () => "accepted",
        (error: { code?: string }) => error.code ?? String(error),
      );
    const enter = async (change: Partial<Authenticator["says"]> = {}, waitMs = 0) => {
      const { challenge } = await beginPasskeySignIn(deps);
      Object.assign(authenticator.says, change);
      clock.at += waitMs;
      return signIn.byPasskey(authenticator.sign(challenge), CLIENT);
    };

    test("signs its person in, without a name, again and again", async () => {
      for (let count = 2; count < 5; count++) {
        const { token, personId } = await enter({ counter: count });
        expect([personId, (await signIn.current(token))?.person.email]).toEqual([person.id, person.email]);
      }
    });

    test("a challenge of ours works once, for five minutes, and only for what it was made", async () => {
      const { challenge } = await beginPasskeySignIn(deps);
      await signIn.byPasskey(authenticator.sign(challenge), CLIENT);
      authenticator.says.counter++;
      const signed = (text: string) => refused(signIn.byPasskey(authenticator.sign(text), CLIENT));
      expect(await signed(challenge)).toBe("AUTH_REQUIRED");
      expect(await signed("A".repeat(43))).toBe("AUTH_REQUIRED");
      expect(await signed((await beginRegistration(deps, person)).challenge)).toBe("AUTH_REQUIRED");
      expect(await refused(enter(undefined, 5 * 60_000))).toBe("AUTH_REQUIRED");
    });

    test("a database that fails is no passkey that is refused", async () => {
      const { challenge } = await beginPasskeySignIn(deps);
      const failing = watched(requestsOf(deps.database), (text) => {
        if (text.startsWith("delete from sign_in_challenges")) throw new Error("The connection broke.");
      });
      const outage = createSignIn({ ...deps, database: failing });
      expect(await refused(outage.byPasskey(authenticator.sign(challenge), CLIENT))).toBe("SERVICE_UNAVAILABLE");
      const begun = await beginRegistration(deps, person);
      const finished = finishRegistration(
        { ...deps, database: failing },
        await sessionOf(person.id),
        createAuthenticator(ORIGIN).register(begun.challenge),
        "",
      );
      expect(await refused(finished)).toBe("SERVICE_UNAVAILABLE");
    });

    test.each<[string, Partial<Authenticator["says"]>]>([
      ["another origin", { origin: "https://gateway.example.evil.example" }],
      ["another host", { host: "evil.example" }],
      ["nobody verified", { isVerified: false }],
      ["a counter that did not rise", { counter: 1 }],
    ])("is refused with %s", async (_what, change) => {
      expect(await refused(enter(change))).toBe("AUTH_REQUIRED");
    });

    test("is refused when it is unknown, altered, or its person is disabled", async () => {
      const { challenge } = await beginPasskeySignIn(deps);
      const altered = authenticator.sign(challenge);
      altered.response.signature = `${altered.response.signature.slice(0, -4)}AAAA`;
      const attempts = [
        altered,
        createAuthenticator(ORIGIN).sign(challenge),
        {},
        null,
        { id: 1 },
      ] as (typeof altered)[];
      for (const one of attempts) expect(await refused(signIn.byPasskey(one, CLIENT))).toBe("AUTH_REQUIRED");
      await disablePerson(deps.database, person.id, new Date(clock.at));
      expect(await refused(enter())).toBe("AUTH_REQUIRED");
    });

    test("is registered for whom it was begun, once, and verified", async () => {
      const other = { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, name: "Another" };
      await insertPerson(deps.database, { ...other, role: null });
      const fresh = createAuthenticator(ORIGIN);
      const { challenge } = await beginRegistration(deps, person);
      const finish = async (response = fresh.register(challenge), id: string = other.id) =>
        refused(finishRegistration(deps, await sessionOf(id), response, ""));
      expect(await finish()).toBe("VALIDATION_ERROR");
      fresh.says.isVerified = false;
      expect(await finish(undefined, person.id)).toBe("VALIDATION_ERROR");
      expect(await refused(register(other, authenticator))).toBe("CONFLICT");
      fresh.says.isVerified = true;
      expect(await refused(register(other, fresh))).toBe("accepted");
    });

    test("does not pass the second factor by", async () => {
      await enrolTotp();
      const { stage, token } = await enter();
      expect([stage, await signIn.current(token)]).toEqual(["second_factor", null]);
    });

    const enrolTotp = async () => {
      const { secret } = (await beginTotp(deps, person)) as { secret: string };
      const codeOf = () => generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(clock.at / 30_000)), 6);
      await confirmTotp(deps, person.id, codeOf());
      return codeOf;
    };

    test("renewals by a passkey end when the issuer's sign-in, or the one by a setup link, would have", async () => {
      const only = createSignIn({
        ...deps,
        issuers: { isOnly: true, all: [{ settings: { name: "Example Login" } }] } as never,
      });
      const how = {
        identity: { issuer: "i", userId: "u", sessionId: null },
        authenticatedAt: null,
        hasSecondFactor: false,
      };
      for (const begin of [
        () => only.byIdentity(person.id, CLIENT, how),
        async () => {
          const { credentialsVersion } = (await findPerson(deps.database, person.id)) as Person;
          return only.bySetupLink(await makeSetupLink(deps, person.id, credentialsVersion), "", CLIENT);
        },
      ]) {
        const endsAt = clock.at + ABSOLUTE_MS;
        let { token } = await begin();
        while (clock.at + IDLE_MS < endsAt) {
          clock.at += IDLE_MS - 60_000;
          const session = (await only.current(token))?.session;
          expect(session?.expiresAt).toBe(endsAt);
          authenticator.says.counter++;
          const response = authenticator.sign((await beginPasskeySignIn(deps)).challenge);
          token = (await only.byPasskey(response, CLIENT, session)).token;
        }
        clock.at = endsAt;
        expect(await only.current(token)).toBeNull();
      }
    });

    test("a code after the issuer leaves the time of its sign-in, so that an old one is not recent", async () => {
      const codeOf = await enrolTotp();
      const authenticatedAt = clock.at - 3_600_000;
      const identity = { issuer: "https://login.example/", userId: "u1", sessionId: null };
      const pending = await signIn.byIdentity(person.id, CLIENT, { identity, authenticatedAt, hasSecondFactor: false });
      clock.at += 30_000;
      const { token } = await signIn.bySecondFactor(pending.token, codeOf(), CLIENT);
      const { session } = (await signIn.current(token)) as NonNullable<Awaited<ReturnType<SignIn["current"]>>>;
      expect([session.isStrong, session.signedInAt, isRecent(session, clock.at)]).toEqual([
        true,
        authenticatedAt,
        false,
      ]);
    });

    test("where only the issuer signs in, a passkey renews its own person's session, and opens none", async () => {
      const only = createSignIn({
        ...deps,
        issuers: { isOnly: true, all: [{ settings: { name: "Example Login" } }] } as never,
      });
      const identity = { issuer: "https://login.example/", userId: "u1", sessionId: "s1" };
      const how = { identity, authenticatedAt: null, hasSecondFactor: false };
      const begun = await only.byIdentity(person.id, CLIENT, how);
      const { session } = (await only.current(begun.token)) as NonNullable<Awaited<ReturnType<SignIn["current"]>>>;
      const signed = async () => {
        authenticator.says.counter++;
        return authenticator.sign((await beginPasskeySignIn(deps)).challenge);
      };
      expect(await refused(only.byPasskey(await signed(), CLIENT))).toBe("PERMISSION_DENIED");
      const another = { ...session, personId: crypto.randomUUID() };
      expect(await refused(only.byPasskey(await signed(), CLIENT, another))).toBe("PERMISSION_DENIED");
      const renewed = await only.byPasskey(await signed(), CLIENT, session);
      expect((await only.current(renewed.token))?.session).toMatchObject({ isStrong: true, identity });
      expect(await only.current(begun.token)).toBeNull();
      await enrolTotp();
      const current = (
        await only.current((await only.byIdentity(person.id, CLIENT, { ...how, hasSecondFactor: true })).token)
      )?.session;
      expect(await refused(only.byPasskey(await signed(), CLIENT, current))).toBe("PERMISSION_DENIED");
      expect(await refused(only.byIdentity(person.id, CLIENT))).toBe("PERMISSION_DENIED");
      expect(await refused(only.reauthenticate(session, { password: "", code: "" }, CLIENT))).toBe("PERMISSION_DENIED");
    });
  });
}
