// Whatever changes how a person signs in, or what they may, ends all that was begun before it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateHOTP } from "@oslojs/otp";
import { AppError } from "../../../src/foundation/errors.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { changeCredentials } from "../../../src/identity/people/credentials.ts";
import { findPerson, insertPerson, type Person } from "../../../src/identity/people/store.ts";
import { linkIdentity, unlinkIdentity } from "../../../src/identity/sign-in/identities.ts";
import { deletePasskey, insertPasskey } from "../../../src/identity/sign-in/passkey-store.ts";
import { changePassword, type PasswordHasher, setPassword } from "../../../src/identity/sign-in/passwords.ts";
import { beginSession, listSessions, type Session } from "../../../src/identity/sign-in/sessions.ts";
import { findSetupLink, makeSetupLink } from "../../../src/identity/sign-in/setup-links.ts";
import { createSignIn, type PeopleDeps, type SignIn } from "../../../src/identity/sign-in/sign-in.ts";
import { beginTotp, confirmTotp, removeTotp } from "../../../src/identity/sign-in/totp.ts";
import { changePerson, linkPerson, removeSecondFactor } from "../../../src/operations/admin/people.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { NO_MAILS } from "../../support/no-mails.ts";

setDefaultTimeout(HOOK_MS);

const PASSWORD = "correct horse battery";
const CLIENT = { address: "192.0.2.1", network: "192.0.2.1", userAgent: null, browser: null };
const RING = parseKeyRing(`k1:${Buffer.alloc(32, 1).toString("base64")}`) as KeyRing;

type Within = Pick<TestDatabase["database"], "query">;

for (const lane of laneOf(import.meta.file)) {
  describe(`changes of credentials on ${lane}`, () => {
    let database: TestDatabase;
    let deps: PeopleDeps;
    let signIn: SignIn;
    const clock = { at: Date.parse("2026-03-01T00:00:00Z"), now: () => clock.at };
    /** What happens between a password that was read and its verification. */
    let meanwhile = async () => {};
    const passwords: PasswordHasher = {
      hash: async (text) => text,
      async verify(text, hash) {
        await meanwhile();
        return text === hash;
      },
    };

    beforeAll(async () => {
      database = await testDatabase(lane);
      const baseUrl = "https://gateway.example";
      deps = {
        database: database.database,
        vault: createVault(RING),
        clock,
        passwords,
        mails: NO_MAILS,
        log: createLog("silent"),
        baseUrl,
      };
      signIn = createSignIn(deps);
    });
    afterAll(() => database.close());

    interface Subject {
      person: Person;
      secret: string;
    }
    const passkeyOf = (personId: string, id: string) => ({
      id: `${id}-${personId}`,
      personId,
      publicKey: "AA",
      counter: 0,
      transports: [],
      name: "laptop",
    });
    const identityOf = ({ id }: Person, provider: string) => ({ provider, providerUserId: id, name: "Somebody" });
    /** A person with a password, a passkey and an identity; with an authenticator app where the change is none about it. */
    const newSubject = async (hasApp: boolean): Promise<Subject> => {
      const id = crypto.randomUUID();
      await insertPerson(deps.database, { id, email: `${id}@example.com`, name: "A person", role: "operator" });
      await setPassword(deps, id, PASSWORD);
      await insertPasskey(deps.database, passkeyOf(id, "first"), { at: clock.at, most: 20 });
      const person = (await findPerson(deps.database, id)) as Person;
      await linkIdentity(deps.database, id, identityOf(person, "google"), clock.at);
      const { secret } = (await beginTotp(deps, person)) as { secret: string };
      if (hasApp) await confirmTotp(deps, id, codeOf(secret));
      return { person: (await findPerson(deps.database, id)) as Person, secret };
    };
    const codeOf = (secret: string) =>
      generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(clock.at / 30_000)), 6);
    const begin = async ({ id }: Person, stage: Session["stage"]) => {
      const { credentialsVersion } = (await findPerson(deps.database, id)) as Person;
      return beginSession(deps, { personId: id, stage, credentialsVersion, isStrong: true }, CLIENT);
    };
    const outcome = async (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => "done",
        (error: unknown) => {
          if (error instanceof AppError) return error.code;
          throw error;
        },
      );

    /** Made by the person in a session, which stays. */
    const OWN: Record<string, (subject: Subject, database: Within) => Promise<unknown>> = {
      "an authenticator app is added": ({ person, secret }, database) =>
        confirmTotp({ ...deps, database }, person.id, codeOf(secret)),
      "the authenticator app is removed": ({ person }, database) => removeTotp({ database }, person.id),
      "a passkey is added": ({ person }, database) =>
        insertPasskey(database, passkeyOf(person.id, "second"), { at: clock.at, most: 20 }),
      "a passkey is removed": ({ person }, database) => deletePasskey(database, person.id, `first-${person.id}`),
      "an identity is linked": ({ person }, database) =>
        linkIdentity(database, person.id, identityOf(person, "github"), clock.at),
      "an identity is unlinked": ({ person }, database) => unlinkIdentity(database, person.id, "google"),
    };
    const admin = () => deps as unknown as Parameters<typeof changePerson>[0];
    /** Made by somebody else, or without a session. */
    const FOREIGN: Record<string, (subject: Subject) => Promise<unknown>> = {
      "an owner promotes the person": ({ person }) => changePerson(admin(), person.id, { role: "owner" }, "owner"),
      "an owner takes the role away": ({ person }) => changePerson(admin(), person.id, { role: null }, "owner"),
      "the person is disabled and enabled": async ({ person }) => {
        await changePerson(admin(), person.id, { disabled: true }, "owner");
        await changePerson(admin(), person.id, { disabled: false }, "owner");
      },
      "an owner removes the factors": ({ person }) => removeSecondFactor(admin(), person.id),
      "a setup link sets the password": async ({ person }) =>
        signIn.bySetupLink(await makeSetupLink(deps, person.id), "several other words", CLIENT),
      "the password is set": ({ person }) => setPassword(deps, person.id, "several other words"),
      "the address changes": ({ person }) =>
        deps.database.query("update people set email = $2 where id = $1::text::uuid", [
          person.id,
          `new-${person.email}`,
        ]),
    };
    const CHANGES: Record<string, (subject: Subject, session: Session) => Promise<unknown>> = {
      ...Object.fromEntries(
        Object.entries(OWN).map(([what, change]) => [
          what,
          (subject: Subject, session: Session) => changeCredentials(deps, session, (within) => change(subject, within)),
        ]),
      ),
      "the person sets a new password": ({ person }, session) =>
        changePassword(deps, session, person, "several other words"),
    };
    const ALL = { ...CHANGES, ...FOREIGN };
    const adds = (what: string) => what === "an authenticator app is added";

    test.each(Object.keys(ALL))("S-114: where %s, links, sessions and half-done sign-ins end", async (what) => {
      const subject = await newSubject(!adds(what));
      const { person } = subject;
      const acting = await begin(person, "complete");
      const other = await begin(person, "complete");
      const half = await begin(person, "second_factor");
      const link = await makeSetupLink(deps, person.id);
      const { session } = (await signIn.current(acting)) as { session: Session };
      expect(await findSetupLink(deps, link)).toMatchObject({ personId: person.id });
      clock.at += 60_000;
      await ALL[what]?.(subject, session);
      clock.at += 60_000;
      expect(await signIn.current(other)).toBeNull();
      expect(await outcome(signIn.bySecondFactor(half, codeOf(subject.secret), CLIENT))).toBe("AUTH_REQUIRED");
      expect(await findSetupLink(deps, link)).toBeNull();
      expect(await outcome(signIn.bySetupLink(link, "yet another few words", CLIENT))).toBe("AUTH_REQUIRED");
      const isOwn = what in CHANGES;
      expect((await signIn.current(acting)) !== null).toBe(isOwn);
      const begunByIt = what.startsWith("a setup link") && (await listSessions(deps, person.id)).length;
      expect((await listSessions(deps, person.id)).length - (begunByIt || 0)).toBe(isOwn ? 1 : 0);
    });

    test.each(Object.keys(ALL))("S-114: where %s, a sign-in and a step-up that were under way end", async (what) => {
      const subject = await newSubject(!adds(what));
      const acting = await begin(subject.person, "complete");
      const renewed = await begin(subject.person, "complete");
      const { session } = (await signIn.current(acting)) as { session: Session };
      const { session: stale } = (await signIn.current(renewed)) as { session: Session };
      await deps.database.query("delete from sign_in_failures");
      let isChanged = false;
      meanwhile = async () => {
        if (isChanged) return;
        isChanged = true;
        await ALL[what]?.(subject, session);
      };
      try {
        const entered = await signIn.byPassword(subject.person.email, PASSWORD, CLIENT).catch(() => null);
        expect(isChanged).toBe(true);
        if (entered) expect([await signIn.current(entered.token)]).toEqual([null]);
        if (entered?.stage === "second_factor") {
          clock.at += 60_000;
          const completed = signIn.bySecondFactor(entered.token, codeOf(subject.secret), CLIENT);
          expect(await outcome(completed)).toBe("AUTH_REQUIRED");
        }
        clock.at += 60_000;
        const proof = { password: PASSWORD, code: codeOf(subject.secret) };
        const again = await signIn.reauthenticate(stale, proof, CLIENT).catch(() => null);
        if (again) expect(await signIn.current(again.token)).toBeNull();
      } finally {
        meanwhile = async () => {};
      }
    });

    test("S-114: a link that an operator makes while an owner promotes the person never works", async () => {
      const { person } = await newSubject(false);
      const seen = (await findPerson(deps.database, person.id)) as Person;
      await changePerson(admin(), person.id, { role: "owner" }, "owner");
      const link = await makeSetupLink(deps, seen.id, seen.credentialsVersion);
      expect(await findSetupLink(deps, link)).toBeNull();
      const made = await linkPerson(admin(), person.id, "owner");
      expect(await findSetupLink(deps, made.setup_link.split("/").at(-1) as string)).not.toBeNull();
    });

    test("S-114: of two sessions that change something at once one ends the other", async () => {
      const subject = await newSubject(true);
      const tokens = [await begin(subject.person, "complete"), await begin(subject.person, "complete")];
      const changes = tokens.map(async (token, at) => {
        const { session } = (await signIn.current(token)) as { session: Session };
        return () => changePassword(deps, session, subject.person, `several other words ${at}`);
      });
      const outcomes = await Promise.all((await Promise.all(changes)).map((change) => outcome(change())));
      expect(outcomes.toSorted()).toEqual(["AUTH_REQUIRED", "done"]);
      const open = await Promise.all(tokens.map((token) => signIn.current(token)));
      expect(open.filter((one) => one !== null)).toHaveLength(1);
    });

    test("a name, a code that is used, and a passkey's counter end nothing", async () => {
      const subject = await newSubject(true);
      const token = await begin(subject.person, "complete");
      const half = await begin(subject.person, "second_factor");
      await changePerson(admin(), subject.person.id, { name: "Another name" }, "owner");
      await deps.database.query("update passkeys set counter = 5 where person_id = $1::text::uuid", [
        subject.person.id,
      ]);
      clock.at += 60_000;
      expect(await outcome(signIn.bySecondFactor(half, codeOf(subject.secret), CLIENT))).toBe("done");
      expect(await signIn.current(token)).not.toBeNull();
    });

    test("S-114: sessions and links of a replica of the version before are of the present version", async () => {
      const { person } = await newSubject(false);
      await changePerson(admin(), person.id, { role: "viewer" }, "owner");
      const at = new Date(clock.at).toISOString();
      const later = new Date(clock.at + 60_000).toISOString();
      const mac = (text: string) => deps.vault.macs(text)[0] as string;
      await deps.database.query(
        `insert into people_sessions (id, person_id, mac, stage, created_at, signed_in_at, seen_at, expires_at)
        values ($1::text::uuid, $2::text::uuid, $3, 'complete', $4::text::timestamptz, $4::text::timestamptz,
          $4::text::timestamptz, $5::text::timestamptz)`,
        [crypto.randomUUID(), person.id, mac("B".repeat(43)), at, later],
      );
      expect(await signIn.current("B".repeat(43))).not.toBeNull();
    });
  });
}
